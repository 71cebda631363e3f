//! `/feed.atom`: new runs, and without a query new snapshots too.

use std::cmp::Reverse;

use askama::Template;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::IntoResponse;
use time::OffsetDateTime;

use crate::api::RunsParameters;
use crate::database::listing::{self, ListedRun, Page};
use crate::database::snapshots::{self, ListedSnapshot};
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::state::AppState;
use crate::views::{Entry, Feed, Moment, links};

/// How many runs and snapshots a feed has.
const NEWEST: u16 = 50;

pub(super) async fn feed(
    State(state): State<AppState>,
    public_url: PublicUrl,
    uri: Uri,
) -> Result<impl IntoResponse, Problem> {
    let pool = state.reader().await;
    let asked = RunsParameters::parse(&uri)?;
    let page = Page { after: None, size: NEWEST.into(), sort: asked.sort };
    let runs = listing::runs(pool, &asked.terms, page)
        .await
        .map_err(|error| Problem::of_selection(error, &asked.q))?;
    let snapshots = match asked.q.as_str() {
        "" => snapshots::newest(pool, NEWEST).await?,
        // What a snapshot's runs were called then is no matter of today's queries.
        _ => Vec::new(),
    };
    let runs = runs.rows.into_iter().map(|run| of_run(run, &public_url));
    let snapshots = snapshots.into_iter().map(|snapshot| of_snapshot(snapshot, &public_url));
    let mut entries: Vec<(OffsetDateTime, Entry)> = runs.chain(snapshots).collect();
    entries.sort_by_key(|(at, _)| Reverse(*at));
    let updated = Moment::from(entries.first().map_or_else(|| (state.now)(), |(at, _)| *at)).iso;
    let entries = entries.into_iter().map(|(_, entry)| entry).collect();
    let feed = Feed {
        title: if asked.q.is_empty() { "Runoff".to_owned() } else { format!("Runoff: {}", asked.q) },
        itself: public_url.join(&links::feed(&asked.q)),
        page: public_url.join(&asked.first("/runs")),
        updated,
        entries,
    };
    let body = feed.render().map_err(Problem::internal)?;
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], body))
}

fn of_run(run: ListedRun, public_url: &PublicUrl) -> (OffsetDateTime, Entry) {
    let factors: Vec<String> =
        run.factors.iter().map(|(factor, level)| format!("{factor}={level}")).collect();
    let results = match run.results {
        1 => "1 result".to_owned(),
        results => format!("{results} results"),
    };
    let entry = Entry {
        title: format!("{}: {} on {}", run.label, run.benchmark, run.box_name),
        url: public_url.join(&format!("/runs/{}", run.id)),
        updated: Moment::from(run.received).iso,
        summary: [factors, vec![results]].concat().join(", "),
    };
    (run.received, entry)
}

fn of_snapshot(snapshot: ListedSnapshot, public_url: &PublicUrl) -> (OffsetDateTime, Entry) {
    let entry = Entry {
        title: snapshot.title.unwrap_or_else(|| "A comparison".to_owned()),
        url: public_url.join(&format!("/c/{}", snapshot.short_hash)),
        updated: Moment::from(snapshot.created).iso,
        summary: "A snapshot".to_owned(),
    };
    (snapshot.created, entry)
}
