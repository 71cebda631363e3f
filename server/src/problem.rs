//! Errors as `application/problem+json` (RFC 9457).

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use benchdata::compare::CompareError;
use benchdata::key::RunKey;
use benchdata::query::QueryError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::comparison::ComparisonError;
use crate::database::store::StoreError;
use crate::database::{DatabaseError, SelectError};
use crate::token::Refusal;

/// How long a client should wait while the database is away.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// An error as a client sees it. As a response it is an empty one that carries the problem;
/// [`crate::application`] writes the body, once the request's id is known.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The response's status.
    pub status: StatusCode,
    /// What is wrong here, and what to do.
    pub detail: String,
    /// The field or parameter at fault.
    pub field: Option<String>,
    /// The line at fault in what was sent, from 1.
    pub line: Option<usize>,
}

impl Problem {
    /// A problem with this status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), field: None, line: None }
    }

    /// 400: what was sent is wrong.
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// 404: there is no such thing.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// 401: no token, or none that works.
    pub fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, detail)
    }

    /// 429: the same may succeed soon.
    pub fn too_many(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    /// 503: the same may succeed later.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// 500: a mistake of this program. The client learns nothing of it, the log all.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "internal error");
        let detail = "the server made a mistake, and its log says which under this request_id";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
    }

    /// 400: a query is wrong; shows where.
    #[must_use]
    pub fn of_query(error: &QueryError, q: &str) -> Self {
        Self::bad_request(format!("{}\n{}", error.problem, error.pointed(q))).field("q")
    }

    /// Why a query selects nothing.
    #[must_use]
    pub fn of_selection(error: SelectError, q: &str) -> Self {
        match error {
            SelectError::Query(error) => Self::of_query(&error, q),
            SelectError::TooManyRuns { .. } | SelectError::TooManyResults { .. } => {
                Self::bad_request(error.to_string()).field("q")
            }
            SelectError::Database(error) => error.into(),
        }
    }

    /// Why there is no comparison, or history; `by` is what was to split its sides.
    #[must_use]
    pub fn of_comparison(error: ComparisonError, q: &str, by: &[RunKey]) -> Self {
        match error {
            ComparisonError::Query(error) => Self::of_query(&error, q),
            ComparisonError::Select(error) => Self::of_selection(error, q),
            ComparisonError::Compare(error) => Self::bad_request(error.to_string()).field(field(&error, by)),
            ComparisonError::Withdrawn { .. } => Self::bad_request(error.to_string()).field("q"),
            ComparisonError::Database(error) => error.into(),
        }
    }

    /// The same, naming the field at fault.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// The same, naming the line at fault.
    #[must_use]
    pub fn line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The body: title, status and detail, and what else is known.
    #[must_use]
    pub fn to_json(&self, request_id: &str) -> String {
        let body = Body {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: &self.detail,
            field: self.field.as_deref(),
            line: self.line,
            request_id,
        };
        // Texts and numbers always become JSON.
        serde_json::to_string(&body).unwrap_or_default()
    }
}

/// Which word of a request is at fault.
fn field(error: &CompareError, by: &[RunKey]) -> &'static str {
    match error {
        CompareError::NoSuchBaseline { .. } => "base",
        CompareError::NoSuchMetric { .. } => "metric",
        CompareError::TooManySides { .. } | CompareError::VsAndBy => "by",
        CompareError::NoSuchKey { key, .. } if by.iter().any(|by| by.to_string() == *key) => "by",
        CompareError::NoSuchKey { .. } => "rows",
        CompareError::NothingSelected(_) | CompareError::SeveralLevels(_) => "q",
    }
}

/// A problem as JSON (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct Body<'a> {
    r#type: &'static str,
    title: &'static str,
    status: u16,
    /// What is wrong, and what to do.
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The field or parameter at fault.
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The line at fault, from 1.
    line: Option<usize>,
    request_id: &'a str,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        let (name, value) = match self.status {
            StatusCode::UNAUTHORIZED => (header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")),
            StatusCode::SERVICE_UNAVAILABLE => {
                (header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER.as_secs()))
            }
            StatusCode::TOO_MANY_REQUESTS => (header::RETRY_AFTER, HeaderValue::from_static("1")),
            _ => (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        };
        response.headers_mut().insert(name, value);
        response.extensions_mut().insert(self);
        response
    }
}

impl From<DatabaseError> for Problem {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::Unavailable(error) => {
                tracing::warn!(%error, "the database is away");
                Self::unavailable("the database does not answer: try again later")
            }
            error => Self::internal(error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Collision(_) => Self::new(StatusCode::CONFLICT, error.to_string()),
            StoreError::Database(error) => error.into(),
            StoreError::Batch(error) => Self::internal(error),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Revoked(_) | Refusal::Expired(_) => Self::unauthorized(refusal.to_string()),
            Refusal::Scope { .. } | Refusal::Box { .. } => {
                Self::new(StatusCode::FORBIDDEN, refusal.to_string())
            }
        }
    }
}
