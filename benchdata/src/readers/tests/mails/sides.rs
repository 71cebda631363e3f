//! Tables with a side in each column or row of their own, row by row.

use super::{candidates, error, has, hinted, is, mail, remarks, runs, text};
use crate::readers::AUTO;

/// Each row's value of two sides.
fn sides<L: std::fmt::Display>(
    labels: [&str; 2],
    (before, after): (&str, &str),
    rows: &[(L, f64, f64)],
    unit: &str,
) -> Vec<String> {
    let side = |at: usize| {
        rows.iter().map(move |(level, base, new)| {
            let value = if at == 0 { base } else { new };
            format!("{} | {before}{level}{after} = {value} {unit}", labels[at])
        })
    };
    side(0).chain(side(1)).collect()
}

#[test]
fn m06_is_hackbench_with_decimal_commas() {
    let small = [("1", 1.327, 1.247), ("4", 1.25, 1.207), ("8", 1.189, 1.179), ("16", 1.221, 1.219)];
    let large = [
        ("1", 14.197, 13.917),
        ("4", 6.817, 6.523),
        ("16", 2.93, 2.911),
        ("32", 2.735, 2.725),
        ("64", 2.702, 2.717),
        ("128", 3.533, 3.123),
        ("256", 3.918, 3.39),
    ];
    const NAME: &str = "hackbench/m06-hackbench-decimal-comma-pct-improvement.txt";
    let reading = mail(AUTO, NAME);
    assert_eq!(reading.benchmark.as_ref().map(|name| name.as_str()), Some("hackbench"));
    let labels = ["tip/sched/core", "+patchset"];
    let after = |system: &str| format!(", test={system} | elapsed");
    let (one, other) =
        (after("small arm64 dual quad cores system"), after("large arm64 2 nodes / 224 cores system"));
    has(&reading, &sides(labels, ("groups=", &one), &small, "s lower"));
    has(&reading, &sides(labels, ("groups=", &other), &large, "s lower"));
    assert_eq!(reading.runs.iter().map(|run| run.results.len()).collect::<Vec<_>>(), [11, 11]);
    // All gains follow; the spreads need the number of runs.
    let why = "the number of runs is not printed: the spread is left out without --runs N";
    assert_eq!(remarks(&reading), [format!("line 6: {why}"), format!("line 15: {why}")]);
    let told = hinted(AUTO, NAME, &runs(10));
    has(
        &told,
        &[
            format!("tip/sched/core | groups=16{other} = 2.93 (n 10, sd 0.031351) s lower"),
            format!("+patchset | groups=16{other} = 2.911 (n 10, sd 0.0314388) s lower"),
            format!("+patchset | groups=4{other} = 6.523 (n 10, sd 0.7801508) s lower"),
        ],
    );
    assert!(told.remarks.is_empty());
}

#[test]
fn m08_is_mmtests_of_two_kernels() {
    let reading = mail(AUTO, "mmtests/mail-hackbench-tbench.txt");
    let tbench = [
        (1, 445.02, 451.36),
        (2, 830.69, 846.03),
        (4, 1350.8, 1505.56),
        (8, 2888.88, 2586.4),
        (16, 5248.18, 5305.26),
        (32, 8914.03, 9191.35),
        (64, 10663.1, 10192.65),
        (128, 18043.89, 18478.92),
        (256, 16530.89, 17637.16),
        (320, 16451.13, 17270.97),
    ];
    let hackbench = [
        (1, 0.395, 0.3887),
        (4, 0.945, 0.9677),
        (7, 1.4737, 1.489),
        (12, 2.3507, 2.336),
        (21, 4.0807, 4.0993),
        (48, 8.7913, 8.7383),
        (110, 21.2233, 19.4263),
        (296, 60.017, 53.4273),
    ];
    let labels = ["5.13.0-rc2-vanilla", "5.13.0-rc2-sched-avgidle-v1r5"];
    has(&reading, &sides(labels, ("parameter=", ", test=tbench | hmean"), &tbench, "MB/s higher"));
    let after = ", test=hackbench-process-pipes | amean";
    has(&reading, &sides(labels, ("parameter=", after), &hackbench, "s lower"));
    assert_eq!(reading.runs.iter().map(|run| run.results.len()).collect::<Vec<_>>(), [18, 18]);
}

