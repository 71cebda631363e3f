//! Readers who are signed in: by a signed cookie that names their token, and holds no secret.

use axum::http::HeaderMap;
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, Key, SameSite};
use time::{Duration, OffsetDateTime};

use crate::database::{self, DatabaseError, Pool, tokens};
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::state::AppState;
use crate::token::Token;

/// The cookie: a token's id, a point, and when it ends, in seconds since 1970.
pub(crate) const COOKIE: &str = "runoff_signed_in";

/// How long a reader stays signed in.
const SIGNED_IN: Duration = Duration::days(30);

/// The key that signs cookies, the same for all instances on a database.
///
/// # Errors
/// Where the database fails.
pub async fn cookie_key(pool: &Pool, random: fn() -> [u8; 32]) -> Result<Key, DatabaseError> {
    let made = [random(), random()].concat();
    Ok(Key::from(&database::cookie_key::cookie_key(pool, &made).await?))
}

/// The cookies of a request with a reader signed in: no script reads it, no other site sends it.
pub(crate) fn sign_in(
    headers: &HeaderMap,
    state: &AppState,
    token: &Token,
    public_url: &PublicUrl,
) -> SignedCookieJar {
    let ends = (state.now)() + SIGNED_IN;
    let cookie = Cookie::build((COOKIE, format!("{}.{}", token.id, ends.unix_timestamp())))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(public_url.is_https())
        .max_age(SIGNED_IN);
    jar(headers, state).add(cookie.build())
}

/// The cookies of a request without the reader's.
pub(crate) fn sign_out(headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    jar(headers, state).remove(Cookie::build((COOKIE, "")).path("/").build())
}

/// The cookies of a request.
pub(crate) fn jar(headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    SignedCookieJar::from_headers(headers, state.cookie_key.clone())
}

/// The token of a signed-in reader, as long as it works.
///
/// # Errors
/// Where the database fails.
pub(crate) async fn signed_in(headers: &HeaderMap, state: &AppState) -> Result<Option<Token>, Problem> {
    let now = (state.now)();
    let cookie = jar(headers, state).get(COOKIE);
    let Some(id) = cookie.and_then(|cookie| token_of(cookie.value(), now)) else { return Ok(None) };
    let token = tokens::by_id(&state.pool, id, now).await?;
    Ok(token.filter(|token| token.check_valid(now).is_ok()))
}

/// The token that a cookie names, if it has not ended.
fn token_of(cookie: &str, now: OffsetDateTime) -> Option<i32> {
    let (id, ends) = cookie.split_once('.')?;
    let ends: i64 = ends.parse().ok()?;
    (now.unix_timestamp() < ends).then(|| id.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_cookie_ends_when_it_says() {
        let now = datetime!(2003-02-14 01:31:44 UTC);
        assert_eq!(token_of("7.1045186305", now), Some(7));
        assert_eq!(token_of("7.1045186304", now), None);
        for wrong in ["", "7", "7.", ".1045186305", "7.x", "x.1045186305"] {
            assert_eq!(token_of(wrong, now), None, "{wrong}");
        }
    }
}
