//! The values that a key has.

use benchdata::key::RunKey;
use benchdata::query::Term;
use sqlx::{Postgres, QueryBuilder};

use super::Pool;
use super::facets::MOST_COUNTED;
use super::keys::{Kind, KnownKeys};
use super::names::{Word, push_names};
use super::select::{SelectError, Selector};

/// As many series, the newest, are looked at.
const MOST_SERIES: i64 = 5000;

/// As many sets of captured facts, the newest, are looked at.
const MOST_ENVIRONMENTS: i64 = 1000;

/// Values of a key that begin with a text, the most frequent first: of the newest runs that match
/// all terms, or where the key is of results, of the newest series. Without terms, also those that no
/// new run has, but of what was measured.
///
/// # Errors
/// Where a term's key was never seen, or the database fails.
pub async fn of_key(
    pool: &Pool,
    known: &KnownKeys,
    terms: &[Term],
    key: &RunKey,
    typed: &str,
    most: usize,
) -> Result<Vec<String>, SelectError> {
    let mut sql = QueryBuilder::new("SELECT value FROM (SELECT * FROM (SELECT ");
    if push_of_run(&mut sql, known, key) {
        sql.push(" AS value, 1 AS runs FROM runs r");
        Selector::new(terms, known)?.push_runs(&mut sql);
        sql.push(" ORDER BY r.received DESC, r.id DESC LIMIT ").push_bind(MOST_COUNTED);
    } else {
        match key {
            RunKey::Metric => sql.push("metric"),
            key => sql.push(r#""case" ->> "#).push_bind(key.to_string()),
        };
        sql.push(" AS value, 1 AS runs FROM series ORDER BY id DESC LIMIT ").push_bind(MOST_SERIES);
    }
    sql.push(") AS newest");
    if terms.is_empty() {
        push_older(&mut sql, known, key, typed);
    }
    sql.push(") AS found WHERE starts_with(lower(value), lower(").push_bind(typed.to_owned());
    sql.push(")) GROUP BY value ORDER BY sum(runs) DESC, value LIMIT ");
    sql.push_bind(i64::try_from(most).unwrap_or(i64::MAX));
    Ok(sql.build_query_scalar().fetch_all(pool).await?)
}

/// Pushes the values that older runs have, each once.
fn push_older(sql: &mut QueryBuilder<Postgres>, known: &KnownKeys, key: &RunKey, typed: &str) {
    let word = match key {
        RunKey::Box => Word::Box,
        RunKey::Benchmark => Word::Benchmark,
        RunKey::Label => Word::Label,
        RunKey::Environment(fact) => {
            sql.push(" UNION ALL SELECT facts ->> ").push_bind(fact.to_string());
            sql.push(", 0 FROM (SELECT facts FROM environments ORDER BY id DESC LIMIT ");
            sql.push_bind(MOST_ENVIRONMENTS).push(") AS captured");
            return;
        }
        RunKey::Named(name) if known.has(Kind::Factor, name.as_str()) => {
            sql.push(" UNION ALL SELECT factors ->> ").push_bind(name.to_string());
            sql.push(", 0 FROM combinations");
            return;
        }
        RunKey::Run | RunKey::Metric | RunKey::Named(_) => return,
    };
    sql.push(" UNION ALL SELECT name, 0 FROM (");
    // Benchmarks are few: what is typed may differ in case from how they are written.
    push_names(sql, word, if word == Word::Label { typed } else { "" });
    sql.push(") AS named");
}

/// Pushes a key's value for a run `r`; `false` where it is a key of results.
fn push_of_run(sql: &mut QueryBuilder<Postgres>, known: &KnownKeys, key: &RunKey) -> bool {
    match key {
        RunKey::Box => sql.push("(SELECT name FROM boxes WHERE boxes.id = r.box_id)"),
        RunKey::Benchmark => sql.push("r.benchmark"),
        RunKey::Label => sql.push("r.label"),
        RunKey::Run => sql.push("lpad(to_hex(r.id), 16, '0')"),
        RunKey::Environment(fact) => sql
            .push("(SELECT facts ->> ")
            .push_bind(fact.to_string())
            .push(" FROM environments WHERE environments.id = r.environment_id)"),
        RunKey::Named(name) if known.has(Kind::Factor, name.as_str()) => {
            sql.push("r.factors ->> ").push_bind(name.to_string())
        }
        RunKey::Metric | RunKey::Named(_) => return false,
    };
    true
}
