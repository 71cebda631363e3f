//! Completion of a query: how its last term may go on.

use benchdata::key::RunKey;
use benchdata::name::{ENVIRONMENT_PREFIX, RESERVED};
use benchdata::query::{Query, Term, quoted};

use crate::database::keys::{self, Kind, KnownKeys};
use crate::database::{DatabaseError, Pool, SelectError, values};

/// As many completions as a list is read with.
const MOST: usize = 12;

/// The query with its last term completed, in the ways that are most likely: by a key, or behind
/// a key's colon by a value that runs have which match the other terms.
///
/// # Errors
/// Where the database fails.
pub async fn completions(pool: &Pool, q: &str) -> Result<Vec<String>, DatabaseError> {
    let known = keys::known(pool).await?;
    let (before, word) = q.split_at(last_word(q));
    let sign = if word.starts_with('-') { "-" } else { "" };
    let Some((key, value)) = word[sign.len()..].split_once(':') else {
        let keys = keys_like(&known, &word[sign.len()..]);
        return Ok(keys.into_iter().map(|key| format!("{before}{sign}{key}:")).collect());
    };
    let Ok(run_key) = RunKey::parse(key) else { return Ok(Vec::new()) };
    // Behind a|, another value of the same key.
    let (others, typed) = value.rsplit_once('|').map_or(("", value), |(others, typed)| (others, typed));
    let bar = if others.is_empty() { "" } else { "|" };
    let typed = typed.trim_start_matches('"');
    let terms = side_before(before);
    match values::of_key(pool, &known, &terms, &run_key, typed, MOST).await {
        Ok(values) => {
            let completed = |value: String| format!("{before}{sign}{key}:{others}{bar}{}", quoted(&value));
            Ok(values.into_iter().map(completed).collect())
        }
        Err(SelectError::Database(error)) => Err(error),
        // What cannot be selected is told when it is asked for.
        Err(_) => Ok(Vec::new()),
    }
}

/// Where the last word begins: behind the last blank that no quotes hold.
fn last_word(q: &str) -> usize {
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, c) in q.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => start = at + c.len_utf8(),
            _ => {}
        }
    }
    start
}

/// The terms of the side that a word stands on; none where they cannot be read.
fn side_before(before: &str) -> Vec<Term> {
    let side = before.trim_end().rsplit(" vs ").next().unwrap_or_default();
    Query::parse(side).ok().and_then(|mut query| query.sides.pop()).unwrap_or_default()
}

/// Keys that begin with a text, and behind them those that hold it.
fn keys_like(known: &KnownKeys, typed: &str) -> Vec<String> {
    let named = known.of(Kind::Factor).chain(known.of(Kind::Parameter)).map(str::to_owned);
    let facts = known.of(Kind::Fact).map(|fact| format!("{ENVIRONMENT_PREFIX}{fact}"));
    let mut keys: Vec<String> =
        RESERVED.iter().map(|&key| key.to_owned()).chain(named).chain(facts).collect();
    keys.retain(|key| key.contains(typed));
    // A factor of some runs may be a case parameter of others.
    let mut seen = std::collections::HashSet::new();
    keys.retain(|key| seen.insert(key.clone()));
    keys.sort_by_key(|key| !key.starts_with(typed));
    keys.truncate(MOST);
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_begins_behind_the_last_blank_outside_quotes() {
        for (q, word) in [
            ("", ""),
            ("box:b lab", "lab"),
            ("box:b ", ""),
            (r#"test:"Random re"#, r#"test:"Random re"#),
            (r#"test:"a \" b" box:"#, "box:"),
        ] {
            assert_eq!(&q[last_word(q)..], word);
        }
    }
}
