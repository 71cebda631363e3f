//! `/c/{hash}`, its other forms, and how it is made.

use axum::Form as Sent;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::snapshot::{SHORT, Snapshot};
use benchdata::table::{self, Link, text};

use super::compare::address;
use super::frame::{SignedIn, Visit, check_same_site};
use super::page;
use super::sign_in::address as sign_in_address;
use crate::database::snapshots::{self, About};
use crate::form::{Form, written};
use crate::freeze;
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::Scope;
use crate::views::{self, Comparison, Moment, Place};

pub(super) async fn snapshot(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    Path(file): Path<String>,
) -> Result<Response, Problem> {
    let (hash, named) = Form::of_path(&file);
    let response = in_form(&state, &visit, hash, named.unwrap_or_else(|| Form::wanted(&headers))).await?;
    Ok((Form::snapshot_caching(named), response).into_response())
}

async fn in_form(state: &AppState, visit: &Visit, hash: &str, form: Form) -> Result<Response, Problem> {
    match form {
        Form::Html => html(state, visit, hash).await,
        form if form.is_frozen() => {
            let file = state.frozen.file(hash, form, file(state, visit, hash, form));
            Ok(form.answer(file.await?))
        }
        form => Ok(form.answer(file(state, visit, hash, form).await?)),
    }
}

async fn load(state: &AppState, hash: &str) -> Result<(Snapshot, About), Problem> {
    let is_hash =
        (SHORT..=64).contains(&hash.len()) && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let none = || Problem::not_found(format!("there is no snapshot {hash}"));
    if !is_hash {
        return Err(none());
    }
    snapshots::load(&state.pool, hash).await?.ok_or_else(none)
}

async fn file(state: &AppState, visit: &Visit, hash: &str, form: Form) -> Result<Vec<u8>, Problem> {
    let (snapshot, _) = load(state, hash).await?;
    if form == Form::Json {
        // Just the bytes that the hash is of.
        return Ok(snapshot.json);
    }
    let table: ComparisonTable = serde_json::from_slice(&snapshot.json).map_err(Problem::internal)?;
    let url = visit.public_url.join(&path(&snapshot));
    written(&state.painting, form, table, Link::Snapshot { url: &url, hash: &snapshot.hash }).await
}

async fn html(state: &AppState, visit: &Visit, hash: &str) -> Result<Response, Problem> {
    let (snapshot, about) = load(state, hash).await?;
    let table: ComparisonTable = serde_json::from_slice(&snapshot.json).map_err(Problem::internal)?;
    let path = path(&snapshot);
    let url = visit.public_url.join(&path);
    let link = Link::Snapshot { url: &url, hash: &snapshot.hash };
    let page = page(&views::Snapshot {
        frame: visit.frame(Place::Compare),
        title: about.title.unwrap_or_else(|| table::title(&table)),
        hash: snapshot.short().to_owned(),
        full_hash: snapshot.hash.clone(),
        made: Moment::from(about.created),
        live: address("/compare", &table.request),
        text: text::render(&table, Some(link), text::Charset::Ascii),
        comparison: Comparison::new(table, &path, "").with_plot().map_err(Problem::internal)?,
    })?;
    Ok(page.into_response())
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
    Sent(request): Sent<Request>,
) -> Result<Redirect, Problem> {
    check_same_site(&headers, &visit.public_url)?;
    let Some(SignedIn(token)) = &visit.signed_in else {
        return Ok(Redirect::to(&sign_in_address(&address("/compare", &request))));
    };
    token.check_scope(Scope::Upload)?;
    let (snapshot, _) = freeze::freeze(&state, request, token.id).await?;
    Ok(Redirect::to(&path(&snapshot)))
}
