//! `/c/{hash}`, its other forms, and how it is made.

use axum::Form as Sent;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use benchdata::comparison::ComparisonTable;
use benchdata::content::RunId;
use benchdata::snapshot::{SHORT, Snapshot};
use benchdata::table::{self, Link, text};

use super::compare::{address, row_page};
use super::frame::{SignedIn, Visit, check_same_site};
use super::page;
use super::part::Part;
use super::sign_in::address as sign_in_address;
use crate::corrected;
use crate::correction::Correction;
use crate::database::snapshots::StoredSnapshot;
use crate::database::{corrections, snapshots};
use crate::form::{Form, written};
use crate::freeze::{self, Asked};
use crate::frozen::FrozenPage;
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::Scope;
use crate::views::{self, Comparison, Moment, Place};

pub(super) async fn snapshot(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    Path(file): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    let (hash, named) = Form::of_path(&file);
    let response = match named.unwrap_or_else(|| Form::wanted(&headers)) {
        Form::Html => html(&state, &visit, hash, &Part::of(&uri).0).await?,
        form => in_form(&state, &visit, hash, form).await?,
    };
    Ok((Form::snapshot_caching(named), tagged(response, &headers).await?).into_response())
}

/// A response with the tag of its body, or 304 where the client has it. The tag is a weak one:
/// the bytes sent depend on what compression the client takes.
async fn tagged(response: Response, asked: &HeaderMap) -> Result<Response, Problem> {
    let (mut parts, body) = response.into_parts();
    let body: Bytes = to_bytes(body, usize::MAX).await.map_err(Problem::internal)?;
    let tag = format!("W/\"{}\"", &blake3::hash(&body).to_hex()[..SHORT]);
    let had = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let is_had = had.split(',').any(|one| one.trim() == tag);
    parts.headers.insert(header::ETAG, HeaderValue::from_str(&tag).map_err(Problem::internal)?);
    if is_had {
        parts.status = StatusCode::NOT_MODIFIED;
        return Ok(Response::from_parts(parts, Body::empty()));
    }
    Ok(Response::from_parts(parts, body.into()))
}

async fn in_form(state: &AppState, visit: &Visit, hash: &str, form: Form) -> Result<Response, Problem> {
    match form {
        form if form.is_frozen() => {
            let file = state.frozen.file(hash, form, file(state, visit, hash, form));
            Ok(form.answer(file.await?))
        }
        form => Ok(form.answer(file(state, visit, hash, form).await?)),
    }
}

async fn load(state: &AppState, hash: &str) -> Result<StoredSnapshot, Problem> {
    let is_hash =
        (SHORT..=64).contains(&hash.len()) && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let none = || Problem::not_found(format!("there is no snapshot {hash}"));
    if !is_hash {
        return Err(none());
    }
    snapshots::load(state.reader().await, hash).await?.ok_or_else(none)
}

async fn file(state: &AppState, visit: &Visit, hash: &str, form: Form) -> Result<Vec<u8>, Problem> {
    let stored = load(state, hash).await?;
    if form == Form::Json {
        // Just the bytes that the hash is of.
        return Ok(stored.snapshot.json);
    }
    let table: ComparisonTable = serde_json::from_slice(&stored.snapshot.json).map_err(Problem::internal)?;
    // What is frozen is for ever the same, as the JSON is.
    let since =
        if form.is_frozen() { Vec::new() } else { corrected::since(&since(state, &stored, &table).await?) };
    let url = visit.public_url.join(&path(&stored.snapshot));
    let link = Link::Snapshot { url: &url, hash: &stored.snapshot.hash, since: &since };
    written(&state.painting, form, table, link).await
}

/// Of a longer table the page has a link to the plain text, in bytes: it would say all a second time.
const LONGEST_TEXT: usize = 20_000;

async fn html(state: &AppState, visit: &Visit, hash: &str, part: &Part) -> Result<Response, Problem> {
    let is_kept = visit.signed_in.is_none() && part.row.is_none() && part.from <= 1;
    let origin = visit.public_url.join("");
    if is_kept
        && let Some(kept) = state.frozen.page(hash, &origin)
        && !corrections::is_any_since(state.reader().await, &kept.runs, kept.created).await?
    {
        return Ok(Html(kept.html.clone()).into_response());
    }
    let stored = load(state, hash).await?;
    let table: ComparisonTable = serde_json::from_slice(&stored.snapshot.json).map_err(Problem::internal)?;
    let corrections = since(state, &stored, &table).await?;
    let since = corrected::since(&corrections);
    if let Some(row) = &part.row {
        return row_page(&table, row, visit.frame(Place::Compare), path(&stored.snapshot), since);
    }
    let live = address("/compare", &corrected::request(&table, &corrections));
    let url = visit.public_url.join(&path(&stored.snapshot));
    let link = Link::Snapshot { url: &url, hash: &stored.snapshot.hash, since: &since };
    let text = text::render(&table, Some(link), text::Charset::Ascii);
    let text = Some(text).filter(|text| text.len() <= LONGEST_TEXT);
    let created = stored.about.created;
    let runs = table.sides.iter().flat_map(|side| side.runs.iter().copied()).collect();
    let Html(html) = page(&view(visit, stored, table, text, since, live, part.from)?)?;
    let html = Bytes::from(html);
    if is_kept && corrections.is_empty() {
        state.frozen.keep_page(hash, &origin, FrozenPage { created, runs, html: html.clone() });
    }
    Ok(Html(html).into_response())
}

/// The corrections of the snapshot's runs since it was made.
async fn since(
    state: &AppState,
    stored: &StoredSnapshot,
    table: &ComparisonTable,
) -> Result<Vec<(RunId, Correction)>, Problem> {
    let runs = table.sides.iter().flat_map(|side| side.runs.iter().copied());
    Ok(corrections::of_runs(state.reader().await, runs, Some(stored.about.created)).await?)
}

fn view(
    visit: &Visit,
    stored: StoredSnapshot,
    table: ComparisonTable,
    text: Option<String>,
    since: Vec<String>,
    live: String,
    from: usize,
) -> Result<views::Snapshot, Problem> {
    let StoredSnapshot { snapshot, about, made_by } = stored;
    let path = path(&snapshot);
    Ok(views::Snapshot {
        frame: visit.frame(Place::Compare),
        title: about.title.unwrap_or_else(|| table::title(&table)),
        note: about.note,
        since,
        hash: snapshot.short().to_owned(),
        full_hash: snapshot.hash,
        made: Moment::from(about.created),
        made_by,
        live,
        text,
        comparison: Comparison::new(table, &path, "").on_its_page("", from),
    })
}

/// The snapshot's address, below the host.
fn path(snapshot: &Snapshot) -> String {
    format!("/c/{}", snapshot.short())
}

/// Makes the snapshot of a comparison, for a reader who is signed in; others are led to
/// sign in and back.
pub(super) async fn freeze(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    Sent(asked): Sent<Asked>,
) -> Result<Redirect, Problem> {
    check_same_site(&headers, &visit.public_url)?;
    let Some(SignedIn(token)) = &visit.signed_in else {
        return Ok(Redirect::to(&sign_in_address(&address("/compare", &asked.request))));
    };
    token.check_scope(Scope::Upload)?;
    let (snapshot, _) = freeze::freeze(&state, asked, token).await?;
    Ok(Redirect::to(&path(&snapshot)))
}