#[test]
fn m09_has_three_tools_shares_of_the_first_side() {
    const NAME: &str = "mails/m09-normalized-pct-imp-cv.txt";
    let said = candidates(NAME);
    for candidate in ["hackbench (line 7", "tbench (line 21", "schbench (line 34"] {
        assert!(said.contains(candidate), "{said}");
    }
    let labels = ["tip", "stats_prop"];
    let rows = [(1, 1.0, 1.09), (2, 1.0, 1.0), (4, 1.0, 0.99), (8, 1.0, 1.0), (16, 1.0, 0.99)];
    is(&mail("hackbench", NAME), &sides(labels, ("groups=", " | elapsed_relative"), &rows, "1 lower"));
    let rows = [(1, 1.0, 0.99), (8, 1.0, 1.01), (256, 1.0, 1.02), (1024, 1.0, 1.0)];
    is(&mail("tbench", NAME), &sides(labels, ("clients=", " | throughput_relative"), &rows, "1 higher"));
    let rows = [(1, 1.0, 0.76), (2, 1.0, 0.87), (128, 1.0, 1.06), (512, 1.0, 1.02)];
    let schbench = mail("schbench", NAME);
    let own = sides(labels, ("workers=", " | wakeup_latency_p99_relative"), &rows, "1 lower");
    is(&schbench, &own);
    // No remark on any gain: all follow from the shares.
    assert_eq!(
        remarks(&schbench),
        [
            "line 7: a table of hackbench's results is left out",
            "line 21: a table of tbench's results is left out",
            "line 34: medians are printed: the spread, which is of means, is left out",
            "line 47: a table of another tool's results is left out",
        ]
    );
    has(
        &hinted("hackbench", NAME, &runs(10)),
        &["stats_prop | groups=1 | elapsed_relative = 1.09 (n 10, sd 0.130037) 1 lower"],
    );
    // Medians have no standard deviation, however many runs they are of.
    is(&hinted("schbench", NAME, &runs(10)), &own);
}

#[test]
fn m10_prints_how_many_runs_its_means_are_of() {
    const NAME: &str = "mails/m10-base-new-stdev-speedup.txt";
    assert!(candidates(NAME).contains("hackbench (line 4") && candidates(NAME).contains("sysbench (line 30"));
    let hackbench = mail("hackbench", NAME);
    let test = ", test=X6-2: 2 sockets * 22 cores * 2 hyperthreads = 88 CPUs";
    let expected = [
        ("1", "", "8.008 (n 10, sd 0.008008)", "5.905 (n 10, sd 0.01181)"),
        ("2", "", "13.814 (n 10, sd 0.027628)", "11.438 (n 10, sd 0.011438)"),
        ("3", "", "19.488 (n 10, sd 0.038976)", "16.919 (n 10, sd 0.016919)"),
        ("4", "", "25.059 (n 10, sd 0.025059)", "22.409 (n 10, sd 0.022409)"),
        ("8", "", "47.478 (n 10, sd 0.047478)", "44.221 (n 10, sd 0.044221)"),
        ("1", test, "5.826 (n 10, sd 0.314604)", "5.84 (n 10, sd 0.292)"),
        ("2", test, "5.041 (n 10, sd 0.267173)", "6.171 (n 10, sd 1.444014)"),
        ("3", test, "6.839 (n 10, sd 0.143619)", "6.324 (n 10, sd 0.240312)"),
    ];
    for (groups, test, base, new) in expected {
        let base = format!("base | groups={groups}{test} | elapsed = {base} s lower");
        has(&hackbench, &[base, format!("new | groups={groups}{test} | elapsed = {new} s lower")]);
    }
    assert_eq!(
        remarks(&hackbench),
        [
            "line 6: the gain is cut here, not rounded: 20.7 of 20.77 %; the means are kept",
            "line 17: the gain is cut here, not rounded: -18.4 of -18.31 %; the means are kept",
            "line 23: a table of tbench's results is left out",
            "line 30: a table of sysbench's results is left out",
        ]
    );
    is(
        &mail("sysbench", NAME),
        &[
            "base | threads=1 | events = 331 (n 24, sd 0.8275) events higher",
            "base | threads=4 | events = 1297 (n 24, sd 11.4136) events higher",
            "base | threads=64 | events = 12823 (n 24, sd 30.7752) events higher",
            "new | threads=1 | events = 331 (n 24, sd 0.7944) events higher",
            "new | threads=4 | events = 1300.5 (n 24, sd 10.6641) events higher",
            "new | threads=64 | events = 12823.6 (n 24, sd 33.34136) events higher",
        ],
    );
    assert!(error("tbench", &text(NAME)).starts_with("line 23: found a table of gains alone"));
}

