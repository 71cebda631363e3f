//! Real reports, the values read off them by eye.

use super::*;
use crate::readers::io_tests::{counts, fixture, has, labels, lines};

#[test]
fn every_load_is_a_case_of_each_kernels_run() {
    let reading = read(&fixture!("contest/pub-test4-mm4.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.6.0-test4", "2.6.0-test4-mm2", "2.6.0-test4-mm4"]);
    assert_eq!(counts(&reading), [55, 55, 55]);
    assert_eq!(reading.remarks, []);
    has(
        &reading.runs[0],
        &[
            "load=no_load: elapsed 80 s lower",
            "load=no_load: ratio 1 x lower",
            "load=dbench_load: elapsed 390(4) s lower",
            "load=dbench_load: ratio 4.88 x lower",
            "load=cacherun: cpu 100 % -",
        ],
    );
    has(
        &reading.runs[1],
        &["load=io_load: elapsed 110(4) s lower", "load=dbench_load: elapsed 242(3) s lower"],
    );
    has(
        &reading.runs[2],
        &[
            "load=io_load: elapsed 129(4) s lower",
            "load=io_load: cpu 59.7(4) % -",
            "load=io_load: loads 43.1(4) loads higher",
            "load=io_load: load_cpu 16.9(4) % -",
            "load=io_load: ratio 1.61 x lower",
            "load=process_load: elapsed 131(2) s lower",
            "load=ctar_load: elapsed 99(3) s lower",
        ],
    );
}

#[test]
fn a_quoted_report_with_tabs_is_read() {
    let reading = read(&fixture!("contest/pub-quoted-tabs-memload.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.6.8-rc2", "2.6.8-rc2t"]);
    let expected = [
        "load=mem_load: elapsed 318(4) s lower",
        "load=mem_load: cpu 40.9(4) % -",
        "load=mem_load: loads 95.2(4) loads higher",
        "load=mem_load: load_cpu 1.3(4) % -",
        "load=mem_load: ratio 5.13 x lower",
    ];
    assert_eq!(lines(&reading.runs[1]), expected);
    has(&reading.runs[0], &["load=mem_load: elapsed 78(4) s lower", "load=mem_load: cpu 146.2(4) % -"]);
}

#[test]
fn the_seed_mail_is_seventeen_kernels_of_one_load() {
    let reading = read(&fixture!("contest/contest-fifo-batch-mail.txt")).unwrap();
    assert_eq!(counts(&reading), [3; 17]);
    assert_eq!((labels(&reading)[0], labels(&reading)[16]), ("2539mm1fb01", "2539mm1fb32"));
    let first = [
        "load=io_load: elapsed 125.4 s lower",
        "load=io_load: cpu 60 % -",
        "load=io_load: ratio 1.85 x lower",
    ];
    assert_eq!(lines(&reading.runs[0]), first);
    let last = [
        "load=io_load: elapsed 239.5 s lower",
        "load=io_load: cpu 32 % -",
        "load=io_load: ratio 3.54 x lower",
    ];
    assert_eq!(lines(&reading.runs[16]), last);
}

#[test]
fn older_versions_put_the_count_of_runs_in_brackets() {
    let text = "xtar_load:\nKernel [runs]           Time    CPU%    Loads   LCPU%   Ratio\n\
                2.4.18 [3]              150.8   49      2       8       2.11\n\
                2.4.19-ck9 [2]          138.6   58      2       11      1.94  <- mine\n\
                fifo_batch 16 [1]       180.7   40      3       8       2.53\n";
    let reading = read(text).unwrap();
    assert_eq!(labels(&reading), ["2.4.18", "2.4.19-ck9", "fifo_batch 16"]);
    has(
        &reading.runs[1],
        &["load=xtar_load: elapsed 138.6(2) s lower", "load=xtar_load: ratio 1.94 x lower"],
    );
    has(&reading.runs[2], &["load=xtar_load: elapsed 180.7 s lower"]);
}

#[test]
fn a_load_that_comes_again_is_another_run() {
    let table = "io_load:\nKernel Time CPU% Ratio\n2.5.40 100.0 60 1.50\n\n";
    let reading = read(&table.repeat(2)).unwrap();
    assert_eq!((labels(&reading), counts(&reading)), (vec!["2.5.40", "2.5.40"], vec![3, 3]));
    assert_eq!(reading.remarks[0].text, "io_load of 2.5.40 comes again: taken as another run");
}

#[test]
fn a_cut_report_gives_whole_rows_or_an_error() {
    let whole = fixture!("contest/pub-test4-mm4.txt");
    let all = read(&whole).unwrap();
    for at in 0..whole.len() {
        let Ok(reading) = read(&whole[..at]) else { continue };
        for run in &reading.runs {
            let of = all.runs.iter().find(|whole| whole.label == run.label).unwrap();
            assert_eq!(run.results, of.results[..run.results.len()], "cut at byte {at}");
            assert_eq!(run.results.len() % 5, 0, "cut at byte {at}");
        }
    }
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        error("io_load:\nKernel Time CPU% Ratio\n2.5.40 100.0 60\n"),
        "line 3: found a row with 3 cells, expected 4 cells, as in the header"
    );
    assert_eq!(
        error("Kernel Time CPU% Ratio\n2.5.40 100.0 60 1.50\n"),
        "line 1: found a table without its load, expected the load's name above it (io_load:)"
    );
    assert!(error("nothing").contains("no result"));
}
