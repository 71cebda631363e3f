use super::*;
use crate::compare::{Selection, Subject, compare};
use crate::comparison::{OrderKind, Request};
use crate::key::RunKey;
use crate::name::{Key, Value};
use crate::wire::runs_from_json;

/// A run of a label, with facts `key=value; …`, and rates of one sample each.
fn run(label: &str, facts: &str, start: Option<u32>, rates: &[f64]) -> Subject {
    let environment: Vec<String> = facts
        .split("; ")
        .filter_map(|fact| fact.split_once('='))
        .map(|(key, value)| format!(r#""{key}":"{value}""#))
        .collect();
    let results: Vec<String> = rates
        .iter()
        .enumerate()
        .map(|(threads, rate)| {
            format!(
                r#"{{"case":{{"threads":"{threads}"}},"metric":"rate","unit":"MiB/s","better":"higher","samples":[{rate}]}}"#
            )
        })
        .collect();
    let started = start.map(|minute| format!(r#""started":"2003-02-14T01:{minute:02}:00Z","#));
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"b","label":"{label}",{}"environment":{{{}}},"results":[{}]}}"#,
        started.unwrap_or_default(),
        environment.join(","),
        results.join(",")
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

fn table(subjects: Vec<Subject>) -> ComparisonTable {
    let request = Request { by: vec![RunKey::Label], ..Request::default() };
    compare(&[Selection { q: String::new(), subjects }], &request, |_| &[]).unwrap()
}

/// The texts of one kind of warning.
fn texts(table: &ComparisonTable, code: &str) -> Vec<String> {
    table.warnings.iter().filter(|warning| warning.code == code).map(|warning| warning.text.clone()).collect()
}

/// Runs of two labels that differ by facts alone.
fn with_facts(a: (&str, &str), b: (&str, &str)) -> ComparisonTable {
    table(vec![run(a.0, a.1, None, &[5.0]), run(b.0, b.1, None, &[6.0])])
}

#[test]
fn facts_that_the_split_does_not_explain_are_told() {
    let a = (
        "2.5.61",
        "kernel.release=2.5.61; kernel.version=#1 Mon; fs.type=ext2; memory.total=512; load.1=0.1",
    );
    let b = (
        "2.5.62",
        "kernel.release=2.5.62; kernel.version=#9 Tue; fs.type=ext3; memory.total=512; load.1=0.9",
    );
    let both = with_facts(a, b);
    assert_eq!(
        texts(&both, "environment"),
        ["the sides differ in 1 captured fact that their names do not tell of: env.fs.type"]
    );
    assert_eq!(texts(&both, "other-hardware"), ["the sides ran on another filesystem: ext2; ext3"]);
    // The load, which is other at every start, is no difference at all.
    let facts: Vec<&str> = both.environment.iter().map(|difference| difference.fact.as_str()).collect();
    assert_eq!(facts, ["fs.type", "kernel.release", "kernel.version"]);
    // A single fact that differs is what was tested, where nothing else tells.
    let one = with_facts(("before", "block.sda.rq_affinity=1"), ("after", "block.sda.rq_affinity=2"));
    assert_eq!(texts(&one, "environment"), [""; 0]);
    let facts = ["block.sda.rq_affinity=1; vm.swappiness=60", "block.sda.rq_affinity=2; vm.swappiness=1"];
    let two = with_facts(("before", facts[0]), ("after", facts[1]));
    assert_eq!(texts(&two, "environment").len(), 1);
    // What one side did not capture is not known to differ.
    let unknown = with_facts(("before", facts[0]), ("after", ""));
    assert_eq!(texts(&unknown, "environment"), [""; 0]);
}

#[test]
fn another_cpu_disk_or_tool_is_told() {
    let a = ("a", "cpu.model=P4; block.hda.model=IC35L; tool.version=0.3.3");
    let b = ("b", "cpu.model=Athlon; block.hdc.model=WD400; tool.version=0.3.10");
    let table = with_facts(a, b);
    assert_eq!(
        texts(&table, "other-hardware"),
        ["the sides ran on another CPU: Athlon; P4", "the sides ran on another disk: IC35L; WD400"]
    );
    assert_eq!(texts(&table, "tool-version"), ["a was measured with an older tool, 0.3.3 against 0.3.10"]);
}

#[test]
fn a_run_a_hundred_times_off_is_named() {
    let off = run("a", "", Some(9), &[0.05, 3.0]);
    let expected =
        format!("run {} is 100 times or more off the other runs of its side: rate, threads=0", off.id);
    let others = [5.0, 5.1].map(|rate| run("a", "", None, &[rate, 3.0]));
    let b = || [5.2, 5.3].map(|rate| run("b", "", None, &[rate, 3.0])).to_vec();
    let three = [vec![off.clone()], others.to_vec(), b()].concat();
    assert_eq!(texts(&table(three), "far-off").join("\n"), expected);
    // Of two, the other side tells which one it is.
    let two = [vec![off], others[..1].to_vec(), b()].concat();
    assert_eq!(texts(&table(two), "far-off").join("\n"), expected);
    let far_apart = [others.to_vec(), [900.0, 901.0].map(|rate| run("b", "", None, &[rate, 3.0])).to_vec()];
    assert_eq!(texts(&table(far_apart.concat()), "far-off"), [""; 0]);
}

/// A fault: two runs that agree were each said to be far off the other runs of their side.
#[test]
fn two_runs_that_agree_are_not_off_each_other() {
    let a = [1.0, 1.01, 1.02, 1.03, 1.04].map(|rate| run("a", "", None, &[rate]));
    for rates in [[150.0, 151.0], [0.0, 0.0]] {
        let b = (0..).zip(rates).map(|(minute, rate)| run("b", "", Some(minute), &[rate]));
        assert_eq!(texts(&table(a.iter().cloned().chain(b).collect()), "far-off"), [""; 0]);
    }
}

#[test]
fn odd_values_are_told() {
    let pair = |a: f64, b: f64| {
        texts(&table(vec![run("a", "", None, &[a]), run("b", "", None, &[b])]), "unit-factor").len()
    };
    assert_eq!([pair(1.0, 1000.0), pair(5120.0, 5.1), pair(1.0, 500.0), pair(0.0, 1000.0)], [1, 1, 0, 0]);
    let of = |label: &str, rates: &[f64]| -> Vec<Subject> {
        (0..).zip(rates).map(|(minute, rate)| run(label, "", Some(minute), &[*rate])).collect()
    };
    let near_zero = table([of("a", &[-1.0, 0.5, 1.0]), of("b", &[5.0, 6.0, 7.0])].concat());
    assert_eq!(
        texts(&near_zero, "baseline-zero"),
        ["the baseline cannot be told from 0, so no verdict: rate"]
    );
    assert_eq!(
        texts(&near_zero, "rank-reach"),
        ["3 v 3 runs cannot reach p < 0.05 in the rank test: it checks nothing"]
    );
    let with_outlier =
        table([of("a", &[1.0, 1.1, 1.2, 1.3, 9.0]), of("b", &[2.0, 2.1, 2.2, 2.3, 2.4])].concat());
    assert_eq!(
        texts(&with_outlier, "outliers"),
        ["1 observation far from the others, marked and not dropped: rate"]
    );
    assert_eq!(with_outlier.rows[0].cells[0].as_ref().unwrap().outliers, [4]);
    assert_eq!(texts(&with_outlier, "disagreement").len(), 0);
    let hidden = table([of("a", &[1.0, 1.1, 1.2, 1.3]), of("b", &[2.0, 2.1, 2.2, 9.0])].concat());
    assert_eq!(texts(&hidden, "disagreement"), ["Welch's test and the rank test disagree at 5 %: rate"]);
}

#[test]
fn what_is_hidden_is_counted() {
    let cpu = r#"{"metric":"cpu","unit":"%","samples":[1]}"#;
    let json = |label: &str, results: &str| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"x","benchmark":"b","label":"{label}","results":[{results}]}}"#
        );
        let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    };
    let rate = r#"{"metric":"rate","unit":"MiB/s","better":"higher","samples":[2]}"#;
    let subjects = vec![json("a", &format!("{rate},{cpu}")), json("b", rate), json("b", cpu)];
    let request = Request { by: vec![RunKey::Label], metric: vec!["rate".into()], ..Request::default() };
    let table = compare(&[Selection { q: String::new(), subjects }], &request, |_| &[]).unwrap();
    assert_eq!(texts(&table, "metrics-hidden"), ["showing 1 of 2 metrics, without cpu"]);
    assert_eq!(texts(&table, "runs-without-values"), ["1 of 3 runs has no value of the metrics shown"]);
    // A fault: verbs did not follow their numbers.
    let two = vec![json("a", rate), json("b", rate), json("b", cpu), json("c", cpu)];
    let table = compare(&[Selection { q: String::new(), subjects: two }], &request, |_| &[]).unwrap();
    assert_eq!(texts(&table, "runs-without-values"), ["2 of 4 runs have no value of the metrics shown"]);
    assert_eq!(texts(&table, "missing"), ["1 of 1 row lacks a value on some side"]);
}

