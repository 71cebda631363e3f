//! Correcting a run: from what is asked to stored corrections.

use axum::http::StatusCode;
use benchdata::content::RunId;

use crate::audit;
use crate::correction::{Change, ChangeError, Corrected};
use crate::database::{corrections, runs};
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::{Scope, Token};

/// Corrects a run with a token. What is so already is no correction and stores nothing. `seen`
/// is how many corrections the run had where its reader looked, if that is known.
///
/// # Errors
/// 403 where the token may not; 404 where there is no such run; 400 where the change is wrong;
/// 409 where somebody else corrected the run in between.
pub async fn correct(
    state: &AppState,
    token: &Token,
    id: RunId,
    change: Change,
    seen: Option<usize>,
) -> Result<Corrected, Problem> {
    token.check_scope(Scope::Correct)?;
    let stored = runs::run(&state.pool, id).await?;
    let stored = stored.ok_or_else(|| Problem::not_found(format!("there is no run {id}")))?;
    token.check_box(&stored.run.box_name)?;
    let now = stored.corrections.len();
    if seen.is_some_and(|seen| seen != now) {
        return Err(overtaken());
    }
    let corrected = change.of(stored.run, stored.withdrawn)?;
    token.check_box(&corrected.run.box_name)?;
    if corrected.edits.is_empty() {
        return Ok(corrected);
    }
    if !corrections::store(&state.pool, id, now, &corrected, token.id, (state.now)()).await? {
        return Err(overtaken());
    }
    state.frozen.forget_pages();
    audit::wrote(token, "correction", id);
    Ok(corrected)
}

fn overtaken() -> Problem {
    Problem::new(StatusCode::CONFLICT, "somebody else has just corrected this run: look at it again")
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Self {
        let problem = Self::bad_request(error.to_string());
        match error {
            ChangeError::Reason(_) => problem.field("reason"),
            ChangeError::Run(error) => problem.field(error.path),
        }
    }
}
