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
use crate::frozen::{FrozenPage, Tagged};
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

/// A response with the tag of its body, or 304 where the client has it.
async fn tagged(response: Response, asked: &HeaderMap) -> Result<Response, Problem> {
    let (mut parts, mut body) = response.into_parts();
    let tag = match parts.headers.get(header::ETAG) {
        Some(tag) => tag.clone(),
        None => {
            let tagged = Tagged::from(to_bytes(body, usize::MAX).await.map_err(Problem::internal)?);
            body = tagged.body.into();
            parts.headers.insert(header::ETAG, tagged.tag.clone());
            tagged.tag
        }
    };
    let had = asked.get(header::IF_NONE_MATCH).map(HeaderValue::as_bytes).unwrap_or_default();
    if had.split(|byte| *byte == b',').any(|one| one.trim_ascii() == tag.as_bytes()) {
        parts.status = StatusCode::NOT_MODIFIED;
        return Ok(Response::from_parts(parts, Body::empty()));
    }
    Ok(Response::from_parts(parts, body))
}

/// The answer that consists of what is kept.
fn answer(form: Form, Tagged { body, tag }: Tagged) -> Response {
    ([(header::ETAG, tag)], form.answer(body)).into_response()
}

async fn in_form(state: &AppState, visit: &Visit, hash: &str, form: Form) -> Result<Response, Problem> {
    if form.is_frozen() {
        return Ok(answer(form, state.frozen.file(hash, form, file(state, visit, hash, form)).await?));
    }
    match kept(state, visit, hash, form).await? {
        Some(kept) => Ok(answer(form, kept)),
        None => Ok(form.answer(file(state, visit, hash, form).await?)),
    }
}

/// The page or text that is kept of a snapshot, unless something happened to its runs.
async fn kept(state: &AppState, visit: &Visit, hash: &str, form: Form) -> Result<Option<Tagged>, Problem> {
    let Some(kept) = state.frozen.page(hash, form, &visit.public_url.join("")) else { return Ok(None) };
    let now = (state.now)();
    if !kept.is_fresh(now) {
        if corrections::is_any_since(state.reader().await, &kept.runs, kept.created).await? {
            return Ok(None);
        }
        kept.refresh(now);
    }
    Ok(Some(kept.tagged.clone()))
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
    let asked = (state.now)();
    let stored = load(state, hash).await?;
    if form == Form::Json {
        // Just the bytes that the hash is of.
        return Ok(stored.snapshot.json);
    }
    let table: ComparisonTable = serde_json::from_slice(&stored.snapshot.json).map_err(Problem::internal)?;
    // What is frozen is for ever the same, as the JSON is.
    let corrections = if form.is_frozen() { Vec::new() } else { since(state, &stored, &table).await? };
    let since = corrected::since(&corrections);
    let url = visit.public_url.join(&path(&stored.snapshot));
    let link = Link::Snapshot { url: &url, hash: &stored.snapshot.hash, since: &since };
    let runs = runs_of(&table);
    let written = written(&state.painting, form, table, link).await?;
    if !form.is_frozen() && corrections.is_empty() {
        let tagged = Tagged::from(Bytes::from(written.clone()));
        let page = FrozenPage::new(stored.about.created, runs, tagged, asked);
        state.frozen.keep_page(hash, form, &visit.public_url.join(""), page);
    }
    Ok(written)
}

fn runs_of(table: &ComparisonTable) -> Vec<RunId> {
    table.sides.iter().flat_map(|side| side.runs.iter().copied()).collect()
}

/// Of a longer table the page has a link to the plain text, in bytes: it would say all a second time.
const LONGEST_TEXT: usize = 20_000;

async fn html(state: &AppState, visit: &Visit, hash: &str, part: &Part) -> Result<Response, Problem> {
    let is_kept = visit.signed_in.is_none() && part.row.is_none() && part.from <= 1;
    if is_kept && let Some(kept) = kept(state, visit, hash, Form::Html).await? {
        return Ok(answer(Form::Html, kept));
    }
    let asked = (state.now)();
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
    let runs = runs_of(&table);
    let Html(html) = page(&view(visit, stored, table, text, since, live, part.from)?)?;
    let tagged = Tagged::from(Bytes::from(html));
    if is_kept && corrections.is_empty() {
        let page = FrozenPage::new(created, runs, tagged.clone(), asked);
        state.frozen.keep_page(hash, Form::Html, &visit.public_url.join(""), page);
    }
    Ok(answer(Form::Html, tagged))
}

/// The corrections of the snapshot's runs since it was made.
async fn since(
    state: &AppState,
    stored: &StoredSnapshot,
    table: &ComparisonTable,
) -> Result<Vec<(RunId, Correction)>, Problem> {
    let runs = runs_of(table).into_iter();
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

/// The comparison's address, with the words that its permalink is to have.
fn with_words(asked: &Asked) -> String {
    let mut address = address("/compare", &asked.request);
    for (name, words) in [("title", &asked.title), ("note", &asked.note)] {
        if !words.is_empty() {
            let words: String = form_urlencoded::byte_serialize(words.as_bytes()).collect();
            address.push_str(&format!("&{name}={words}"));
        }
    }
    address
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
        return Ok(Redirect::to(&sign_in_address(&with_words(&asked))));
    };
    token.check_scope(Scope::Upload)?;
    let (snapshot, _) = freeze::freeze(&state, asked, token).await?;
    Ok(Redirect::to(&path(&snapshot)))
}
