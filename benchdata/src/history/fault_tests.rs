//! A test for each fault that histories had.

use super::*;
use crate::compare::{Selection, Subject};
use crate::comparison::Verdict;
use crate::wire::runs_from_json;
use serde_json::{Value as Json, json};

/// A run of a day in January 2025: of 100 to 102 MiB/s, from the 11th on of 120 to 122.
fn of_day(day: usize) -> Json {
    let rate = (if day <= 10 { 100 } else { 120 }) + day % 3;
    json!({
        "schema": "runoff/1", "box": "bigbox", "benchmark": "tiobench", "label": format!("6.{day}"),
        "started": format!("2025-01-{day:02}T10:00:00Z"), "factors": {}, "environment": {},
        "results": [{"case": {}, "metric": "rate", "unit": "MiB/s", "better": "higher", "samples": [rate]}]
    })
}

/// Twenty such runs, each changed.
fn runs(change: impl Fn(usize, &mut Json)) -> Vec<Json> {
    let run = |day| {
        let mut run = of_day(day);
        change(day, &mut run);
        run
    };
    (1..=20).map(run).collect()
}

fn of(runs: &[Json], by: Axis) -> History {
    let subjects = runs.iter().map(|run| {
        let run = runs_from_json(run.to_string().as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    });
    let selection = Selection { q: String::new(), subjects: subjects.collect() };
    history(&selection, &HistoryRequest { by, ..HistoryRequest::default() }, |_| &[], 1).unwrap()
}

fn codes(history: &History) -> Vec<&str> {
    history.warnings.iter().map(|warning| warning.code.as_str()).collect()
}

fn difference(key: &str, before: Option<&str>, after: Option<&str>) -> Difference {
    let [before, after] = [before, after].map(|value| value.map(str::to_owned));
    Difference { key: key.to_owned(), before, after }
}

/// Another governor, CPU and tool came with a step, and the step was called better without a word.
#[test]
fn what_else_differs_is_told_with_the_change() {
    let runs = runs(|day, run| {
        let is_new = day > 10;
        run["factors"] = json!({"governor": if is_new { "performance" } else { "powersave" }});
        run["environment"] = json!({
            "kernel.release": format!("6.{day}"), "kernel.version": format!("#{day}"),
            "cpu.model": if is_new { "New" } else { "Old" }, "tool.version": if is_new { "2.0" } else { "1.0" },
            "mem.total": if is_new { "16" } else { "8" }, "load.1m": if is_new { "1" } else { "0" },
        });
    });
    for by in Axis::ALL {
        let history = of(&runs, by);
        assert_eq!(
            history.lines[0].levels[1].differences,
            [
                difference("governor", Some("powersave"), Some("performance")),
                difference("env.cpu.model", Some("Old"), Some("New")),
                difference("env.tool.version", Some("1.0"), Some("2.0")),
                difference("env.mem.total", Some("8"), Some("16")),
            ]
        );
        assert_eq!(codes(&history), ["other-setting", "other-hardware", "tool-version", "environment"]);
        assert_eq!(history.warnings[1].text, "at the change point the hardware differs: CPU, Old to New");
    }
}

#[test]
fn a_run_that_strays_over_the_edge_hides_no_difference_and_chance_makes_none() {
    let history = of(
        &runs(|day, run| {
            let governor = if (day > 10) != (day == 12) { "performance" } else { "powersave" };
            run["factors"] = json!({"governor": governor, "seed": day.to_string()});
            run["environment"] = json!({"cpu.mhz": format!("{}", 2000 + day), "fs.type": "ext4"});
        }),
        Axis::Time,
    );
    let expected = difference("governor", Some("powersave"), Some("performance"));
    assert_eq!(history.lines[0].levels[1].differences, [expected]);
}

/// What nobody declared before is a difference; what nobody captured before is not known.
#[test]
fn what_was_not_declared_differs_from_what_is() {
    let history = of(
        &runs(|day, run| {
            if day > 10 {
                run["factors"] = json!({"mitigations": "off"});
                run["environment"] = json!({"cpu.model": "New"});
            }
        }),
        Axis::Time,
    );
    assert_eq!(history.lines[0].levels[1].differences, [difference("mitigations", None, Some("off"))]);
}

/// By time a kernel is a difference where the labels do not tell it.
#[test]
fn a_kernel_that_labels_do_not_tell_is_a_difference() {
    let runs = runs(|day, run| {
        run["label"] = json!("nightly");
        run["factors"] = json!({"kernel": if day > 10 { "6.2" } else { "6.1" }});
    });
    assert_eq!(
        of(&runs, Axis::Time).lines[0].levels[1].differences,
        [difference("kernel", Some("6.1"), Some("6.2"))]
    );
}

/// Labels named other kernels than ran, and histories did not say so.
#[test]
fn contradictions_stand_before_all_else() {
    let history = of(
        &runs(|day, run| run["environment"] = json!({"kernel.release": format!("5.{day}")})),
        Axis::Kernel,
    );
    assert_eq!(codes(&history)[0], "contradiction");
    assert!(history.warnings[0].severe);
}

/// ms became MiB/s with the other direction, and a value a thousandth, without a word.
#[test]
fn units_and_directions_that_change_are_warned_of() {
    let other = of(
        &runs(|day, run| {
            if day > 10 {
                let result = &mut run["results"][0];
                (result["unit"], result["better"]) = (json!("ms"), json!("lower"));
            }
        }),
        Axis::Time,
    );
    assert_eq!(codes(&other), ["direction", "units"]);
    let divided = of(
        &runs(|day, run| {
            if day > 10 {
                run["results"][0]["samples"] = json!([(100.0 + (day % 3) as f64) / 1024.0]);
            }
        }),
        Axis::Time,
    );
    assert_eq!(codes(&divided), ["unit-factor"]);
}

/// Runs with one start stood in the order of their ids, which was judged as a course.
#[test]
fn runs_of_one_moment_have_no_order() {
    let all = of(&runs(|_, run| run["started"] = json!("2025-01-01T10:00:00Z")), Axis::Time);
    let line = &all.lines[0];
    assert_eq!((line.judged, line.levels.len(), line.drift), (false, 1, None));
    assert_eq!(codes(&all), ["same-start"]);
    assert!(all.warnings[0].text.starts_with("20 runs start at the same moment"), "{:?}", all.warnings);
    let labels: Vec<&str> = line.points.iter().map(|point| point.label.as_str()).collect();
    assert_eq!(labels, (1..=20).map(|day| format!("6.{day}")).collect::<Vec<_>>());
    // By kernel the same runs have an order.
    let by_kernel = of(&runs(|_, run| run["started"] = json!("2025-01-01T10:00:00Z")), Axis::Kernel);
    assert_eq!((by_kernel.lines[0].levels.len(), codes(&by_kernel).len()), (2, 0));
}

#[test]
fn no_level_begins_between_runs_of_one_moment() {
    let within = of(
        &runs(|day, run| {
            if (9..=12).contains(&day) {
                run["started"] = json!("2025-01-10T10:00:00Z");
            }
        }),
        Axis::Time,
    );
    assert_eq!((within.lines[0].judged, within.lines[0].levels.len()), (true, 1));
    let beside = of(
        &runs(|day, run| {
            if (11..=12).contains(&day) {
                run["started"] = json!("2025-01-11T10:00:00Z");
            }
        }),
        Axis::Time,
    );
    assert_eq!(beside.lines[0].levels.iter().map(|level| level.start).collect::<Vec<_>>(), [0, 10]);
}

/// Thirty builds that only their commits' hashes tell apart stood in the order of the hashes.
#[test]
fn builds_that_a_hash_tells_apart_are_in_the_order_of_their_first_starts() {
    // Hashes that fall from day to day.
    let runs = runs(|day, run| run["label"] = json!(format!("6.12.0-rc1-00001-g{:07x}", 0x999_9999 - day)));
    let history = of(&runs.iter().rev().cloned().collect::<Vec<_>>(), Axis::Kernel);
    assert_eq!(history.kernels[0], "6.12.0-rc1-00001-g9999998");
    assert_eq!(history.lines[0].levels.iter().map(|level| level.start).collect::<Vec<_>>(), [0, 10]);
}

/// `6.12`, `v6.12` and `Linux-6.12` were three points.
#[test]
fn a_kernel_that_is_written_in_several_ways_is_one_point() {
    let spelt = ["v6.12", "6.12", "linux-6.12", "6.12.0", "6.13"];
    let runs = runs(|day, run| run["label"] = json!(spelt[day % 5]));
    let history = of(&runs, Axis::Kernel);
    // The first run's spelling: that of the 1st.
    assert_eq!(history.kernels, ["6.12", "6.13"]);
    let runs: Vec<usize> = history.lines[0].points.iter().map(|point| point.runs.len()).collect();
    assert_eq!(runs, [16, 4]);
}

/// Kernels called by words stood behind all versions without a word.
#[test]
fn kernels_without_a_version_are_told_of() {
    let runs = runs(|day, run| run["factors"] = json!({"kernel": if day > 15 { "mainline" } else { "6.1" }}));
    let history = of(&runs, Axis::Kernel);
    assert_eq!(history.kernels, ["6.1", "mainline"]);
    let unversioned = history.warnings.iter().find(|warning| warning.code == "unversioned").unwrap();
    assert!(unversioned.text.starts_with("1 of 2 kernels have no version"), "{}", unversioned.text);
}

/// A fault: kernels of which none changed anything were "worse, -4.35 %, p 4e-11", for the share of runs
/// without smt had grown.
#[test]
fn settings_that_take_turns_in_other_shares_give_no_verdict() {
    let of_kernels = |settings: [[&str; 5]; 2]| -> Vec<Json> {
        let run = |at: usize| {
            let mut run = of_day(1 + at % 28);
            let (kernel, setting) = (at / 5, settings[at / 40][at % 5]);
            let rate = if setting == "on" { 100.0 } else { 80.0 } + (at % 7) as f64 / 10.0;
            run["label"] = json!(format!("6.{kernel}"));
            run["started"] = json!(format!("2025-01-{:02}T{:02}:00:00Z", 1 + at / 20, at % 20));
            run["factors"] = json!({"smt": setting});
            run["results"][0]["samples"] = json!([rate]);
            run
        };
        (0..80).map(run).collect()
    };
    let verdict = |history: &History| {
        assert_eq!(history.lines[0].levels.len(), 2);
        history.lines[0].levels[1].cell.against.as_ref().unwrap().verdict
    };
    let [more, fewer] = [["on", "off", "on", "off", "on"], ["off", "on", "off", "on", "off"]];
    let history = of(&of_kernels([more, fewer]), Axis::Kernel);
    assert_eq!(verdict(&history), Some(Verdict::UnequalLevels));
    assert!(history.warnings[0].severe && history.warnings[0].text.contains("rows=smt"), "{history:?}");
    // Counts of repeats are no settings, in whatever shares.
    let counted = of_kernels([["on"; 5], ["off"; 5]]).into_iter().enumerate().map(|(at, mut run)| {
        run["factors"] = json!({"rep": (at % 5 + 1).to_string()});
        run
    });
    let failed = |at: &usize| *at >= 40 && at % 5 >= 3;
    let counted: Vec<Json> = counted.enumerate().filter(|(at, _)| !failed(at)).map(|(_, run)| run).collect();
    assert_eq!(verdict(&of(&counted, Axis::Kernel)), Some(Verdict::Worse));
    // What is set once and lasts is told, and is no mix.
    let history = of(&of_kernels([["on"; 5], ["off"; 5]]), Axis::Kernel);
    assert_eq!(verdict(&history), Some(Verdict::Worse));
    assert!(!codes(&history).contains(&"unequal-levels"));
}
