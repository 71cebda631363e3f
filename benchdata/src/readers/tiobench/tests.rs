//! Real outputs, the values read off them by eye.

mod damage;
mod recognition;

use super::*;
use crate::metric::Better;
use crate::reading::ReadRun;
use crate::run::Measurement;

/// Reads a fixture.
macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/readers/fixtures/tiobench/", $name))
    };
}
pub(super) use fixture;

fn label(run: &ReadRun) -> &str {
    run.label.as_ref().map_or("", |label| label.as_str())
}

fn labels(reading: &Reading) -> Vec<&str> {
    reading.runs.iter().map(label).collect()
}

/// A result's case as text: `block_size=4096, threads=1`.
fn case(result: &Measurement) -> String {
    let parameters: Vec<String> =
        result.series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    parameters.join(", ")
}

/// The one value of a metric in the run of that label, in the case that says `wanted`
/// (`Sequential reads, threads=4`).
fn value(runs: &[ReadRun], of: &str, wanted: &str, metric: &str) -> f64 {
    let is_said = |case: &str, part: &str| {
        case.split(", ").any(|parameter| parameter == part || parameter.strip_prefix("test=") == Some(part))
    };
    let says = |case: &str| wanted.split(", ").all(|part| is_said(case, part));
    let results: Vec<&Measurement> = runs
        .iter()
        .filter(|run| label(run) == of)
        .flat_map(|run| &run.results)
        .filter(|result| result.series.metric.as_str() == metric && says(&case(result)))
        .collect();
    match results.as_slice() {
        [result] => result.values.samples()[0],
        _ => panic!("{} results of {metric} for {of} in {wanted}", results.len()),
    }
}

fn count(reading: &Reading) -> Vec<usize> {
    reading.runs.iter().map(|run| run.results.len()).collect()
}

#[test]
fn the_seed_mail_is_two_runs_of_112_values() {
    let reading = read(fixture!("tiobench-2.5.60-mail.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.5.60-mm2", "2.5.60-mm2-ant"]);
    assert_eq!(count(&reading), [112, 112]);
    assert!(reading.runs.iter().all(|run| run.factors.is_empty()));
    assert_eq!(reading.remarks, []);
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.5.60-mm2", "Sequential reads, threads=4", "rate"), 5.39);
    assert_eq!(of("2.5.60-mm2-ant", "Sequential reads, threads=4", "rate"), 17.4);
    assert_eq!(of("2.5.60-mm2", "Sequential reads, threads=4", "latency_max"), 275.79);
    assert_eq!(of("2.5.60-mm2-ant", "Sequential reads, threads=4", "latency_max"), 695.78);
    assert_eq!(of("2.5.60-mm2", "Sequential reads, threads=1", "cpu"), 8.264);
    assert_eq!(of("2.5.60-mm2", "Sequential writes, threads=4", "latency_over_2s"), 0.01615);
    assert_eq!(of("2.5.60-mm2", "Sequential writes, threads=4", "latency_over_10s"), 0.00154);
    assert_eq!(of("2.5.60-mm2-ant", "Random writes, threads=8", "latency_avg"), 0.079);
    assert_eq!(of("2.5.60-mm2-ant", "Random reads, threads=8", "cpu_efficiency"), 115.0);
}

#[test]
fn a_series_has_its_case_unit_and_direction() {
    let reading = read(fixture!("tiobench-2.5.60-mail.txt")).unwrap();
    let described: Vec<String> = reading.runs[0].results[..7]
        .iter()
        .map(|result| {
            let series = &result.series;
            let better = series.better.map_or("-", Better::as_str);
            format!("{} {} {better}", series.metric, series.unit)
        })
        .collect();
    let expected = [
        "rate MiB/s higher",
        "cpu % -",
        "latency_avg ms lower",
        "latency_max ms lower",
        "latency_over_2s % lower",
        "latency_over_10s % lower",
        "cpu_efficiency MiB/s/CPU higher",
    ];
    assert_eq!(described, expected);
    let expected = "block_size=4096, file_size=510 MiB, test=Sequential reads, threads=1";
    assert_eq!(case(&reading.runs[0].results[0]), expected);
}

#[test]
fn the_glossarys_meanings_fit_a_mails_footer() {
    assert!(METRICS.iter().all(|info| info.meaning.len() < 60));
    let headline: Vec<_> = METRICS.iter().filter(|info| info.headline).map(|info| info.name).collect();
    assert_eq!(headline, ["rate", "latency_avg"]);
}

