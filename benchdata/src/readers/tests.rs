//! What the readers' tests share: fixtures by their paths, and results as lines of text.
//! All tests reach a reader through [`read`], as the outside does.

mod auto;
mod checks;
mod mails;

use std::fs;
use std::path::{Path, PathBuf};

use crate::metric::Better;
use crate::reading::{ReadError, ReadRun, Reading};
use crate::run::{Measurement, Values};
use crate::source::decode;

use super::OutputError;

/// A real output. The folder it stands in is its format.
pub(super) struct Fixture {
    pub(super) format: String,
    pub(super) path: String,
    pub(super) text: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/readers/fixtures")
}

/// The names in a folder of fixtures, in order.
pub(super) fn names(of: &str) -> Vec<String> {
    let entries = fs::read_dir(folder().join(of)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every fixture of a format.
pub(super) fn fixtures() -> Vec<Fixture> {
    let in_format = |format: String| {
        let of = |name: String| {
            let path = format!("{format}/{name}");
            Fixture { format: format.clone(), text: text(&path), path }
        };
        names(&format).into_iter().map(of).collect::<Vec<_>>()
    };
    names("").into_iter().filter(|format| super::reader(format).is_some()).flat_map(in_format).collect()
}

/// A fixture's bytes: `not-benchmarks/image.png`.
pub(super) fn bytes(path: &str) -> Vec<u8> {
    fs::read(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A fixture's text: `tiobench/default-threads.txt`.
pub(super) fn text(path: &str) -> String {
    decode(&bytes(path)).unwrap()
}

/// What a format's reader makes of a text.
pub(super) fn read(format: &str, text: &str) -> Result<Reading, ReadError> {
    super::read(format, text).map_err(|error| match error {
        OutputError::Read { error, .. } => error,
        error => panic!("{error}"),
    })
}

/// What its format's reader makes of a fixture.
pub(super) fn fixture(path: &str) -> Reading {
    let format = path.split('/').next().unwrap();
    read(format, &text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Why a format's reader gives up a text.
pub(super) fn error(format: &str, text: &str) -> String {
    match read(format, text) {
        Err(error) => error.to_string(),
        Ok(reading) => panic!("read as {:#?}", lines(&reading)),
    }
}

/// `2 2.5.60-mm2 elevator=as`: a run's number from 1, its label and its factors.
fn head(number: usize, run: &ReadRun) -> String {
    let label = run.label.iter().map(|label| format!(" {label}"));
    let factors = run.factors.iter().map(|(factor, level)| format!(" {factor}={level}"));
    format!("{number}{}", label.chain(factors).collect::<String>())
}

/// `block_size=4k, threads=4 | rate = 41.5 42.07 MiB/s higher`: a result's case, metric,
/// samples or summary, unit and direction, which is `-` where there is none.
fn line(Measurement { series, values }: &Measurement) -> String {
    let case: Vec<String> = series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let values = match values {
        Values::Samples(samples) => samples.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(summary) => {
            let known = [("min", summary.min), ("max", summary.max), ("sd", summary.stddev)];
            let known = known.iter().filter_map(|(name, value)| Some(format!(", {name} {}", (*value)?)));
            format!("{} (n {}{})", summary.mean, summary.n, known.collect::<String>())
        }
    };
    let better = series.better.map_or("-", Better::as_str);
    format!("{} | {} = {values} {} {better}", case.join(", "), series.metric, series.unit)
}

/// The cases, one for all results in a row that share it.
pub(super) fn cases(reading: &Reading) -> Vec<String> {
    let lines = lines(reading);
    let mut cases: Vec<String> =
        lines.iter().map(|line| line.split(" | ").nth(1).unwrap_or_default().to_owned()).collect();
    cases.dedup();
    cases
}

/// Every result in a line: `2 2.5.60-mm2 | threads=4 | rate = 42.07 MiB/s higher`.
pub(super) fn lines(reading: &Reading) -> Vec<String> {
    let of_run = |(at, run): (usize, &ReadRun)| -> Vec<String> {
        run.results.iter().map(|result| format!("{} | {}", head(at + 1, run), line(result))).collect()
    };
    reading.runs.iter().enumerate().flat_map(of_run).collect()
}

/// Whether a line is the wanted one, which may leave out words of the run and parameters
/// of the case: ` | threads=4 | rate = 42.07 MiB/s higher`.
fn fits(line: &str, wanted: &str) -> bool {
    let parts = |line: &str| -> [String; 3] {
        let (run, rest) = line.split_once(" | ").unwrap();
        let (case, result) = rest.rsplit_once(" | ").unwrap_or_else(|| panic!("no result in {line:?}"));
        [run, case, result].map(str::to_owned)
    };
    let holds = |whole: &str, some: &str, between: &str| {
        some.split(between).all(|part| part.is_empty() || whole.split(between).any(|known| known == part))
    };
    let ([run, case, result], [some_run, some_case, wanted]) = (parts(line), parts(wanted));
    result == wanted && holds(&run, &some_run, " ") && holds(&case, &some_case, ", ")
}

/// Fails unless each wanted line fits exactly one result; see [`fits`].
pub(super) fn has(reading: &Reading, wanted: &[impl AsRef<str>]) {
    let lines = lines(reading);
    for wanted in wanted.iter().map(AsRef::as_ref) {
        let found = lines.iter().filter(|line| fits(line, wanted)).count();
        assert_eq!(found, 1, "of {wanted:?} among {lines:#?}");
    }
}

/// Each run's label, empty where it has none.
pub(super) fn labels(reading: &Reading) -> Vec<&str> {
    reading.runs.iter().map(|run| run.label.as_ref().map_or("", |label| label.as_str())).collect()
}

/// How many results each run has.
pub(super) fn counts(reading: &Reading) -> Vec<usize> {
    reading.runs.iter().map(|run| run.results.len()).collect()
}

/// The tool's version, empty where it is not known.
pub(super) fn version(reading: &Reading) -> &str {
    reading.version.as_ref().map_or("", |version| version.as_str())
}

/// `line 3: left out: Total`
pub(super) fn remarks(reading: &Reading) -> Vec<String> {
    reading.remarks.iter().map(|remark| format!("line {}: {}", remark.line, remark.text)).collect()
}
