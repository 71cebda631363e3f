//! `/sign-in` and `/sign-out`.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::frame::{Visit, check_same_site};
use crate::access::valid;
use crate::problem::Problem;
use crate::sent::SentForm;
use crate::signed_in;
use crate::state::AppState;
use crate::token::Secret;
use crate::views::{self, Place, SignIn};

#[derive(Deserialize)]
pub(super) struct Credentials {
    token: String,
    #[serde(default)]
    next: String,
}

/// The address of the sign-in page that leads on to `next`.
pub(crate) fn address(next: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
    format!("/sign-in?{query}")
}

/// A path of this service; any other would lead a reader astray.
fn own_path(next: &str) -> &str {
    let is_own = next.starts_with('/') && !next.starts_with("//") && !next.contains(['\\', '\r', '\n', '\t']);
    if is_own { next } else { "/" }
}

pub(super) async fn page(visit: Visit, uri: Uri) -> Result<impl IntoResponse, Problem> {
    let mut asked = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let next = asked.find(|(name, _)| name == "next").map(|(_, next)| next);
    super::page(&SignIn {
        frame: visit.frame(Place::SignIn),
        next: own_path(&next.unwrap_or_default()).to_owned(),
        problem: None,
    })
}

pub(super) async fn sign_in(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    SentForm(sent): SentForm<Credentials>,
) -> Result<Response, Problem> {
    check_same_site(&headers, &visit.public_url)?;
    let next = own_path(&sent.next).to_owned();
    let secret = sent.token.trim();
    if let Some(token) = valid(&Secret::sent(secret), &state).await? {
        let jar = signed_in::sign_in(&headers, &state, &token, &visit.public_url);
        return Ok((jar, Redirect::to(&next)).into_response());
    }
    let problem = views::Problem {
        what: "No such token, or it was revoked or has expired".to_owned(),
        pointed: String::new(),
        help: "Was it copied whole? It begins with runoff_".to_owned(),
    };
    let page = super::page(&SignIn { frame: visit.frame(Place::SignIn), next, problem: Some(problem) })?;
    Ok((StatusCode::FORBIDDEN, page).into_response())
}

pub(super) async fn sign_out(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    check_same_site(&headers, &visit.public_url)?;
    // Else Back would show pages that say who was signed in.
    let forget = [(HeaderName::from_static("clear-site-data"), "\"cache\"")];
    Ok((signed_in::sign_out(&headers, &state), forget, Redirect::to("/")))
}
