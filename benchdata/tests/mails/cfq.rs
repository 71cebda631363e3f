//! `samples`: what CFQ's changes did to a shell's start, to git and to dd.

use benchdata::comparison::{Layout, Request};
use benchdata::readers::Output;
use benchdata::reading::Declaration;

use crate::{bare, mail, name, read, request, rows, table, text};

/// A row as printed, but for the end of a name that has no room and for marks of outliers: side, samples, average and ratio, and the last two as they should be.
/// The mail's averages are cut after the first decimal, and its ratios are those of such.
type Printed<'a> = (&'a str, &'a str, (f64, &'a str), &'a str);

/// One of the mail's three tests, each with a baseline of its own.
fn output(test: &str) -> Output {
    let declared = Declaration { benchmark: Some(name("latency")), ..bare() };
    let mut output = read(mail!("table/cfq-latency-mail.txt"), &declared);
    for run in &mut output.runs {
        run.results.retain(|result| result.series.case.get("test").unwrap().as_str() == test);
    }
    output.runs.retain(|run| !run.results.is_empty());
    output
}

fn laid_out(test: &str, base: Option<&str>) -> String {
    let request = Request { base: base.map(str::to_owned), ..request(Layout::Samples, &[], &[]) };
    text(&table(output(test), &request))
}

fn check(text: &str, title: &str, printed: &[Printed]) {
    let expected: Vec<String> = printed
        .iter()
        .map(|(side, samples, (average, ratio), ours)| {
            let samples_as_numbers: Vec<f64> = samples.split(' ').map(|x| x.parse().unwrap()).collect();
            let mean = samples_as_numbers.iter().sum::<f64>() / samples_as_numbers.len() as f64;
            let (our_mean, our_ratio) = ours.split_once(' ').unwrap();
            let last_digit =
                if our_mean.contains('.') { our_mean.split_once('.').unwrap().1.len() } else { 0 };
            assert_eq!(format!("{mean:.last_digit$}"), our_mean, "{side}");
            // Cut, or rounded where cutting and rounding are one.
            assert!((mean - average) < 0.1 && mean > average - 1e-9, "{side}: {mean} {average}");
            if let Ok(ratio) = ratio.parse::<f64>() {
                assert!(
                    (our_ratio.parse::<f64>().unwrap() - ratio).abs() < 0.0025,
                    "{side}: {our_ratio} {ratio}"
                );
            }
            format!("{side} {samples} {ours}")
        })
        .collect();
    let found = rows(text, title).into_iter().filter(|row| row != "+last_end_sync");
    assert_eq!(found.map(|row| row.replace('*', "")).collect::<Vec<_>>(), expected);
}

#[test]
fn concurrent_git_against_virgin() {
    let text = laid_out("concurrent git test", Some("virgin"));
    let printed = [
        ("virgin", "108.12 106.33 106.34 97.00 106.52", (104.8, "1.000"), "104.86 1.000"),
        ("desktop=1", "89.81 88.82 91.56 96.57 89.38", (91.2, ".870"), "91.23 0.870"),
        ("blk-for-linus-8e29675", "92.61 94.60 92.35 93.17 94.05", (93.3, ".890"), "93.36 0.890"),
        ("blk-for-linus-e00c54c", "88.73 89.02 88.10 90.84 88.30", (88.9, ".848"), "89.00 0.849"),
    ];
    check(&text, "value, no direction", &printed);
    assert!(text.contains("\n  ratio: to the mean of virgin\n"), "{text}");
}

/// The mail prints no ratio here.
#[test]
fn the_start_of_a_shell() {
    let text = laid_out("dd vs konsole -e exit", Some("fairness=1 overload_delay=1"));
    let printed = [
        ("fairness=1 overload_delay=1", "1.70 1.94 1.32 1.89 1.87", (1.7, ""), "1.74 1.000"),
        ("desktop=1 +last_end_sync", "1.55 1.79 1.38 1.53 1.57", (1.5, ""), "1.56 0.897"),
        ("block-for-linus-8e29675", "1.09 0.87 1.11 0.96 1.11", (1.0, ""), "1.03 0.589"),
        ("block-for-linus-e00c54c", "1.29 2.18 1.16 1.21 1.24", (1.4, ""), "1.42 0.812"),
    ];
    check(&text, "value, no direction", &printed);
}

