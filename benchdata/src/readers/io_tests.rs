//! What the readers of disk and load benchmarks share in tests: a reading as lines of
//! text, and tests over all of them.

use proptest::prelude::*;

use super::READERS;
use crate::metric::{Better, MetricInfo};
use crate::name::{Key, Name, Value};
use crate::reading::{Declaration, ReadRun, Reading, Sureness};
use crate::run::{Measurement, Values};
use crate::source::{Source, decode};
use crate::unit::Unit;

/// Reads a fixture.
macro_rules! fixture {
    ($path:literal) => {
        crate::readers::io_tests::text(include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/readers/fixtures/",
            $path
        )))
    };
}
pub(super) use fixture;

pub(super) fn text(bytes: &[u8]) -> String {
    decode(bytes).unwrap()
}

/// `load=io_load: elapsed 119 s lower (4)`, the number of runs in brackets where a value
/// is a summary's mean.
pub(super) fn line(result: &Measurement) -> String {
    let case: Vec<String> = result.series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let series = &result.series;
    let better = series.better.map_or("-", Better::as_str);
    let value = match &result.values {
        Values::Samples(samples) => samples.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(summary) => format!("{}({})", summary.mean, summary.n),
    };
    format!("{}: {} {value} {} {better}", case.join(", "), series.metric, series.unit)
}

/// A run's results as lines.
pub(super) fn lines(run: &ReadRun) -> Vec<String> {
    run.results.iter().map(line).collect()
}

/// Fails with all there is where a run lacks one of the lines.
pub(super) fn has(run: &ReadRun, wanted: &[&str]) {
    let lines = lines(run);
    for wanted in wanted {
        assert!(lines.iter().any(|line| line == wanted), "no {wanted:?} among {lines:#?}");
    }
}

pub(super) fn labels(reading: &Reading) -> Vec<&str> {
    reading.runs.iter().map(|run| run.label.as_ref().map_or("", |label| label.as_str())).collect()
}

pub(super) fn counts(reading: &Reading) -> Vec<usize> {
    reading.runs.iter().map(|run| run.results.len()).collect()
}

const OURS: &[&str] =
    &["bonnie++", "contest", "dbench", "tbench", "dd", "fs_mark", "ioping", "iozone", "sysbench"];

/// Each with the reader that must take it, if any may.
fn fixtures() -> Vec<(Option<&'static str>, String)> {
    vec![
        (Some("contest"), fixture!("contest/pub-test4-mm4.txt")),
        (Some("contest"), fixture!("contest/pub-quoted-tabs-memload.txt")),
        (Some("contest"), fixture!("contest/contest-fifo-batch-mail.txt")),
        (Some("bonnie++"), fixture!("bonnie++/pub-103-forum-markdown.txt")),
        (Some("bonnie++"), fixture!("bonnie++/pub-103-labels-quoted.txt")),
        (Some("bonnie++"), fixture!("bonnie++/pub-103-wrapped-two-kernels.txt")),
        (Some("bonnie++"), fixture!("bonnie++/v2-quiet-csv.csv")),
        (Some("bonnie++"), fixture!("bonnie++/v2-text.txt")),
        (Some("bonnie++"), fixture!("bonnie++/v2-x3.csv")),
        (Some("dbench"), fixture!("dbench/dbench4-2clients.txt")),
        (Some("dbench"), fixture!("dbench/derived-cut-before-throughput.txt")),
        (Some("dbench"), fixture!("dbench/pub-lkp-128.txt")),
        (Some("dbench"), fixture!("dbench/sweep-1-2-4.txt")),
        (Some("dbench"), fixture!("dbench/m11-dbench-raw-runs-average-before-after.txt")),
        (Some("dbench"), fixture!("dbench/m13-dbench-supercite-three-fs.txt")),
        (Some("tbench"), fixture!("dbench/tbench-2.txt")),
        (Some("dd"), fixture!("dd/c-locale-mixed.txt")),
        (Some("dd"), fixture!("dd/de_DE-comma.txt")),
        (Some("dd"), fixture!("dd/noxfer-usr1-enospc.txt")),
        (Some("fs_mark"), fixture!("fs_mark/t1-t2.txt")),
        (Some("ioping"), fixture!("ioping/text.txt")),
        (Some("iozone"), fixture!("iozone/auto-small.txt")),
        (Some("iozone"), fixture!("iozone/ops-mode.txt")),
        (Some("iozone"), fixture!("iozone/pub-pdsh-prefixed.txt")),
        (Some("iozone"), fixture!("iozone/throughput-2threads.txt")),
        (Some("sysbench"), fixture!("sysbench/cpu-2threads.txt")),
        (Some("sysbench"), fixture!("sysbench/derived-utf16.txt")),
        (Some("sysbench"), fixture!("sysbench/fileio-rndrw.txt")),
        (Some("sysbench"), fixture!("sysbench/mutex-histogram.txt")),
        (Some("sysbench"), fixture!("sysbench/pub-0.4.12-oltp.txt")),
        (Some("sysbench"), fixture!("sysbench/threads-8.txt")),
        (None, fixture!("tiobench/default-threads.txt")),
        (None, fixture!("other-tools/dss-mail.txt")),
        (None, fixture!("other-tools/fio.txt")),
    ]
}

