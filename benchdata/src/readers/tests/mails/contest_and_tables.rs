//! contest's tables and those that no tool prints, row by row.

use super::{has, hinted, labels, mail, text};
use crate::hints::Hints;
use crate::readers::{AUTO, OutputError, read_plain};

#[test]
fn seed_fifo_batch_has_seventeen_levels_with_time_cpu_and_ratio() {
    let expected = [
        ("2539mm1fb01", [125.4, 60.0, 1.85]),
        ("2539mm1fb02", [112.7, 65.0, 1.66]),
        ("2539mm1fb04", [146.4, 51.0, 2.16]),
        ("2539mm1fb08", [109.1, 68.0, 1.61]),
        ("2539mm1fb10", [204.3, 63.0, 3.02]),
        ("2539mm1fb12", [210.3, 60.0, 3.1]),
        ("2539mm1fb14", [192.6, 66.0, 2.85]),
        ("2539mm1fb16", [131.2, 57.0, 1.94]),
        ("2539mm1fb18", [209.7, 61.0, 3.1]),
        ("2539mm1fb20", [221.8, 57.0, 3.27]),
        ("2539mm1fb22", [262.3, 48.0, 3.88]),
        ("2539mm1fb24", [264.0, 48.0, 3.9]),
        ("2539mm1fb26", [258.7, 50.0, 3.82]),
        ("2539mm1fb28", [307.4, 42.0, 4.54]),
        ("2539mm1fb30", [319.4, 40.0, 4.71]),
        ("2539mm1fb31", [294.4, 44.0, 4.34]),
        ("2539mm1fb32", [239.5, 32.0, 3.54]),
    ];
    let reading = mail(AUTO, "contest/contest-fifo-batch-mail.txt");
    assert_eq!(labels(&reading), expected.map(|(label, _)| label));
    for (label, [time, cpu, ratio]) in expected {
        let time = format!("{label} | load=io_load | elapsed = {time} s lower");
        let cpu = format!("{label} | load=io_load | cpu = {cpu} % -");
        // contest's own ratio, to a time without load that the mail leaves out.
        has(&reading, &[time, cpu, format!("{label} | load=io_load | ratio = {ratio} x lower")]);
    }
    assert!(reading.runs.iter().all(|run| run.results.len() == 3));
}

#[test]
fn m24_is_quoted_and_has_tabs() {
    let reading = mail(AUTO, "contest/pub-quoted-tabs-memload.txt");
    let expected = [("2.6.8-rc2", 78.0, 146.2, 94.5, 4.7, 1.3), ("2.6.8-rc2t", 318.0, 40.9, 95.2, 1.3, 5.13)];
    for (label, time, cpu, loads, load_cpu, ratio) in expected {
        has(
            &reading,
            &[
                format!("{label} | load=mem_load | elapsed = {time} (n 4) s lower"),
                format!("{label} | load=mem_load | cpu = {cpu} (n 4) % -"),
                format!("{label} | load=mem_load | loads = {loads} (n 4) loads higher"),
                format!("{label} | load=mem_load | load_cpu = {load_cpu} (n 4) % -"),
                format!("{label} | load=mem_load | ratio = {ratio} x lower"),
            ],
        );
    }
}

