use super::*;
use crate::readers::tests::{counts, has, labels, lines, remarks};

const ELAPSED: MetricInfo = MetricInfo {
    name: "elapsed",
    unit: "s",
    better: Some(Better::Lower),
    meaning: "",
    headline: true,
    decimals: None,
};
const TOOL: Tool = Tool { name: "hackbench", measured: Some(&ELAPSED), relative: None, parameter: "groups" };

fn reading(text: &str, runs: Option<u64>) -> Result<Reading, ReadError> {
    read(text, &TOOL, &Hints { runs, ..Hints::default() }).unwrap()
}

const SPREADS: &str =
    "hackbench\ngrp  base  new  improvement\n1  1,327(+/-10,06 %)  1,247(+/-5,45 %)  5,97 %\n";

#[test]
fn a_spread_is_kept_where_the_number_of_runs_is_known() {
    let without = reading(SPREADS, None).unwrap();
    assert_eq!(lines(&without)[0], "1 base | groups=1 | elapsed = 1.327 s lower");
    assert_eq!(
        remarks(&without),
        ["line 2: the number of runs is not printed: the spread is left out without --runs N"]
    );
    let with = reading(SPREADS, Some(10)).unwrap();
    has(&with, &["2 new | groups=1 | elapsed = 1.247 (n 10, sd 0.0679615) s lower"]);
    assert!(with.remarks.is_empty());
}

#[test]
fn gains_that_do_not_follow_are_remarked() {
    let wrong = reading(&SPREADS.replace("5,97", "-5,97"), Some(5)).unwrap();
    assert_eq!(
        remarks(&wrong),
        ["line 3: the gain is not what the means give: -5.97 of 6.03 %; the means are kept"]
    );
    assert_eq!(counts(&wrong), [1, 1]);
}

#[test]
fn commas_of_thousands_are_no_decimal_ones() {
    let thousands = SPREADS.replace("10,06", "10.06").replace("5,45", "5.45").replace("5,97", "5.97");
    assert!(reading(&thousands, None).is_err());
}

#[test]
fn gains_alone_are_no_runs() {
    let text = "hackbench, average of 11 runs.\n\n  groups    %speedup\n        1        16.2\n";
    assert_eq!(
        reading(text, None).unwrap_err().to_string(),
        "line 3: found a table of gains alone, expected a mean of each side: without it there is no run to store"
    );
    assert!(recognise(text, "hackbench").is_none());
}

#[test]
fn shares_need_a_metric_of_their_own_and_the_printed_direction_must_be_its() {
    let text =
        "Test: hackbench\nUnits: Normalized time\nCase: tip[pct imp](CV)\n1-groups  1.00 [ 0.00](1.0)\n";
    assert!(reading(text, None).unwrap_err().found.contains("without saying what they are"));
    let turned = SPREADS.replace("hackbench\n", "hackbench\nInterpretation: Higher is better\n");
    assert_eq!(reading(&turned, None).unwrap_err().found, "higher is better");
}

#[test]
fn a_cut_text_gives_whole_rows_or_an_error() {
    for at in 0..SPREADS.len() {
        let Some(Ok(reading)) = read(&SPREADS[..at], &TOOL, &Hints::default()) else { continue };
        assert_eq!((labels(&reading), counts(&reading)), (vec!["base", "new"], vec![1, 1]), "cut at {at}");
    }
}
