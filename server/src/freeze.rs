//! Freezing a comparison: from its address to a stored snapshot.

use benchdata::comparison::Request;
use benchdata::name::{Name, NameError};
use benchdata::snapshot::Snapshot;
use benchdata::table;
use serde::Deserialize;
use time::Duration;
use utoipa::ToSchema;

use crate::audit;
use crate::comparison::comparison;
use crate::database::keys;
use crate::database::snapshots::{self, About, StoredSnapshot};
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::Token;

/// What to freeze, and what to say beside it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Freeze)]
pub struct Asked {
    /// The comparison.
    #[serde(flatten)]
    pub request: Request,
    /// A title in the maker's words, on one line; what is compared if none.
    #[serde(default)]
    pub title: String,
    /// A remark in the maker's words.
    #[serde(default)]
    pub note: String,
}

/// Longer notes belong elsewhere, and would make the page of numbers one of words.
const LONGEST_NOTE: usize = 4000;

/// So many snapshots may be made with a token in a day: they are kept for ever.
const MOST_A_DAY: i64 = 1000;

/// A snapshot that was asked for.
#[derive(Debug)]
pub struct Made {
    /// What was frozen.
    pub snapshot: Snapshot,
    /// What was there already, and stays as it is.
    pub before: Option<Before>,
}

/// A snapshot that was frozen before.
#[derive(Debug)]
pub struct Before {
    /// As it was stored first.
    pub stored: StoredSnapshot,
    /// Which of `title` and `note` were given now, and not taken.
    pub untaken: Vec<&'static str>,
}

/// Compares now, and stores the outcome under its hash.
///
/// # Errors
/// As the comparison's, where title or note cannot be shown, where the token has made too many, or
/// where the database fails.
pub async fn freeze(state: &AppState, asked: Asked, made_by: &Token) -> Result<Made, Problem> {
    let (title, note) = words(&asked)?;
    // Before the runs are read: a correction made meanwhile is rather told twice than never.
    let created = (state.now)();
    let made = snapshots::made_since(&state.pool, made_by.id, created - Duration::DAY, MOST_A_DAY).await?;
    if made >= MOST_A_DAY {
        return Err(Problem::too_many(format!("{MOST_A_DAY} snapshots were made with this token in a day")));
    }
    let (q, by) = (asked.request.q.clone(), asked.request.by.clone());
    let known = keys::known(&state.pool).await?;
    let table = comparison(&state.pool, &known, asked.request)
        .await
        .map_err(|error| Problem::of_comparison(error, &q, &by))?;
    let snapshot = Snapshot::of(&table).map_err(Problem::internal)?;
    let title = title.map(|title| title.to_string());
    let stored_title = title.clone().unwrap_or_else(|| table::short_title(&table));
    let about = About { created, title: Some(stored_title), note: note.clone() };
    if snapshots::store(&state.pool, &snapshot, &about, made_by.id).await? {
        audit::wrote(made_by, "snapshot", &snapshot.hash);
        return Ok(Made { snapshot, before: None });
    }
    let stored = snapshots::load(&state.pool, &snapshot.hash).await?;
    let before = stored.map(|stored| {
        let words = [("title", title, &stored.about.title), ("note", note, &stored.about.note)];
        let untaken = words.into_iter().filter(|(_, given, first)| given.is_some() && given != *first);
        Before { untaken: untaken.map(|(word, ..)| word).collect(), stored }
    });
    Ok(Made { snapshot, before })
}

/// Title and note, where there are any.
fn words(asked: &Asked) -> Result<(Option<Name>, Option<String>), Problem> {
    let title = match Name::new(&asked.title) {
        Err(NameError::Empty) => None,
        title => {
            Some(title.map_err(|error| Problem::bad_request(format!("the title {error}")).field("title"))?)
        }
    };
    let note = asked.note.replace("\r\n", "\n");
    let wrong = |detail: String| Err(Problem::bad_request(detail).field("note"));
    if note.contains('\0') {
        return wrong("the note holds a NUL character".to_owned());
    }
    if note.chars().count() > LONGEST_NOTE {
        return wrong(format!("the note has more than {LONGEST_NOTE} characters"));
    }
    Ok((title, Some(note).filter(|note| !note.trim().is_empty())))
}
