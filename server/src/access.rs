//! Who may ask, and how often.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::api::bearer;
use crate::client::TrustedProxies;
use crate::database::tokens;
use crate::form::Form;
use crate::pages;
use crate::problem::Problem;
use crate::signed_in::{self, COOKIE};
use crate::state::AppState;
use crate::token::{Scope, Secret, Token};

/// Who may ask, and how often; by default everybody as often as they like.
#[derive(Debug, Clone, Default)]
pub struct Access {
    /// Whether reading, too, needs a token.
    pub private: bool,
    /// The proxies that say for whom they ask.
    pub proxies: TrustedProxies,
    /// How often each client may ask.
    pub limiter: Option<Arc<Limiter>>,
}

/// How often each address and each token may ask.
///
/// A token has the same limit from all addresses. Its address counts too, or made-up tokens had
/// no limit; but far more is allowed of it, since a lab's boxes often share one.
#[derive(Debug)]
pub struct Limiter {
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    /// By the hash of its secret.
    tokens: DefaultKeyedRateLimiter<[u8; 32]>,
}

/// A client that was idle may ask for so many seconds' requests at once.
const BURST: u32 = 10;

/// An address may ask as often as so many tokens.
const TOKENS_OF_AN_ADDRESS: u32 = 16;

/// When so many clients are known, those that have not asked lately are forgotten.
const MOST_CLIENTS: usize = 10_000;

impl Limiter {
    /// Lets each token ask so many times a second.
    #[must_use]
    pub fn new(a_second: NonZeroU32) -> Self {
        let times = |factor: u32| a_second.saturating_mul(NonZeroU32::new(factor).unwrap_or(NonZeroU32::MIN));
        let quota = |rate: NonZeroU32, burst| Quota::per_second(rate).allow_burst(burst);
        Self {
            addresses: RateLimiter::keyed(quota(
                times(TOKENS_OF_AN_ADDRESS),
                times(TOKENS_OF_AN_ADDRESS * BURST),
            )),
            tokens: RateLimiter::keyed(quota(a_second, times(BURST))),
        }
    }

    /// Counts a request, and says whether it was one too many.
    fn is_exceeded(&self, address: Option<IpAddr>, headers: &HeaderMap) -> bool {
        // This machine's own programs, or a proxy on it that nobody has named, whose clients
        // cannot be told apart.
        let Some(address) = address.filter(|address| !address.is_loopback()) else { return false };
        is_exceeded(&self.addresses, &address)
            || secret(headers).is_some_and(|secret| is_exceeded(&self.tokens, &secret.sha256()))
    }
}

fn is_exceeded<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> bool {
    if limiter.len() > MOST_CLIENTS {
        limiter.retain_recent();
    }
    limiter.check_key(key).is_err()
}

/// The paths that are open where reading is private: signing in, what its page is drawn with,
/// and what says whether the service is well.
fn is_open(path: &str) -> bool {
    matches!(path, "/sign-in" | "/healthz" | "/readyz") || path.starts_with("/static/")
}

/// Refuses requests that come too often, or without a token where reading is private.
pub(crate) async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let Access { private, proxies, limiter } = &state.access;
    let address = proxies.client(&request);
    if limiter.as_ref().is_some_and(|limiter| limiter.is_exceeded(address, request.headers())) {
        return Problem::too_many("too many requests: ask again in a second").into_response();
    }
    if *private && !is_open(request.uri().path()) {
        match reader(request.headers(), &state).await {
            Ok(Some(_)) => {}
            Ok(None) => return refused(&request),
            Err(problem) => return problem.into_response(),
        }
    }
    next.run(request).await
}

/// Leads a browser to sign in and back, and tells a program what it lacks.
fn refused(request: &Request) -> Response {
    let path = request.uri().path();
    let is_page = request.method() == Method::GET
        && !path.starts_with("/api/")
        && Form::of_path(path).1.unwrap_or_else(|| Form::wanted(request.headers())) == Form::Html;
    if is_page {
        let next = request.uri().path_and_query().map_or("/", |path| path.as_str());
        return Redirect::to(&pages::sign_in_address(next)).into_response();
    }
    Problem::unauthorized("reading needs a token here: send `Authorization: Bearer TOKEN`").into_response()
}

/// What tells one client from another: the token in its header, or a browser's cookie.
fn secret(headers: &HeaderMap) -> Option<Secret> {
    if headers.contains_key(AUTHORIZATION) {
        return bearer(headers).ok();
    }
    CookieJar::from_headers(headers).get(COOKIE).map(|cookie| Secret::sent(cookie.value()))
}

/// The valid token of a request, if it brings one.
///
/// # Errors
/// Where the database fails.
pub(crate) async fn reader(headers: &HeaderMap, state: &AppState) -> Result<Option<Token>, Problem> {
    if !headers.contains_key(AUTHORIZATION) {
        return signed_in::signed_in(headers, state).await;
    }
    match bearer(headers) {
        Ok(secret) => valid(&secret, state).await,
        Err(_) => Ok(None),
    }
}

/// The token behind a secret, if it works.
///
/// # Errors
/// Where the database fails.
pub(crate) async fn valid(secret: &Secret, state: &AppState) -> Result<Option<Token>, Problem> {
    let now = (state.now)();
    let token = tokens::by_secret(&state.pool, secret, now).await?;
    Ok(token.filter(|token| token.check_valid(now).is_ok()))
}

/// Whether a request from this address with these headers is this machine's own, or an admin's.
///
/// # Errors
/// Where the database fails.
pub(crate) async fn is_operator(
    address: Option<IpAddr>,
    headers: &HeaderMap,
    state: &AppState,
) -> Result<bool, Problem> {
    if address.is_none_or(|address| address.is_loopback()) {
        return Ok(true);
    }
    let token = reader(headers, state).await?;
    Ok(token.is_some_and(|token| token.check_scope(Scope::Admin).is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(token: &str) -> HeaderMap {
        HeaderMap::from_iter([(AUTHORIZATION, format!("Bearer {token}").parse().unwrap())])
    }

    #[test]
    fn each_token_and_each_address_has_a_limit() {
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let limiter = Limiter::new(NonZeroU32::MIN);
        let taken = |at: Option<IpAddr>, sent: &HeaderMap| {
            (0..1000).take_while(|_| !limiter.is_exceeded(at, sent)).count()
        };
        // Each second that passes meanwhile allows a token one more, and an address sixteen.
        assert!((10..15).contains(&taken(address(1), &headers("a"))));
        // From elsewhere it is the same token.
        assert!((0..5).contains(&taken(address(2), &headers("a"))));
        assert!((10..15).contains(&taken(address(2), &headers("b"))));
        // A thousand made-up tokens are one address.
        let made_up =
            (0..1000).filter(|n| !limiter.is_exceeded(address(3), &headers(&n.to_string()))).count();
        assert!((160..240).contains(&made_up), "{made_up}");
        assert!((160..240).contains(&taken(address(4), &HeaderMap::new())));
        assert_eq!(taken(Some(IpAddr::from([127, 0, 0, 1])), &headers("a")), 1000);
    }
}
