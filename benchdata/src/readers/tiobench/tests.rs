//! Real outputs, the values read off them by eye.

mod damage;
mod recognition;

use crate::readers::tests::{counts, fixture, has, labels, lines, read, remarks, text};

#[test]
fn the_seed_mail_is_two_runs_of_112_values() {
    let reading = fixture("tiobench/tiobench-2.5.60-mail.txt");
    assert_eq!(labels(&reading), ["2.5.60-mm2", "2.5.60-mm2-ant"]);
    assert_eq!(counts(&reading), [112, 112]);
    assert!(reading.runs.iter().all(|run| run.factors.is_empty()));
    assert_eq!(reading.remarks, []);
    let wanted = [
        "2.5.60-mm2 | test=Sequential reads, threads=4 | rate = 5.39 MiB/s higher",
        "2.5.60-mm2-ant | test=Sequential reads, threads=4 | rate = 17.4 MiB/s higher",
        "2.5.60-mm2 | test=Sequential reads, threads=4 | latency_max = 275.79 ms lower",
        "2.5.60-mm2-ant | test=Sequential reads, threads=4 | latency_max = 695.78 ms lower",
        "2.5.60-mm2 | test=Sequential reads, threads=1 | cpu = 8.264 % -",
        "2.5.60-mm2 | test=Sequential writes, threads=4 | latency_over_2s = 0.01615 % lower",
        "2.5.60-mm2 | test=Sequential writes, threads=4 | latency_over_10s = 0.00154 % lower",
        "2.5.60-mm2-ant | test=Random writes, threads=8 | latency_avg = 0.079 ms lower",
        "2.5.60-mm2-ant | test=Random reads, threads=8 | cpu_efficiency = 115 MiB/s/CPU higher",
    ];
    has(&reading, &wanted);
}

#[test]
fn every_row_of_the_seed_mail_has_its_seven_values() {
    let lines = lines(&fixture("tiobench/tiobench-2.5.60-mail.txt"));
    let tests = ["Sequential reads", "Random reads", "Sequential writes", "Random writes"];
    let mut test = "";
    let mut seen = 0;
    for row in text("tiobench/tiobench-2.5.60-mail.txt").lines() {
        if let Some(title) = tests.iter().find(|title| title.eq_ignore_ascii_case(row.trim())) {
            test = title;
        }
        let cells: Vec<&str> = row.split_whitespace().collect();
        let [kernel, "510", "4096", threads, rate, cpu, avg, max, over_2s, over_10s, efficiency] =
            cells.as_slice()
        else {
            continue;
        };
        let case = format!("block_size=4096, file_size=510 MiB, test={test}, threads={threads}");
        let values = [
            ("rate", *rate, "MiB/s higher"),
            ("cpu", cpu.trim_end_matches('%'), "% -"),
            ("latency_avg", avg, "ms lower"),
            ("latency_max", max, "ms lower"),
            ("latency_over_2s", over_2s, "% lower"),
            ("latency_over_10s", over_10s, "% lower"),
            ("cpu_efficiency", efficiency, "MiB/s/CPU higher"),
        ];
        for (metric, printed, unit) in values {
            let value: f64 = printed.parse().unwrap();
            let line = format!("{} | {case} | {metric} = {value} {unit}", &kernel[1..]);
            let found = lines.iter().filter(|found| found.split_once(' ').unwrap().1 == line).count();
            assert_eq!(found, 1, "{line}");
            seen += 1;
        }
    }
    assert_eq!((seen, lines.len()), (224, 224));
}

#[test]
fn the_tools_own_output_is_read_wrapped_or_not() {
    for path in ["tiobench/default-threads.txt", "tiobench/derived-folded-76.txt"] {
        let reading = fixture(path);
        assert_eq!((labels(&reading), counts(&reading)), (vec!["6.18.44-fc-v657"], vec![84]));
        let wanted = [
            "6.18.44-fc-v657 | test=Sequential reads, threads=1 | rate = 1337.79 MiB/s higher",
            "6.18.44-fc-v657 | test=Sequential reads, threads=1 | cpu = 51.25 % -",
            "6.18.44-fc-v657 | test=Sequential reads, threads=1 | latency_avg = 0.002 ms lower",
            "6.18.44-fc-v657 | test=Sequential reads, threads=1 | latency_max = 6.19 ms lower",
            "6.18.44-fc-v657 | test=Sequential reads, threads=4 | rate = 1653.75 MiB/s higher",
            "6.18.44-fc-v657 | test=Random writes, threads=4 | rate = 121.31 MiB/s higher",
            "6.18.44-fc-v657 | test=Random writes, threads=4 | cpu = 9.068 % -",
            "6.18.44-fc-v657 | test=Sequential writes, threads=2 | rate = 424.91 MiB/s higher",
            "6.18.44-fc-v657 | test=Sequential writes, threads=2, file_size=32 MiB, block_size=4096 | latency_max = 12.05 ms lower",
        ];
        has(&reading, &wanted);
    }
}