/// Five runs of each side, whose rates rise with time; `starts` says when they ran.
fn rising(starts: [[u32; 5]; 2]) -> ComparisonTable {
    let side = |label: &str, starts: [u32; 5]| {
        starts.map(|minute| run(label, "", Some(minute), &[f64::from(minute) + 20.0])).to_vec()
    };
    table([side("a", starts[0]), side("b", starts[1])].concat())
}

#[test]
fn drift_is_told_with_what_the_order_makes_of_it() {
    let blocked = rising([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]);
    let order = blocked.order.as_ref().unwrap();
    assert_eq!((order.pattern.as_str(), order.kind), ("AAAAABBBBB", OrderKind::Blocked));
    assert_eq!(
        texts(&blocked, "drift"),
        [
            "values go with time within the sides in 1 row: rate rises; the sides ran one after the other, so that it stands in the changes too"
        ]
    );
    let interleaved = rising([[0, 3, 4, 7, 8], [1, 2, 5, 6, 9]]);
    let order = interleaved.order.as_ref().unwrap();
    assert_eq!((order.pattern.as_str(), order.kind), ("ABBAABBAAB", OrderKind::Interleaved));
    assert!(
        texts(&interleaved, "drift")[0]
            .ends_with("at most what it does within a round stands in the changes")
    );
    assert_eq!(rising([[0, 1, 2, 5, 6], [3, 4, 7, 8, 9]]).order.unwrap().kind, OrderKind::Mixed);
}