/// Under each title the four sides' samples, averages and ratios as printed, and ours.
type Section<'a> = (&'a str, [(&'a str, (f64, &'a str), &'a str); 4]);

const READ_AGAINST_WRITE: [Section; 5] = [
    (
        "elapsed, s, lower is better",
        [
            ("98.23 91.97 91.77", (93.9, "1.000"), "93.99 1.000"),
            ("93.30 92.77 90.11", (92.0, ".979"), "92.06 0.979"),
            ("104.51 104.52 101.20", (103.4, "1.101"), "103.41 1.100"),
            ("90.03 93.03 91.68", (91.5, ".974"), "91.58 0.974"),
        ],
    ),
    (
        "rate, MB/s, higher is better: row=30s-dd-read",
        [
            ("48.5 49.6 49.1", (49.0, "1.000"), "49.1 1.000"),
            ("50.5 50.4 51.8", (50.9, "1.038"), "50.9 1.037"),
            ("43.0 43.6 44.5", (43.7, ".891"), "43.7 0.891"),
            ("53.1 54.8 51.3", (53.0, "1.081"), "53.1 1.082"),
        ],
    ),
    (
        "row=30s-dd-write",
        [
            ("23.1 27.3 31.3", (27.2, "1.000"), "27.2 1.000"),
            ("22.7 26.4 27.7", (25.6, ".941"), "25.6 0.940"),
            ("21.4 23.9 28.9", (24.7, ".908"), "24.7 0.908"),
            ("20.0 23.3 28.2", (23.8, ".875"), "23.8 0.875"),
        ],
    ),
    (
        "row=dd-read-total",
        [
            ("49.4 50.1 49.6", (49.7, "1.000"), "49.70 1.000"),
            ("51.2 50.1 51.6", (50.9, "1.024"), "50.97 1.025"),
            ("42.9 43.0 43.5", (43.1, ".867"), "43.13 0.868"),
            ("53.7 54.0 52.6", (53.4, "1.074"), "53.43 1.075"),
        ],
    ),
    (
        "row=dd-write-total",
        [
            ("34.5 34.9 34.9", (34.7, "1.000"), "34.77 1.000"),
            ("34.2 34.5 35.6", (34.7, "1.000"), "34.77 1.000"),
            ("30.4 30.3 31.5", (30.7, ".884"), "30.73 0.884"),
            ("35.5 34.2 34.9", (34.8, "1.002"), "34.87 1.003"),
        ],
    ),
];

#[test]
fn read_against_write() {
    let text = laid_out("read vs write test", Some("desktop=0"));
    let sides = ["desktop=0", "desktop=1 pop 8e296755", "desktop=1 push 8e296755", "latency=1 push e00c54c"];
    for (title, rows) in READ_AGAINST_WRITE {
        let printed: Vec<Printed> = sides
            .iter()
            .zip(rows)
            .map(|(side, (samples, printed, ours))| (*side, samples, printed, ours))
            .collect();
        check(&text, title, &printed);
    }
}

#[test]
fn that_averages_are_cut_is_remarked() {
    let remarks = output("dd vs konsole -e exit").remarks;
    let cut = "line 4: Avg is cut from here on, not rounded: 1.5 of 1.564, 104.8 of 104.862, \
             93.3 of 93.356, 88.9 of 88.998, 93.9 of 93.99, 49.0 of 49.066667, \
             34.7 of 34.766667, 92.0 of 92.06, 50.9 of 50.966667, 34.7 of 34.766667, 91.5 of 91.58, \
             53.0 of 53.066667, 34.8 of 34.866667; the samples are kept";
    assert!(remarks.iter().any(|remark| remark == cut), "{remarks:?}");
}

/// A fault: eleven sides had a table each for every metric, of dashes where they measured nothing, and
/// some a second and third for one column: 394 lines.
#[test]
fn many_sides_that_measured_little_fit_in_a_mail() {
    let declared = Declaration { benchmark: Some(name("latency")), ..bare() };
    let output = read(mail!("table/cfq-latency-mail.txt"), &declared);
    let text = text(&table(output, &request(Layout::Delta, &[], &[])));
    assert!(text.lines().count() < 100, "{text}");
    // p by scipy's ttest_ind(equal_var=False), corrected by hand for six comparisons (Holm).
    let rate = [
        "desktop=0 49.1 1.4 - - -",
        "desktop=1 pop 8e296755 50.9 1.9 +3.74 % not shown 0.145",
        "desktop=1 push 8e296755 43.7 1.9 -10.9 % worse 0.005",
        "latency=1 push e00c54c 53.1 4.3 +8.15 % not shown 0.145",
        "no values: fairness=1 overload_delay=1, desktop=1 +last_end_sync,",
        "block-for-linus-8e29675, block-for-linus-e00c54c, virgin,",
        "blk-for-linus-8e29675, blk-for-linus-e00c54c",
    ];
    assert_eq!(rows(&text, "row=30s-dd-read"), rate);
    let git =
        ["virgin 104.86* 5.54 - -", "blk-for-linus-8e29675 93.36 1.18 - -", "test=concurrent git test:"];
    let value = rows(&text, "value, no direction");
    assert!(git.iter().all(|line| value.contains(&(*line).to_owned())), "{text}");
    assert!(
        text.contains(
            "\nLeft out, for want of room:\n  95 % interval, p, p (ranks), detectable: CSV and JSON"
        )
    );
    // Only columns that are there are explained.
    assert!(!text.contains("\n  95 % interval: ") && !text.contains("\n  p (ranks): "), "{text}");
}
