//! The pages: thin handlers that read the request, call one function and hand its value to
//! a template.

mod api;
mod benchmarks;
mod boxes;
mod compare;
mod correct;
mod document;
mod facets;
mod feed;
mod frame;
mod glossary;
mod history;
mod home;
mod newest;
mod part;
mod run;
mod runs;
mod sign_in;
mod snapshot;
mod statics;
mod upload;
mod upload_form;

use askama::Template;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::{get, post};
use benchdata::name::{Key, Value};

pub(crate) use sign_in::address as sign_in_address;

use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{self, Failure, Frame, Place};

/// All pages.
pub fn router() -> Router<AppState> {
    Router::new()
        .route("/", get(home::home))
        .route("/runs", get(runs::runs))
        .route("/runs/{id}", get(run::run))
        .route("/runs/{id}/corrections", post(correct::correct_run))
        .route("/compare", get(compare::compare))
        .route("/compare.txt", get(compare::compare))
        .route("/compare.md", get(compare::compare))
        .route("/compare.csv", get(compare::compare))
        .route("/compare.json", get(compare::compare))
        .route("/compare.svg", get(compare::compare))
        .route("/compare.png", get(compare::compare))
        .route("/history", get(history::history))
        .route("/history.txt", get(history::history))
        .route("/history.md", get(history::history))
        .route("/history.csv", get(history::history))
        .route("/history.json", get(history::history))
        .route("/history.svg", get(history::history))
        .route("/history.png", get(history::history))
        .route("/benchmarks", get(benchmarks::benchmarks))
        .route("/benchmarks/{name}", get(benchmarks::benchmark))
        .route("/boxes", get(boxes::boxes))
        .route("/boxes/{name}", get(boxes::of_name))
        .route("/c", post(snapshot::freeze))
        .route("/c/{hash}", get(snapshot::snapshot))
        .route("/docs/statistics", get(document::statistics))
        .route("/api", get(api::api))
        .route("/feed.atom", get(feed::feed))
        .route("/upload", get(upload::page).post(upload::send).layer(DefaultBodyLimit::disable()))
        .route("/sign-in", get(sign_in::page).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/static/{file}", get(statics::file))
}

/// Factors out of a form's lines `factor=level`.
fn factor_lines(text: &str) -> Result<Vec<(Key, Value)>, Problem> {
    let wrong = |problem: String| Problem::bad_request(problem).field("factors");
    let factor = |line: &str| {
        let (factor, level) = line
            .split_once('=')
            .ok_or_else(|| wrong(format!("write each factor on a line as factor=level, not {line:?}")))?;
        let key = Key::new(factor).map_err(|error| wrong(format!("the factor {factor:?} {error}")))?;
        let level = Value::new(level).map_err(|error| wrong(format!("the level of {factor} {error}")))?;
        Ok((key, level))
    };
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(factor).collect()
}

/// A page out of its template.
fn page(template: &impl Template) -> Result<Html<String>, Problem> {
    template.render().map(Html).map_err(Problem::internal)
}

/// The page that tells of a problem, for browsers.
#[must_use]
pub fn failure(problem: &Problem) -> String {
    let frame = Frame { place: Place::Elsewhere, signed_in: None, origin: String::new() };
    let title = match problem.status {
        StatusCode::NOT_FOUND => "There is no such page",
        status if status.is_client_error() => "This cannot be shown",
        _ => "Something failed here",
    };
    let page = Failure { frame, title: title.to_owned(), problem: shown(problem) };
    // A template that fails on its own sample data fails a test; should it fail here, the
    // reader still learns what is wrong.
    page.render().unwrap_or_else(|_| problem.detail.clone())
}

/// A problem as pages show it: what is wrong, and below it the place.
fn shown(problem: &Problem) -> views::Problem {
    let (what, pointed) = problem.detail.split_once('\n').unwrap_or((&problem.detail, ""));
    views::Problem { what: what.to_owned(), pointed: pointed.to_owned(), help: String::new() }
}
