//! Who sends a request.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use crate::database::tokens;
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::{Scope, Secret, Token};

/// A valid token with the scope that was asked for.
#[derive(Debug)]
pub struct Authorized(pub Token);

impl Authorized {
    /// Looks up the bearer token of a request.
    ///
    /// # Errors
    /// 401 where there is none that works, 403 where its scope does not reach.
    pub async fn by(headers: &HeaderMap, state: &AppState, needed: Scope) -> Result<Self, Problem> {
        let secret = bearer(headers)?;
        let now = (state.now)();
        let token = tokens::by_secret(&state.pool, &secret, now)
            .await?
            .ok_or_else(|| Problem::unauthorized("this token is not known here: was it copied whole?"))?;
        token.check_valid(now)?;
        token.check_scope(needed)?;
        Ok(Self(token))
    }
}

/// The secret in a request's header.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Secret, Problem> {
    let Some(authorization) = headers.get(AUTHORIZATION) else {
        let detail = "a token is needed: send `Authorization: Bearer TOKEN` with one that \
                      `runoff-server token create` has made";
        return Err(Problem::unauthorized(detail));
    };
    let sent = authorization.to_str().ok().and_then(|text| text.split_once(' '));
    match sent {
        Some((scheme, secret)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Secret::sent(secret.trim())),
        _ => Err(Problem::unauthorized("Authorization is not of the form `Bearer TOKEN`")),
    }
}