#[test]
fn block_sizes_are_cases() {
    let reading = fixture("tiobench/two-blocks-ident.txt");
    assert_eq!((labels(&reading), counts(&reading)), (vec!["deadline-tuned"], vec![112]));
    let wanted = [
        "deadline-tuned | test=Sequential reads, block_size=4096, threads=1 | rate = 1151.08 MiB/s higher",
        "deadline-tuned | test=Sequential reads, block_size=16384, threads=8 | rate = 2768.17 MiB/s higher",
        "deadline-tuned | test=Random reads, block_size=16384, threads=8 | rate = 1947.04 MiB/s higher",
        "deadline-tuned | test=Sequential writes, block_size=16384, threads=8 | rate = 917.69 MiB/s higher",
        "deadline-tuned | test=Sequential writes, block_size=16384, threads=8 | latency_max = 2.87 ms lower",
    ];
    has(&reading, &wanted);
}

#[test]
fn one_identifier_on_both_sides_of_a_diff_is_two_runs_with_a_factor() {
    let reading = fixture("tiobench/derived-quoted-minus-plus-pairs.txt");
    assert_eq!(labels(&reading), ["mq-deadline", "mq-deadline"]);
    let wanted = [
        "1 mark=- | test=Sequential reads, threads=1 | rate = 1384.88 MiB/s higher",
        "2 mark=+ | test=Sequential reads, threads=1 | rate = 121.72 MiB/s higher",
        "1 | test=Sequential reads, threads=16 | rate = 1451.91 MiB/s higher",
        "2 | test=Sequential reads, threads=16 | rate = 3100.78 MiB/s higher",
        "2 | test=Random reads, threads=16 | rate = 937.5 MiB/s higher",
        "2 | test=Random reads, threads=16 | cpu = 75 % -",
    ];
    has(&reading, &wanted);
}

#[test]
fn columns_may_be_left_out_and_cpu_may_exceed_100() {
    let reading = fixture("tiobench/pub-no-size-columns-over100cpu.txt");
    let wanted = [
        "2.5.33 | test=Sequential writes, threads=128, filesystem=ext2 | rate = 12.17 MiB/s higher",
        "2.5.33 | test=Sequential writes, threads=128 | cpu = 222.9 % -",
        "2.5.33 | test=Sequential writes, threads=128 | latency_max = 910455.61 ms lower",
        "2.5.33 | test=Sequential writes, threads=128 | latency_over_10s = 0.19503 % lower",
        "2.5.33-mm5 | test=Sequential writes, threads=256 | rate = 28.37 MiB/s higher",
        "2.4.20-pre5 | test=Sequential writes, threads=64 | rate = 33.19 MiB/s higher",
    ];
    has(&reading, &wanted);
    assert_eq!(counts(&reading), [6, 18, 18, 18, 18, 12]);
}

#[test]
fn prompts_between_reports_are_no_rows() {
    let reading = fixture("tiobench/pub-pre4-pre6-prompt.txt");
    assert_eq!(labels(&reading), ["2.4.20-pre4", "2.4.20-pre6"]);
    let wanted = [
        "2.4.20-pre4 | test=Sequential reads, threads=1 | rate = 11.78 MiB/s higher",
        "2.4.20-pre4 | test=Sequential reads, threads=1 | latency_max = 146.54 ms lower",
        "2.4.20-pre6 | test=Sequential reads, threads=8 | rate = 8.36 MiB/s higher",
        "2.4.20-pre6 | test=Sequential reads, threads=8 | latency_max = 5532.3 ms lower",
        "2.4.20-pre6 | test=Sequential reads, threads=8 | latency_over_2s = 0.00391 % lower",
        "2.4.20-pre4 | test=Random reads, threads=8 | rate = 0.6 MiB/s higher",
        "2.4.20-pre6 | test=Sequential writes, threads=8 | rate = 9.67 MiB/s higher",
    ];
    has(&reading, &wanted);
    assert_eq!(reading.remarks.iter().map(|remark| remark.line).collect::<Vec<_>>(), [46, 93]);
}

