//! `runoff-server reread`: the kept outputs, read again by today's readers. What is stored stays
//! as it is: this only tells what would come out differently.

mod difference;

use std::fmt;
use std::io::{self, Write};

use anyhow::{bail, ensure};
use benchdata::content::RunId;
use benchdata::query::Query;
use benchdata::readers::{self, AUTO, OutputError};
use benchdata::run::{Measurement, Run};
use benchdata::source::{Source, decode};

use crate::arguments::RereadArguments;
use crate::database::listing::{self, Page};
use crate::database::runs::{self, StoredRun};
use crate::database::{self, Pool, Sort};
use crate::postgres::Postgres;

use difference::{Difference, differences};

/// How many runs are listed at once.
const PAGE: usize = 100;

/// More differences of one run say no more than that it is another.
const MOST_SHOWN: usize = 20;

/// What comes out of a run's sources today.
enum Reread {
    /// It was sent without any.
    NoSource,
    Same,
    Different(Vec<Difference>),
    /// Why no reader takes them.
    NotRead(String),
}

/// How many runs came out how.
#[derive(Default)]
struct Tally {
    same: usize,
    different: usize,
    not_read: usize,
    without_source: usize,
}

/// Reads again what the runs of a query were read from, and writes the differences.
///
/// # Errors
/// Where the database cannot be reached or is another version's, or the query is wrong.
pub async fn reread(arguments: &RereadArguments, out: &mut impl Write) -> anyhow::Result<()> {
    let postgres = Postgres::find(&arguments.database)?;
    let pool = database::connect(postgres.url(), arguments.database.behind()).await?;
    let done = reread_from(&pool, arguments, out).await;
    pool.close().await;
    postgres.stop();
    done
}

async fn reread_from(pool: &Pool, arguments: &RereadArguments, out: &mut impl Write) -> anyhow::Result<()> {
    let is_ready = database::is_ready(pool).await?;
    ensure!(
        is_ready,
        "the database is of an older version: start the service once, which brings it up to date"
    );
    let Query { sides } = &arguments.query;
    let [terms] = &sides[..] else { bail!("`vs` is for comparisons: a list of runs has no sides") };
    if let Some(format) = &arguments.format {
        ensure!(readers::reader(format).is_some(), OutputError::NoSuchFormat(format.clone()));
    }
    let mut tally = Tally::default();
    let mut after = None;
    loop {
        let page = listing::runs(pool, terms, Page { after, size: PAGE, sort: Sort::Oldest }).await?;
        let ids: Vec<RunId> = page.rows.iter().map(|listed| listed.id).collect();
        let mut runs = runs::of_ids(pool, &ids).await?;
        // Only an operator deletes runs, perhaps just now.
        for id in ids {
            let Some(stored) = runs.remove(&id) else { continue };
            let reread = read_again(pool, &stored, arguments.format.as_deref()).await?;
            tally.count(&reread);
            write(out, &stored, &reread)?;
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    Ok(writeln!(out, "{tally}")?)
}

/// Reads a run's sources. An output may hold several runs: the one that is the most like it counts.
async fn read_again(pool: &Pool, stored: &StoredRun, format: Option<&str>) -> anyhow::Result<Reread> {
    let mut closest: Option<Vec<Difference>> = None;
    let mut failure = None;
    for info in &stored.sources {
        let Some(source) = runs::source(pool, stored.id, info.position).await? else { continue };
        match results(&stored.run, &source, format) {
            Ok(read) => {
                let found = read.iter().map(|results| differences(&stored.run.results, results));
                closest = closest.into_iter().chain(found).min_by_key(Vec::len);
            }
            Err(error) => failure = failure.or_else(|| Some(format!("{}: {error}", source.name))),
        }
    }
    Ok(match (closest, failure) {
        (Some(differences), _) if differences.is_empty() => Reread::Same,
        (Some(differences), _) => Reread::Different(differences),
        (None, Some(failure)) => Reread::NotRead(failure),
        (None, None) => Reread::NoSource,
    })
}

/// What each run of an output measured: read in this format, or else in that of the run's
/// benchmark, or in whichever it is.
fn results(run: &Run, source: &Source, format: Option<&str>) -> Result<Vec<Vec<Measurement>>, OutputError> {
    let of_benchmark = || readers::reader(run.benchmark.as_str()).map_or(AUTO, |reader| reader.name);
    let reading = readers::read(format.unwrap_or_else(of_benchmark), &decode(&source.bytes)?)?;
    Ok(reading.runs.into_iter().map(|run| run.results).collect())
}

fn write(out: &mut impl Write, stored: &StoredRun, reread: &Reread) -> io::Result<()> {
    let Run { benchmark, label, box_name, results, .. } = &stored.run;
    let run = format!("{}  {benchmark} {label} on {box_name}", stored.id);
    match reread {
        Reread::NoSource | Reread::Same => Ok(()),
        Reread::NotRead(why) => writeln!(out, "{run}: not read: {why}"),
        Reread::Different(differences) => {
            writeln!(out, "{run}: {} differences in {} results", differences.len(), results.len())?;
            differences.iter().take(MOST_SHOWN).try_for_each(|difference| writeln!(out, "  {difference}"))?;
            match differences.len().saturating_sub(MOST_SHOWN) {
                0 => Ok(()),
                more => writeln!(out, "  and {more} more"),
            }
        }
    }
}

impl Tally {
    fn count(&mut self, reread: &Reread) {
        *match reread {
            Reread::NoSource => &mut self.without_source,
            Reread::Same => &mut self.same,
            Reread::Different(_) => &mut self.different,
            Reread::NotRead(_) => &mut self.not_read,
        } += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { same, different, not_read, without_source } = self;
        write!(f, "runs: {same} the same, {different} different, {not_read} not read, ")?;
        write!(f, "{without_source} without source; nothing was changed")
    }
}
