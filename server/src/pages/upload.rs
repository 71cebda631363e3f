//! `/upload`: paste or drop, see what was understood, store.

use std::collections::HashMap;
use std::iter::repeat;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{Layout, Request as Asked};
use benchdata::hints::Hints;
use benchdata::key::RunKey;
use benchdata::readers::{
    AUTO, KeptLine, Output, OutputError, READERS, WIRE, glossary, kept, runs_from_output,
};
use benchdata::run::Run;
use benchdata::source::NotText;

use super::frame::{SignedIn, Visit, check_same_site};
use super::said::say;
use super::sign_in::address as sign_in_address;
use super::upload_form::{Sent, parameters};
use super::{page as of_template, shown, upload_runs};
use crate::api::wrong_output;
use crate::audit;
use crate::database::store::Stored;
use crate::meters;
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::{Scope, Token};
use crate::views::{
    GridView, LinePart, Place, Preview, PreviewLine, PreviewRun, RunFields, Upload, UploadForm, links,
};

/// As many lines, and as many runs' results, as a preview shows.
const MOST_LINES: usize = 400;
const MOST_GRIDS: usize = 40;

/// About as many bytes all these results take, with the fields of each run where there are several.
const MOST_BYTES: usize = 60_000;
const FIELDS: usize = 1_200;

/// What is said of what was to be stored and had not been shown so.
const READ_ANEW: &str =
    "Nothing is stored yet, for this is not what was shown before. Look at it, then store it.";

pub(super) async fn page(visit: Visit) -> Result<impl IntoResponse, Problem> {
    of_template(&view(&visit, UploadForm::default(), None, None))
}

