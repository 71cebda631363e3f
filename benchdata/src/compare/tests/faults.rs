//! Faults that readers of comparisons found, one test each.

use super::mix::at;
use super::*;

fn codes(table: &ComparisonTable) -> Vec<&str> {
    table.warnings.iter().map(|warning| warning.code.as_str()).collect()
}

/// `the sides are A, fs=xfs, A, fs=ext2` were four.
#[test]
fn sides_whose_names_have_commas_are_told_apart() {
    let sides = ["xfs", "ext2"].map(|fs| at("A", &[("fs", fs)], 1.0));
    let request = Request { base: Some("B".to_owned()), ..by(&["label", "fs"]) };
    let told = table(sides.to_vec(), &request).unwrap_err().to_string();
    assert_eq!(told, r#"base="B" names no side; the sides are "A, fs=xfs", "A, fs=ext2""#);
}

/// The first plot, which links preview, was of a metric that nobody can judge.
#[test]
fn metrics_with_a_direction_come_first() {
    let cpu = r#"{"metric":"cpu","unit":"%","samples":[50]}"#;
    let results = format!("{cpu},{},{}", rate(1, "1"), latency("ms", 2.0));
    let table = table(vec![run("a", &results), run("b", &results)], &by(&["label"])).unwrap();
    let metrics: Vec<&str> = table.metrics.iter().map(|metric| metric.name.as_str()).collect();
    assert_eq!(metrics, ["latency_max", "rate", "cpu"]);
}

/// Rows of boxes, which a caution had led to, were said to mix boxes.
#[test]
fn rows_of_boxes_mix_none() {
    let on = |name: &str, label: &str| {
        let Subject { mut run, .. } = run(label, &rate(1, "1"));
        run.box_name = crate::name::Name::new(name).unwrap();
        Subject { id: run.content_id().run_id(), run }
    };
    let runs = || vec![on("x", "a"), on("y", "a"), on("x", "b"), on("y", "b")];
    let of_rows = |rows: &[&str]| table(runs(), &Request { rows: by(rows).by, ..by(&["label"]) }).unwrap();
    assert!(codes(&of_rows(&[])).contains(&"several-boxes"));
    assert!(!codes(&of_rows(&["box"])).contains(&"several-boxes"));
}

/// A sweep in the layout that is used unasked had no word on chance.
#[test]
fn single_runs_at_each_level_are_told_in_any_layout() {
    let runs = ["a", "b"].map(|label| ["1", "2", "4"].map(|qd| at(label, &[("qd", qd)], 1.0)));
    let table = table(runs.concat(), &Request::default()).unwrap();
    assert_eq!(table.request.rows, by(&["qd"]).by);
    assert!(codes(&table).contains(&"single-run"), "{:?}", table.warnings);
}

/// One other fact was taken for what was tested beside a factor that was declared to be.
#[test]
fn one_other_fact_is_told_of_beside_a_declared_factor() {
    let of = |elevator: &str, governor: &str| {
        let Subject { mut run, .. } = at("a", &[("elevator", elevator)], 1.0);
        let [key, value] = ["cpu.governor", governor];
        let value = crate::name::Value::new(value).unwrap();
        run.environment.insert(crate::name::Key::new(key).unwrap(), value);
        Subject { id: run.content_id().run_id(), run }
    };
    let runs = vec![of("as", "powersave"), of("cfq", "performance")];
    assert!(codes(&table(runs, &by(&["elevator"])).unwrap()).contains(&"environment"));
}