#[test]
fn without_starts_of_their_own_runs_have_no_order() {
    let equal = rising([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]);
    assert_eq!(equal.order, None);
    let single = table(vec![run("a", "", Some(1), &[1.0]), run("b", "", Some(2), &[2.0])]);
    assert_eq!(single.order, None);
    let unknown =
        table(vec![run("a", "", None, &[1.0]), run("a", "", Some(2), &[2.0]), run("b", "", Some(3), &[3.0])]);
    assert_eq!((unknown.order, unknown.rows[0].drift), (None, None));
}

/// A run of a label with results `threads: samples; …`.
fn measured(label: &str, results: &str) -> Subject {
    let results: Vec<String> = results
        .split("; ")
        .filter_map(|result| result.split_once(": "))
        .map(|(threads, samples)| {
            format!(
                r#"{{"case":{{"threads":"{threads}"}},"metric":"rate","unit":"MiB/s","better":"higher","samples":[{samples}]}}"#
            )
        })
        .collect();
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"b","label":"{label}","results":[{}]}}"#,
        results.join(",")
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

/// A fault: samples of one run out of several made a verdict, and nothing said so.
#[test]
fn a_row_that_one_of_several_runs_measured_is_told() {
    let a = ["1: 1; 2: 10,11,12", "1: 2", "1: 3"].map(|results| measured("a", results));
    let b = ["1: 4; 2: 20,21,22", "1: 5; 2: 20", "1: 6; 2: 21"].map(|results| measured("b", results));
    let table = table([a, b].concat());
    assert_eq!(
        texts(&table, "single-run"),
        [
            "a single one of a side's runs measured these, and samples within it stand in for repeats: rate, threads=2"
        ]
    );
    assert_eq!(
        texts(&table, "rank-reach"),
        ["3 v 3 observations; 3 v 3 runs cannot reach p < 0.05 in the rank test: it checks nothing"]
    );
}

/// A fault: very many samples are not kept, and so their far ones were not counted, and of two
/// sides the test of ranks was one of none.
#[test]
fn what_is_not_kept_is_judged_all_the_same() {
    let many = |far: &str| (0..1001).map(|at| format!("{}.5,", at % 7)).collect::<String>() + far;
    let far = table(vec![measured("a", &format!("1: {}", many("900"))), measured("b", "1: 3")]);
    assert_eq!(texts(&far, "outliers"), ["1 observation far from the others, not dropped: rate"]);
    let cell = far.rows[0].cells[0].as_ref().unwrap();
    assert!(cell.observations.is_empty() && cell.outliers.is_empty());
    let one = "5,".repeat(1001) + "5";
    let equal =
        super::tests::table(vec![measured("a", &format!("1: {one}")), measured("b", &format!("1: {one}"))]);
    assert_eq!(texts(&equal, "rank-reach"), [""; 0]);
}

/// A run of a label that declares a factor `fifo_batch`.
fn declared(label: &str, fifo_batch: u32, rate: f64) -> Subject {
    let mut subject = run(label, "", None, &[rate]);
    subject.run.factors.insert(Key::new("fifo_batch").unwrap(), Value::new(fifo_batch.to_string()).unwrap());
    Subject { id: subject.run.content_id().run_id(), ..subject }
}

