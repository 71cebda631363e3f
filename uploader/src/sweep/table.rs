//! The first look at what a sweep measured.

use benchdata::compare::{CompareError, Selection, Subject, compare};
use benchdata::comparison::{Layout, Request};
use benchdata::key::RunKey;
use benchdata::readers::glossary;
use benchdata::run::Run;
use benchdata::table::text;

use super::factor::Factor;

/// The table of a sweep's runs, split by its factors, as text; a single factor of numbers is
/// what the rows go over.
///
/// # Errors
/// Where there is nothing to compare.
pub(crate) fn table(runs: Vec<Run>, factors: &[Factor]) -> Result<String, CompareError> {
    let keys: Vec<RunKey> =
        factors.iter().filter_map(|factor| RunKey::parse(factor.name.as_str()).ok()).collect();
    let request = match factors {
        [factor] if factor.levels.iter().all(|level| level.as_str().parse::<f64>().is_ok()) => {
            Request { by: vec![RunKey::Label], rows: keys, layout: Layout::Sweep, ..Request::default() }
        }
        [] => Request { by: vec![RunKey::Label], ..Request::default() },
        _ => Request { by: keys, ..Request::default() },
    };
    let subjects = runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }).collect();
    let selection = Selection { q: String::new(), subjects };
    let table = compare(&[selection], &request, glossary)?;
    Ok(text::render(&table, None, text::Charset::Ascii).trim_end().to_owned())
}

/// The address of the same comparison on a server.
pub(crate) fn address(server: &str, runs: &[Run], factors: &[Factor]) -> String {
    let ids: Vec<String> = runs.iter().map(|run| run.content_id().run_id().to_string()).collect();
    let by: Vec<&str> = factors.iter().map(|factor| factor.name.as_str()).collect();
    let by = if by.is_empty() { "label".to_owned() } else { by.join(",") };
    // Characters that stand for themselves in an address.
    format!("{server}/compare?q=run:{}&by={by}", ids.join("%7C"))
}
