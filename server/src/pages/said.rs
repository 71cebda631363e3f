//! What a reader is told once, on the page that a form leads to: by a signed cookie, for addresses are
//! passed on.

use axum::http::HeaderMap;
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use time::Duration;

use crate::signed_in::jar;
use crate::state::AppState;

/// The cookie: what is told, in words.
const COOKIE: &str = "runoff_said";

/// The page that tells it follows at once.
const KEPT: Duration = Duration::minutes(1);

/// The cookies of a request, with what its reader is told next.
pub(super) fn say(headers: &HeaderMap, state: &AppState, words: String) -> SignedCookieJar {
    let cookie = Cookie::build((COOKIE, words)).path("/").http_only(true).same_site(SameSite::Lax);
    jar(headers, state).add(cookie.max_age(KEPT).build())
}

/// What the reader is told, and the cookies of the request without it.
pub(super) fn said(headers: &HeaderMap, state: &AppState) -> (Option<String>, SignedCookieJar) {
    let jar = jar(headers, state);
    match jar.get(COOKIE) {
        None => (None, jar),
        Some(said) => {
            (Some(said.value().to_owned()), jar.remove(Cookie::build((COOKIE, "")).path("/").build()))
        }
    }
}