#[test]
fn tiotests_own_tables_are_read() {
    let reading = fixture("tiobench/tiotest-raw.txt");
    assert_eq!((labels(&reading), counts(&reading)), (vec![""], vec![28]));
    let wanted = [
        "1 | test=Sequential writes, threads=4, file_size=32 MiB | rate = 420.118 MiB/s higher",
        "1 | test=Sequential reads, threads=4 | rate = 2640.7 MiB/s higher",
        "1 | test=Random reads, threads=4 | rate = 1538.651 MiB/s higher",
        "1 | test=Sequential writes, threads=4 | latency_avg = 0.014 ms lower",
        "1 | test=Sequential writes, threads=4 | latency_max = 28.121 ms lower",
        "1 | test=Random writes, threads=4 | latency_avg = 0.002 ms lower",
        "1 | test=Random writes, threads=4 | cpu_user = 0.9 % -",
        "1 | test=Random writes, threads=4 | cpu_system = 7.2 % -",
    ];
    has(&reading, &wanted);
    assert_eq!(reading.remarks[0].line, 19);

    let reading = fixture("tiobench/mail-tiotest-0.3.1.txt");
    has(&reading, &["1 | test=Random reads, threads=4 | rate = 33.751 MiB/s higher"]);
}

#[test]
fn tiotests_terse_lines_are_read() {
    let reading = fixture("tiobench/tiotest-terse.txt");
    let rate = format!("1 | test=Sequential writes | rate = {} MiB/s higher", 8.0 / 0.02324);
    has(&reading, &[rate.as_str(), "1 | test=Random writes | latency_max = 0.116 ms lower"]);
    assert_eq!(counts(&reading), [28]);
}

#[test]
fn versions_that_print_no_header_are_read() {
    let reading = fixture("tiobench/0.4.1-without-headers.txt");
    let wanted = [
        "6.18.44-fc-v657 | test=Random reads, threads=1 | rate = 202.92 MiB/s higher",
        "6.18.44-fc-v657 | test=Sequential reads, threads=2 | cpu_efficiency = 4301 MiB/s/CPU higher",
    ];
    has(&reading, &wanted);
    // Too fast for its column: `######`.
    assert_eq!(counts(&reading), [54]);
    assert!(remarks(&reading)[0].ends_with("rate is missing (######)"));
}

#[test]
fn the_one_table_of_old_versions_is_read() {
    let reading = fixture("tiobench/mail-0.3.2-then-bonnie.txt");
    assert_eq!((labels(&reading), counts(&reading)), (vec![""], vec![32]));
    let wanted = [
        "1 | test=Sequential reads, threads=8, file_size=512 MiB | rate = 21.52 MiB/s higher",
        "1 | test=Random writes, threads=8 | cpu = 1.52 % -",
    ];
    has(&reading, &wanted);
}

#[test]
fn a_header_may_come_again_on_the_next_page() {
    let reading = fixture("tiobench/two-pages.txt");
    assert_eq!(counts(&reading), [64 * 7]);
}

#[test]
fn identifiers_may_have_blanks_and_numbers() {
    let reading = fixture("tiobench/identifier-with-blanks.txt");
    assert_eq!(labels(&reading), ["fifo_batch 16"]);
    has(&reading, &["fifo_batch 16 | test=Random reads, threads=4 | rate = 332.45 MiB/s higher"]);
}

