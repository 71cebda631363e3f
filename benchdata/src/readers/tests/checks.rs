//! What holds for all readers and all fixtures.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use proptest::sample::Index;

use super::{Fixture, fixtures, lines, read};
use crate::metric::MetricInfo;
use crate::name::{Key, Name, Value};
use crate::readers::{READERS, reader};
use crate::reading::{Declaration, Reader, Reading, Sureness};
use crate::source::{Source, decode};
use crate::unit::Unit;

/// The values of each series of a label; those of several runs one after the other.
type ByLabel = BTreeMap<(String, String), Vec<f64>>;

fn values(reading: &Reading) -> ByLabel {
    let mut values = ByLabel::new();
    for run in &reading.runs {
        for result in &run.results {
            let label = run.label.as_ref().map_or("", Name::as_str).to_owned();
            let known = values.entry((label, format!("{:?} {:?}", run.factors, result.series))).or_default();
            match result.values.samples() {
                [] => known.extend(result.values.summary().map(|summary| summary.mean)),
                samples => known.extend(samples),
            }
        }
    }
    values
}

/// The fixtures that can be read, with what is in them.
fn readings() -> Vec<(Fixture, Reading)> {
    let read = |fixture: Fixture| {
        let reading = read(&fixture.format, &fixture.text).ok()?;
        Some((fixture, reading))
    };
    fixtures().into_iter().filter_map(read).collect()
}

#[test]
fn its_own_reader_alone_is_certain() {
    for Fixture { format, path, text } in fixtures() {
        // Two tools' tables stand in this mail.
        if path == "tiobench/mail-title-in-header.txt" {
            continue;
        }
        let is_certain = |reader: &&Reader| {
            (reader.recognise)(&text).is_some_and(|found| found.sureness == Sureness::Certain)
        };
        let mut others = READERS.iter().filter(is_certain).filter(|reader| reader.name != format);
        assert!(others.next().is_none(), "{path}");
    }
}

#[test]
fn glossaries_fit_a_mails_footer_and_name_headlines() {
    for reader in READERS.iter().filter(|reader| !reader.metrics.is_empty()) {
        assert!(reader.metrics.iter().all(|info| info.meaning.len() < 60), "{}", reader.name);
        let names: HashSet<&str> = reader.metrics.iter().map(|info| info.name).collect();
        assert_eq!(names.len(), reader.metrics.len(), "{}", reader.name);
        assert!(reader.metrics.iter().any(|info| info.headline), "{}", reader.name);
    }
}

/// Tools whose metrics have other names or units from test to test.
const OPEN: [&str; 8] =
    ["aim9", "gobench", "mmtests", "netperf", "phoronix", "stress-ng", "table", "unixbench"];

