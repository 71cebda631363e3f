//! `/boxes` and `/boxes/{name}`

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use benchdata::key::RunKey;
use benchdata::name::Name;

use super::frame::Visit;
use super::newest::{lines, newest};
use super::page;
use crate::database::{Pool, runs, tallies};
use crate::near::near;
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{BoxPage, Boxes, Place, links};

pub(super) async fn boxes(State(state): State<AppState>, visit: Visit) -> Result<impl IntoResponse, Problem> {
    let tallies = lines(tallies::boxes(state.reader().await).await?, links::test_box);
    page(&Boxes { frame: visit.frame(Place::Boxes), tallies })
}

pub(super) async fn of_name(
    State(state): State<AppState>,
    visit: Visit,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let pool = state.reader().await;
    let Ok(box_name) = Name::new(&name) else { return Err(unknown(pool, &name).await?) };
    let newest = newest(pool, RunKey::Box, &box_name).await?;
    if newest.runs.is_empty() {
        return Err(unknown(pool, &name).await?);
    }
    let environment = runs::newest_environment(pool, &box_name).await?;
    let benchmarks = tallies::benchmarks_of_box(pool, &box_name).await?;
    page(&BoxPage {
        frame: visit.frame(Place::Boxes),
        name: box_name.into(),
        benchmarks: lines(benchmarks, links::benchmark),
        newest,
        environment: environment.into_iter().map(|(fact, value)| (fact.into(), value.into())).collect(),
    })
}

/// 404, with the names that were perhaps meant.
async fn unknown(pool: &Pool, name: &str) -> Result<Problem, Problem> {
    let tallies = tallies::boxes(pool).await?;
    let near = near(name, tallies.iter().map(|tally| tally.name.as_str()));
    Ok(Problem::not_found(format!("no run is of a box {name:?}{near}")))
}