#[test]
fn each_reader_is_certain_of_its_own_outputs_and_of_no_other() {
    for (owner, text) in fixtures() {
        let start: String = text.chars().take(300).collect();
        for reader in READERS.iter().filter(|reader| OURS.contains(&reader.name)) {
            let sureness = (reader.recognise)(&text).map(|recognition| recognition.sureness);
            let expected = (owner == Some(reader.name)).then_some(Sureness::Certain);
            assert_eq!(sureness, expected, "{} on {start}", reader.name);
        }
    }
}

#[test]
fn what_is_read_makes_sound_runs_in_the_glossarys_words() {
    for (owner, text) in fixtures() {
        let Some(reader) = owner.and_then(super::reader) else { continue };
        let Ok(reading) = super::read(super::AUTO, &text) else { continue };
        assert_eq!(reading.benchmark.as_ref().unwrap().as_str(), reader.name);
        let declared = Declaration {
            factors: [(Key::new("kernel").unwrap(), Value::new("6.1").unwrap())].into(),
            ..Declaration::on(Name::new("box1").unwrap())
        };
        let label =
            Some(Name::new("a").unwrap()).filter(|_| reading.runs.iter().all(|run| run.label.is_none()));
        let declared = Declaration { label, ..declared };
        let source = Source { name: "out".to_owned(), bytes: text.clone().into_bytes() };
        let runs = reading.into_runs(&declared, &source);
        for result in runs.unwrap().iter().flat_map(|run| &run.results) {
            let is_it = |info: &&MetricInfo| info.name == result.series.metric.as_str();
            let info = reader.metrics.iter().find(is_it).expect("a metric of the glossary");
            assert_eq!(info.better, result.series.better, "{}: {}", reader.name, info.name);
            let unit = Unit::new(info.unit).unwrap();
            assert!(unit.in_units_of(&result.series.unit).is_some(), "{}: {}", reader.name, info.name);
        }
    }
}

#[test]
fn glossaries_fit_a_mails_footer_and_name_one_or_two_headlines() {
    for reader in READERS.iter().filter(|reader| OURS.contains(&reader.name)) {
        assert!(reader.metrics.iter().all(|info| info.meaning.len() < 60), "{}", reader.name);
        let headlines = reader.metrics.iter().filter(|info| info.headline).count();
        assert!((1..=2).contains(&headlines), "{}: {headlines}", reader.name);
    }
}

#[test]
fn windows_line_ends_and_quoting_change_nothing() {
    for (owner, text) in fixtures() {
        let Some(reader) = owner.and_then(super::reader) else { continue };
        let read = |text: &str| (reader.read)(text).map(|reading| reading.runs);
        assert_eq!(read(&text.replace('\n', "\r\n")), read(&text), "{}", reader.name);
    }
}

/// A cut or otherwise changed beginning of some fixture.
fn damaged() -> impl Strategy<Value = String> {
    let texts: Vec<String> = fixtures().into_iter().map(|(_, text)| text).collect();
    (
        proptest::sample::select(texts),
        any::<proptest::sample::Index>(),
        any::<proptest::sample::Index>(),
        ".{0,9}",
    )
        .prop_map(|(text, from, to, insert)| {
            let chars: Vec<char> = text.chars().collect();
            let (from, to) = (from.index(chars.len()), to.index(chars.len()));
            let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 40));
            let (head, tail) = (&chars[..from], &chars[to..]);
            head.iter().copied().chain(insert.chars()).chain(tail.iter().copied()).collect()
        })
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in prop_oneof![damaged(), "(?s).{0,200}"]) {
        for reader in READERS.iter().filter(|reader| OURS.contains(&reader.name)) {
            let recognised = (reader.recognise)(&text);
            let read = (reader.read)(&text);
            prop_assert!(recognised.is_none() || read.is_ok() || read.is_err_and(|error| error.line > 0));
        }
    }
}
