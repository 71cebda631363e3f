//! What the verdicts are worth, on draws whose truth is known: log-normal noise of 1 to 10 %,
//! 3 to 10 runs a side. The seeds are fixed, so that the numbers here are always the same.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use std::f64::consts::TAU;

use benchdata::check::{Finding, Rule, looks};
use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{Basis, ComparisonTable, Request, Threshold, Verdict};
use benchdata::content::RunId;
use benchdata::key::RunKey;
use benchdata::metric::Better;
use benchdata::name::{Name, Value};
use benchdata::rank::rank_test;
use benchdata::ratio::{ALPHA, Inference, infer};
use benchdata::run::{Measurement, Run, Series, Values};
use benchdata::summary::Summary;
use benchdata::unit::Unit;
use benchdata::wire::runs_from_json;

/// One value of a benchmark: log-normal with this mean and coefficient of variation.
fn draw(random: &mut fastrand::Rng, mean: f64, variation: f64) -> f64 {
    let variance = variation.powi(2).ln_1p();
    // Box and Muller 1958; 1 − [0, 1) keeps 0 from the logarithm.
    let normal = (-2.0 * (1.0 - random.f64()).ln()).sqrt() * (TAU * random.f64()).cos();
    mean * (variance.sqrt() * normal - variance / 2.0).exp()
}

fn side(random: &mut fastrand::Rng, n: usize, mean: f64, variation: f64) -> Vec<f64> {
    (0..n).map(|_| draw(random, mean, variation)).collect()
}

fn inference(a: &[f64], b: &[f64]) -> Inference {
    infer(&Summary::of(a).unwrap(), &Summary::of(b).unwrap()).unwrap()
}

fn variation(random: &mut fastrand::Rng) -> f64 {
    0.01 + 0.09 * random.f64()
}

#[test]
fn at_most_one_in_twenty_null_comparisons_is_called() {
    let mut random = fastrand::Rng::with_seed(2003);
    let null = |_| {
        let (n, noise) = (random.usize(3..=10), variation(&mut random));
        let p = inference(&side(&mut random, n, 42.0, noise), &side(&mut random, n, 42.0, noise)).p;
        p < ALPHA
    };
    let called = (0..10_000).map(null).filter(|called| *called).count();
    assert!((350..=550).contains(&called), "{called} of 10,000 were called");
}

#[test]
fn intervals_hold_the_true_ratio_as_often_as_they_say() {
    let mut random = fastrand::Rng::with_seed(1947);
    for n in 3..=10 {
        let draws = 4000;
        let held = (0..draws).filter(|_| {
            let (noise, ratio) = (variation(&mut random), 0.5 + 1.5 * random.f64());
            let baseline = side(&mut random, n, 10.0, noise);
            let contender = side(&mut random, n, 10.0 * ratio, noise);
            let (low, high) = inference(&baseline, &contender).interval.unwrap();
            (low..=high).contains(&ratio)
        });
        let share = held.count() as f64 / f64::from(draws);
        println!("{n} v {n} runs: {:.1} % of the intervals hold the true ratio", 100.0 * share);
        assert!((0.94..=0.975).contains(&share), "{n} v {n}: {share}");
    }
}

#[test]
fn a_change_of_five_percent_is_seen_no_less_often_than_by_ranks() {
    let mut random = fastrand::Rng::with_seed(2018);
    let (mut ours, mut ranks) = (0, 0);
    for _ in 0..4000 {
        let (a, b) = (side(&mut random, 5, 100.0, 0.02), side(&mut random, 5, 105.0, 0.02));
        let (low, _) = inference(&a, &b).interval.unwrap();
        let ratio = Summary::of(&b).unwrap().mean / Summary::of(&a).unwrap().mean;
        ours += usize::from(low > 1.0 && ratio >= 1.01);
        // benchstat's rule.
        ranks += usize::from(rank_test(&a, &b).unwrap().p < ALPHA);
    }
    println!("of 4000 changes of 5 % at 2 % noise, 5 v 5 runs: {ours} seen, by the rank test {ranks}");
    assert!(ours >= ranks, "{ours} seen, by the rank test {ranks}");
    // Student's t of a change of 2.5 standard deviations: 0.934 (R's power.t.test).
    assert!((3640..=3840).contains(&ours), "{ours} of 4000");
}

/// A run with so many rows of one metric, whose truth is the same on all sides.
fn run(random: &mut fastrand::Rng, template: &Run, label: &str, repeat: u32, noise: f64) -> Subject {
    let results = (0..40).map(|case: u32| Measurement {
        series: Series {
            case: [(benchdata::name::Key::new("case").unwrap(), Value::new(case.to_string()).unwrap())]
                .into_iter()
                .collect(),
            metric: Name::new("elapsed").unwrap(),
            unit: Unit::new("s").unwrap(),
            better: Some(Better::Lower),
        },
        values: Values::Samples(vec![draw(random, 30.0, noise)]),
    });
    let run = Run {
        label: Name::new(label).unwrap(),
        repeat: Some(repeat),
        results: results.collect(),
        ..template.clone()
    };
    Subject { id: RunId(random.u64(..)), run }
}

