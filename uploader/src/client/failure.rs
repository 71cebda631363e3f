//! Why a server does not have what was sent to it, and whether to go on trying.

use std::time::Duration;
use std::{fmt, io};

use benchdata::run::RunError;
use serde::Deserialize;
use ureq::http::{Response, StatusCode, header};

use crate::settings::SettingsError;

/// Why an upload is not with the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// The reason, in words.
    pub(crate) why: String,
    /// What the server answered, if it did.
    pub(super) status: Option<StatusCode>,
    /// How long the server asks to wait.
    pub(super) retry_after: Option<Duration>,
}

/// What a failure says about the next try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// No server, or one that is too busy: nothing gets through now.
    Unavailable,
    /// The server has a fault with this upload: others may get through, this may later.
    Broken,
    /// Address or token are wrong or missing: nothing gets through until that changes.
    Denied,
    /// This upload is not acceptable: it never gets through as it is.
    Refused,
}

impl Failure {
    pub(super) fn new(kind: FailureKind, why: String) -> Self {
        Self { kind, why, status: None, retry_after: None }
    }

    /// A server that was not reached.
    pub(super) fn unreachable(server: &str, error: &ureq::Error) -> Self {
        let (kind, why) = reason(error);
        Self::new(kind, format!("{server} cannot be reached: {why}"))
    }

    /// What is in the spool, and is none of our runs.
    pub(crate) fn no_run(error: &RunError) -> Self {
        Self::new(FailureKind::Refused, format!("not sent, for it is not understood: {error}"))
    }

    /// What a server answered that did not do it.
    pub(super) fn of_answer<B>(server: &str, response: &Response<B>, text: &[u8]) -> Self {
        let status = response.status();
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        let why = match header(header::LOCATION) {
            Some(location) if status.is_redirection() => {
                format!("{server} has moved: set the server to what {location} begins with")
            }
            _ => format!("{server} answers {}", problem(status, text)),
        };
        let retry_after = header(header::RETRY_AFTER).and_then(|seconds| seconds.trim().parse().ok());
        Self {
            kind: kind(status),
            why,
            status: Some(status),
            retry_after: retry_after.map(Duration::from_secs),
        }
    }

    /// Whether another try may do.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self.kind, FailureKind::Unavailable | FailureKind::Broken)
    }
}

impl From<&SettingsError> for Failure {
    fn from(error: &SettingsError) -> Self {
        Self::new(FailureKind::Denied, error.to_string())
    }
}

/// An error as the server tells it (RFC 9457), with the place at fault.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Problem {
    title: Option<String>,
    detail: Option<String>,
    field: Option<String>,
    line: Option<u64>,
}

/// What a connection's error means.
pub(super) fn reason(error: &ureq::Error) -> (FailureKind, String) {
    match error {
        // Rustls gives a certificate that it does not trust as invalid data.
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            (FailureKind::Denied, untrusted(error))
        }
        ureq::Error::Rustls(error) => (FailureKind::Denied, untrusted(error)),
        ureq::Error::Io(error) => (FailureKind::Unavailable, error.to_string()),
        ureq::Error::BadUri(_) | ureq::Error::InvalidProxyUrl => (FailureKind::Denied, error.to_string()),
        ureq::Error::Timeout(_) => (FailureKind::Unavailable, "it takes too long to answer".to_owned()),
        error => (FailureKind::Unavailable, error.to_string()),
    }
}

fn untrusted(error: impl fmt::Display) -> String {
    format!("{error} (trusted are this machine's certificates; SSL_CERT_FILE names others)")
}

fn kind(status: StatusCode) -> FailureKind {
    match status.as_u16() {
        400 | 403 | 409 | 413 | 415 | 422 => FailureKind::Refused,
        408 | 425 | 429 | 502..=504 => FailureKind::Unavailable,
        500.. => FailureKind::Broken,
        _ => FailureKind::Denied,
    }
}

/// `422 Unprocessable Entity: results[3].samples[0]: is not a finite number`.
pub(super) fn problem(status: StatusCode, text: &[u8]) -> String {
    let problem: Problem = serde_json::from_slice(text).unwrap_or_default();
    let is_said = |place: &String| problem.detail.as_ref().is_some_and(|detail| detail.starts_with(place));
    let place = problem.field.or(problem.line.map(|line| format!("line {line}")));
    let place = place.filter(|place| !is_said(place));
    let title = problem.title.or_else(|| status.canonical_reason().map(str::to_owned));
    let words: Vec<String> = [title, place, problem.detail].into_iter().flatten().collect();
    format!("{} {}", status.as_u16(), words.join(": "))
}
