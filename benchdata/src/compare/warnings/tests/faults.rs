//! One test for each fault that warnings had.

use super::*;

/// A count of 0 among small ones was "100 times off".
#[test]
fn nothing_is_far_off_zero() {
    let of = |label: &str, rates: [f64; 4]| rates.map(|rate| run(label, "", None, &[rate]));
    let zeros = table([of("a", [0.0, 0.003, 0.0031, 0.0029]), of("b", [0.0, 1.0, 2.0, 3.0])].concat());
    assert_eq!(texts(&zeros, "far-off"), [""; 0]);
}

/// fio of one side was older than sysbench of the other, and 3.10 older than 3.9.
#[test]
fn versions_are_of_one_tool_and_in_the_order_of_versions() {
    let of = |label: &str, benchmark: &str, version: &str| {
        let mut subject = run(label, &format!("tool.version={version}"), None, &[1.0]);
        subject.run.benchmark = crate::name::Name::new(benchmark).unwrap();
        subject
    };
    let both = |label: &str, fio: &str| vec![of(label, "fio", fio), of(label, "sysbench", "sysbench 1.0.20")];
    assert_eq!(
        texts(&table([both("a", "fio-3.35"), both("b", "fio-3.35")].concat()), "tool-version"),
        [""; 0]
    );
    let mixed = table([both("a", "fio-3.35"), both("b", "fio-3.35")].concat());
    assert_eq!(texts(&mixed, "mixed-settings"), [""; 0]);
    let older = table(vec![of("a", "fio", "3.9"), of("b", "fio", "3.10")]);
    assert_eq!(texts(&older, "tool-version"), ["a was measured with an older tool, 3.9 against 3.10"]);
}

/// A factor that only counts the repeats was a mix of settings, and hid a change of the governor.
#[test]
fn a_counter_of_repeats_is_no_setting_and_hides_none() {
    let of = |label: &str, rep: u32| {
        let governor = if rep < 2 { "powersave" } else { "performance" };
        let mut subject = run(label, &format!("cpu.governor={governor}"), None, &[f64::from(rep) + 5.0]);
        subject.run.factors.insert(Key::new("rep").unwrap(), Value::new(rep.to_string()).unwrap());
        subject
    };
    let side = |label: &str| (0..4).map(|rep| of(label, rep)).collect::<Vec<_>>();
    assert_eq!(
        texts(&table([side("a"), side("b")].concat()), "mixed-settings"),
        ["a side mixes 2 values of env.cpu.governor"]
    );
}

/// Means of five runs each, as a mail prints them, were called samples of one.
#[test]
fn what_a_source_sums_up_is_not_called_samples() {
    let of = |label: &str, mean: f64| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"x","benchmark":"b","label":"{label}","results":[{{"metric":"t","unit":"s","better":"lower","summary":{{"n":5,"mean":{mean},"stddev":0.1}}}}]}}"#
        );
        let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    };
    assert_eq!(
        texts(&table(vec![of("a", 5.0), of("b", 6.0)]), "single-run"),
        [
            "every side has a single run: the values that its source sums up stand in for repeats; unless these are runs, intervals may be too narrow"
        ]
    );
}
