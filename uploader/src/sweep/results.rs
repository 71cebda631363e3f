//! What a sweep shows in the end.

use std::time::Duration;

use benchdata::comparison::{ComparisonTable, Request};
use benchdata::run::Run;
use benchdata::table::{Link, text};
use serde::Serialize;

use super::factor::Factor;
use super::table;
use crate::arguments::Sending;
use crate::client::{Answer, Client, Frozen};
use crate::outcome::CommandError;
use crate::settings::Settings;
use crate::terminal::{print, print_json, say};

/// What `--json` prints.
#[derive(Serialize)]
struct Results {
    #[serde(flatten)]
    answer: Answer,
    comparison: ComparisonTable,
    /// Where the same is on the server: a snapshot, or where none can be had, a comparison.
    url: Option<String>,
}

/// Prints a first look at the table, and where the same is on the server, where a
/// permalink is made if it has `sent_all`.
pub(super) fn show(
    runs: Vec<Run>,
    factors: &[Factor],
    answer: Answer,
    sent_all: bool,
    options: &Sending,
    settings: &Settings,
) -> Result<(), CommandError> {
    let request = table::request(&runs, factors);
    let frozen = sent_all.then(|| freeze(&request, settings)).flatten();
    let live = settings.server().ok().map(|server| table::address(&server.value, &request));
    let link = match (&frozen, &live) {
        (Some(Frozen { hash, url }), _) => Some(Link::Snapshot { url, hash, since: &[] }),
        (None, Some(url)) => Some(Link::Live { url }),
        (None, None) => None,
    };
    let comparison = table::table(runs, &request)?;
    if options.json {
        let url = frozen.map(|frozen| frozen.url).or(live);
        return Ok(print_json(&Results { answer, comparison, url })?);
    }
    Ok(print(text::render(&comparison, link, text::Charset::Ascii).trim_end())?)
}

/// Freezes the comparison.
fn freeze(request: &Request, settings: &Settings) -> Option<Frozen> {
    let client = Client::new(settings, Duration::ZERO).ok()?;
    let frozen = client.freeze(request);
    frozen.inspect_err(|failure| say(format_args!("no permalink: {}", failure.why))).ok()
}
