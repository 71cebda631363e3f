//! What holds for several readers: each knows its own outputs, no damage panics one or
//! changes a value.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::reading::Sureness;

const NAMES: [&str; 11] = [
    "aim7",
    "blktests",
    "gobench",
    "hyperfine",
    "iperf3",
    "mmtests",
    "netperf",
    "pgbench",
    "phoronix",
    "stress-ng",
    "time",
];

/// Every fixture with the folder it stands in.
fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/readers/fixtures");
    let mut found = Vec::new();
    for tool in fs::read_dir(folder).unwrap() {
        let tool = tool.unwrap();
        // A mail may hold several tools' results.
        if tool.file_name() == "mails" {
            continue;
        }
        for file in fs::read_dir(tool.path()).unwrap() {
            let text = decode(&fs::read(file.unwrap().path()).unwrap()).unwrap();
            found.push((tool.file_name().into_string().unwrap(), text));
        }
    }
    found
}

#[test]
fn each_output_is_recognised_by_its_own_reader_alone() {
    for (tool, text) in fixtures() {
        let head: String = text.chars().take(200).collect();
        if NAMES.contains(&tool.as_str()) {
            assert_eq!(surest(&text, GLANCE).unwrap().name, tool, "{head}");
            continue;
        }
        for name in NAMES {
            let sure = (reader(name).unwrap().recognise)(&text).map(|found| found.sureness);
            assert_ne!(sure, Some(Sureness::Certain), "{name} takes {tool}: {head}");
        }
    }
}

#[test]
fn what_is_no_benchmark_is_left_alone() {
    let others = [
        "fn main() {\n    println!(\"real 0.5\");\n}\n",
        "[    0.000000] Linux version 6.1.0 (gcc 12.2.0)\n[    0.004000] Command line: quiet\n",
        "{\"name\": \"left-pad\", \"version\": \"1.3.0\", \"results\": []}",
        "command,count\nls,3\n",
        "| Command | Meaning |\n|---|---|\n| `ls` | lists |\n",
        "<html><body><p>real time</p></body></html>",
        "goos: linux\ngoarch: amd64\nPASS\n",
        "Benchmarks of the mean machine are 5 times faster than ours\n",
        "user root\nreal name\n",
    ];
    for text in others {
        for name in NAMES {
            assert_eq!((reader(name).unwrap().recognise)(text), None, "{name} takes {text}");
        }
    }
}

#[test]
fn glossaries_fit_a_mails_footer() {
    for reader in NAMES.map(|name| reader(name).unwrap()) {
        assert!(reader.metrics.iter().all(|info| info.meaning.len() < 60), "{}", reader.name);
        let mut names: Vec<&str> = reader.metrics.iter().map(|info| info.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), reader.metrics.len(), "{}", reader.name);
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for (tool, text) in fixtures().into_iter().filter(|(tool, _)| NAMES.contains(&tool.as_str())) {
        let reader = reader(&tool).unwrap();
        let whole = (reader.read)(&text);
        let damaged = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let damaged = (reader.read)(&decode(damaged.as_bytes()).unwrap());
        match (whole, damaged) {
            (Ok(whole), Ok(damaged)) => assert_eq!(whole, damaged),
            (Err(whole), Err(damaged)) => assert_eq!(whole.line, damaged.line),
            (whole, damaged) => panic!("{tool}: {whole:?} became {damaged:?}"),
        }
    }
}

/// Each series with its values; those of several runs one after the other.
fn values(reading: &Reading) -> BTreeMap<String, Vec<f64>> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for run in &reading.runs {
        for result in &run.results {
            let series = format!("{:?} {:?} {:?}", run.label, result.series.case, result.series.metric);
            let summary = result.values.summary().map(|summary| summary.mean);
            let samples = result.values.samples().iter().copied();
            let samples: Vec<f64> = if result.values.samples().is_empty() {
                summary.into_iter().collect()
            } else {
                samples.collect()
            };
            values.entry(series).or_default().extend(samples);
        }
    }
    values
}

#[test]
fn a_text_cut_anywhere_gives_whole_values_or_an_error() {
    for (tool, text) in fixtures().into_iter().filter(|(tool, _)| NAMES.contains(&tool.as_str())) {
        let read = reader(&tool).unwrap().read;
        let Ok(whole) = read(&text).map(|whole| values(&whole)) else { continue };
        // Every place near the end, where all kinds of lines stand, and some before it.
        let step = (text.len() / 1500).max(1);
        for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
            let Ok(cut) = read(&text[..end]) else { continue };
            for (series, found) in values(&cut) {
                let whole = whole.get(&series).map_or(&[][..], Vec::as_slice);
                let is_whole = whole.starts_with(&found);
                assert!(is_whole, "{tool} cut at {end}: {series} is {found:?} instead of {whole:?}");
            }
        }
    }
}

#[test]
fn decimal_commas_change_no_value() {
    for (tool, text) in fixtures().into_iter().filter(|(tool, _)| NAMES.contains(&tool.as_str())) {
        let chars: Vec<char> = text.chars().collect();
        let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
        let is_point = |at: usize| at > 0 && chars[at] == '.' && is_digit(at - 1) && is_digit(at + 1);
        let commas: String = (0..chars.len()).map(|at| if is_point(at) { ',' } else { chars[at] }).collect();
        let read = reader(&tool).unwrap().read;
        let (Ok(whole), Ok(found)) = (read(&text), read(&commas)) else { continue };
        let whole: Vec<f64> = values(&whole).into_values().flatten().collect();
        let found = values(&found);
        let wrong = found.iter().find(|(_, values)| values.iter().any(|value| !whole.contains(value)));
        assert_eq!(wrong, None, "{tool}");
    }
}

/// A text with one damage: cut off, a piece taken out or doubled, a character changed.
fn damaged(text: &str, at: usize, length: usize, kind: u8) -> String {
    let chars: Vec<char> = text.chars().collect();
    let begin = at % (chars.len() + 1);
    let end = (begin + length).min(chars.len());
    let piece = &chars[begin..end];
    let pieces = match kind {
        0 => vec![&chars[..begin]],
        1 => vec![&chars[..begin], &chars[end..]],
        2 => vec![&chars[..end], piece, &chars[end..]],
        3 => vec![&chars[..begin], &['-'], &chars[end..]],
        _ => vec![&chars[..begin], &['9', 'é', ':'], &chars[end..]],
    };
    pieces.concat().into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn no_damage_panics_a_reader(which in any::<usize>(), at in any::<usize>(), length in 0_usize..300, kind in 0_u8..5) {
        let fixtures: Vec<_> = fixtures().into_iter().filter(|(tool, _)| NAMES.contains(&tool.as_str())).collect();
        let (tool, text) = &fixtures[which % fixtures.len()];
        let text = damaged(text, at, length, kind);
        for reader in READERS {
            let _ = (reader.recognise)(&text);
        }
        if let Ok(reading) = (reader(tool).unwrap().read)(&text) {
            for run in reading.runs {
                for result in run.results {
                    prop_assert!(result.values.summary().is_some_and(|summary| summary.mean.is_finite()));
                }
            }
        }
    }

    #[test]
    fn no_text_panics_a_reader(text in "[a-zA-Z0-9 .:,|\\-%()\\[\\]{}\"<>/=±\n\t]{0,200}") {
        for name in NAMES {
            let reader = reader(name).unwrap();
            let _ = (reader.recognise)(&text);
            let _ = (reader.read)(&text);
        }
    }
}