/// Shows what was understood of what was sent, or stores it.
pub(super) async fn send(
    State(state): State<AppState>,
    visit: Visit,
    request: Request,
) -> Result<Response, Problem> {
    let headers = request.headers().clone();
    check_same_site(&headers, &visit.public_url)?;
    let Some(SignedIn(token)) = &visit.signed_in else {
        return Ok(Redirect::to(&sign_in_address("/upload")).into_response());
    };
    token.check_scope(Scope::Upload)?;
    let Sent { form, bytes, is_to_store, is_previewed, problem, turn: _turn } =
        Sent::read(&state, request).await?;
    if let Some(problem) = problem {
        return Ok((problem.status, of_template(&view(&visit, form, Some(problem), None))?).into_response());
    }
    let asked = form.clone();
    let (read, lines) =
        tokio::task::spawn_blocking(move || understand(&asked, &bytes)).await.map_err(Problem::internal)?;
    let read = read.and_then(|understood| may_store(token, understood));
    match read {
        Ok(Understood { problem: None, output, .. }) if is_to_store && is_previewed => {
            let stored = state.storing.store(output.runs, token.id, (state.now)()).await?;
            audit::stored(token, &stored);
            meters::stored(stored.iter().filter(|stored| stored.created).count());
            let said = say(&headers, &state, receipt(&stored));
            Ok((said, Redirect::to(&address(&stored))).into_response())
        }
        Ok(Understood { output, fields, problem }) => {
            let status = problem.as_ref().map_or(StatusCode::OK, |problem| problem.status);
            let preview = preview(output, fields, lines)?;
            let said = (is_to_store && problem.is_none()).then_some(READ_ANEW);
            let view = Upload { said, ..view(&visit, form, problem, Some(preview)) };
            Ok((status, of_template(&view)?).into_response())
        }
        Err(problem) if problem.status.is_client_error() => {
            let preview = Preview { lines: faulty(&problem, lines), ..Preview::default() };
            let status = problem.status;
            let page = of_template(&view(&visit, form, Some(problem), Some(preview)))?;
            Ok((status, page).into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// What was read, and what the form says of single runs.
struct Understood {
    output: Output,
    /// The fields of each run, where there are several.
    fields: Vec<RunFields>,
    /// What is wrong with these.
    problem: Option<Problem>,
}

/// The runs, and the lines with what was kept of each.
fn understand(form: &UploadForm, bytes: &[u8]) -> (Result<Understood, Problem>, Vec<KeptLine>) {
    let parameters = match parameters(form) {
        Ok(parameters) => parameters,
        Err(problem) => return (Err(problem), Vec::new()),
    };
    let hints = parameters.declaration.as_ref().map_or_else(Hints::default, |said| said.hints.clone());
    let output =
        runs_from_output(&parameters.format, &parameters.source(bytes), parameters.declaration.as_ref())
            .map_err(|error| wrong(&error));
    // A text that cannot be read has no values, and is shown for the place at fault; a file of
    // runs in the wire form has no lines to speak of.
    let lines = kept(&parameters.format, &parameters.source(bytes), &hints);
    let understood = output.map(|mut output| {
        let fields = upload_runs::fields(&output.runs, &form.own);
        let problem = upload_runs::apply(&mut output.runs, &fields, &form.own).err();
        Understood { output, fields, problem }
    });
    (understood, lines.unwrap_or_else(|_| plain_lines(bytes)))
}

/// What is wrong, in the words of the form.
fn wrong(error: &OutputError) -> Problem {
    match error {
        OutputError::NotText(NotText::Empty) => {
            Problem::bad_request("There is nothing to read: paste what the tool printed, or choose a file")
                .field("text")
        }
        OutputError::NotRecognised => Problem::bad_request(
            "No known tool prints this. If it is of a tool in the list, choose it as the format; of a table \
             say what its columns hold, under “A table in a mail”",
        )
        .field("format"),
        OutputError::Ambiguous(formats) => {
            let detail = format!("It may be {}: choose the one it is as the format", formats.join(" or "));
            Problem::bad_request(detail).field("format")
        }
        error => wrong_output(error),
    }
}

fn plain_lines(bytes: &[u8]) -> Vec<KeptLine> {
    let text = String::from_utf8_lossy(bytes);
    let line =
        |(at, text): (usize, &str)| KeptLine { number: at + 1, text: text.to_owned(), kept: Vec::new() };
    text.lines().enumerate().map(line).collect()
}

fn may_store(token: &Token, understood: Understood) -> Result<Understood, Problem> {
    for run in &understood.output.runs {
        token.check_box(&run.box_name)?;
    }
    Ok(understood)
}

/// What became of an upload.
fn receipt(stored: &[Stored]) -> String {
    let (all, new) = (stored.len(), stored.iter().filter(|run| run.created).count());
    match (new, all) {
        (1, 1) => "Stored 1 run.".to_owned(),
        (0, 1) => "This run was there already; nothing was stored.".to_owned(),
        (0, all) => format!("{all} runs were there already; nothing was stored."),
        (new, all) if new == all => format!("Stored {all} runs."),
        (new, all) => format!("Stored {new} of {all} runs; the others were there already."),
    }
}

/// So many runs an address names: of 17 characters each, with a bar that takes three.
const MOST_NAMED: usize = 300;

/// Where a reader finds what was stored: of very many, at the head of all.
fn address(stored: &[Stored]) -> String {
    match stored {
        [one] => format!("/runs/{}", one.id),
        // Longer addresses are not taken everywhere.
        several if several.len() > MOST_NAMED => "/runs".to_owned(),
        several => {
            let ids: Vec<String> = several.iter().map(|stored| stored.id.to_string()).collect();
            links::runs(&format!("run:{}", ids.join("|")))
        }
    }
}

fn view(visit: &Visit, form: UploadForm, problem: Option<Problem>, preview: Option<Preview>) -> Upload {
    let formats = [AUTO, WIRE].into_iter().chain(READERS.iter().map(|reader| reader.name)).collect();
    let problem = problem.as_ref().map(shown);
    Upload { frame: visit.frame(Place::Upload), formats, form, problem, said: None, preview }
}

fn preview(output: Output, fields: Vec<RunFields>, lines: Vec<KeptLine>) -> Result<Preview, Problem> {
    let mut of_lines: HashMap<usize, Vec<String>> = HashMap::new();
    let mut remarks = Vec::new();
    for remark in output.remarks {
        let placed = remark.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
        match placed.and_then(|(line, text)| Some((line.parse().ok()?, text.to_owned()))) {
            Some((line, text)) => of_lines.entry(line).or_default().push(text),
            None => remarks.push(remark),
        }
    }
    let most = MOST_BYTES / output.runs.len().clamp(1, MOST_GRIDS);
    let most = if fields.is_empty() { most } else { most.saturating_sub(FIELDS) };
    let fields = fields.into_iter().map(Some).chain(repeat(None));
    let runs = output.runs.into_iter().zip(fields).enumerate();
    let runs = runs.map(|(at, (run, fields))| match at {
        ..MOST_GRIDS => preview_run(run, fields, Some(most)),
        _ => preview_run(run, None, None),
    });
    let runs = runs.collect::<Result<_, _>>()?;
    let all = lines.len();
    let is_told = |line: &KeptLine| !line.kept.is_empty() || of_lines.contains_key(&line.number);
    let shown = lines.into_iter().filter(|line| all <= MOST_LINES || is_told(line)).take(MOST_LINES);
    let lines: Vec<PreviewLine> = shown
        .map(|line| {
            let remarks = of_lines.get(&line.number).cloned().unwrap_or_default();
            PreviewLine { number: line.number, parts: parts(&line), remarks }
        })
        .collect();
    Ok(Preview { runs, remarks, more: all - lines.len(), lines })
}

/// A run, and as many bytes of its results, as a comparison of it alone.
fn preview_run(run: Run, fields: Option<RunFields>, most: Option<usize>) -> Result<PreviewRun, Problem> {
    let factors = run.factors.iter().map(|(factor, level)| (factor.to_string(), level.to_string()));
    let factors = factors.collect();
    let (label, benchmark) = (run.label.to_string(), run.benchmark.to_string());
    let results = run.results.len();
    let grid = if let Some(most) = most {
        let asked = Asked { by: vec![RunKey::Label], layout: Layout::Metrics, ..Asked::default() };
        let id = run.content_id().run_id();
        let alone = Selection { q: String::new(), subjects: vec![Subject { id, run }] };
        let alone = compare(&[alone], &asked, glossary).map_err(Problem::internal)?;
        Some(GridView::of_preview(&alone, most))
    } else {
        None
    };
    Ok(PreviewRun { label, benchmark, factors, results, fields, grid })
}

/// A line cut where its values begin and end.
fn parts(line: &KeptLine) -> Vec<LinePart> {
    let mut parts = Vec::new();
    let mut from = 0;
    let text = |text: &str, metric| LinePart { text: text.to_owned(), metric };
    for number in &line.kept {
        parts.push(text(&line.text[from..number.at.start], None));
        parts.push(text(&line.text[number.at.clone()], Some(number.metric.to_string())));
        from = number.at.end;
    }
    parts.push(text(&line.text[from..], None));
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// The line at fault with those around it; none where no line is.
fn faulty(problem: &Problem, lines: Vec<KeptLine>) -> Vec<PreviewLine> {
    let Some(at) = problem.line else { return Vec::new() };
    let near = lines.into_iter().filter(|line| line.number.abs_diff(at) <= 5);
    near.map(|line| {
        let remarks = if line.number == at { vec![problem.detail.clone()] } else { Vec::new() };
        PreviewLine { number: line.number, parts: parts(&line), remarks }
    })
    .collect()
}
