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
mod said;
mod sign_in;
mod snapshot;
mod statics;
mod upload;
mod upload_form;
mod upload_runs;

use askama::Template;
use std::collections::BTreeMap;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::{get, post};
use benchdata::name::{Key, Value};

pub(crate) use sign_in::address as sign_in_address;

use crate::asked::Mistake;
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{self, Failure, FormFields, Frame, Place};

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
        .route("/compare.preview.png", get(compare::compare))
        .route("/history", get(history::history))
        .route("/history.txt", get(history::history))
        .route("/history.md", get(history::history))
        .route("/history.csv", get(history::history))
        .route("/history.json", get(history::history))
        .route("/history.svg", get(history::history))
        .route("/history.png", get(history::history))
        .route("/history.preview.png", get(history::history))
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
fn factor_lines(text: &str) -> Result<BTreeMap<Key, Value>, Problem> {
    let wrong = |problem: String| Problem::bad_request(problem).field("factors");
    let mut factors = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (factor, level) = line
            .split_once('=')
            .ok_or_else(|| wrong(format!("write each factor on a line as factor=level, not {line:?}")))?;
        let key = Key::new(factor).map_err(|error| wrong(format!("the factor {factor:?} {error}")))?;
        let level = Value::new(level).map_err(|error| wrong(format!("the level of {factor} {error}")))?;
        if let Some(before) = factors.insert(key, level.clone()) {
            return Err(wrong(format!("{factor} stands twice, as {before} and {level}: name it once")));
        }
    }
    Ok(factors)
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
    let page = Failure { frame, title: title.to_owned(), problem: shown(problem), whole: None };
    // A template that fails on its own sample data fails a test; should it fail here, the
    // reader still learns what is wrong.
    page.render().unwrap_or_else(|_| problem.detail.clone())
}

/// A form's fields as they were filled in, each mistake at its field.
fn mistaken(fields: FormFields, mistakes: Vec<Mistake>) -> FormFields {
    mistakes.into_iter().fold(fields, |fields, Mistake { typed, problem }| {
        fields.with_mistake(problem.field.as_deref(), Some(typed), shown(&problem))
    })
}

/// A problem as pages show it: what is wrong, and below it the place.
fn shown(problem: &Problem) -> views::Problem {
    let (what, pointed) = problem.detail.split_once('\n').unwrap_or((&problem.detail, ""));
    views::Problem { what: what.to_owned(), pointed: pointed.to_owned(), help: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `a=1` and `a=2` the last was taken, and the first lost unsaid.
    #[test]
    fn a_factor_that_stands_twice_in_a_form_is_refused() {
        let problem = factor_lines("a=1\nb=2\na=2").unwrap_err();
        assert_eq!(problem.detail, "a stands twice, as 1 and 2: name it once");
        assert_eq!(factor_lines(" a=1\n\nb=2").unwrap().len(), 2);
    }
}
