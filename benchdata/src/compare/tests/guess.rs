//! The sides and rows of a request that leaves them open.

use super::*;
use crate::comparison::Layout;
use crate::name::{Key, Value};

/// A run of a label with factors and single rates of two case parameters; `number` tells it from
/// its repeats.
fn declared(label: &str, factors: &[(&str, &str)], number: u32) -> Subject {
    let results = format!("{},{}", rate(1, &format!("5.{number}")), rate(2, &format!("6.{number}")));
    let mut subject = run(label, &results);
    for (factor, level) in factors {
        subject.run.factors.insert(Key::new(factor).unwrap(), Value::new(*level).unwrap());
    }
    Subject { id: subject.run.content_id().run_id(), ..subject }
}

const LAYOUTS: [Layout; 5] =
    [Layout::Delta, Layout::Summary, Layout::Metrics, Layout::Samples, Layout::Sweep];

/// What was guessed for `by` and `rows`, and the number of sides.
fn guessed(subjects: &[Subject], layout: Layout) -> (String, String, usize) {
    let table = table(subjects.to_vec(), &Request { layout, ..Request::default() }).unwrap();
    assert_eq!(table.request.layout, layout);
    let joined = |keys: &[RunKey]| keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    (joined(&table.request.by), joined(&table.request.rows), table.sides.len())
}

/// A fault: a sweep was split by the elevator, which mixed four kernels a side, all else by label.
#[test]
fn the_sides_are_the_same_in_every_layout() {
    let mut subjects = Vec::new();
    for kernel in ["6.0", "6.1", "6.2", "6.3"] {
        for elevator in ["bfq", "kyber", "none"] {
            let label = format!("{kernel}-{elevator}");
            subjects.extend((0..2).map(|number| declared(&label, &[("elevator", elevator)], number)));
        }
    }
    for layout in LAYOUTS {
        let rows = if layout == Layout::Sweep { "threads" } else { "" };
        assert_eq!(guessed(&subjects, layout), ("label".into(), rows.into(), 12), "{layout:?}");
    }
}

/// A fault: all levels of a sweep were pooled into one row.
#[test]
fn levels_that_every_side_has_are_rows() {
    let mut subjects = Vec::new();
    for label in ["6.1-bfq", "6.1-kyber"] {
        for quantum in ["1", "2", "4", "8", "16", "32", "64", "128"] {
            subjects.extend((0..5).map(|number| declared(label, &[("quantum", quantum)], number)));
        }
    }
    for layout in LAYOUTS {
        assert_eq!(guessed(&subjects, layout), ("label".into(), "quantum".into(), 2), "{layout:?}");
    }
    let table = table(subjects, &Request::default()).unwrap();
    // Eight levels at two numbers of threads.
    assert_eq!(table.rows.len(), 16);
    assert!(table.warnings.iter().all(|warning| warning.code != "mixed-settings"), "{:?}", table.warnings);
}

/// A fault: seventeen levels of contest's mail were seventeen sides of one sample each.
#[test]
fn labels_that_name_the_level_are_no_sides() {
    let levels = "01 02 04 08 10 12 14 16 18 20 22 24 26 28 30 31 32";
    let runs = |kernel: &'static str| {
        let at = move |level: &str| {
            declared(&format!("{kernel}fb{level}"), &[("fifo_batch", level), ("kernel", kernel)], 0)
        };
        levels.split(' ').map(at).collect::<Vec<_>>()
    };
    let one = runs("2539mm1");
    let two = [one.clone(), runs("2540mm1")].concat();
    for layout in LAYOUTS {
        assert_eq!(guessed(&one, layout), ("kernel".into(), "fifo_batch".into(), 1), "{layout:?}");
        assert_eq!(guessed(&two, layout), ("kernel".into(), "fifo_batch".into(), 2), "{layout:?}");
    }
    let table = table(one, &Request::default()).unwrap();
    assert!(table.warnings.iter().all(|warning| warning.code != "one-side"), "{:?}", table.warnings);
}