#[test]
fn the_tools_own_output_is_read_wrapped_or_not() {
    for text in [fixture!("default-threads.txt"), fixture!("derived-folded-76.txt")] {
        let reading = read(text).unwrap();
        assert_eq!((labels(&reading), count(&reading)), (vec!["6.18.44-fc-v657"], vec![84]));
        let of = |case, metric| value(&reading.runs, "6.18.44-fc-v657", case, metric);
        assert_eq!(of("Sequential reads, threads=1", "rate"), 1337.79);
        assert_eq!(of("Sequential reads, threads=1", "cpu"), 51.25);
        assert_eq!(of("Sequential reads, threads=1", "latency_avg"), 0.002);
        assert_eq!(of("Sequential reads, threads=1", "latency_max"), 6.19);
        assert_eq!(of("Sequential reads, threads=4", "rate"), 1653.75);
        assert_eq!(of("Random writes, threads=4", "rate"), 121.31);
        assert_eq!(of("Random writes, threads=4", "cpu"), 9.068);
        assert_eq!(of("Sequential writes, threads=2", "rate"), 424.91);
        assert_eq!(
            of("Sequential writes, threads=2, file_size=32 MiB, block_size=4096", "latency_max"),
            12.05
        );
    }
}

#[test]
fn block_sizes_are_cases() {
    let reading = read(fixture!("two-blocks-ident.txt")).unwrap();
    assert_eq!((labels(&reading), count(&reading)), (vec!["deadline-tuned"], vec![112]));
    let of = |case, metric| value(&reading.runs, "deadline-tuned", case, metric);
    assert_eq!(of("Sequential reads, block_size=4096, threads=1", "rate"), 1151.08);
    assert_eq!(of("Sequential reads, block_size=16384, threads=8", "rate"), 2768.17);
    assert_eq!(of("Random reads, block_size=16384, threads=8", "rate"), 1947.04);
    assert_eq!(of("Sequential writes, block_size=16384, threads=8", "rate"), 917.69);
    assert_eq!(of("Sequential writes, block_size=16384, threads=8", "latency_max"), 2.87);
}

#[test]
fn one_identifier_on_both_sides_of_a_diff_is_two_runs_with_a_factor() {
    let reading = read(fixture!("derived-quoted-minus-plus-pairs.txt")).unwrap();
    assert_eq!(labels(&reading), ["mq-deadline", "mq-deadline"]);
    let marks: Vec<_> = reading.runs.iter().map(|run| run.factors["mark"].as_str()).collect();
    assert_eq!(marks, ["-", "+"]);
    let of = |run: usize, case, metric| value(&reading.runs[run..=run], "mq-deadline", case, metric);
    assert_eq!(of(0, "Sequential reads, threads=1", "rate"), 1384.88);
    assert_eq!(of(1, "Sequential reads, threads=1", "rate"), 121.72);
    assert_eq!(of(0, "Sequential reads, threads=16", "rate"), 1451.91);
    assert_eq!(of(1, "Sequential reads, threads=16", "rate"), 3100.78);
    assert_eq!(of(1, "Random reads, threads=16", "rate"), 937.5);
    assert_eq!(of(1, "Random reads, threads=16", "cpu"), 75.0);
}

#[test]
fn columns_may_be_left_out_and_cpu_may_exceed_100() {
    let reading = read(fixture!("pub-no-size-columns-over100cpu.txt")).unwrap();
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.5.33", "Sequential writes, threads=128, filesystem=ext2", "rate"), 12.17);
    assert_eq!(of("2.5.33", "Sequential writes, threads=128", "cpu"), 222.9);
    assert_eq!(of("2.5.33", "Sequential writes, threads=128", "latency_max"), 910_455.61);
    assert_eq!(of("2.5.33", "Sequential writes, threads=128", "latency_over_10s"), 0.19503);
    assert_eq!(of("2.5.33-mm5", "Sequential writes, threads=256", "rate"), 28.37);
    assert_eq!(of("2.4.20-pre5", "Sequential writes, threads=64", "rate"), 33.19);
    assert_eq!(count(&reading), [6, 18, 18, 18, 18, 12]);
}

