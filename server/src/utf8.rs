//! Addresses must be UTF-8 behind their percent signs: what is not would be stored as `�`.

use axum::extract::Request;
use axum::http::Uri;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;

use crate::body;
use crate::problem::Problem;

/// Refuses an address with other bytes, whatever it leads to.
pub(crate) async fn only(request: Request, next: Next) -> Response {
    match check(request.uri()) {
        Ok(()) => next.run(request).await,
        Err(problem) => {
            let (parts, body) = request.into_parts();
            body::refuse(&parts.headers, body, problem).await.into_response()
        }
    }
}

fn check(uri: &Uri) -> Result<(), Problem> {
    let is_utf8 = |text: &str| percent_decode_str(text).decode_utf8().is_ok();
    if !is_utf8(uri.path()) {
        return Err(Problem::bad_request("the address is not UTF-8 behind its percent signs"));
    }
    let mut pairs = uri.query().unwrap_or_default().split('&');
    if let Some(pair) = pairs.find(|pair| !is_utf8(pair)) {
        let name = pair.split('=').next().unwrap_or_default();
        let name = percent_decode_str(name).decode_utf8_lossy();
        let detail = format!("{name} is not UTF-8 behind its percent signs");
        return Err(Problem::bad_request(detail).field(name));
    }
    Ok(())
}