#[test]
fn m14_has_kernbench_and_percents_of_sdet() {
    const NAME: &str = "mails/m14-kernbench-sdet-percent-of-first.txt";
    assert!(candidates(NAME).contains("kernbench (line 2") && candidates(NAME).contains("sdet (line 10"));
    is(
        &mail("kernbench", NAME),
        &[
            "2.5.66-mm2 | load=maximal | elapsed = 44.06 s lower",
            "2.5.66-mm2 | load=maximal | system_time = 87.03 s lower",
            "2.5.66-mm2 | load=maximal | user_time = 574.31 s lower",
            "2.5.66-mm2 | load=maximal | cpu = 1501 % -",
            "2.5.66-mm2-ext3 | load=maximal | elapsed = 44.35 s lower",
            "2.5.66-mm2-ext3 | load=maximal | system_time = 89.33 s lower",
            "2.5.66-mm2-ext3 | load=maximal | user_time = 573.47 s lower",
            "2.5.66-mm2-ext3 | load=maximal | cpu = 1495.75 % -",
        ],
    );
    let rows = [(1, 100.0, 92.6), (2, 100.0, 88.4), (4, 100.0, 26.3)];
    let labels = ["2.5.66-mm2", "2.5.66-mm2-ext3"];
    is(&mail("sdet", NAME), &sides(labels, ("scripts=", " | throughput_relative"), &rows, "% higher"));
}

#[test]
fn m18_has_raw_runs_of_the_new_commit_and_a_mean_of_the_old() {
    const NAME: &str = "will-it-scale/m18-lkp-quoted-raw-runs-json-lines.txt";
    let new = [105_228, 100_443, 98_786, 102_821];
    let new =
        new.map(|rate| format!("bdfcae11403e5099769a7c8dc32 |  | rate_per_thread = {rate} ops/s higher"));
    let base = "c2daff748f0ea954 |  | rate_per_thread = 161714 ops/s higher".to_owned();
    let reading = mail(AUTO, NAME);
    is(&reading, &[vec![base], new.to_vec()].concat());
    assert_eq!(
        (reading.runs.len(), remarks(&reading)),
        (
            5,
            vec![
                "line 10: the number of runs is not printed: the spread is left out without --runs N"
                    .to_owned()
            ]
        )
    );
    has(
        &hinted("will-it-scale", NAME, &runs(4)),
        &["c2daff748f0ea954 |  | rate_per_thread = 161714 (n 4, sd 3234.28) ops/s higher"],
    );
    let other = text(NAME).replace("105228", "195228");
    assert!(error("will-it-scale", &other).contains("runs whose mean, 124319.5, is neither commit's"));
}
