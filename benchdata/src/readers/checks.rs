//! What the readers' tests share, and what holds for all readers.

use std::collections::HashSet;

use proptest::prelude::*;

use super::{READERS, reader};
use crate::reading::Reading;
use crate::run::{Measurement, Values};

/// Every result in a line: run | case | metric value unit direction.
pub(super) fn values(reading: &Reading) -> Vec<String> {
    let numbered = reading.runs.iter().enumerate();
    numbered.flat_map(|(run, read)| read.results.iter().map(move |result| line(run, result))).collect()
}

fn line(run: usize, Measurement { series, values }: &Measurement) -> String {
    let case: Vec<String> = series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let values = match values {
        Values::Samples(samples) => samples.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(summary) => {
            let stddev = summary.stddev.map(|stddev| format!(" ± {stddev}")).unwrap_or_default();
            format!("{}{stddev} (n {})", summary.mean, summary.n)
        }
    };
    let better = series.better.map_or("", |better| better.as_str());
    format!("{run} | {} | {} {values} {} {better}", case.join(" "), series.metric, series.unit)
        .trim_end()
        .to_owned()
}

macro_rules! fixtures {
    ($($format:literal: $($name:literal)*;)*) => {
        [$($(($format, include_str!(concat!("fixtures/", $format, "/", $name)))),*),*]
    };
}

/// Outputs of the CPU scheduler's benchmarks.
const SCHEDULERS: [(&str, &str); 29] = fixtures! {
    "cyclictest": "histogram.txt" "json-2threads.json" "pub-2006-no-avg.txt" "text-interactive-cr.txt" "text-quiet.txt";
    "ebizzy": "default.txt";
    "hackbench": "pub-lkp-multi-iter.txt" "rt-tests-default.txt" "rt-tests-threads-pipe-x5.txt";
    "interbench": "audio-video-short.txt" "pub-ck1-mm1-stars.txt";
    "kernbench": "042-fast-3runs.txt" "pub-lkp-j8.txt";
    "lmbench": "lat_ctx.txt" "lat_pipe-proc-syscall.txt";
    "perf-bench": "futex-hash.txt" "sched-messaging.txt" "sched-pipe.txt";
    "rt-app": "pub-lkp-01.log" "video-0.log";
    "schbench": "json.json" "m1t2.txt" "pipe.txt" "pub-lkp-m1t128.txt" "pub-qp-sidebyside.txt";
    "unixbench": "pub-lkp-filecopy.txt" "v6-ctx-pipe-partial.txt";
    "will-it-scale": "raw-context_switch1.txt" "runtest-sched_yield.csv";
};

#[test]
fn each_output_is_recognised_by_its_own_reader_alone() {
    for (format, text) in SCHEDULERS {
        let sure = READERS.iter().filter(|reader| (reader.recognise)(text).is_some());
        assert_eq!(sure.map(|reader| reader.name).collect::<Vec<_>>(), [format]);
    }
}

#[test]
fn line_ends_of_windows_change_nothing() {
    for (format, text) in SCHEDULERS {
        let reader = reader(format).unwrap();
        assert_eq!((reader.read)(&text.replace('\n', "\r\n")), (reader.read)(text), "{format}");
    }
}

#[test]
fn results_are_in_the_glossary_and_make_runs() {
    for (format, text) in SCHEDULERS {
        let reader = reader(format).unwrap();
        for run in (reader.read)(text).unwrap().runs {
            let mut seen = HashSet::new();
            for Measurement { series, .. } in run.results {
                let info = reader.metrics.iter().find(|info| info.name == series.metric.as_str()).unwrap();
                assert_eq!(info.better, series.better);
                assert!(info.meaning.len() < 60, "{}", info.meaning);
                assert!(seen.insert((series.case, series.metric)), "{format}");
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics_a_reader(
        at in 0_usize..SCHEDULERS.len(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40, "[ -~\n\t=µ]{0,6}"), 0..6),
        end in any::<prop::sample::Index>(),
    ) {
        let mut text: Vec<char> = SCHEDULERS[at].1.chars().collect();
        for (place, length, with) in cuts {
            let start = place.index(text.len() + 1);
            text.splice(start..(start + length).min(text.len()), with.chars());
        }
        text.truncate(end.index(text.len() + 1));
        let text: String = text.into_iter().collect();
        for reader in READERS {
            let _ = ((reader.recognise)(&text), (reader.read)(&text));
        }
    }
}
