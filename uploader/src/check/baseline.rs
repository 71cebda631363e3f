//! The runs that others are checked against: on disk, or on a server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use benchdata::compare::Subject;
use benchdata::comparison::ComparisonTable;
use benchdata::content::RunId;
use benchdata::name::Name;
use benchdata::query::Query;
use benchdata::run::Run;
use benchdata::wire::runs_from_json;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use time::OffsetDateTime;

use crate::arguments::Check;
use crate::capture::Root;
use crate::client::fetch;
use crate::gather::{UNKNOWN_BOX, gather};
use crate::outcome::CommandError;
use crate::settings::Settings;
use crate::terminal::counted;

/// More runs than this are no baseline, but a query that means less.
const MOST_RUNS: usize = 200;

/// The key of what is tested.
const LABEL: &str = "label";

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
        "--against {given:?} mixes runs of {key}={}: to pick one, say --side {side} or narrow what is meant",
        values.join("|")
    )]
    Mixed { given: String, key: String, values: Vec<String>, side: String },
    #[error(
        "--against {given:?} has runs of this box under the label {label}, which those to be measured have too: the \
         next check would take them for its baseline. Give them a --label of their own"
    )]
    Own { given: String, label: Name },
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
    if let Some(mixed) = mixed(given, &subjects) {
        return Err(mixed.into());
    }
    if !options.command.is_empty() && grows(given, settings) {
        refuse_own(options, settings, &subjects)?;
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

/// Refuses runs of several labels or levels of a factor that no case tells apart: what is measured
/// would be set against a mean of different settings.
fn mixed(given: &str, subjects: &[Subject]) -> Option<BaselineError> {
    let mut values: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
    for run in subjects.iter().map(|subject| &subject.run) {
        // That of an output on disk is its file's name.
        let label = (run.box_name.as_str() != UNKNOWN_BOX).then(|| (LABEL, run.label.as_str()));
        let levels = run.factors.iter().map(|(factor, level)| (factor.as_str(), level.as_str()));
        let keys: Vec<_> = levels.chain(label).collect();
        for result in &run.results {
            let case: Vec<_> = result.series.case.iter().collect();
            for (key, value) in &keys {
                values.entry((*key, run.benchmark.as_str(), case.clone())).or_default().insert(value);
            }
        }
    }
    let ((key, ..), values) = values.into_iter().find(|(_, values)| values.len() > 1)?;
    let values: Vec<String> = values.into_iter().map(str::to_owned).collect();
    let first = values.first().cloned().unwrap_or_default();
    let side = if key == LABEL { first } else { format!("{key}={first}") };
    Some(BaselineError::Mixed { given: given.to_owned(), key: key.to_owned(), values, side })
}

/// Whether a baseline may have other runs tomorrow: that of a query, also of a comparison's, and
/// the spool.
fn grows(given: &str, settings: &Settings) -> bool {
    let is_frozen = ["/c/", "/runs/"].iter().any(|page| given.contains(page));
    match Path::new(given).canonicalize() {
        Ok(path) => settings.spool.canonicalize().is_ok_and(|spool| spool == path),
        Err(_) => !(is_frozen && given.starts_with("http")),
    }
}

/// Refuses to measure what would be part of the baseline: a loop of checks would get used to what
/// is worse.
fn refuse_own(options: &Check, settings: &Settings, baseline: &[Subject]) -> Result<(), CommandError> {
    let declared = &options.measuring.declared;
    let running =
        || Name::new(Root::at(&options.measuring.place.root).read("proc/sys/kernel/osrelease")?).ok();
    let Some(label) = declared.reading.label.clone().or_else(running) else { return Ok(()) };
    let (box_name, factors) = (settings.box_name()?.value, declared.factors()?);
    let is_own = |run: &Run| run.label == label && run.box_name == box_name && run.factors == factors;
    if baseline.iter().any(|subject| is_own(&subject.run)) {
        return Err(BaselineError::Own { given: options.against.clone(), label }.into());
    }
    Ok(())
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
