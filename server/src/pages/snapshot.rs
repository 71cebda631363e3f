//! `/c/{hash}`, its other forms, and how it is made.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use benchdata::comparison::ComparisonTable;
use benchdata::content::RunId;
use benchdata::snapshot::{SHORT, Snapshot};
use benchdata::table::{self, Link, text};

use super::compare::{address, no_part, on_its_page, row_page};
use super::frame::{SignedIn, Visit, check_same_site};
use super::page;
use super::part::Part;
use super::said::{said, say};
use super::sign_in::address as sign_in_address;
use crate::corrected;
use crate::correction::Correction;
use crate::database::snapshots::{About, StoredSnapshot};
use crate::database::{corrections, snapshots};
use crate::form::{Form, written};
use crate::freeze::{self, Asked, Before, Made};
use crate::frozen::{FrozenPage, Tagged};
use crate::problem::Problem;
use crate::sent::SentForm;
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
        Form::Html => {
            let (said, jar) = said(&headers, &state);
            (jar, html(&state, &visit, hash, &Part::of(&uri).0, said).await?).into_response()
        }
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
    let words = words(&stored.about, &table);
    let link = Link::Snapshot { url: &url, hash: &stored.snapshot.hash, said: &words, since: &since };
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

async fn html(
    state: &AppState,
    visit: &Visit,
    hash: &str,
    part: &Part,
    said: Option<String>,
) -> Result<Response, Problem> {
    let is_kept = said.is_none() && visit.signed_in.is_none() && part.is_whole();
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
    let again = corrected::again(&table, &corrections);
    let url = visit.public_url.join(&path(&stored.snapshot));
    let words = words(&stored.about, &table);
    let link = Link::Snapshot { url: &url, hash: &stored.snapshot.hash, said: &words, since: &since };
    let text = text::render(&table, Some(link), text::Charset::Ascii);
    let text = Some(text).filter(|text| text.len() <= LONGEST_TEXT);
    let created = stored.about.created;
    let runs = runs_of(&table);
    let path = path(&stored.snapshot);
    let comparison = match on_its_page(Comparison::new(table, &path, ""), "", part) {
        Ok(comparison) => comparison,
        Err(problem) => return no_part(&problem, visit.frame(Place::Compare), path, "The whole comparison"),
    };
    let Html(html) = page(&views::Snapshot { said, ..view(visit, stored, comparison, text, since, again) })?;
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
    comparison: Comparison,
    text: Option<String>,
    since: Vec<String>,
    again: corrected::Again,
) -> views::Snapshot {
    let StoredSnapshot { snapshot, about, made_by } = stored;
    views::Snapshot {
        frame: visit.frame(Place::Compare),
        title: title(about.title, &comparison.table),
        note: about.note,
        since,
        hash: snapshot.short().to_owned(),
        full_hash: snapshot.hash,
        made: Moment::from(about.created),
        made_by,
        today: address("/compare", &again.today),
        has_baseline_today: again.today.base.is_some(),
        corrected: again.corrected.map(|request| address("/compare", &request)),
        lost: again.lost,
        said: None,
        text,
        comparison,
    }
}

/// The maker's title, or what is compared, which was once stored whole.
fn title(said: Option<String>, table: &ComparisonTable) -> String {
    said.filter(|said| *said != table::title(table)).unwrap_or_else(|| table::short_title(table))
}

/// What its maker said of a snapshot, in lines: the title where it is no default one, and the note.
fn words(about: &About, table: &ComparisonTable) -> Vec<String> {
    let is_own = |title: &&str| *title != table::title(table) && *title != table::short_title(table);
    let title = about.title.as_deref().filter(is_own);
    let lines = about.note.iter().flat_map(|note| note.lines()).filter(|line| !line.trim().is_empty());
    title.into_iter().chain(lines).map(str::to_owned).collect()
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

/// Whose words a snapshot has that was frozen before.
fn in_words(Before { stored, untaken }: &Before) -> String {
    // Isolated, so that a title that runs leftward turns nothing round.
    let title =
        stored.about.title.as_ref().map(|title| format!(", under the title “\u{2068}{title}\u{2069}”"));
    let first = format!(
        "This was frozen before, by {}, on {}{}.",
        stored.made_by,
        Moment::from(stored.about.created).text,
        title.unwrap_or_default()
    );
    match untaken.as_slice() {
        [] => first,
        [word] => format!("{first} Your {word} was not taken: what was said first stays."),
        words => format!("{first} Your {} were not taken: what was said first stays.", words.join(" and ")),
    }
}

/// Makes the snapshot of a comparison, for a reader who is signed in; others are led to
/// sign in and back.
pub(super) async fn freeze(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    SentForm(asked): SentForm<Asked>,
) -> Result<Response, Problem> {
    check_same_site(&headers, &visit.public_url)?;
    let Some(SignedIn(token)) = &visit.signed_in else {
        return Ok(Redirect::to(&sign_in_address(&with_words(&asked))).into_response());
    };
    token.check_scope(Scope::Upload)?;
    let Made { snapshot, before } = freeze::freeze(&state, asked, token).await?;
    let said = before.map(|before| say(&headers, &state, in_words(&before)));
    Ok((said, Redirect::to(&path(&snapshot))).into_response())
}
