//! What a sweep shows in the end.

use std::path::PathBuf;

use benchdata::comparison::{ComparisonTable, Request};
use benchdata::run::Run;
use benchdata::table::{Link, text};
use serde::Serialize;

use super::factor::Factor;
use super::table;
use crate::arguments::Sending;
use crate::client::{Client, Frozen, Patience};
use crate::delivery::Sent;
use crate::outcome::CommandError;
use crate::settings::Settings;
use crate::terminal::{print, say};

/// What `--json` prints.
#[derive(Default, Serialize)]
pub(super) struct Results {
    #[serde(flatten)]
    sent: Sent,
    /// The kernel to boot, where the next run needs another one than runs.
    pub(super) next_kernel: Option<String>,
    /// The unit for systemd with which the sweep goes on after that boot.
    pub(super) unit: Option<PathBuf>,
    /// All runs that are done, once all were tried.
    comparison: Option<ComparisonTable>,
    /// Where the same is on the server: a snapshot, or where none can be had, a comparison.
    url: Option<String>,
}

impl Results {
    /// The results of a sweep whose runs went so.
    pub(super) fn of(sent: Sent) -> Self {
        Self { sent, ..Self::default() }
    }

    /// Takes in a first look at the table, or prints it, and where the same is on the server, where
    /// a permalink is made if it has `sent_all`.
    pub(super) fn compare(
        &mut self,
        runs: Vec<Run>,
        factors: &[Factor],
        sent_all: bool,
        options: &Sending,
        settings: &Settings,
    ) -> Result<(), CommandError> {
        let request = table::request(&runs, factors);
        let frozen = sent_all.then(|| freeze(&request, settings)).flatten();
        let server = settings.server().ok().filter(|_| !options.offline);
        let live = server.map(|server| table::address(&server.value, &request));
        let link = match (&frozen, &live) {
            (Some(Frozen { hash, url }), _) => Some(Link::Snapshot { url, hash, said: &[], since: &[] }),
            (None, Some(url)) => Some(Link::Live { url }),
            (None, None) => None,
        };
        let comparison = table::table(runs, &request)?;
        if !options.json {
            print(text::render(&comparison, link, text::Charset::Ascii).trim_end())?;
        }
        self.url = frozen.map(|frozen| frozen.url).or(live);
        self.comparison = Some(comparison);
        Ok(())
    }
}

/// Freezes the comparison.
fn freeze(request: &Request, settings: &Settings) -> Option<Frozen> {
    let client = Client::new(settings, Patience::ONCE).ok()?;
    let frozen = client.freeze(request);
    frozen.inspect_err(|failure| say(format_args!("no permalink: {}", failure.why))).ok()
}