#[test]
fn prompts_between_reports_are_no_rows() {
    let reading = read(fixture!("pub-pre4-pre6-prompt.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.4.20-pre4", "2.4.20-pre6"]);
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.4.20-pre4", "Sequential reads, threads=1", "rate"), 11.78);
    assert_eq!(of("2.4.20-pre4", "Sequential reads, threads=1", "latency_max"), 146.54);
    assert_eq!(of("2.4.20-pre6", "Sequential reads, threads=8", "rate"), 8.36);
    assert_eq!(of("2.4.20-pre6", "Sequential reads, threads=8", "latency_max"), 5532.3);
    assert_eq!(of("2.4.20-pre6", "Sequential reads, threads=8", "latency_over_2s"), 0.00391);
    assert_eq!(of("2.4.20-pre4", "Random reads, threads=8", "rate"), 0.6);
    assert_eq!(of("2.4.20-pre6", "Sequential writes, threads=8", "rate"), 9.67);
    assert_eq!(reading.remarks.iter().map(|remark| remark.line).collect::<Vec<_>>(), [46, 93]);
}

#[test]
fn tiotests_own_tables_are_read() {
    let reading = read(fixture!("tiotest-raw.txt")).unwrap();
    assert_eq!((labels(&reading), count(&reading)), (vec![""], vec![28]));
    let of = |case, metric| value(&reading.runs, "", case, metric);
    assert_eq!(of("Sequential writes, threads=4, file_size=32 MiB", "rate"), 420.118);
    assert_eq!(of("Sequential reads, threads=4", "rate"), 2640.7);
    assert_eq!(of("Random reads, threads=4", "rate"), 1538.651);
    assert_eq!(of("Sequential writes, threads=4", "latency_avg"), 0.014);
    assert_eq!(of("Sequential writes, threads=4", "latency_max"), 28.121);
    assert_eq!(of("Random writes, threads=4", "latency_avg"), 0.002);
    assert_eq!(of("Random writes, threads=4", "cpu_user"), 0.9);
    assert_eq!(of("Random writes, threads=4", "cpu_system"), 7.2);
    assert_eq!(reading.remarks[0].line, 19);

    let reading = read(fixture!("mail-tiotest-0.3.1.txt")).unwrap();
    assert_eq!(value(&reading.runs, "", "Random reads, threads=4", "rate"), 33.751);
}

#[test]
fn tiotests_terse_lines_are_read() {
    let reading = read(fixture!("tiotest-terse.txt")).unwrap();
    let of = |case, metric| value(&reading.runs, "", case, metric);
    assert_eq!(of("Sequential writes", "rate"), 8.0 / 0.02324);
    assert_eq!(of("Random writes", "latency_max"), 0.116);
    assert_eq!(count(&reading), [28]);
}

#[test]
fn versions_that_print_no_header_are_read() {
    let reading = read(fixture!("0.4.1-without-headers.txt")).unwrap();
    let of = |case, metric| value(&reading.runs, "6.18.44-fc-v657", case, metric);
    assert_eq!(of("Random reads, threads=1", "rate"), 202.92);
    assert_eq!(of("Sequential reads, threads=2", "cpu_efficiency"), 4301.0);
    // Too fast for its column: `######`.
    assert_eq!(count(&reading), [54]);
    assert_eq!(reading.remarks[0].text, "rate is missing (######)");
}

#[test]
fn the_one_table_of_old_versions_is_read() {
    let reading = read(fixture!("mail-0.3.2-then-bonnie.txt")).unwrap();
    assert_eq!((labels(&reading), count(&reading)), (vec![""], vec![32]));
    let of = |case, metric| value(&reading.runs, "", case, metric);
    assert_eq!(of("Sequential reads, threads=8, file_size=512 MiB", "rate"), 21.52);
    assert_eq!(of("Random writes, threads=8", "cpu"), 1.52);
}

#[test]
fn a_header_may_come_again_on_the_next_page() {
    let reading = read(fixture!("two-pages.txt")).unwrap();
    assert_eq!(count(&reading), [64 * 7]);
}

#[test]
fn identifiers_may_have_blanks_and_numbers() {
    let reading = read(fixture!("identifier-with-blanks.txt")).unwrap();
    assert_eq!(labels(&reading), ["fifo_batch 16"]);
    assert_eq!(value(&reading.runs, "fifo_batch 16", "Random reads, threads=4", "rate"), 332.45);
}

