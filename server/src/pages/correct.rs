//! `POST /runs/{id}/corrections`: the forms on a run's page.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use benchdata::name::{Key, Name, NameError, Value};
use serde::Deserialize;

use super::frame::{SignedIn, Visit, check_same_site};
use super::part::Part;
use super::run::{page_of, stored};
use super::said::say;
use super::sign_in::address as sign_in_address;
use super::{page, shown};
use crate::correct::correct;
use crate::correction::{Change, Edit};
use crate::database::runs::StoredRun;
use crate::problem::Problem;
use crate::sent::SentForm;
use crate::state::AppState;
use crate::views::CorrectionForm;

/// What a form sends: that of corrections all words, that of withdrawal `withdrawn` alone.
#[derive(Deserialize)]
pub(super) struct Sent {
    label: Option<String>,
    #[serde(rename = "box")]
    box_name: Option<String>,
    factors: Option<String>,
    note: Option<String>,
    withdrawn: Option<bool>,
    #[serde(default)]
    reason: String,
    /// How many corrections the run had when the form was shown.
    seen: usize,
}

/// Corrects the run and shows it; where that fails, shows it with the form as it was sent.
pub(super) async fn correct_run(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    Path(id): Path<String>,
    SentForm(sent): SentForm<Sent>,
) -> Result<Response, Problem> {
    check_same_site(&headers, &visit.public_url)?;
    let run = stored(&state, &id).await?;
    let path = format!("/runs/{}", run.id);
    let Some(SignedIn(token)) = &visit.signed_in else {
        return Ok(Redirect::to(&sign_in_address(&path)).into_response());
    };
    let made = match change(&sent, &run) {
        Ok(change) => correct(&state, token, run.id, change, Some(sent.seen)).await,
        Err(problem) => Err(problem),
    };
    let problem = match made {
        Ok(corrected) if !corrected.edits.is_empty() => {
            let said = say(&headers, &state, receipt(&corrected.edits));
            return Ok((said, Redirect::to(&path)).into_response());
        }
        Ok(_) => Problem::bad_request("nothing was changed: all of it stood there already"),
        Err(problem) if problem.status.is_client_error() => problem,
        Err(problem) => return Err(problem),
    };
    let form = CorrectionForm { problem: Some(shown(&problem)), ..typed(sent, &run) };
    let page = page(&page_of(run, &visit, Some(form), &Part::default())?)?;
    Ok((problem.status, page).into_response())
}

/// More does not fit in a cookie; the run's page says all.
const LONGEST_RECEIPT: usize = 1000;

/// What became of a correction.
fn receipt(edits: &[Edit]) -> String {
    let what: Vec<String> = edits.iter().map(Edit::what).collect();
    let said = format!("Stored: {}.", what.join("; "));
    if said.len() > LONGEST_RECEIPT { format!("Stored {} corrections.", edits.len()) } else { said }
}

/// The form as it was sent; the words that it did not hold as they are.
fn typed(sent: Sent, run: &StoredRun) -> CorrectionForm {
    let now = super::run::form(run);
    CorrectionForm {
        label: sent.label.unwrap_or(now.label),
        box_name: sent.box_name.unwrap_or(now.box_name),
        factors: sent.factors.unwrap_or(now.factors),
        note: sent.note.unwrap_or(now.note),
        reason: sent.reason,
        ..now
    }
}

fn change(sent: &Sent, run: &StoredRun) -> Result<Change, Problem> {
    let name = |field: &'static str, text: &Option<String>| {
        let wrong = |error: NameError| Problem::bad_request(format!("{field} {error}")).field(field);
        text.as_ref().map(Name::new).transpose().map_err(wrong)
    };
    // Forms end their lines with CR LF.
    let lines = |text: &String| text.replace("\r\n", "\n");
    Ok(Change {
        label: name("label", &sent.label)?,
        box_name: name("box", &sent.box_name)?,
        factors: sent.factors.as_deref().map_or(Ok(BTreeMap::new()), |text| factors(text, run))?,
        note: sent.note.as_ref().map(lines),
        withdrawn: sent.withdrawn,
        reason: sent.reason.clone(),
    })
}

/// Factors out of lines `factor=level`; those that have no line any more are taken away.
fn factors(text: &str, run: &StoredRun) -> Result<BTreeMap<Key, Option<Value>>, Problem> {
    let mut factors: BTreeMap<Key, Option<Value>> =
        run.run.factors.keys().map(|factor| (factor.clone(), None)).collect();
    for (factor, level) in super::factor_lines(text)? {
        factors.insert(factor, Some(level));
    }
    Ok(factors)
}
