//! What all requests share: the routes, and what each request passes through.

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tracing::Instrument;

use crate::access;
use crate::api;
use crate::form::Form;
use crate::meters;
use crate::pages;
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::state::AppState;
use crate::utf8;

/// A request that takes longer is given up.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The service, whole.
pub fn router(state: AppState) -> Router {
    protected(Router::new().merge(api::router()).merge(pages::router()), state)
}

/// Routes with all that requests pass through.
fn protected(routes: Router<AppState>, state: AppState) -> Router {
    routes
        .fallback(|| async { Problem::not_found("there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            let detail = "this address does not take this method";
            Problem::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, detail)
        })
        .layer(from_fn(utf8::only))
        .layer(from_fn_with_state(state.clone(), access::check))
        .layer(from_fn(time_out))
        .layer(CatchPanicLayer::custom(|_| Problem::internal("a handler panicked").into_response()))
        .layer(from_fn_with_state(state.clone(), identify))
        .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, header::COOKIE]))
        .layer(CompressionLayer::new())
        .with_state(state)
}

async fn time_out(request: Request, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::unavailable("this took too long and was given up").into_response(),
    }
}

/// Gives each request an id, which its response, its problem and its log lines carry.
async fn identify(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let id = request_id(&request).unwrap_or_else(|| HEXLOWER.encode(&(state.random)()[..8]));
    let span = tracing::info_span!("request", %id, method = %request.method(), path = request.uri().path());
    let mut response = answer(&id, request, next).instrument(span).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    if state.public_url.as_ref().is_some_and(PublicUrl::is_https) {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    for (name, value) in SECURITY {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn answer(id: &str, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let form = problem_form(&request);
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let mut response = next.run(request).await;
    let problem = response.extensions_mut().remove::<Problem>();
    meters::answered(&route, response.status().as_u16(), begun.elapsed());
    tracing::info!(
        status = response.status().as_u16(),
        milliseconds = begun.elapsed().as_secs_f64() * 1e3,
        problem = problem.as_ref().map(|problem| problem.detail.as_str()),
        "answered"
    );
    match problem {
        Some(problem) => tell(problem, form, id, response),
        None => response,
    }
}

/// How a client wants to be told of a problem: programs in JSON, readers on a page.
fn problem_form(request: &Request) -> Form {
    let path = request.uri().path();
    if path.starts_with("/api/") || path.ends_with(".json") {
        return Form::Json;
    }
    Form::of_path(path).1.map_or_else(|| Form::wanted(request.headers()), |_| Form::Text)
}

/// Writes a problem into the response that carries it.
fn tell(problem: Problem, form: Form, id: &str, response: Response) -> Response {
    let (media_type, body) = match form {
        Form::Html => (form.media_type(), pages::failure(&problem)),
        Form::Json => ("application/problem+json", problem.to_json(id)),
        Form::Text | Form::Markdown | Form::Csv | Form::Svg | Form::Png | Form::Preview => {
            (Form::Text.media_type(), format!("{}\n", problem.detail))
        }
    };
    let (mut parts, _) = response.into_parts();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, body.into())
}

/// The id that a client or proxy gave, if it is fit for a log.
fn request_id(request: &Request) -> Option<String> {
    let id = request.headers().get(REQUEST_ID)?.to_str().ok()?;
    let is_sane = |c: u8| c.is_ascii_alphanumeric() || b"-_.".contains(&c);
    ((1..=64).contains(&id.len()) && id.bytes().all(is_sane)).then(|| id.to_owned())
}

/// Once seen over TLS, never again without, for a year.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// What browsers are told on every response that says nothing else: no inline script, no
/// foreign content, no frames.
const SECURITY: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
];

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use axum_extra::extract::cookie::Key;
    use time::macros::datetime;
    use tower::ServiceExt;

    use super::*;
    use crate::access::Access;
    use crate::database::store::Storing;
    use crate::database::{Behind, Pool};
    use crate::frozen::Frozen;
    use crate::painting::Painting;

    #[tokio::test]
    async fn a_panic_is_a_problem_that_tells_nothing() {
        async fn panics() -> &'static str {
            panic!("a secret")
        }
        let state = AppState {
            pool: Pool::connect_lazy("postgres://nowhere").unwrap(),
            storing: Storing::new("postgres://nowhere", Behind::Postgres).unwrap(),
            replica: None,
            now: || datetime!(2003-02-14 01:31:44 UTC),
            random: || [0; 32],
            public_url: None,
            cookie_key: Key::from(&[0; 64]),
            body_limit: 0,
            access: Access::default(),
            meters: None,
            painting: Painting::default(),
            frozen: Frozen::default(),
        };
        let routes = Router::new().route("/api/panics", get(panics));
        let request = Request::get("/api/panics").body(Body::empty()).unwrap();
        let response = protected(routes, state).oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        let body = to_bytes(response.into_body(), 4096).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        assert!(body.contains("\"request_id\":\"0000000000000000\"") && !body.contains("secret"), "{body}");
    }
}