#[test]
fn holm_keeps_whole_tables_from_false_verdicts() {
    let json = br#"{"schema":"runoff/1","box":"b","benchmark":"dss","label":"a",
        "results":[{"metric":"elapsed","unit":"s","better":"lower","samples":[1]}]}"#;
    let template = &runs_from_json(json).unwrap()[0];
    let request = Request { by: vec![RunKey::Label], ..Request::default() };
    let mut random = fastrand::Rng::with_seed(1979);
    let tables = 400;
    let is_false = |_| {
        let (n, noise) = (random.u32(3..=10), variation(&mut random));
        let subjects = ["a", "b"].into_iter().flat_map(|label| (0..n).map(move |at| (label, at)));
        let subjects = subjects.map(|(label, at)| run(&mut random, template, label, at + 2, noise)).collect();
        let selection = Selection { q: String::new(), subjects };
        let table = compare(&[selection], &request, |_| &[]).unwrap();
        let standings = table.rows.iter().map(|row| row.cells[1].as_ref().unwrap().against.as_ref().unwrap());
        let verdicts: Vec<Verdict> = standings.map(|against| against.verdict.unwrap()).collect();
        assert_eq!(verdicts.len(), 40);
        verdicts.iter().any(|verdict| matches!(verdict, Verdict::Better | Verdict::Worse))
    };
    let called = (0..tables).map(is_false).filter(|called| *called).count();
    println!("{called} of {tables} tables of 40 rows without any difference have a verdict");
    assert!(called * 20 <= tables, "{called} of {tables}");
}

/// A table of one row, whose values are to be drawn.
fn checked_table() -> ComparisonTable {
    let of = |label: &str, seconds: u32| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"b","benchmark":"dss","label":"{label}","repeat":{},
                "results":[{{"metric":"elapsed","unit":"s","better":"lower","samples":[{seconds}]}}]}}"#,
            seconds + 1
        );
        let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    };
    let subjects = ["a", "b"].into_iter().flat_map(|label| [1, 2].map(|seconds| of(label, seconds)));
    let selection = Selection { q: String::new(), subjects: subjects.collect() };
    let request = Request { by: vec![RunKey::Label], ..Request::default() };
    let table = compare(&[selection], &request, |_| &[]).unwrap();
    assert!(table.rows[0].cells.iter().flatten().all(|cell| cell.basis == Basis::Runs));
    table
}

/// Measures until a rule decides; whether it found the contender worse, or not worse.
fn check(random: &mut fastrand::Rng, rule: &Rule, table: &mut ComparisonTable, truth: f64) -> (bool, bool) {
    let (noise, most) = (variation(random), *rule.looks.last().unwrap() as usize);
    let baseline = side(random, random.clone().usize(3..=10), 30.0, noise);
    let contender = side(random, most, 30.0 * truth, noise);
    for &runs in &rule.looks {
        for (at, values) in [&baseline[..], &contender[..runs as usize]].into_iter().enumerate() {
            table.rows[0].cells[at].as_mut().unwrap().summary = Summary::of(values).unwrap();
        }
        match rule.judge(table) {
            Finding::Worse(_) => return (true, false),
            Finding::NotWorse(_) => return (false, true),
            Finding::CannotTell(_) | Finding::Nothing => {}
        }
    }
    (false, false)
}

/// How many of 4000 checks of a contender that takes `truth` times as long find it worse, and
/// how many not worse than by `worse_than`.
fn checks(rule: &Rule, truth: f64) -> (usize, usize) {
    let (mut random, mut table) = (fastrand::Rng::with_seed(1977), checked_table());
    let found = (0..4000).map(|_| check(&mut random, rule, &mut table, truth));
    found.fold((0, 0), |(worse, not), (is_worse, is_not)| {
        (worse + usize::from(is_worse), not + usize::from(is_not))
    })
}

#[test]
fn a_check_that_looks_often_gives_no_more_false_alarms_than_one_look() {
    let rule = |worse_than: &str| Rule {
        looks: looks(3, 10),
        alpha: ALPHA,
        worse_than: worse_than.parse::<Threshold>().unwrap(),
    };
    // Of no change, with any change too much: the most alarms that there can be.
    let (worse, not_worse) = checks(&rule("0%"), 1.0);
    println!("no change, 0 % allowed: {worse} of 4000 called worse, {not_worse} not worse");
    assert!(worse * 20 <= 4000 && not_worse * 20 <= 4000, "{worse}, {not_worse}");
    // A change that is just as large as is allowed.
    let (worse, not_worse) = checks(&rule("5%"), 1.05);
    println!("5 % worse, 5 % allowed: {worse} of 4000 called worse, {not_worse} not worse");
    assert!(worse * 20 <= 4000 && not_worse * 20 <= 4000, "{worse}, {not_worse}");
    // It finds what is there.
    let (worse, not_worse) = checks(&rule("5%"), 1.25);
    println!("25 % worse, 5 % allowed: {worse} of 4000 called worse, {not_worse} not worse");
    assert!(worse > 3400 && not_worse == 0, "{worse}, {not_worse}");
    let (worse, not_worse) = checks(&rule("20%"), 1.0);
    println!("no change, 20 % allowed: {worse} of 4000 called worse, {not_worse} not worse");
    assert!(worse == 0 && not_worse > 3400, "{worse}, {not_worse}");
}

/// The fault that the rule avoids: an interval of 95 % at every look.
#[test]
fn looking_again_and_again_at_five_percent_would_give_too_many_false_alarms() {
    let (mut random, mut table) = (fastrand::Rng::with_seed(1969), checked_table());
    let rule = Rule { looks: (3..=20).collect(), alpha: 18.0 * ALPHA, worse_than: "0%".parse().unwrap() };
    let called = (0..2000).map(|_| check(&mut random, &rule, &mut table, 1.0));
    let called = called.filter(|(worse, not_worse)| *worse || *not_worse).count();
    println!("{called} of 2000 checks that look 18 times at 5 % are called");
    assert!(called * 20 > 2 * 2000, "{called} of 2000");
}
