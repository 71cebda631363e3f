//! What a sweep goes over, and what its sides are.

use super::*;
use crate::name::{Key, Value};

#[test]
fn a_sweep_goes_over_the_key_with_the_most_levels() {
    let results = |samples: &str| format!("{},{}", rate(1, samples), rate(2, samples));
    let sweep = Request { layout: crate::comparison::Layout::Sweep, ..Request::default() };
    let level = |subjects: Vec<Subject>| {
        let table = table(subjects, &sweep).unwrap();
        (table.request.rows[0].to_string(), table.request.by[0].to_string(), table.sides.len())
    };
    let labels = |labels: &[&str]| labels.iter().map(|label| run(label, &results("1"))).collect();
    assert_eq!(level(labels(&["as", "deadline"])), ("threads".into(), "label".into(), 2));
    assert_eq!(level(labels(&["fb1", "fb2", "fb4"])), ("label".into(), "box".into(), 1));
    assert_eq!(level(labels(&["2.5.60", "2.5.61"])), ("threads".into(), "label".into(), 2));
}

#[test]
fn sides_of_a_sweep_are_not_told_apart_by_labels_that_name_the_level() {
    let subject = |kernel: &str, level: &str| {
        let mut subject = run(&format!("{kernel}fb{level}"), &rate(1, "1"));
        for (factor, value) in [("fifo_batch", level), ("kernel", kernel)] {
            subject.run.factors.insert(Key::new(factor).unwrap(), Value::new(value).unwrap());
        }
        subject
    };
    let sweep = Request { layout: crate::comparison::Layout::Sweep, ..Request::default() };
    let by = |subjects: Vec<Subject>| {
        let table = table(subjects, &sweep).unwrap();
        assert_eq!(table.request.rows[0].to_string(), "fifo_batch");
        (table.request.by[0].to_string(), table.sides.len())
    };
    let one = ["1", "2", "16"].map(|level| subject("mm1", level)).to_vec();
    assert_eq!(by(one.clone()), ("kernel".into(), 1));
    let two = ["1", "2", "16"].map(|level| subject("mm2", level));
    assert_eq!(by([one, two.to_vec()].concat()), ("kernel".into(), 2));
}

/// A fault: a curve of one run a level had no word on chance.
#[test]
fn a_sweep_without_repeats_says_so() {
    let sweep = Request { layout: crate::comparison::Layout::Sweep, ..Request::default() };
    let told = |samples: &str, subjects: &[&str]| {
        let subjects = subjects.iter().map(|label| run(label, &rate(1, samples))).collect();
        let warnings = table(subjects, &sweep).unwrap().warnings;
        warnings.into_iter().filter(|found| found.code == "single-run").map(|found| found.text).collect()
    };
    let of: Vec<String> = told("1", &["fb1", "fb2", "fb4"]);
    assert_eq!(
        of,
        ["3 of 3 means of a single run: without repeats it is not known how far chance moves them"]
    );
    let of: Vec<String> = told("1,2", &["fb1", "fb2", "fb4"]);
    assert_eq!(
        of,
        [
            "3 of 3 means of a single run: samples within it, or the values that its source sums up, stand in for repeats"
        ]
    );
}

/// A run at a level of a factor, whose result has a case parameter that follows from it.
fn at_level(factor: &str, level: &str, parameter: &str, value: &str) -> Subject {
    let result = format!(
        r#"{{"case":{{"{parameter}":"{value}"}},"metric":"rate","unit":"MiB/s","better":"higher","samples":[1]}}"#
    );
    let mut subject = run("a", &result);
    subject.run.factors.insert(Key::new(factor).unwrap(), Value::new(level).unwrap());
    Subject { id: subject.run.content_id().run_id(), ..subject }
}

/// A fault: fio's block_size made every row of a sweep over bs one side's alone.
#[test]
fn a_parameter_that_says_what_the_split_says_tells_no_rows_apart() {
    let subjects = || ["4k", "64k"].map(|level| at_level("bs", level, "block_size", level)).to_vec();
    let split = table(subjects(), &by(&["bs"])).unwrap();
    assert_eq!((split.rows.len(), split.keys.len()), (1, 0));
    assert!(split.rows[0].cells.iter().all(Option::is_some));
    let rows = Request { rows: vec![RunKey::parse("bs").unwrap()], ..by(&["label"]) };
    assert_eq!(table(subjects(), &rows).unwrap().keys, ["bs"]);
    // Another parameter, though it differs with the split, was perhaps not meant to.
    let other = [("4k", "1"), ("64k", "8")].map(|(level, jobs)| at_level("bs", level, "numjobs", jobs));
    assert_eq!(table(other.to_vec(), &by(&["bs"])).unwrap().keys, ["numjobs"]);
}

/// A fault: hackbench's tasks, forty a group, made each level of a sweep over groups a curve of
/// its own.
#[test]
fn a_number_that_goes_with_the_level_does_not_cut_the_curve() {
    let levels = [("1", "40"), ("2", "80"), ("8", "320")];
    let subjects = || levels.map(|(groups, tasks)| at_level("g", groups, "tasks", tasks)).to_vec();
    let layout = crate::comparison::Layout::Sweep;
    let sweep = Request { layout, rows: vec![RunKey::parse("g").unwrap()], ..by(&["label"]) };
    assert_eq!(table(subjects(), &sweep).unwrap().keys, ["g"]);
    // Two values at one level are two curves.
    let more = [subjects(), vec![at_level("g", "8", "tasks", "160")]].concat();
    assert_eq!(table(more, &sweep).unwrap().keys, ["g", "tasks"]);
    // A name is no number.
    let named = ["read", "write"].into_iter().zip(["1", "2"]);
    let named = named.map(|(test, level)| at_level("g", level, "test", test)).collect();
    assert_eq!(table(named, &sweep).unwrap().keys, ["g", "test"]);
}
