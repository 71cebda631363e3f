use super::*;
use crate::run::{Case, Series, Values};
use crate::unit::Unit;

fn read_run(label: Option<&str>, value: f64) -> ReadRun {
    let series = Series {
        case: Case::default(),
        metric: Name::new("rate").unwrap(),
        unit: Unit::new("MiB/s").unwrap(),
        better: None,
    };
    ReadRun {
        label: label.map(|label| Name::new(label).unwrap()),
        factors: BTreeMap::new(),
        results: vec![Measurement { series, values: Values::Samples(vec![value]) }],
    }
}

fn reading(runs: Vec<ReadRun>) -> Reading {
    Reading { benchmark: Name::new("tiobench").ok(), version: None, runs, remarks: Vec::new() }
}

fn declared(label: Option<&str>) -> Declaration {
    let label = label.map(|label| Name::new(label).unwrap());
    Declaration { label, ..Declaration::on(Name::new("bigbox").unwrap()) }
}

fn source() -> Source {
    Source { name: "out".into(), bytes: b"x".as_slice().into() }
}

#[test]
fn equal_repetitions_in_one_source_stay_apart() {
    let read = reading(vec![read_run(Some("a"), 1.0), read_run(Some("a"), 1.0), read_run(Some("b"), 1.0)]);
    let runs = read.into_runs(&declared(None), &source()).unwrap();
    assert_eq!(runs.iter().map(|run| run.repeat).collect::<Vec<_>>(), [None, Some(2), None]);
    assert_ne!(runs[0].content_id(), runs[1].content_id());
}

#[test]
fn a_label_is_needed_once_and_never_mixes_several() {
    let none = reading(vec![read_run(None, 1.0)]);
    assert_eq!(none.clone().into_runs(&declared(None), &source()), Err(DeclareError::NoLabel));
    assert_eq!(none.into_runs(&declared(Some("x")), &source()).unwrap()[0].label.as_str(), "x");
    let two = reading(vec![read_run(Some("a"), 1.0), read_run(Some("b"), 1.0)]);
    assert!(matches!(
        two.into_runs(&declared(Some("x")), &source()),
        Err(DeclareError::OneLabelForSeveral { found, .. }) if found == ["a", "b"]
    ));
}

#[test]
fn a_declared_factor_must_not_contradict_the_output() {
    let mut read = read_run(Some("a"), 1.0);
    read.factors.insert(Key::new("mark").unwrap(), Value::new("+").unwrap());
    let mut declared = declared(None);
    declared.factors.insert(Key::new("mark").unwrap(), Value::new("-").unwrap());
    let refused = reading(vec![read]).into_runs(&declared, &source()).unwrap_err();
    assert!(matches!(refused, DeclareError::Contradiction { .. }));
    // A fault: levels stood as Value("+").
    assert_eq!(refused.to_string(), "mark is declared as -, the output says +");
}

#[test]
fn a_contradiction_shows_its_values_without_their_type() {
    let level = |value: &str| Value::new(value).unwrap();
    let (declared, found) = (level("noop"), level("cfq"));
    let error = DeclareError::Contradiction { factor: Key::new("scheduler").unwrap(), declared, found };
    assert_eq!(error.to_string(), "scheduler is declared as noop, the output says cfq");
}

#[test]
fn what_a_label_tells_of_factors_is_said_once_for_all_runs() {
    let read = || reading(vec![read_run(Some("mm1fb8"), 1.0), read_run(Some("mm1fb16"), 1.0)]);
    let mut declared = declared(None);
    declared.label_pattern = Some("{kernel}fb{fifo_batch}".parse().unwrap());
    let runs = read().into_runs(&declared, &source()).unwrap();
    assert_eq!(runs[1].label.as_str(), "mm1fb16");
    assert_eq!(runs[1].factors[&Key::new("fifo_batch").unwrap()].as_str(), "16");
    assert_eq!(runs[1].factors[&Key::new("kernel").unwrap()].as_str(), "mm1");
    declared.factors.insert(Key::new("kernel").unwrap(), Value::new("mm2").unwrap());
    assert!(matches!(read().into_runs(&declared, &source()), Err(DeclareError::Contradiction { .. })));
    declared.label_pattern = Some("{kernel}rq{rq_affinity}".parse().unwrap());
    let refused = read().into_runs(&declared, &source()).unwrap_err();
    assert_eq!(refused.to_string(), "the label mm1fb8 does not look like {kernel}rq{rq_affinity}");
}

#[test]
fn a_benchmark_is_named_where_the_output_does_not_and_never_otherwise() {
    let named = |benchmark| Reading { benchmark, ..reading(vec![read_run(Some("a"), 1.0)]) };
    let mut declared = declared(None);
    assert_eq!(named(None).into_runs(&declared, &source()), Err(DeclareError::NoBenchmark));
    declared.benchmark = Name::new("dss").ok();
    assert_eq!(named(None).into_runs(&declared, &source()).unwrap()[0].benchmark.as_str(), "dss");
    let refused = named(Name::new("tiobench").ok()).into_runs(&declared, &source());
    assert!(matches!(refused, Err(DeclareError::OtherBenchmark { .. })));
}

#[test]
fn an_output_of_very_many_runs_is_not_kept_as_often() {
    let read = reading((0..1000).map(|at| read_run(Some("a"), f64::from(at))).collect());
    let source = Source { name: "out".into(), bytes: vec![b'x'; 1 << 20].into() };
    let refused = read.into_runs(&declared(None), &source).unwrap_err();
    assert_eq!(refused, DeclareError::TooManyRuns { runs: 1000, bytes: 1 << 20 });
}
