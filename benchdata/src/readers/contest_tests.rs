//! Real reports, the values read off them by eye.

use crate::readers::tests::{counts, error, fixture, has, labels, lines, read, text};

#[test]
fn every_load_is_a_case_of_each_kernels_run() {
    let reading = fixture("contest/pub-test4-mm4.txt");
    assert_eq!(labels(&reading), ["2.6.0-test4", "2.6.0-test4-mm2", "2.6.0-test4-mm4"]);
    assert_eq!(counts(&reading), [55, 55, 55]);
    assert_eq!(reading.remarks, []);
    has(
        &reading,
        &[
            "1 | load=no_load | elapsed = 80 s lower",
            "1 | load=no_load | ratio = 1 x lower",
            "1 | load=dbench_load | elapsed = 390 (n 4) s lower",
            "1 | load=dbench_load | ratio = 4.88 x lower",
            "1 | load=cacherun | cpu = 100 % -",
        ],
    );
    has(
        &reading,
        &[
            "2 | load=io_load | elapsed = 110 (n 4) s lower",
            "2 | load=dbench_load | elapsed = 242 (n 3) s lower",
        ],
    );
    has(
        &reading,
        &[
            "3 | load=io_load | elapsed = 129 (n 4) s lower",
            "3 | load=io_load | cpu = 59.7 (n 4) % -",
            "3 | load=io_load | loads = 43.1 (n 4) loads higher",
            "3 | load=io_load | load_cpu = 16.9 (n 4) % -",
            "3 | load=io_load | ratio = 1.61 x lower",
            "3 | load=process_load | elapsed = 131 (n 2) s lower",
            "3 | load=ctar_load | elapsed = 99 (n 3) s lower",
        ],
    );
}

#[test]
fn a_quoted_report_with_tabs_is_read() {
    let reading = fixture("contest/pub-quoted-tabs-memload.txt");
    let expected = [
        "1 2.6.8-rc2 | load=mem_load | elapsed = 78 (n 4) s lower",
        "1 2.6.8-rc2 | load=mem_load | cpu = 146.2 (n 4) % -",
        "1 2.6.8-rc2 | load=mem_load | loads = 94.5 (n 4) loads higher",
        "1 2.6.8-rc2 | load=mem_load | load_cpu = 4.7 (n 4) % -",
        "1 2.6.8-rc2 | load=mem_load | ratio = 1.3 x lower",
        "2 2.6.8-rc2t | load=mem_load | elapsed = 318 (n 4) s lower",
        "2 2.6.8-rc2t | load=mem_load | cpu = 40.9 (n 4) % -",
        "2 2.6.8-rc2t | load=mem_load | loads = 95.2 (n 4) loads higher",
        "2 2.6.8-rc2t | load=mem_load | load_cpu = 1.3 (n 4) % -",
        "2 2.6.8-rc2t | load=mem_load | ratio = 5.13 x lower",
    ];
    assert_eq!(lines(&reading), expected);
}

#[test]
fn the_seed_mail_is_seventeen_kernels_of_one_load() {
    let reading = fixture("contest/contest-fifo-batch-mail.txt");
    assert_eq!(counts(&reading), [3; 17]);
    assert_eq!((labels(&reading)[0], labels(&reading)[16]), ("2539mm1fb01", "2539mm1fb32"));
    let lines = lines(&reading);
    let first = [
        "1 2539mm1fb01 | load=io_load | elapsed = 125.4 s lower",
        "1 2539mm1fb01 | load=io_load | cpu = 60 % -",
        "1 2539mm1fb01 | load=io_load | ratio = 1.85 x lower",
    ];
    assert_eq!(lines[..3], first);
    let last = [
        "17 2539mm1fb32 | load=io_load | elapsed = 239.5 s lower",
        "17 2539mm1fb32 | load=io_load | cpu = 32 % -",
        "17 2539mm1fb32 | load=io_load | ratio = 3.54 x lower",
    ];
    assert_eq!(lines[48..], last);
}

#[test]
fn older_versions_put_the_count_of_runs_in_brackets() {
    let text = "xtar_load:\nKernel [runs]           Time    CPU%    Loads   LCPU%   Ratio\n\
                2.4.18 [3]              150.8   49      2       8       2.11\n\
                2.4.19-ck9 [2]          138.6   58      2       11      1.94  <- mine\n\
                fifo_batch 16 [1]       180.7   40      3       8       2.53\n";
    let reading = read("contest", text).unwrap();
    assert_eq!(labels(&reading), ["2.4.18", "2.4.19-ck9", "fifo_batch 16"]);
    has(
        &reading,
        &["2 | load=xtar_load | elapsed = 138.6 (n 2) s lower", "2 | load=xtar_load | ratio = 1.94 x lower"],
    );
    has(&reading, &["3 | load=xtar_load | elapsed = 180.7 s lower"]);
}

#[test]
fn a_load_that_comes_again_is_another_run() {
    let table = "io_load:\nKernel Time CPU% Ratio\n2.5.40 100.0 60 1.50\n\n";
    let reading = read("contest", &table.repeat(2)).unwrap();
    assert_eq!((labels(&reading), counts(&reading)), (vec!["2.5.40", "2.5.40"], vec![3, 3]));
    assert_eq!(reading.remarks[0].text, "io_load of 2.5.40 comes again: taken as another run");
}

#[test]
fn a_cut_report_gives_whole_rows() {
    let whole = text("contest/pub-test4-mm4.txt");
    for at in 0..whole.len() {
        let Ok(reading) = read("contest", &whole[..at]) else { continue };
        assert!(counts(&reading).iter().all(|count| count % 5 == 0), "cut at byte {at}");
    }
    let error = |text: &str| error("contest", text);
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
