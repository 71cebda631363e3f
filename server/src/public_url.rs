//! The address under which clients know the service.

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::{Authority, Uri};

use crate::problem::Problem;
use crate::state::AppState;

/// A scheme and host, without a slash at the end: `https://runoff.example`. In a handler, what
/// the operator has set, or else what the client itself asked for; nothing, so that addresses
/// are relative, where an old client did not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Checks an address that an operator gives; a path is kept, for a proxy that serves
    /// several services.
    ///
    /// # Errors
    /// Where it is no `http://` or `https://` URL.
    pub fn parse(text: &str) -> Result<Self, String> {
        let uri: Uri = text.parse().map_err(|error| format!("{error}"))?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        if is_web && uri.authority().is_some() && uri.query().is_none() {
            return Ok(Self(text.trim_end_matches('/').to_owned()));
        }
        Err("expected an address such as https://runoff.example".to_owned())
    }

    /// Whether it is served over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Whether a browser's `Origin` is this service: scheme and host, without any path.
    #[must_use]
    pub fn is_origin(&self, origin: &str) -> bool {
        !origin.is_empty()
            && self.0.strip_prefix(origin).is_some_and(|path| path.is_empty() || path.starts_with('/'))
    }

    /// A page's or file's address: `path` begins with a slash.
    #[must_use]
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromRequestParts<AppState> for PublicUrl {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if let Some(url) = &state.public_url {
            return Ok(url.clone());
        }
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let asked = host.or_else(|| parts.uri.authority().map(Authority::as_str));
        match asked.map(str::parse::<Authority>) {
            Some(Ok(authority)) => Ok(Self(format!("http://{authority}"))),
            Some(Err(_)) => Err(Problem::bad_request("this is no host's name").field("Host")),
            None => Ok(Self(String::new())),
        }
    }
}
