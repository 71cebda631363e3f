//! The runs that others are checked against: on disk, or on a server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use benchdata::compare::Subject;
use benchdata::comparison::ComparisonTable;
use benchdata::content::RunId;
use benchdata::query::Query;
use benchdata::run::Run;
use benchdata::wire::runs_from_json;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use time::OffsetDateTime;

use crate::arguments::Check;
use crate::client::fetch;
use crate::gather::gather;
use crate::outcome::CommandError;
use crate::settings::Settings;
use crate::terminal::counted;

/// More runs than this are no baseline, but a query that means less.
const MOST_RUNS: usize = 200;

/// Why there is no baseline.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BaselineError {
    #[error("{url}: {why}")]
    Fetch { url: String, why: String },
    #[error("{0} is no address of a run, a comparison or a snapshot")]
    Address(String),
    #[error("--against {given:?} is neither a file that is there nor a query: {problem}")]
    Query { given: String, problem: String },
    #[error("--against {given:?} has {}: the noise cannot be told. Measure it three times or more", counted(*runs, "run"))]
    TooFew { given: String, runs: usize },
    #[error("--against {0:?} selects more than {MOST_RUNS} runs: narrow it")]
    TooMany(String),
    #[error(
        "--against {given:?} mixes runs of {factor}={}: to pick one, say --side {factor}={} or narrow what is meant",
        levels.join("|"),
        levels.first().map_or("", String::as_str)
    )]
    Mixed { given: String, factor: String, levels: Vec<String> },
    #[error("no side is called {side:?}; there are {}", sides.join(", "))]
    Side { side: String, sides: Vec<String> },
}

/// Finds the baseline's runs.
///
/// # Errors
/// Where there are none, or they cannot be had.
pub(super) fn find(
    options: &Check,
    settings: &Settings,
    now: OffsetDateTime,
) -> Result<Vec<Subject>, CommandError> {
    let given = &options.against;
    let subjects = subjects(options, settings, now)?;
    if let Some((factor, levels)) = mixed(&subjects) {
        return Err(BaselineError::Mixed { given: given.clone(), factor, levels }.into());
    }
    match subjects.len() {
        runs @ 0..=1 => Err(BaselineError::TooFew { given: given.clone(), runs }.into()),
        _ => Ok(subjects),
    }
}

fn subjects(options: &Check, settings: &Settings, now: OffsetDateTime) -> Result<Vec<Subject>, CommandError> {
    let given = &options.against;
    if Path::new(given).exists() {
        let reading = &options.measuring.declared.reading;
        let sides = gather(&[&[given.into()]], reading, settings, now)?;
        let subjects = sides.into_iter().flatten().collect();
        return Ok(of_side(subjects, options.side.as_deref())?);
    }
    let is_address = given.starts_with("http://") || given.starts_with("https://");
    let (server, ids) = if is_address {
        of_address(given, options.side.as_deref())?
    } else {
        let problem = Query::parse(given).err();
        if let Some(problem) = problem {
            let (given, problem) = (given.clone(), problem.to_string());
            return Err(BaselineError::Query { given, problem }.into());
        }
        let server = settings.server()?.value;
        let ids = selected(&server, given)?;
        (server, ids)
    };
    if ids.len() > MOST_RUNS {
        return Err(BaselineError::TooMany(given.clone()).into());
    }
    let subjects = ids.into_iter().map(|id| subject(&server, id)).collect::<Result<_, _>>()?;
    // A comparison's side was taken already.
    Ok(if is_address { subjects } else { of_side(subjects, options.side.as_deref())? })
}

/// Those of some runs that are of a side: a label, or levels as `elevator=bfq bs=4k`.
fn of_side(subjects: Vec<Subject>, side: Option<&str>) -> Result<Vec<Subject>, BaselineError> {
    let Some(side) = side else { return Ok(subjects) };
    let names = |run: &Run| -> Vec<String> {
        let levels = run.factors.iter().map(|(factor, level)| format!("{factor}={level}"));
        levels.chain([run.label.to_string()]).collect()
    };
    let is_of_side = |run: &Run| {
        let names = names(run);
        run.label.as_str() == side
            || side.split_whitespace().all(|word| names.iter().any(|name| name == word))
    };
    let sides: BTreeSet<String> = subjects.iter().flat_map(|subject| names(&subject.run)).collect();
    let found: Vec<Subject> = subjects.into_iter().filter(|subject| is_of_side(&subject.run)).collect();
    if found.is_empty() {
        return Err(BaselineError::Side { side: side.to_owned(), sides: sides.into_iter().collect() });
    }
    Ok(found)
}