#[test]
fn m25_has_eleven_loads_of_three_kernels() {
    let expected = [
        ("no_load", "2.6.0-test4", 1, [80.0, 93.8, 0.0, 0.0, 1.0]),
        ("no_load", "2.6.0-test4-mm2", 1, [79.0, 93.7, 0.0, 0.0, 1.0]),
        ("no_load", "2.6.0-test4-mm4", 1, [80.0, 93.8, 0.0, 0.0, 1.0]),
        ("cacherun", "2.6.0-test4", 1, [75.0, 100.0, 0.0, 0.0, 0.94]),
        ("cacherun", "2.6.0-test4-mm2", 1, [75.0, 98.7, 0.0, 0.0, 0.95]),
        ("cacherun", "2.6.0-test4-mm4", 1, [77.0, 97.4, 0.0, 0.0, 0.96]),
        ("process_load", "2.6.0-test4", 2, [108.0, 69.4, 64.0, 28.7, 1.35]),
        ("process_load", "2.6.0-test4-mm2", 2, [125.0, 59.2, 92.5, 38.4, 1.58]),
        ("process_load", "2.6.0-test4-mm4", 2, [131.0, 56.5, 104.5, 41.2, 1.64]),
        ("ctar_load", "2.6.0-test4", 3, [117.0, 67.5, 1.0, 5.1, 1.46]),
        ("ctar_load", "2.6.0-test4-mm2", 3, [115.0, 69.6, 1.0, 6.1, 1.46]),
        ("ctar_load", "2.6.0-test4-mm4", 3, [99.0, 80.8, 0.0, 0.0, 1.24]),
        ("xtar_load", "2.6.0-test4", 3, [132.0, 58.3, 3.0, 7.5, 1.65]),
        ("xtar_load", "2.6.0-test4-mm2", 3, [141.0, 54.6, 3.3, 7.0, 1.78]),
        ("xtar_load", "2.6.0-test4-mm4", 3, [109.0, 70.6, 1.0, 3.7, 1.36]),
        ("io_load", "2.6.0-test4", 4, [119.0, 64.7, 43.4, 19.2, 1.49]),
        ("io_load", "2.6.0-test4-mm2", 4, [110.0, 70.0, 35.4, 16.4, 1.39]),
        ("io_load", "2.6.0-test4-mm4", 4, [129.0, 59.7, 43.1, 16.9, 1.61]),
        ("io_other", "2.6.0-test4", 2, [116.0, 67.2, 48.0, 21.4, 1.45]),
        ("io_other", "2.6.0-test4-mm2", 2, [110.0, 70.0, 41.0, 18.8, 1.39]),
        ("io_other", "2.6.0-test4-mm4", 2, [111.0, 69.4, 40.8, 18.8, 1.39]),
        ("read_load", "2.6.0-test4", 2, [109.0, 72.5, 8.6, 5.5, 1.36]),
        ("read_load", "2.6.0-test4-mm2", 2, [106.0, 73.6, 8.3, 5.6, 1.34]),
        ("read_load", "2.6.0-test4-mm4", 2, [100.0, 78.0, 6.5, 5.0, 1.25]),
        ("list_load", "2.6.0-test4", 2, [97.0, 79.4, 0.0, 8.2, 1.21]),
        ("list_load", "2.6.0-test4-mm2", 2, [96.0, 80.2, 0.0, 7.3, 1.22]),
        ("list_load", "2.6.0-test4-mm4", 2, [95.0, 80.0, 0.0, 7.4, 1.19]),
        ("mem_load", "2.6.0-test4", 2, [101.0, 78.2, 67.0, 3.0, 1.26]),
        ("mem_load", "2.6.0-test4-mm2", 2, [98.0, 79.6, 66.5, 3.1, 1.24]),
        ("mem_load", "2.6.0-test4-mm4", 2, [93.0, 84.9, 65.0, 3.2, 1.16]),
        ("dbench_load", "2.6.0-test4", 4, [390.0, 19.5, 6.2, 57.3, 4.88]),
        ("dbench_load", "2.6.0-test4-mm2", 3, [242.0, 31.8, 3.0, 44.2, 3.06]),
        ("dbench_load", "2.6.0-test4-mm4", 4, [260.0, 29.6, 3.2, 45.0, 3.25]),
    ];
    let reading = mail(AUTO, "contest/pub-test4-mm4.txt");
    for (load, label, n, [time, cpu, loads, load_cpu, ratio]) in expected {
        let n = if n > 1 { format!(" (n {n})") } else { String::new() };
        has(
            &reading,
            &[
                format!("{label} | load={load} | elapsed = {time}{n} s lower"),
                format!("{label} | load={load} | cpu = {cpu}{n} % -"),
                format!("{label} | load={load} | loads = {loads}{n} loads higher"),
                format!("{label} | load={load} | load_cpu = {load_cpu}{n} % -"),
                format!("{label} | load={load} | ratio = {ratio} x lower"),
            ],
        );
    }
    assert!(reading.runs.len() == 3 && reading.runs.iter().all(|run| run.results.len() == 55));
}

