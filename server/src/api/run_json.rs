//! Stored runs as JSON.

use std::collections::BTreeMap;

use benchdata::content::RunId;
use benchdata::name::{Key, Name, Value};
use benchdata::run::Run;
use serde::Serialize;
use time::OffsetDateTime;
use time::serde::rfc3339;
use utoipa::ToSchema;

use crate::correction::{Correction, Edit};
use crate::database::listing::ListedRun;
use crate::database::runs::{SourceInfo, StoredRun};
use crate::public_url::PublicUrl;

/// A run in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedRun)]
pub(super) struct ListedRunJson {
    id: RunId,
    url: String,
    #[serde(rename = "box")]
    box_name: Name,
    benchmark: Name,
    label: Name,
    #[serde(with = "rfc3339::option")]
    started: Option<OffsetDateTime>,
    #[serde(with = "rfc3339")]
    received: OffsetDateTime,
    #[schema(value_type = BTreeMap<String, String>)]
    factors: BTreeMap<Key, Value>,
    /// How many.
    results: i64,
    /// Whether comparisons leave it out.
    withdrawn: bool,
}

/// A run whole: the wire form, with links in place of the sources.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoredRun)]
pub(super) struct StoredRunJson {
    id: RunId,
    url: String,
    #[serde(with = "rfc3339")]
    received: OffsetDateTime,
    uploaded_by: String,
    // Its schema forbids the fields that stand beside it here.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    run: Run,
    sources: Vec<SourceJson>,
    withdrawn: bool,
    corrections: Vec<CorrectionJson>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SourceLink)]
struct SourceJson {
    name: String,
    length: i64,
    url: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Correction)]
struct CorrectionJson {
    field: String,
    old: Option<String>,
    new: Option<String>,
    reason: String,
    made_by: String,
    #[serde(with = "rfc3339")]
    made_at: OffsetDateTime,
}

fn run_url(id: RunId, public_url: &PublicUrl) -> String {
    public_url.join(&format!("/runs/{id}"))
}

impl ListedRunJson {
    pub(super) fn new(run: ListedRun, public_url: &PublicUrl) -> Self {
        let ListedRun { id, box_name, benchmark, label, started, received, factors, results, withdrawn } =
            run;
        let url = run_url(id, public_url);
        Self { id, url, box_name, benchmark, label, started, received, factors, results, withdrawn }
    }
}

impl StoredRunJson {
    pub(super) fn new(stored: StoredRun, public_url: &PublicUrl) -> Self {
        let StoredRun { id, run, received, uploaded_by, sources, withdrawn, corrections } = stored;
        let sources = sources.into_iter().map(|SourceInfo { position, name, length }| {
            let url = public_url.join(&format!("/api/v1/runs/{id}/sources/{position}"));
            SourceJson { name, length, url }
        });
        Self {
            id,
            url: run_url(id, public_url),
            received,
            uploaded_by,
            run,
            sources: sources.collect(),
            withdrawn,
            corrections: corrections.into_iter().map(CorrectionJson::from).collect(),
        }
    }
}

impl From<Correction> for CorrectionJson {
    fn from(correction: Correction) -> Self {
        let Correction { edit: Edit { field, old, new }, reason, made_by, made_at } = correction;
        Self { field, old, new, reason, made_by, made_at }
    }
}