/// A fault: two labels with a factor of their own were compared as if labels alone differed.
#[test]
fn factors_that_differ_between_or_within_sides_are_told() {
    let differ = table(vec![declared("a", 4, 5.0), declared("b", 32, 6.0)]);
    assert_eq!(
        texts(&differ, "other-setting"),
        ["the sides differ in what their names do not tell of: fifo_batch is 4 or 32"]
    );
    // A fault: a dozen long levels were all listed.
    let many = ["a", "b", "c", "d", "e"].into_iter().zip([1, 2, 4, 16, 32]);
    assert_eq!(
        texts(&table(many.map(|(label, level)| declared(label, level, 5.0)).collect()), "other-setting"),
        [
            "the sides differ in what their names do not tell of: fifo_batch is 1, 2, 4, or one of 2 more levels"
        ]
    );
    let told = table(vec![declared("fb=1", 1, 5.0), declared("fb=32", 32, 6.0)]);
    assert_eq!(texts(&told, "other-setting"), [""; 0]);
    let levels = |label: &str| [1, 2, 4].map(|level| declared(label, level, f64::from(level)));
    let mixed = table([levels("a"), levels("b")].concat());
    assert_eq!(texts(&mixed, "mixed-settings"), ["a side mixes 3 levels of fifo_batch"]);
    assert_eq!(texts(&mixed, "other-setting"), [""; 0]);
    // Labels that name the level are no mix where it is what rows are laid out by.
    let sweep = Request {
        by: vec![RunKey::Box],
        rows: vec![RunKey::parse("fifo_batch").unwrap()],
        ..Request::default()
    };
    let subjects = [1, 2, 4].map(|level| declared(&format!("fb{level}"), level, 5.0)).to_vec();
    let swept = compare(&[Selection { q: String::new(), subjects }], &sweep, |_| &[]).unwrap();
    assert_eq!(texts(&swept, "mixed-settings"), [""; 0]);
    let by_threads = Request { by: vec![RunKey::parse("threads").unwrap()], ..Request::default() };
    let subjects = [1.0, 2.0].map(|rate| run("a", "", None, &[rate, rate])).to_vec();
    let labels = [subjects, vec![run("b", "", None, &[3.0, 4.0])]].concat();
    let mixed = compare(&[Selection { q: String::new(), subjects: labels }], &by_threads, |_| &[]).unwrap();
    assert_eq!(texts(&mixed, "mixed-settings"), ["a side mixes 2 labels"]);
}

#[test]
fn facts_that_vary_within_a_side_are_told_unless_new_in_every_run() {
    let runs = |kernels: [&str; 3]| {
        let facts = kernels.map(|kernel| format!("kernel.release={kernel}; fs.created={kernel}"));
        let side = (0..).zip(&facts).map(|(at, facts)| run("a", facts, Some(at), &[1.0])).collect::<Vec<_>>();
        texts(&table([side, vec![run("b", "", None, &[1.0])]].concat()), "mixed-settings").join("\n")
    };
    assert_eq!(
        runs(["6.1", "6.2", "6.1"]),
        "a side mixes 2 values of env.fs.created; 2 values of env.kernel.release"
    );
    assert_eq!(runs(["6.1", "6.2", "6.3"]), "");
}

/// Every kind of warning leads to a heading of its own.
#[test]
fn the_docs_have_a_heading_for_every_kind() {
    let headings: Vec<&str> = include_str!("../../../../docs/STATISTICS.md")
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    let sources = [
        include_str!("environment.rs"),
        include_str!("metrics.rs"),
        include_str!("remarks.rs"),
        include_str!("settings.rs"),
        include_str!("sides.rs"),
        include_str!("time.rs"),
        include_str!("values.rs"),
        include_str!("../../history/warnings.rs"),
    ];
    let calls = sources.iter().flat_map(|source| source.split("Warning::new(").skip(1));
    let mut codes: Vec<&str> =
        calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next()).collect();
    codes.extend(["contradiction", "undeclared", super::settings::UNEQUAL, super::time::CODE]);
    // The server's own: what a query leaves out, and what happened to its runs.
    codes.extend(["query-picks", "corrected", "withdrawn"]);
    for code in &codes {
        assert!(headings.contains(code), "{code} has no heading in docs/STATISTICS.md");
    }
    for heading in &headings {
        assert!(codes.contains(heading), "no warning is called {heading}");
    }
    assert_eq!(Warning::new("drift", "").docs, "docs/STATISTICS.md#drift");
}

#[path = "tests/faults.rs"]
mod faults;
#[path = "tests/labels.rs"]
mod labels;
#[path = "tests/remarks.rs"]
mod remarks;