#[test]
fn seed_dss_has_twenty_four_summaries_of_five_runs() {
    let expected = [
        ("mbrs=32, nrdrs=64", 0, [30.57, 31.5, 34.06, 1.456108]),
        ("mbrs=32, nrdrs=64", 1, [29.27, 29.59, 29.96, 0.325469]),
        ("mbrs=32, nrdrs=128", 0, [28.14, 28.48, 29.32, 0.480208]),
        ("mbrs=32, nrdrs=128", 1, [27.54, 27.88, 28.48, 0.359194]),
        ("mbrs=32, nrdrs=256", 0, [33.05, 33.7, 34.3, 0.548151]),
        ("mbrs=32, nrdrs=256", 1, [33.1, 33.36, 33.74, 0.257158]),
        ("mbrs=64, nrdrs=64", 0, [30.53, 30.74, 31.1, 0.255441]),
        ("mbrs=64, nrdrs=64", 1, [29.4, 29.65, 29.91, 0.187216]),
        ("mbrs=64, nrdrs=128", 0, [28.09, 28.79, 29.23, 0.484149]),
        ("mbrs=64, nrdrs=128", 1, [27.73, 27.96, 28.33, 0.226429]),
        ("mbrs=64, nrdrs=256", 0, [33.35, 34.04, 34.76, 0.518816]),
        ("mbrs=64, nrdrs=256", 1, [33.02, 33.13, 33.25, 0.088034]),
        ("mbrs=128, nrdrs=64", 0, [30.37, 30.75, 31.23, 0.329439]),
        ("mbrs=128, nrdrs=64", 1, [29.2, 29.49, 29.82, 0.221179]),
        ("mbrs=128, nrdrs=128", 0, [28.04, 28.54, 29.0, 0.392785]),
        ("mbrs=128, nrdrs=128", 1, [27.76, 28.08, 28.26, 0.19084]),
        ("mbrs=128, nrdrs=256", 0, [33.37, 33.89, 34.3, 0.448297]),
        ("mbrs=128, nrdrs=256", 1, [33.04, 33.3, 33.56, 0.203175]),
        ("mbrs=256, nrdrs=64", 0, [30.55, 30.8, 30.94, 0.167392]),
        ("mbrs=256, nrdrs=64", 1, [29.23, 29.57, 29.91, 0.305156]),
        ("mbrs=256, nrdrs=128", 0, [28.38, 28.82, 29.2, 0.305172]),
        ("mbrs=256, nrdrs=128", 1, [27.78, 27.92, 28.11, 0.142583]),
        ("mbrs=256, nrdrs=256", 0, [33.25, 34.21, 34.88, 0.598398]),
        ("mbrs=256, nrdrs=256", 1, [33.11, 33.23, 33.48, 0.154499]),
    ];
    let hints = Hints { runs: Some(5), ..Hints::default() };
    let reading = hinted(AUTO, "table/dss-rq-affinity-mail.txt", &hints);
    for (case, rq, [min, mean, max, sd]) in expected {
        let values = format!("{mean} (n 5, min {min}, max {max}, sd {sd})");
        has(&reading, &[format!("rq={rq} | {case} | value = {values} 1 lower")]);
    }
    assert!(reading.runs.len() == 2 && reading.runs.iter().all(|run| run.results.len() == 12));
    // Without the number of runs the means are all that can be kept.
    let means = mail(AUTO, "table/dss-rq-affinity-mail.txt");
    has(&means, &["rq=1 | mbrs=32, nrdrs=64 | value = 29.59 1 lower"]);
}