#[test]
fn tests_named_in_prose_are_titles() {
    let reading = read(fixture!("mail-tiobench-as-vs-deadline-dbench-bonnie.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.5.68-mm2-dl", "2.5.68", "2.5.68-mm2"]);
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.5.68-mm2-dl", "Sequential reads, threads=8", "rate"), 42.36);
    assert_eq!(of("2.5.68-mm2", "Sequential reads, threads=8", "rate"), 23.96);
    assert_eq!(of("2.5.68-mm2-dl", "Random reads, threads=256", "rate"), 7.33);
    assert_eq!(of("2.5.68-mm2", "Random reads, threads=256, filesystem=ext2", "rate"), 0.86);
    assert_eq!(count(&reading), [35, 35, 35]);
    assert_eq!(reading.remarks[0].text, "the table is taken for the test that line 1 names");
}

#[test]
fn hand_made_tables_are_read_as_far_as_they_say_what_they_show() {
    let reading = read(fixture!("mail-dbench-ascii-bars-tiobench-mixed-units.txt")).unwrap();
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.4.19-pre1aa1", "Sequential reads, threads=128", "latency_max"), 661.3);
    assert_eq!(of("2.4.19-pre1aa1rl", "Sequential reads, threads=128", "latency_max"), 7.8);
    assert_eq!(reading.runs[0].results[1].series.unit.as_str(), "s");
    assert_eq!(of("2.4.19-pre5", "Sequential reads, threads=1", "rate"), 38.46);
    assert_eq!(of("2.4.19-pre5", "Sequential reads, threads=256", "rate"), 29.07);

    // No title, and latencies of which one is in another unit than the other.
    let reading = read(fixture!("tiobench-2.5.62-quoted-mail.txt")).unwrap();
    assert_eq!(value(&reading.runs, "2.5.62-mm2-as", "threads=8", "rate"), 14.76);
    assert_eq!(value(&reading.runs, "2.5.62-mm2-dline", "threads=8", "cpu"), 13.9);
    assert_eq!(count(&reading), [2, 2, 2]);
    assert_eq!(reading.remarks.len(), 4);
}

#[test]
fn mails_of_many_kernels_and_filesystems_are_read() {
    let reading = read(fixture!("mail-tiobench-two-kernels-rio.txt")).unwrap();
    assert_eq!(count(&reading), [28, 28]);
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.4.22-pre5", "Sequential reads, threads=8", "rate"), 6.92);
    assert_eq!(of("2.4.21", "Random reads, threads=8", "rate"), 0.65);
    assert_eq!(of("2.4.22-pre5", "Sequential writes", "latency_max"), 3416.72);
    assert_eq!(of("2.4.21", "Sequential writes", "latency_max"), 47_134.93);

    let reading = read(fixture!("mail-tiobench-quoted-sorted-9-kernels.txt")).unwrap();
    assert_eq!(reading.runs.len(), 9);
    assert_eq!(value(&reading.runs, "2.4.21-rc8aa1", "Sequential reads", "cpu"), 71.72);
    assert_eq!(value(&reading.runs, "2.5.70-mm6", "threads=1", "rate"), 14.26);

    let reading = read(fixture!("mail-filesystems-dbench-bonnie-tiobench.txt")).unwrap();
    let of = |label, case, metric| value(&reading.runs, label, case, metric);
    assert_eq!(of("2.5.70-xfs", "Sequential writes, threads=256", "rate"), 56.39);
    assert_eq!(of("2.5.70-ext3", "Sequential writes, threads=256", "rate"), 2.32);
    assert_eq!(of("2.5.70-reiserfs", "threads=8", "cpu"), 105.9);
    assert_eq!(of("2.5.70-ext3", "threads=256", "latency_max"), 4_474_318.91);
}

#[test]
fn what_mail_programs_and_writers_did_to_headers_is_undone() {
    let reading = read(fixture!("mail-refilled-by-mail-program.txt")).unwrap();
    assert_eq!(count(&reading), [28]);
    assert_eq!(value(&reading.runs, "2.5.62", "Random writes", "cpu_efficiency"), 81.0);

    let reading = read(fixture!("mail-title-in-header.txt")).unwrap();
    assert_eq!(count(&reading), [19, 19]);
    assert_eq!(value(&reading.runs, "2.4.17-rmap12f", "Random reads", "latency_max"), 852.61);

    let reading = read(fixture!("mail-without-maximum.txt")).unwrap();
    assert_eq!(value(&reading.runs, "xfs", "threads=8", "latency_avg"), 0.763);
    assert_eq!(count(&reading), [8, 8, 8]);
}