#[test]
fn what_only_looks_like_a_sweep_is_none() {
    let runs = |factor: &'static str, levels: [&'static str; 3], of: fn(&str) -> &str, repeats: u32| {
        let at = |level| (0..repeats).map(move |number| declared(of(level), &[(factor, level)], number));
        levels.into_iter().flat_map(at).collect::<Vec<_>>()
    };
    // A count of the repeats.
    let [a, b] = [|_: &str| "a", |_: &str| "b"].map(|of| runs("rep", ["0", "1", "2"], of, 1));
    assert_eq!(guessed(&[a, b].concat(), Layout::Delta), ("label".into(), String::new(), 2));
    // Beside another factor too, of whose levels there are fewer.
    let mut counted = Vec::new();
    for (label, quantum) in [("a", "1"), ("a", "4"), ("a", "16"), ("b", "1"), ("b", "4"), ("b", "16")] {
        let counts = ["1", "2", "3", "4"].into_iter();
        counted.extend(counts.map(|rep| declared(label, &[("quantum", quantum), ("rep", rep)], 0)));
    }
    assert_eq!(guessed(&counted, Layout::Delta), ("label".into(), "quantum".into(), 2));
    // Three settings with repeats are compared with each other.
    let repeated = runs("quantum", ["1", "4", "16"], |level| level, 2);
    assert_eq!(guessed(&repeated, Layout::Delta), ("label".into(), String::new(), 3));
    // So are three kernels.
    let kernels = runs("kernel", ["6.1", "6.2", "6.3"], |level| level, 1);
    assert_eq!(guessed(&kernels, Layout::Delta), ("label".into(), String::new(), 3));
}

/// A fault: 6.10 stood before 6.9 and was the baseline.
#[test]
fn kernels_are_sides_and_rows_in_the_order_of_their_versions() {
    let kernels = ["6.10", "6.8", "6.11", "6.9"];
    let subjects = || kernels.map(|kernel| declared(kernel, &[("kernel", kernel)], 0)).to_vec();
    let split = table(subjects(), &by(&["kernel"])).unwrap();
    let sides: Vec<_> = split.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(sides, ["kernel=6.8", "kernel=6.9", "kernel=6.10", "kernel=6.11"]);
    let rows = Request { rows: vec![RunKey::Label], layout: Layout::Sweep, ..by(&["box"]) };
    let laid_out = table(subjects(), &rows).unwrap();
    let mut labels: Vec<_> = laid_out.rows.iter().filter_map(|row| row.keys[0].as_deref()).collect();
    labels.dedup();
    assert_eq!(labels, ["6.8", "6.9", "6.10", "6.11"]);
}

/// A fault: the first side by name was the baseline, with one row of seven: 24 of 28 values were
/// compared with nothing, and nothing said so.
#[test]
fn the_baseline_is_a_side_that_others_can_be_compared_with() {
    let both = format!("{},{}", rate(1, "1"), rate(2, "2"));
    let subjects = vec![run("a", &rate(4, "3")), run("b", &both), run("c", &both), run("d", &rate(2, "4"))];
    let compared = |request: &Request| table(subjects.clone(), request).unwrap();
    let missing = |table: &ComparisonTable| {
        let found = table.warnings.iter().find(|warning| warning.code == "missing");
        found.unwrap().text.clone()
    };
    let guessed = compared(&by(&["label"]));
    assert_eq!(guessed.sides[guessed.baseline].name, "b");
    let text =
        "3 of 3 rows lack a value on some side; 1 on the baseline b, so that nothing is compared there";
    assert_eq!(missing(&guessed), text);
    let asked = compared(&Request { base: Some("a".into()), ..by(&["label"]) });
    assert_eq!(asked.sides[asked.baseline].name, "a");
    assert!(missing(&asked).contains("; 2 on the baseline a, "), "{}", missing(&asked));
    // Who writes the sides down has chosen the first.
    let selections = [&subjects[..1], &subjects[1..2], &subjects[2..]];
    let selections =
        selections.map(|runs| Selection { q: runs[0].run.label.to_string(), subjects: runs.to_vec() });
    let written = compare(&selections, &Request::default(), no_glossary).unwrap();
    assert_eq!(written.sides[written.baseline].name, "a");
}
