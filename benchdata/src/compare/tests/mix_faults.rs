//! Faults found in how pooled levels were told from repeats and from what is compared.

use super::mix::{at, cautions, verdicts};
use super::*;
use crate::comparison::Layout;
use crate::name::{Key, Value};

const LIKE: [Option<Verdict>; 1] = [Some(Verdict::NotShown)];
const UNEQUAL: [Option<Verdict>; 1] = [Some(Verdict::UnequalLevels)];
const BETTER: [Option<Verdict>; 1] = [Some(Verdict::Better)];

/// A run on a box under captured facts.
fn captured(label: &str, on: &str, facts: &[(&str, &str)], rate: f64) -> Subject {
    let mut subject = at(label, &[], rate);
    subject.run.box_name = crate::name::Name::new(on).unwrap();
    for (fact, value) in facts {
        subject.run.environment.insert(Key::new(fact).unwrap(), Value::new(*value).unwrap());
    }
    Subject { id: subject.run.content_id().run_id(), ..subject }
}

/// Four runs of a mean.
fn four(of: impl Fn(f64) -> Subject, mean: f64) -> Vec<Subject> {
    [0.98, 0.99, 1.01, 1.02].map(|noise| of(mean * noise)).to_vec()
}

/// Of the last caution: before it stand those of contradictions.
fn way_out(table: &ComparisonTable) -> &str {
    cautions(table).last().unwrap().split("; ").last().unwrap()
}

/// Equal labels came out "worse, -26.5 %, p 0.027".
#[test]
fn labels_in_unequal_shares_give_no_verdict() {
    let of = |elevator: &'static str, label: &'static str, mean| {
        four(|rate| at(label, &[("elevator", elevator)], rate), mean)
    };
    let pooled = [of("cfq", "v1", 100.0), of("cfq", "v2", 200.0), of("bfq", "v2", 200.0)].concat();
    let pooled = table(pooled, &by(&["elevator"])).unwrap();
    assert_eq!(verdicts(&pooled), UNEQUAL);
    assert_eq!(way_out(&pooled), "by=elevator&rows=label sets like against like");
    // What is left of a label without the elevator's name is alike, or is not.
    let named = [of("cfq", "6.0-cfq", 100.0), of("cfq", "6.1-cfq", 200.0), of("bfq", "6.1-bfq", 200.0)];
    assert_eq!(verdicts(&table(named.concat(), &by(&["elevator"])).unwrap()), UNEQUAL);
    let alike = [named.concat(), of("bfq", "6.0-bfq", 100.0)].concat();
    assert_eq!(verdicts(&table(alike, &by(&["elevator"])).unwrap()), LIKE);
    // Labels of which none is on both sides are what is compared.
    let apart = [of("cfq", "a1", 100.0), of("cfq", "a2", 101.0), of("bfq", "b", 102.0)].concat();
    assert_eq!(verdicts(&table(apart, &by(&["elevator"])).unwrap()), LIKE);
}

/// The fast box alone was "better, +32.6 %, p 0.037", the faster scheduler "+33.5 %".
#[test]
fn boxes_and_captured_settings_in_unequal_shares_give_no_verdict() {
    let on = |label: &'static str, name: &'static str, mean| {
        four(|rate| captured(label, name, &[("memory.free", &rate.to_string())], rate), mean)
    };
    let boxes = [on("A", "fast", 200.0), on("A", "slow", 100.0), on("B", "fast", 200.0)].concat();
    let boxes = table(boxes, &Request::default()).unwrap();
    assert_eq!(verdicts(&boxes), UNEQUAL);
    assert_eq!(way_out(&boxes), "by=label&rows=box sets like against like");
    let under = |label: &'static str, fact: &'static str, value: &'static str, mean| {
        four(|rate| captured(label, "bigbox", &[(fact, value)], rate), mean)
    };
    for fact in ["block.sda.scheduler", "cpu.governor", "kernel.release", "vm.dirty_ratio"] {
        let pooled =
            [under("A", fact, "x", 100.0), under("A", fact, "y", 200.0), under("B", fact, "y", 200.0)];
        let pooled = table(pooled.concat(), &Request::default()).unwrap();
        assert_eq!(verdicts(&pooled), UNEQUAL, "{fact}");
        assert_eq!(way_out(&pooled), format!("by=label&rows=env.{fact} sets like against like"));
    }
    // What only happens to differ, what was not captured everywhere, and what follows from the side.
    let (noise, fact) = ("memory.swap", "cpu.governor");
    let noise = [under("A", noise, "x", 100.0), under("A", noise, "y", 102.0), under("B", noise, "y", 101.0)];
    assert_eq!(verdicts(&table(noise.concat(), &Request::default()).unwrap()), LIKE);
    let unknown =
        [under("A", fact, "x", 100.0), under("A", "load.1m", "1", 102.0), under("B", fact, "x", 101.0)];
    assert_eq!(verdicts(&table(unknown.concat(), &Request::default()).unwrap()), LIKE);
    let compared = [under("A", fact, "x", 100.0), under("B", fact, "y", 150.0)].concat();
    assert_eq!(verdicts(&table(compared, &Request::default()).unwrap()), BETTER);
}

