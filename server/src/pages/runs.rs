//! `/runs`

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use benchdata::query::Term;

use super::facets::narrowing;
use super::frame::Visit;
use super::said::said;
use super::{page, shown};
use crate::api::RunsParameters;
use crate::database::listing::{self, ListedRun, Page, RunsPage};
use crate::database::tallies::MOST_COUNTED;
use crate::database::{Pool, SelectError, Sort, facets};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{FormFields, Moment, Narrowing, Place, RunLine, Runs};

/// How many runs a page has.
const PAGE: usize = 50;

/// A run as lists show it.
pub(super) fn line(run: ListedRun) -> RunLine {
    RunLine {
        id: run.id.to_string(),
        box_name: run.box_name.to_string(),
        benchmark: run.benchmark.to_string(),
        label: run.label.to_string(),
        factors: run.factors.into_iter().map(|(factor, level)| (factor.into(), level.into())).collect(),
        started: run.started.map(Moment::from),
        results: run.results,
        withdrawn: run.withdrawn,
    }
}

/// Which of the runs that match a page shows, and in which order, in words.
pub(super) async fn counted(
    pool: &Pool,
    terms: &[Term],
    page: Page,
    found: &RunsPage,
) -> Result<String, SelectError> {
    let (shown, order) = (found.rows.len(), page.sort.about());
    Ok(match (page.after, found.next) {
        (None, None) if shown == 1 => "1 run".to_owned(),
        (None, None) => format!("{shown} runs, {order}"),
        (None, Some(_)) => {
            format!("1 to {shown} of {} runs, {order}", total(listing::total(pool, terms).await?))
        }
        // How many stand on the pages before would take a count of them.
        (Some(_), _) => format!("{shown} of {} runs, {order}", total(listing::total(pool, terms).await?)),
    })
}

/// A number of runs that was counted up to the most: `17`, `100+`.
pub(super) fn total(runs: Option<i64>) -> String {
    runs.map_or_else(|| format!("{MOST_COUNTED}+"), |runs| runs.to_string())
}

pub(super) async fn runs(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let (said, jar) = said(&headers, &state);
    let found = match RunsParameters::parse(&uri) {
        Ok(asked) => found(&state, asked).await,
        Err(problem) => Err(problem),
    };
    match found {
        Ok((asked, shown, found, narrowing)) => {
            let runs = list(&visit, &asked, shown, found, narrowing);
            Ok((jar, page(&Runs { said, ..runs })?).into_response())
        }
        // A mistake in the query is mended best where it was made.
        Err(problem) if problem.status == StatusCode::BAD_REQUEST => {
            let runs = Runs {
                frame: visit.frame(Place::Runs),
                q: typed(&uri),
                fields: FormFields::default().with_mistake(problem.field.as_deref(), None, shown(&problem)),
                said: None,
                narrowing: Narrowing::default(),
                sorts: Vec::new(),
                runs: Vec::new(),
                shown: String::new(),
                first: None,
                next: None,
            };
            Ok((problem.status, page(&runs)?).into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// The page of runs, which of all they are, and on the first page what narrows it down.
async fn found(
    state: &AppState,
    asked: RunsParameters,
) -> Result<(RunsParameters, String, RunsPage, Narrowing), Problem> {
    let pool = state.reader().await;
    let page = Page { after: asked.after, size: PAGE, sort: asked.sort };
    let wrong = |error| Problem::of_selection(error, &asked.q);
    let facets = async {
        match asked.after {
            None => facets::facets(pool, &asked.terms).await,
            Some(_) => Ok(Vec::new()),
        }
    };
    let found = async {
        let found = listing::runs(pool, &asked.terms, page).await?;
        Ok((counted(pool, &asked.terms, page, &found).await?, found))
    };
    let ((shown, found), facets) = tokio::try_join!(found, facets).map_err(wrong)?;
    let narrowing = narrowing(&asked, facets);
    Ok((asked, shown, found, narrowing))
}

fn list(visit: &Visit, asked: &RunsParameters, shown: String, found: RunsPage, narrowing: Narrowing) -> Runs {
    let sort = |sort: Sort| (sort.about(), (sort != asked.sort).then(|| asked.sorted(sort)));
    Runs {
        frame: visit.frame(Place::Runs),
        q: asked.q.clone(),
        fields: FormFields::default(),
        said: None,
        narrowing,
        sorts: Sort::ALL.map(sort).to_vec(),
        shown,
        runs: found.rows.into_iter().map(line).collect(),
        first: asked.after.map(|_| asked.first("/runs")),
        next: found.next.map(|after| asked.next("/runs", after)),
    }
}

/// The query as typed, where the address could not be read whole.
fn typed(uri: &Uri) -> String {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_iter().find(|(name, _)| name == "q").map(|(_, q)| q.into_owned()).unwrap_or_default()
}