#[test]
fn what_is_read_makes_sound_runs_in_the_glossarys_words() {
    for (Fixture { format, path, text }, reading) in readings() {
        let is_labelled = reading.runs.iter().any(|run| run.label.is_some());
        let declared = Declaration {
            label: Name::new("a").ok().filter(|_| !is_labelled),
            benchmark: Name::new("a").ok().filter(|_| reading.benchmark.is_none()),
            factors: [(Key::new("kernel").unwrap(), Value::new("6.1").unwrap())].into(),
            ..Declaration::on(Name::new("box1").unwrap())
        };
        let source = Source { name: "out".to_owned(), bytes: text.into_bytes().into() };
        let runs = reading.into_runs(&declared, &source).unwrap_or_else(|error| panic!("{path}: {error}"));
        for result in runs.iter().flat_map(|run| &run.results) {
            let metric = result.series.metric.as_str();
            let is_it = |info: &&MetricInfo| info.name == metric;
            let info = reader(&format).unwrap().metrics.iter().find(is_it);
            if OPEN.contains(&format.as_str()) {
                assert!(info.is_none_or(|info| info.better.is_none() || info.better == result.series.better));
                continue;
            }
            // Which percentiles fio reports is up to its user.
            if info.is_none() && format == "fio" && metric.contains("_p") {
                continue;
            }
            let info = info.unwrap_or_else(|| panic!("{path}: {metric} is not in the glossary"));
            assert_eq!(info.better, result.series.better, "{path}: {metric}");
            let unit = Unit::new(info.unit).unwrap();
            assert!(unit.in_units_of(&result.series.unit).is_some(), "{path}: {metric}");
        }
    }
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_change_nothing() {
    for (Fixture { format, path, text }, reading) in readings() {
        let changed = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let changed = read(&format, &decode(changed.as_bytes()).unwrap());
        assert_eq!(changed.as_ref(), Ok(&reading), "{path}");
    }
}

#[test]
fn quoting_changes_no_value() {
    for (Fixture { format, path, text }, reading) in readings() {
        let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
        let Ok(quoted) = read(&format, &quoted) else { continue };
        assert_eq!(lines(&quoted), lines(&reading), "{path}");
    }
}

/// What tools print on the way: whatever stands last is taken for the end.
const INTERIM: [&str; 6] = [
    "cyclictest/text-interactive-cr.txt",
    "fio/status-interval.json",
    "fio/status-interval.txt",
    "schbench/m1t2.txt",
    "schbench/mid-2020.txt",
    "schbench/pub-lkp-m1t128.txt",
];

#[test]
fn a_text_cut_anywhere_gives_whole_values_or_an_error() {
    // Rows of a table may end in a unit: its own tests cut it.
    let all = readings().into_iter().filter(|(fixture, _)| fixture.format != "table");
    for (Fixture { format, path, text }, reading) in all {
        let whole = values(&reading);
        let step = (text.len() / 100).max(1);
        let ends = (0..text.len()).step_by(step).chain(text.len().saturating_sub(40)..text.len());
        for end in ends.filter(|end| text.is_char_boundary(*end)) {
            let Ok(cut) = read(&format, &text[..end]) else { continue };
            for ((label, series), found) in values(&cut) {
                // The label may be cut as well.
                let is_whole = whole.iter().any(|((whole_label, whole_series), whole)| {
                    whole_label.starts_with(&label) && *whole_series == series && whole.starts_with(&found)
                });
                assert!(
                    is_whole || INTERIM.contains(&path.as_str()),
                    "{path} cut at {end}: {series} is {found:?}"
                );
            }
        }
    }
}

#[test]
fn decimal_commas_change_no_value() {
    for (Fixture { format, path, text }, reading) in readings() {
        let chars: Vec<char> = text.chars().collect();
        let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
        let is_point = |at: usize| at > 0 && chars[at] == '.' && is_digit(at - 1) && is_digit(at + 1);
        let commas: String = (0..chars.len()).map(|at| if is_point(at) { ',' } else { chars[at] }).collect();
        let Ok(found) = read(&format, &commas) else { continue };
        let whole: Vec<f64> = values(&reading).into_values().flatten().collect();
        let wrong =
            values(&found).into_iter().find(|(_, values)| values.iter().any(|value| !whole.contains(value)));
        assert_eq!(wrong, None, "{path}");
    }
}

/// A fixture with some pieces replaced, and its end cut off.
fn damaged() -> impl Strategy<Value = (String, String)> {
    let fixtures: Vec<(String, String)> =
        fixtures().into_iter().map(|fixture| (fixture.format, fixture.text)).collect();
    let change = (any::<Index>(), 0_usize..40, "\\PC{0,3}|[-0-9.,;:|=\\[\\]{}>\n\t]{0,6}");
    let changes = prop::collection::vec(change, 0..6);
    (prop::sample::select(fixtures), changes, prop::option::of(any::<Index>())).prop_map(
        |((format, text), changes, end)| {
            let mut chars: Vec<char> = text.chars().collect();
            for (at, length, with) in changes {
                let at = at.index(chars.len() + 1);
                chars.splice(at..(at + length).min(chars.len()), with.chars());
            }
            chars.truncate(end.map_or(chars.len(), |end| end.index(chars.len() + 1)));
            (format, chars.into_iter().collect())
        },
    )
}

proptest! {
    #[test]
    fn no_text_panics_a_reader((format, text) in prop_oneof![damaged(), ("(?s).{0,200}").prop_map(|text| ("time".to_owned(), text))]) {
        for reader in READERS {
            let _ = (reader.recognise)(&text);
            let read = read(reader.name, &text);
            if reader.name == format && let Ok(reading) = read {
                prop_assert!(values(&reading).into_values().flatten().all(f64::is_finite));
            }
        }
    }
}