/// Two labels with five runs each became ten rows of one number, for a seed was new in each run.
#[test]
fn what_is_new_in_every_run_is_neither_rows_nor_a_mix() {
    let levels: [(&str, [&str; 10]); 6] = [
        ("seed", ["17", "4711", "9", "23", "512", "31", "8", "99", "1024", "77"]),
        ("iter", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),
        ("attempt", ["1", "2", "3", "4", "5", "3", "4", "5", "6", "7"]),
        (
            "date",
            [
                "2025-01-01",
                "2025-01-02",
                "2025-01-03",
                "2025-01-04",
                "2025-01-05",
                "2025-01-11",
                "2025-01-12",
                "2025-01-13",
                "2025-01-14",
                "2025-01-15",
            ],
        ),
        ("boot", ["3ae", "41f", "5b0", "6c1", "7d2", "8e3", "9f4", "a05", "b16", "c27"]),
        ("host_key", ["3ae", "41f", "5b0", "6c1", "7d2", "8e3", "9f4", "a05", "b16", "c27"]),
    ];
    let run = |number: usize, factors: &[(&str, &str)]| {
        let (label, mean) = if number < 5 { ("A", 100.0) } else { ("B", 120.0) };
        at(label, factors, mean + [0.0, 1.0, -1.0, 2.0, -2.0][number % 5])
    };
    let runs = |factor, levels: [&str; 10]| {
        levels.iter().enumerate().map(|(number, level)| run(number, &[(factor, *level)])).collect::<Vec<_>>()
    };
    for (factor, levels) in levels {
        let table = table(runs(factor, levels), &Request::default()).unwrap();
        assert_eq!(table.request.by, [RunKey::Label], "{factor}");
        assert_eq!((verdicts(&table), cautions(&table)), (BETTER.to_vec(), vec![]), "{factor}");
        let told: Vec<_> = table.warnings.iter().filter(|warning| warning.text.contains(factor)).collect();
        assert!(told.is_empty() || factor == "host_key", "{told:?}");
    }
    // Two such at once.
    let [(seed, seeds), (iter, iters), ..] = levels;
    let both = (0..10).map(|at| run(at, &[(seed, seeds[at]), (iter, iters[at]), ("rep", iters[at % 5])]));
    assert_eq!(verdicts(&table(both.collect(), &Request::default()).unwrap()), BETTER);
    // Numbers that are called otherwise are a sweep, of which nothing can be compared.
    let swept = table(runs("qd", iters), &Request::default()).unwrap();
    assert_eq!(
        (verdicts(&swept), way_out(&swept)),
        (UNEQUAL.to_vec(), "the sides have none of the levels of qd in common")
    );
}

/// A sweep over nice was averaged away, for levels of both signs were no numbers.
#[test]
fn levels_of_both_signs_are_swept_in_their_order() {
    let nices = ["-20", "-10", "-5", "0", "5", "10", "19"];
    let of = |label: &'static str| {
        nices.iter().flat_map(move |nice| {
            four(|rate| at(label, &[("nice", nice)], rate), 500.0 - 10.0 * nice.parse::<f64>().unwrap())
        })
    };
    for layout in [Layout::Delta, Layout::Sweep] {
        let request = Request { layout, ..Request::default() };
        let table = table(of("a").chain(of("b")).collect(), &request).unwrap();
        let levels: Vec<_> = table.rows.iter().filter_map(|row| row.keys[0].as_deref()).collect();
        assert_eq!((levels, table.sides.len()), (nices.to_vec(), 2), "{layout:?}");
    }
}

