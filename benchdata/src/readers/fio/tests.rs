//! Real outputs, the values read off them by eye.

mod damage;
mod json;
mod normal;
mod terse;

use super::*;
use crate::metric::Better;
use crate::run::Measurement;

/// Reads a fixture.
macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/readers/fixtures/fio/", $name))
    };
}
use fixture;

/// A result's case as text: `block_size=4k, direction=read, …`.
fn case(result: &Measurement) -> String {
    let parameters: Vec<String> =
        result.series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    parameters.join(", ")
}

/// Value, unit and direction of a metric where the case says `wanted` (`read, worker=1`,
/// the bare word being the direction).
fn printed(run: &ReadRun, wanted: &str, metric: &str) -> String {
    let says = |result: &Measurement| {
        let case = case(result);
        wanted.split(", ").all(|part| {
            case.split(", ").any(|known| known == part || known.strip_prefix("direction=") == Some(part))
        })
    };
    let results: Vec<&Measurement> =
        run.results.iter().filter(|result| result.series.metric.as_str() == metric && says(result)).collect();
    let [result] = results.as_slice() else {
        panic!("{} results of {metric} in {wanted}", results.len());
    };
    let better = result.series.better.map_or("-", Better::as_str);
    let [value] = result.values.samples() else { panic!("{metric}: not one sample") };
    format!("{value} {} {better}", result.series.unit)
}

fn only_run(text: &str) -> ReadRun {
    let mut reading = read(text).unwrap();
    assert_eq!(reading.runs.len(), 1);
    reading.runs.remove(0)
}

/// The cases of a run's results, each once.
fn cases(run: &ReadRun) -> Vec<String> {
    let mut cases: Vec<String> = run.results.iter().map(case).collect();
    cases.dedup();
    cases
}

fn remarks(text: &str) -> Vec<String> {
    let said = |remark: Remark| format!("{}: {}", remark.line, remark.text);
    read(text).unwrap().remarks.into_iter().map(said).collect()
}

const ALL: [&str; 17] = [
    fixture!("derived-three-docs.json"),
    fixture!("fail-enoent.json"),
    fixture!("git342-normal.txt"),
    fixture!("git342-randrw-ns.json"),
    fixture!("killed-int.json"),
    fixture!("mixed-2jobs-group.json"),
    fixture!("mixed-2jobs-nogroup.json"),
    fixture!("normal-randrw.txt"),
    fixture!("note-before-json.json"),
    fixture!("pub-2.2.10-three-runs-markdown.txt"),
    fixture!("pub-lkp-3.19.json"),
    fixture!("pub-lkp-minimal.json"),
    fixture!("randread-qd4.json"),
    fixture!("status-interval.json"),
    fixture!("status-interval.txt"),
    fixture!("stonewall-3jobs.json"),
    fixture!("terse-v3.csv"),
];

#[test]
fn every_output_is_recognised_and_every_result_is_in_the_glossary() {
    for text in ALL {
        assert_eq!(recognise(text).unwrap().sureness, Sureness::Certain);
        for run in read(text).map(|reading| reading.runs).unwrap_or_default() {
            for result in run.results {
                let series = result.series;
                let info = METRICS.iter().find(|info| info.name == series.metric.as_str()).unwrap();
                assert_eq!(info.better, series.better, "{}", info.name);
                let unit = crate::unit::Unit::new(info.unit).unwrap();
                assert_eq!(unit.quantity(), series.unit.quantity(), "{}", info.name);
            }
        }
    }
}

#[test]
fn the_glossary_names_each_metric_once_and_fits_a_mails_footer() {
    assert!(METRICS.iter().all(|info| info.meaning.len() < 60));
    let mut names: Vec<_> = METRICS.iter().map(|info| info.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), METRICS.len());
}

#[test]
fn what_fio_did_not_print_is_not_recognised() {
    for text in
        ["", "{\"jobs\": []}", "  read: 5\n  lat (usec): min=1\n", "3;x;y\n", "fio is a tool: see fio(1)\n"]
    {
        assert_eq!(recognise(text), None, "{text:?}");
    }
}