#[test]
fn seed_cfq_latency_has_every_sample() {
    let reading = mail(AUTO, "table/cfq-latency-mail.txt");
    let (konsole, git) = ("test=dd vs konsole -e exit", "test=concurrent git test");
    let labelled = [
        (konsole, "fairness=1 overload_delay=1", "1.7 1.94 1.32 1.89 1.87"),
        (konsole, "desktop=1 +last_end_sync", "1.55 1.79 1.38 1.53 1.57"),
        (konsole, "block-for-linus-8e29675", "1.09 0.87 1.11 0.96 1.11"),
        (konsole, "block-for-linus-e00c54c", "1.29 2.18 1.16 1.21 1.24"),
        (git, "virgin", "108.12 106.33 106.34 97 106.52"),
        (git, "desktop=1 +last_end_sync", "89.81 88.82 91.56 96.57 89.38"),
        (git, "blk-for-linus-8e29675", "92.61 94.6 92.35 93.17 94.05"),
        (git, "blk-for-linus-e00c54c", "88.73 89.02 88.1 90.84 88.3"),
    ];
    for (case, label, samples) in labelled {
        has(&reading, &[format!("{label} | {case} | value = {samples} 1 -")]);
    }
    let rows = [
        "elapsed = {} s lower",
        "rate = {} MB/s higher",
        "value = {} 1 -",
        "value = {} 1 -",
        "value = {} 1 -",
    ];
    let names =
        ["", "row=30s-dd-read, ", "row=30s-dd-write, ", "row=dd-read-total, ", "row=dd-write-total, "];
    let sections = [
        (
            "desktop=0",
            ["98.23 91.97 91.77", "48.5 49.6 49.1", "23.1 27.3 31.3", "49.4 50.1 49.6", "34.5 34.9 34.9"],
        ),
        (
            "desktop=1 pop 8e296755",
            ["93.3 92.77 90.11", "50.5 50.4 51.8", "22.7 26.4 27.7", "51.2 50.1 51.6", "34.2 34.5 35.6"],
        ),
        (
            "desktop=1 push 8e296755",
            ["104.51 104.52 101.2", "43 43.6 44.5", "21.4 23.9 28.9", "42.9 43 43.5", "30.4 30.3 31.5"],
        ),
        (
            "latency=1 push e00c54c",
            ["90.03 93.03 91.68", "53.1 54.8 51.3", "20 23.3 28.2", "53.7 54 52.6", "35.5 34.2 34.9"],
        ),
    ];
    for (label, samples) in sections {
        for ((row, name), samples) in rows.iter().zip(names).zip(samples) {
            let row = row.replace("{}", samples);
            has(&reading, &[format!("{label} | {name}test=read vs write test | {row}")]);
        }
    }
    assert_eq!(reading.runs.iter().map(|run| run.results.len()).sum::<usize>(), 8 + 4 * 5);
}

#[test]
fn m23_has_a_table_of_builds_for_who_names_its_columns() {
    let columns = "kernel:label,seconds=elapsed:s:lower".parse().unwrap();
    let hints = Hints { columns: Some(columns), runs: Some(12) };
    let reading = hinted(AUTO, "mails/m23-aim7-jobs-irman-minmaxavg.txt", &hints);
    let test = "test=Time to build the kernel 12 times.  Not a lot of difference here.";
    has(
        &reading,
        &[
            format!("2.5.33 | {test} | elapsed = 728.2 (n 12) s lower"),
            format!("2.5.33-mm5 | {test} | elapsed = 736.8 (n 12) s lower"),
        ],
    );
    let tool =
        read_plain("fio", &crate::mail::Plain::of(&text("contest/pub-quoted-tabs-memload.txt")), &hints);
    assert_eq!(tool, Err(OutputError::HintsBesideTable("fio")));
}