/// The way out led to a page without a comparison, of one side alone.
#[test]
fn a_way_out_keeps_the_sides_and_leads_to_a_comparison() {
    let of = |label: &'static str, depths: &[&str]| {
        depths.iter().flat_map(|qd| four(|rate| at(label, &[("qd", qd)], rate), 100.0)).collect::<Vec<_>>()
    };
    let disjoint = table([of("A", &["1", "2", "4"]), of("B", &["8", "16"])].concat(), &Request::default());
    let disjoint = disjoint.unwrap();
    assert_eq!((disjoint.request.rows.len(), disjoint.sides.len()), (0, 2));
    assert_eq!(way_out(&disjoint), "the sides have none of the levels of qd in common");
    let subjects = [of("A", &["1", "2"]), of("B", &["2"])].concat();
    let pooled = table(subjects.clone(), &Request::default()).unwrap();
    assert_eq!(way_out(&pooled), "by=label&rows=qd sets like against like");
    let followed = Request { rows: vec![RunKey::parse("qd").unwrap()], ..by(&["label"]) };
    assert_eq!(verdicts(&table(subjects, &followed).unwrap()), LIKE);
}

/// One missing run of 39 took the verdict away: +20.4 %, true of both levels.
#[test]
fn a_missing_run_withholds_no_verdict() {
    let of = |label: &str, mean: f64, elevator: &str, runs: usize| {
        let run = |number: usize| at(label, &[("elevator", elevator)], mean + number as f64 / 10.0);
        (0..runs).map(run).collect::<Vec<_>>()
    };
    let nearly = |runs| {
        let a = [of("A", 100.0, "bfq", 10), of("A", 100.0, "cfq", 10)];
        let b = [of("B", 120.0, "bfq", runs), of("B", 120.0, "cfq", 10)];
        verdicts(&table([a, b].concat().concat(), &Request::default()).unwrap())
    };
    // Biases of 0.160 and 0.525 standard errors.
    assert_eq!((nearly(9), nearly(7)), (BETTER.to_vec(), UNEQUAL.to_vec()));
}

/// Each side had one level, its label; runs of another box did not declare it.
#[test]
fn one_level_a_side_is_compared_declared_everywhere_or_not() {
    let runs = |label: &'static str, level: &'static str, declared: u32| {
        (0..8).map(move |number| {
            let factors = [("fifo_batch", level)];
            at(label, if number < declared { &factors } else { &[] }, 100.0 + f64::from(number))
        })
    };
    let of = |a: u32, b: u32| {
        verdicts(
            &table(runs("fb01", "1", a).chain(runs("fb16", "16", b)).collect(), &by(&["label"])).unwrap(),
        )
    };
    assert_eq!((of(4, 4), of(8, 8)), (LIKE.to_vec(), LIKE.to_vec()));
    assert_eq!(of(4, 8), UNEQUAL);
}

/// A third side that pools the levels took away the word of another pair's setting.
#[test]
fn another_setting_is_told_of_beside_a_side_that_pools_both() {
    let of = |label: &'static str, qd: &'static str, mean| four(|rate| at(label, &[("qd", qd)], rate), mean);
    let sides = [of("a", "1", 100.0), of("b", "1", 100.0), of("b", "2", 150.0), of("c", "2", 150.0)].concat();
    let table = table(sides, &by(&["label"])).unwrap();
    let told = table.warnings.iter().find(|warning| warning.code == "other-setting").unwrap();
    assert_eq!(told.text, "the sides differ in what their names do not tell of: qd is 1 or 2");
}

/// Two keys in equal shares each, but crosswise, set equal kernels apart: "better, +100 %".
#[test]
fn two_keys_pooled_crosswise_give_no_verdict() {
    let of = |label: &'static str, pairs: [(&'static str, &'static str, f64); 2]| {
        pairs.map(|(elevator, fs, mean)| {
            four(|rate| at(label, &[("elevator", elevator), ("fs", fs)], rate), mean)
        })
    };
    let straight = of("v1", [("as", "ext2", 100.0), ("cfq", "xfs", 100.0)]).concat();
    let crossed = of("v2", [("as", "xfs", 200.0), ("cfq", "ext2", 200.0)]).concat();
    let pooled = table([straight.clone(), crossed].concat(), &by(&["label"])).unwrap();
    assert_eq!(verdicts(&pooled), UNEQUAL);
    assert_eq!(way_out(&pooled), "the sides have none of the levels of elevator and of fs in common");
    let like = of("v2", [("as", "ext2", 200.0), ("cfq", "xfs", 200.0)]).concat();
    assert_eq!(verdicts(&table([straight, like].concat(), &by(&["label"])).unwrap()), BETTER);
}
