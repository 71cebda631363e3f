//! What stands around a page: who is signed in, and where the service is.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use time::Duration;

use crate::access::valid;
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::state::AppState;
use crate::token::{Secret, Token};
use crate::views::{Frame, Place};

/// The cookie that holds a signed-in reader's token.
pub(crate) const COOKIE: &str = "runoff_token";

/// How long a reader stays signed in.
const SIGNED_IN: Duration = Duration::days(30);

/// A reader who signed in with a token that works.
pub(super) struct SignedIn(pub(super) Token);

/// What every page needs to know of its request.
pub(super) struct Visit {
    /// Where the service is.
    pub(super) public_url: PublicUrl,
    /// The reader, if signed in.
    pub(super) signed_in: Option<SignedIn>,
}

impl Visit {
    /// The frame of a page.
    pub(super) fn frame(&self, place: Place) -> Frame {
        let signed_in = self.signed_in.as_ref().map(|SignedIn(token)| token.name.to_string());
        Frame { place, signed_in, origin: self.public_url.join("") }
    }
}

impl FromRequestParts<AppState> for Visit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let public_url = PublicUrl::from_request_parts(parts, state).await?;
        let signed_in =
            <SignedIn as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        Ok(Self { public_url, signed_in })
    }
}

impl OptionalFromRequestParts<AppState> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, Problem> {
        let jar = CookieJar::from_headers(&parts.headers);
        match jar.get(COOKIE) {
            Some(cookie) => Ok(valid(&Secret::sent(cookie.value()), state).await?.map(SignedIn)),
            None => Ok(None),
        }
    }
}

/// The cookie of a reader who signs in: no script reads it, no other site sends it.
pub(super) fn cookie(secret: String, public_url: &PublicUrl) -> Cookie<'static> {
    Cookie::build((COOKIE, secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(public_url.is_https())
        .max_age(SIGNED_IN)
        .build()
}

/// The cookie that replaces it when the reader signs out.
pub(super) fn removal() -> Cookie<'static> {
    Cookie::build((COOKIE, "")).path("/").build()
}

/// Refuses what another site's page makes a reader's browser send.
pub(super) fn check_same_site(headers: &HeaderMap, public_url: &PublicUrl) -> Result<(), Problem> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_own = match (header("sec-fetch-site"), header("origin")) {
        // A browser knows this better than we, who may stand behind a proxy.
        (Some("same-origin"), _) => true,
        (None | Some("none"), Some(origin)) => public_url.is_origin(origin),
        // The reader's own doing, or no browser, which sends no form without either.
        (None | Some("none"), None) => true,
        (Some(_), _) => false,
    };
    let refused =
        || Problem::new(axum::http::StatusCode::FORBIDDEN, "another site sent this form: do it from here");
    is_own.then_some(()).ok_or_else(refused)
}
