//! The first look at what a sweep measured.

use benchdata::compare::{CompareError, Selection, Subject, compare};
use benchdata::comparison::{Layout, Request};
use benchdata::key::RunKey;
use benchdata::name::Value;
use benchdata::readers::glossary;
use benchdata::run::Run;
use benchdata::table::text;

use super::factor::Factor;

/// The table of a sweep's runs, as text.
///
/// # Errors
/// Where there is nothing to compare.
pub(crate) fn table(runs: Vec<Run>, factors: &[Factor]) -> Result<String, CompareError> {
    let subjects = runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }).collect();
    let selection = Selection { q: String::new(), subjects };
    let table = compare(&[selection], &request(factors), glossary)?;
    Ok(text::render(&table, None, text::Charset::Ascii).trim_end().to_owned())
}

/// The first factor splits the runs into sides, the others are the rows; a single one of
/// numbers is what the rows go over.
fn request(factors: &[Factor]) -> Request {
    let keys = || factors.iter().filter_map(|factor| RunKey::parse(factor.name.as_str()).ok());
    let is_number = |level: &Value| level.as_str().parse::<f64>().is_ok();
    match factors {
        [] => Request { by: vec![RunKey::Label], ..Request::default() },
        [factor] if factor.levels.iter().all(is_number) => Request {
            by: vec![RunKey::Label],
            rows: keys().collect(),
            layout: Layout::Sweep,
            ..Request::default()
        },
        _ => Request { by: keys().take(1).collect(), rows: keys().skip(1).collect(), ..Request::default() },
    }
}

/// The address of the same comparison on a server.
pub(crate) fn address(server: &str, runs: &[Run], factors: &[Factor]) -> String {
    let ids: Vec<String> = runs.iter().map(|run| run.content_id().run_id().to_string()).collect();
    let request = request(factors);
    let joined = |keys: &[RunKey]| keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("q", &format!("run:{}", ids.join("|")))
        .append_pair("by", &joined(&request.by))
        .append_pair("rows", &joined(&request.rows))
        .append_pair("layout", request.layout.as_str())
        .finish();
    format!("{server}/compare?{query}")
}
