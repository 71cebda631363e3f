//! What stands around a page: who is signed in, and where the service is.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::signed_in::signed_in;
use crate::state::AppState;
use crate::token::Token;
use crate::views::{Frame, Place};

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
        Ok(signed_in(&parts.headers, state).await?.map(SignedIn))
    }
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
