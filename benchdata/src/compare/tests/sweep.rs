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
    assert_eq!(by(one.clone()), ("box".into(), 1));
    let two = ["1", "2", "16"].map(|level| subject("mm2", level));
    assert_eq!(by([one, two.to_vec()].concat()), ("kernel".into(), 2));
}