/// A factor of which runs have several levels that no case tells apart: what is measured would be
/// set against a mean of different settings.
fn mixed(subjects: &[Subject]) -> Option<(String, Vec<String>)> {
    let mut levels: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for run in subjects.iter().map(|subject| &subject.run) {
        for result in &run.results {
            let case: Vec<_> = result.series.case.iter().collect();
            for (factor, level) in &run.factors {
                let of_case = levels.entry((factor, run.benchmark.as_str(), case.clone())).or_default();
                of_case.insert(level.to_string());
            }
        }
    }
    let mixed = levels.into_iter().find(|(_, levels)| levels.len() > 1);
    mixed.map(|((factor, ..), levels)| (factor.to_string(), levels.into_iter().collect()))
}

/// The server of an address, and the runs that it shows.
fn of_address(address: &str, side: Option<&str>) -> Result<(String, Vec<RunId>), BaselineError> {
    let unknown = || BaselineError::Address(address.to_owned());
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (server, page) = ["/runs/", "/c/", "/compare"]
        .into_iter()
        .find_map(|page| path.rsplit_once(page).map(|(server, rest)| (server, format!("{page}{rest}"))))
        .ok_or_else(unknown)?;
    let page = page.split('#').next().unwrap_or_default();
    if let Some(id) = page.strip_prefix("/runs/") {
        return Ok((server.to_owned(), vec![id.parse().map_err(|_| unknown())?]));
    }
    let page = page.split_once('.').map_or(page, |(page, _)| page);
    let table: ComparisonTable = get(&format!("{server}{page}.json?{query}"))?;
    let sides = || table.sides.iter().map(|side| side.name.clone()).collect();
    let found = match side {
        None => table.sides.get(table.baseline),
        Some(name) => table.sides.iter().find(|side| side.name == name),
    };
    let unknown_side = || BaselineError::Side { side: side.unwrap_or_default().to_owned(), sides: sides() };
    Ok((server.to_owned(), found.ok_or_else(unknown_side)?.runs.clone()))
}

/// A page of the list of runs.
#[derive(Deserialize)]
struct Listed {
    runs: Vec<ListedRun>,
    next: Option<String>,
}

#[derive(Deserialize)]
struct ListedRun {
    id: RunId,
    #[serde(default)]
    withdrawn: bool,
}

/// The runs that a query selects; of too many, no more than show that.
fn selected(server: &str, query: &str) -> Result<Vec<RunId>, BaselineError> {
    let q = form_urlencoded::Serializer::new(String::new()).append_pair("q", query).finish();
    let mut next = Some(format!("{server}/api/v1/runs?{q}"));
    let mut ids = Vec::new();
    while let Some(url) = next.filter(|_| ids.len() <= MOST_RUNS) {
        let page: Listed = get(&url)?;
        ids.extend(page.runs.into_iter().filter(|run| !run.withdrawn).map(|run| run.id));
        next = page.next;
    }
    Ok(ids)
}

/// A run of the server, without its sources.
fn subject(server: &str, id: RunId) -> Result<Subject, BaselineError> {
    let url = format!("{server}/api/v1/runs/{id}");
    let failed = |why: String| BaselineError::Fetch { url: url.clone(), why };
    let mut run: Value = get(&url)?;
    if let Some(run) = run.as_object_mut() {
        // What the server adds to the wire form.
        for name in ["id", "url", "received", "uploaded_by", "sources", "withdrawn", "corrections"] {
            run.remove(name);
        }
    }
    let runs = runs_from_json(run.to_string().as_bytes()).map_err(|error| failed(error.to_string()))?;
    let run = runs.into_iter().next().ok_or_else(|| failed("holds no run".to_owned()))?;
    Ok(Subject { id, run })
}

fn get<T: DeserializeOwned>(url: &str) -> Result<T, BaselineError> {
    let failed = |why| BaselineError::Fetch { url: url.to_owned(), why };
    let text = fetch(url).map_err(failed)?;
    serde_json::from_slice(&text).map_err(|error| failed(format!("no answer of a Runoff server: {error}")))
}