#[test]
fn tests_named_in_prose_are_titles() {
    let reading = read("tiobench", &text("mails/m01-tiobench-as-vs-deadline-dbench-bonnie.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.5.68-mm2-dl", "2.5.68", "2.5.68-mm2"]);
    let wanted = [
        "2.5.68-mm2-dl | test=Sequential reads, threads=8 | rate = 42.36 MiB/s higher",
        "2.5.68-mm2 | test=Sequential reads, threads=8 | rate = 23.96 MiB/s higher",
        "2.5.68-mm2-dl | test=Random reads, threads=256 | rate = 7.33 MiB/s higher",
        "2.5.68-mm2 | test=Random reads, threads=256, filesystem=ext2 | rate = 0.86 MiB/s higher",
    ];
    has(&reading, &wanted);
    assert_eq!(counts(&reading), [35, 35, 35]);
    assert!(remarks(&reading)[0].ends_with("the table is taken for the test that line 1 names"));
}

#[test]
fn hand_made_tables_are_read_as_far_as_they_say_what_they_show() {
    let reading = read("tiobench", &text("mails/m03-dbench-ascii-bars-tiobench-mixed-units.txt")).unwrap();
    let wanted = [
        "2.4.19-pre1aa1 | test=Sequential reads, threads=128 | latency_max = 661.3 s lower",
        "2.4.19-pre1aa1rl | test=Sequential reads, threads=128 | latency_max = 7.8 s lower",
        "2.4.19-pre5 | test=Sequential reads, threads=1 | rate = 38.46 MiB/s higher",
        "2.4.19-pre5 | test=Sequential reads, threads=256 | rate = 29.07 MiB/s higher",
    ];
    has(&reading, &wanted);

    // No title, and latencies of which one is in another unit than the other.
    let reading = fixture("tiobench/tiobench-2.5.62-quoted-mail.txt");
    let wanted = [
        "2.5.62-mm2-as | threads=8 | rate = 14.76 MiB/s higher",
        "2.5.62-mm2-dline | threads=8 | cpu = 13.9 % -",
    ];
    has(&reading, &wanted);
    assert_eq!(counts(&reading), [2, 2, 2]);
    assert_eq!(reading.remarks.len(), 4);
}

#[test]
fn mails_of_many_kernels_and_filesystems_are_read() {
    let reading = fixture("tiobench/mail-tiobench-two-kernels-rio.txt");
    assert_eq!(counts(&reading), [28, 28]);
    let wanted = [
        "2.4.22-pre5 | test=Sequential reads, threads=8 | rate = 6.92 MiB/s higher",
        "2.4.21 | test=Random reads, threads=8 | rate = 0.65 MiB/s higher",
        "2.4.22-pre5 | test=Sequential writes | latency_max = 3416.72 ms lower",
        "2.4.21 | test=Sequential writes | latency_max = 47134.93 ms lower",
    ];
    has(&reading, &wanted);

    let reading = fixture("tiobench/mail-tiobench-quoted-sorted-9-kernels.txt");
    assert_eq!(reading.runs.len(), 9);
    let wanted = [
        "2.4.21-rc8aa1 | test=Sequential reads | cpu = 71.72 % -",
        "2.5.70-mm6 | threads=1 | rate = 14.26 MiB/s higher",
    ];
    has(&reading, &wanted);

    let reading = read("tiobench", &text("mails/m22-filesystems-dbench-bonnie-tiobench.txt")).unwrap();
    let wanted = [
        "2.5.70-xfs | test=Sequential writes, threads=256 | rate = 56.39 MiB/s higher",
        "2.5.70-ext3 | test=Sequential writes, threads=256 | rate = 2.32 MiB/s higher",
        "2.5.70-reiserfs | threads=8 | cpu = 105.9 % -",
        "2.5.70-ext3 | threads=256 | latency_max = 4474318.91 ms lower",
    ];
    has(&reading, &wanted);
}

#[test]
fn what_mail_programs_and_writers_did_to_headers_is_undone() {
    let reading = fixture("tiobench/mail-refilled-by-mail-program.txt");
    assert_eq!(counts(&reading), [28]);
    has(&reading, &["2.5.62 | test=Random writes | cpu_efficiency = 81 MiB/s/CPU higher"]);

    let reading = fixture("tiobench/mail-title-in-header.txt");
    assert_eq!(counts(&reading), [19, 19]);
    has(&reading, &["2.4.17-rmap12f | test=Random reads | latency_max = 852.61 ms lower"]);

    let reading = fixture("tiobench/mail-without-maximum.txt");
    has(&reading, &["xfs | threads=8 | latency_avg = 0.763 ms lower"]);
    assert_eq!(counts(&reading), [8, 8, 8]);
}
