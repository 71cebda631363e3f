//! `POST /api/v1/runs`: runs as JSON, or a tool's output as it is.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use benchdata::readers::{self, Output, OutputError};
use benchdata::reading::DeclareError;
use benchdata::run::{Run, RunError};
use benchdata::wire::runs_from_json;
use serde::Serialize;
use utoipa::ToSchema;

use super::authorized::Authorized;
use super::openapi::Wrong;
use super::upload_parameters::Parameters;
use crate::aside::aside;
use crate::audit;
use crate::body;
use crate::database::store::Stored;
use crate::meters;
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::state::AppState;
use crate::token::{Scope, Token};

/// What became of an upload.
#[derive(Serialize, ToSchema)]
pub(super) struct Uploaded {
    runs: Vec<UploadedRun>,
    /// What the reader left out, or found odd.
    remarks: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct UploadedRun {
    id: String,
    url: String,
    /// Whether it was not there before.
    created: bool,
}

/// Stores all runs of the body or none: 201 where any is new, 200 where all were there.
///
/// The body is a run, or an array of runs. Of another type than JSON, it is the output of a tool,
/// which the parameters say more of.
#[utoipa::path(post, path = "/api/v1/runs", tag = "runs", security(("token" = [])),
    params(
        ("format" = Option<String>, Query, description = "the reader; `auto` if none"),
        ("box" = Option<String>, Query, description = "the box it ran on, of raw output"),
        ("label" = Option<String>, Query, description = "where the output names none"),
        ("benchmark" = Option<String>, Query, description = "where the output names none"),
        ("set" = Option<Vec<String>>, Query, description = "`factor=level`, repeatable"),
        ("started" = Option<String>, Query, description = "RFC 3339, or a date with or without a time, in UTC"),
        ("note" = Option<String>, Query),
        ("name" = Option<String>, Query, description = "the source's file name"),
        ("label_pattern" = Option<String>, Query, description = "factors in labels: `{kernel}fb{fifo_batch}`"),
        ("columns" = Option<String>, Query, description = "a table's columns"),
        ("runs" = Option<String>, Query, description = "how many runs each mean of a table sums up"),
    ),
    request_body(content((Run = "application/json"), (String = "text/plain"))),
    responses(
        (status = 200, body = Uploaded), (status = 201, body = Uploaded),
        (status = 400, response = Wrong), (status = 401, response = Wrong), (status = 403, response = Wrong),
        (status = 409, response = Wrong), (status = 413, response = Wrong), (status = 415, response = Wrong),
    ))]
pub(super) async fn upload(
    State(state): State<AppState>,
    public_url: PublicUrl,
    request: Request,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let (token, format) = match accept(&state, &parts).await {
        Ok(accepted) => accepted,
        Err(problem) => return Err(body::refuse(&parts.headers, body, problem).await),
    };
    let (bytes, _turn) = body::read(&parts.headers, body, state.body_limit).await?;
    let output = understand(bytes, format).await?;
    for run in &output.runs {
        token.check_box(&run.box_name)?;
    }
    let stored = state.storing.store(output.runs, token.id, (state.now)()).await?;
    audit::stored(&token, &stored);
    meters::stored(stored.iter().filter(|stored| stored.created).count());
    Ok(answer(&public_url, &stored, output.remarks))
}

/// What the body is said to be.
enum Format {
    Json,
    Output(Box<Parameters>),
}

/// All that can be refused before the body is read.
async fn accept(state: &AppState, parts: &Parts) -> Result<(Token, Format), Problem> {
    let Authorized(token) = Authorized::by(&parts.headers, state, Scope::Upload).await?;
    let parameters = Parameters::parse(&parts.uri)?;
    let media_type = media_type(&parts.headers);
    if media_type.starts_with("multipart/") {
        let detail = "a form would be kept with its frame: send the output alone, as \
                      curl --data-binary @FILE does";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).field("Content-Type"));
    }
    if media_type != "application/json" {
        return Ok((token, Format::Output(Box::new(parameters))));
    }
    match parameters.first() {
        None => Ok((token, Format::Json)),
        Some(name) => {
            Err(Problem::bad_request("a JSON run says all itself: send it without this").field(name))
        }
    }
}

/// In lower case, without its parameters.
fn media_type(headers: &HeaderMap) -> String {
    let sent = headers.get(CONTENT_TYPE).and_then(|sent| sent.to_str().ok()).unwrap_or_default();
    sent.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

async fn understand(bytes: Bytes, format: Format) -> Result<Output, Problem> {
    let output = aside(bytes.len(), move || match format {
        Format::Json => {
            let runs = runs_from_json(&bytes).map_err(|error| wrong_run(&error))?;
            Ok(Output { runs, remarks: Vec::new() })
        }
        Format::Output(parameters) => read_output(&parameters, &bytes),
    });
    output.await.map_err(Problem::internal)?
}

/// The runs of a raw output.
///
/// # Errors
/// 400 that names the parameter or the line at fault.
fn read_output(parameters: &Parameters, bytes: &[u8]) -> Result<Output, Problem> {
    let source = parameters.source(bytes);
    readers::runs_from_output(&parameters.format, &source, parameters.declaration.as_ref())
        .map_err(|error| wrong_output(&error))
}

fn wrong_run(error: &RunError) -> Problem {
    let problem = Problem::bad_request(error.to_string());
    match error.path.strip_prefix("line ").and_then(|line| line.parse().ok()) {
        Some(line) => problem.line(line),
        None => problem.field(&error.path),
    }
}

/// 400 that names the parameter or the line at fault in a raw output.
#[must_use]
pub fn wrong_output(error: &OutputError) -> Problem {
    let problem = Problem::bad_request(error.to_string());
    match error {
        OutputError::Read { error, .. } => problem.line(error.line),
        OutputError::NoSuchFormat(_) | OutputError::Ambiguous(_) => problem.field("format"),
        OutputError::Declare(DeclareError::NoBox) => problem.field("box"),
        OutputError::Declare(DeclareError::NoBenchmark | DeclareError::OtherBenchmark { .. }) => {
            problem.field("benchmark")
        }
        OutputError::Declare(DeclareError::NoLabel | DeclareError::OneLabelForSeveral { .. }) => {
            problem.field("label")
        }
        OutputError::Declare(DeclareError::OtherLabel { .. }) => problem.field("label_pattern"),
        OutputError::HintsBesideTable(_) => problem.field("format"),
        OutputError::Declare(DeclareError::Contradiction { .. }) => problem.field("set"),
        OutputError::Wire(error) | OutputError::Declare(DeclareError::Run(error)) => {
            let mut located = wrong_run(error);
            located.detail = problem.detail;
            located
        }
        OutputError::Declare(DeclareError::TooManyRuns { .. })
        | OutputError::NotText(_)
        | OutputError::NotRecognised
        | OutputError::WireIsDeclared => problem,
    }
}

fn answer(public_url: &PublicUrl, stored: &[Stored], remarks: Vec<String>) -> Response {
    let url = |stored: &Stored| public_url.join(&format!("/runs/{}", stored.id));
    let runs = stored
        .iter()
        .map(|stored| UploadedRun { id: stored.id.to_string(), url: url(stored), created: stored.created })
        .collect();
    let any_created = stored.iter().any(|stored| stored.created);
    let status = if any_created { StatusCode::CREATED } else { StatusCode::OK };
    let body = Json(Uploaded { runs, remarks });
    match stored {
        [one] => (status, [(LOCATION, url(one))], body).into_response(),
        _ => (status, body).into_response(),
    }
}
