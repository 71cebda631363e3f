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
use crate::database::snapshots::{self, About};
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

/// Compares now, and stores the outcome under its hash. `true` where it was not there yet; else
/// what was said beside it first stays.
///
/// # Errors
/// As the comparison's, where title or note cannot be shown, where the token has made too many, or
/// where the database fails.
pub async fn freeze(state: &AppState, asked: Asked, made_by: &Token) -> Result<(Snapshot, bool), Problem> {
    let (title, note) = words(&asked)?;
    // Before the runs are read: a correction made meanwhile is rather told twice than never.
    let created = (state.now)();
    let made = snapshots::made_since(&state.pool, made_by.id, created - Duration::DAY, MOST_A_DAY).await?;
    if made >= MOST_A_DAY {
        return Err(Problem::too_many(format!("{MOST_A_DAY} snapshots were made with this token in a day")));
    }
    let q = asked.request.q.clone();
    let known = keys::known(&state.pool).await?;
    let table = comparison(&state.pool, &known, asked.request)
        .await
        .map_err(|error| Problem::of_comparison(error, &q))?;
    let snapshot = Snapshot::of(&table).map_err(Problem::internal)?;
    let title = title.map_or_else(|| table::title(&table), |title| title.to_string());
    let about = About { created, title: Some(title), note };
    let is_new = snapshots::store(&state.pool, &snapshot, &about, made_by.id).await?;
    if is_new {
        audit::wrote(made_by, "snapshot", &snapshot.hash);
    }
    Ok((snapshot, is_new))
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
