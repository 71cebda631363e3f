//! Four mails of the list, read in and laid out again: the same rows and the same numbers.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests, and helpers of tests alone")]

mod cfq;
mod contest;
mod dss;
mod tiobench;

use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{ComparisonTable, Layout, Request};
use benchdata::key::RunKey;
use benchdata::name::Name;
use benchdata::readers::{AUTO, Output, glossary, runs_from_output};
use benchdata::reading::Declaration;
use benchdata::source::Source;
use benchdata::table::text::{Charset, render};

/// A mail among the readers' fixtures.
macro_rules! mail {
    ($path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/readers/fixtures/", $path))
    };
}
pub(crate) use mail;

pub(crate) fn name(name: &str) -> Name {
    Name::new(name).unwrap()
}

/// What a sender says who knows nothing.
pub(crate) fn bare() -> Declaration {
    Declaration::on(name("bigbox"))
}

pub(crate) fn read(text: &str, declared: &Declaration) -> Output {
    let source = Source { name: "mail".to_owned(), bytes: text.as_bytes().into() };
    runs_from_output(AUTO, &source, Some(declared)).unwrap()
}

pub(crate) fn table(output: Output, request: &Request) -> ComparisonTable {
    let subjects =
        output.runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }).collect();
    compare(&[Selection { q: String::new(), subjects }], request, glossary).unwrap()
}

pub(crate) fn request(layout: Layout, by: &[&str], rows: &[&str]) -> Request {
    let keys = |names: &[&str]| names.iter().map(|name| RunKey::parse(name).unwrap()).collect();
    Request { layout, by: keys(by), rows: keys(rows), ..Request::default() }
}

pub(crate) fn text(table: &ComparisonTable) -> String {
    let text = render(table, None, Charset::Ascii);
    assert!(text.is_ascii(), "{text}");
    assert!(text.lines().all(|line| line.len() <= 78), "{text}");
    text
}

/// The lines of a text below the next rule behind `from`, to the next empty line, each with
/// single blanks between its cells.
pub(crate) fn rows(text: &str, from: &str) -> Vec<String> {
    let below =
        text.lines().skip_while(|line| !line.contains(from)).skip_while(|line| !line.starts_with("--"));
    let rows = below.skip(1).take_while(|line| !line.is_empty());
    rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
