//! Real outputs, the values read off them by eye.

use crate::readers::tests::{counts, fixture, has, labels, lines, read, text, version};

#[test]
fn version_2_has_latencies_and_missing_cells() {
    let reading = fixture("bonnie++/v2-text.txt");
    assert_eq!(version(&reading), "2.00a");
    assert_eq!(labels(&reading), ["box1"]);
    assert_eq!(counts(&reading), [2 * 2 + 12]);
    has(
        &reading,
        &[
            "1 | file_size=64M, test=putc | rate = 1359 KiB/s higher",
            "1 | file_size=64M, test=putc | cpu = 65 % -",
            "1 | file_size=64M, test=getc | rate = 2555 KiB/s higher",
            "1 | file_size=64M, test=getc | cpu = 68 % -",
            "1 | file_size=64M, test=putc | latency_max = 12060 us lower",
            "1 | file_size=64M, test=seeks | latency_max = 37551 us lower",
            "1 | files=1, test=ran_del | latency_max = 4036 us lower",
        ],
    );
    // The table alone says the same.
    let text = text("bonnie++/v2-text.txt");
    let table = &text[..text.find("1.98,").unwrap()];
    assert_eq!(read("bonnie++", table).unwrap().runs, reading.runs);
}

#[test]
fn csv_without_a_header_is_read_by_position() {
    let reading = fixture("bonnie++/v2-quiet-csv.csv");
    assert_eq!((labels(&reading), counts(&reading)), (vec!["box1"], vec![16]));
    has(
        &reading,
        &[
            "1 | file_size=64M, test=putc | rate = 1253 KiB/s higher",
            "1 | file_size=64M, test=putc | cpu = 64 % -",
            "1 | file_size=64M, test=getc | rate = 1665 KiB/s higher",
            "1 | file_size=64M, test=getc | cpu = 71 % -",
            "1 | file_size=64M, test=putc | latency_max = 34730 us lower",
        ],
    );
}

#[test]
fn repetitions_of_one_execution_are_samples() {
    let reading = fixture("bonnie++/v2-x3.csv");
    let expected = [
        "1 box1 | file_size=32M, test=put_block | latency_max = 4037 16036 17985 us lower",
        "1 box1 | file_size=32M, test=rewrite | latency_max = 4042 8036 12062 us lower",
        "1 box1 | file_size=32M, test=get_block | latency_max = 18495 4025 12034 us lower",
        "1 box1 | file_size=32M, test=seeks | latency_max = 20268 20745 28023 us lower",
    ];
    assert_eq!(reading.runs.len(), 1);
    assert_eq!(lines(&reading), expected);
}

#[test]
fn version_1_is_read_with_its_csv_once() {
    let reading = fixture("bonnie++/pub-103-forum-markdown.txt");
    assert_eq!(version(&reading), "1.03");
    assert_eq!((labels(&reading), counts(&reading)), (vec!["ubuntu"], vec![20]));
    has(
        &reading,
        &[
            "1 | file_size=2G, test=putc | rate = 25694 KiB/s higher",
            "1 | file_size=2G, test=putc | cpu = 86 % -",
            "1 | file_size=2G, test=put_block | rate = 34366 KiB/s higher",
            "1 | file_size=2G, test=rewrite | rate = 12165 KiB/s higher",
            "1 | file_size=2G, test=get_block | rate = 26306 KiB/s higher",
            "1 | file_size=2G, test=seeks | seeks = 84.4 seeks/s higher",
            "1 | files=16, test=seq_del | files = 28930 files/s higher",
        ],
    );
}

#[test]
fn wrapped_rows_are_joined_and_headings_are_labels() {
    let text = text("bonnie++/pub-103-wrapped-two-kernels.txt");
    let reading = read("bonnie++", &text).unwrap();
    assert_eq!(labels(&reading), ["2.4.19", "2.5.59"]);
    has(
        &reading,
        &[
            "1 | file_size=256M, test=put_block | rate = 18951 KiB/s higher",
            "1 | file_size=256M, test=rewrite | rate = 6687 KiB/s higher",
            "1 | file_size=256M, test=get_block | rate = 15949 KiB/s higher",
            "1 | file_size=256M, test=seeks | seeks = 153.8 seeks/s higher",
            "1 | files=16, test=seq_create | files = 489 files/s higher",
            "1 | files=16, test=ran_del | cpu = 97 % -",
        ],
    );
    has(
        &reading,
        &[
            "2 | file_size=256M, test=put_block | rate = 18386 KiB/s higher",
            "2 | file_size=256M, test=seeks | seeks = 74.2 seeks/s higher",
            "2 | files=16, test=seq_del | files = 19938 files/s higher",
        ],
    );
    // Without the CSV, the wrapped tables say the same.
    let tables: String =
        text.lines().filter(|line| !line.contains(',')).map(|line| format!("{line}\n")).collect();
    assert_eq!(read("bonnie++", &tables).unwrap().runs, reading.runs);
}

#[test]
fn a_quoted_table_of_two_is_two_runs() {
    let reading = fixture("bonnie++/pub-103-labels-quoted.txt");
    assert_eq!((labels(&reading), counts(&reading)), (vec!["NPTL", "LinuxThreads"], vec![8, 8]));
    has(
        &reading,
        &[
            "1 | file_size=100M, test=putc | rate = 7735 KiB/s higher",
            "1 | file_size=100M, test=put_block | rate = 127068 KiB/s higher",
            "1 | file_size=100M, test=getc | rate = 7890 KiB/s higher",
        ],
    );
    has(
        &reading,
        &[
            "2 | file_size=100M, test=putc | rate = 11000 KiB/s higher",
            "2 | file_size=100M, test=getc | rate = 11290 KiB/s higher",
        ],
    );
}

const FAST: &str = "\
Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
box        16M:4k:2           1.1g  45 +++++ +++           +++++ +++  2840  19
Latency                        4031us     408ms              4024us    5970us
Version 2.00a       ------Sequential Create------ --------Random Create--------
box                 -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
files:max:min        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
       2:1000:100/2  2864  79 +++++ +++  1529   3  2401  82 +++++ +++  1295   3
Latency              8545us    3480us    5344us    8086us    4049us    5412us
";

#[test]
fn tests_left_out_leave_their_columns_blank() {
    let reading = read("bonnie++", FAST).unwrap();
    has(
        &reading,
        &[
            "1 | chunk_size=4k, concurrency=2, file_size=16M, test=put_block | rate = 1.1 GiB/s higher",
            "1 | chunk_size=4k, concurrency=2, file_size=16M, test=rewrite | latency_max = 408 ms lower",
            "1 | chunk_size=4k, concurrency=2, file_size=16M, test=seeks | seeks = 2840 seeks/s higher",
            "1 | concurrency=2, files=2:1000:100/2, test=seq_del | files = 1529 files/s higher",
        ],
    );
    let csv = "1.96,1.96,mg,1,1379531733,2G,,624,97,83917,17,40261,14,2015,87,999552,41,2840,19,16,,,,,28438,34,\
               +++++,+++,+++++,+++,14767,13,+++++,+++,26551,21,21169us,408ms,310ms,38707us,25734us,8033us,38544us,\
               430us,441us,266us,78us,566us\n";
    has(
        &read("bonnie++", csv).unwrap(),
        &[
            "1 | file_size=2G, test=seeks | seeks = 2840 seeks/s higher",
            "1 | files=16, test=ran_del | latency_max = 566 us lower",
        ],
    );
    let csv = "1.92a,1.92a,SunWave1,1001286857,1248M,79,97,16034,21,5719,6,147,98,22904,16,269.0,4,16,,,,,6121,75,\
               +++++,+++,12753,95,8422,80,+++++,+++,11152,95,138ms,2546ms,201ms,97838us,58940us,3207ms,26126us,\
               11425us,11879us,5325us,12082us,13025us\n";
    let wanted = [
        "1 | file_size=1248M, test=putc | rate = 79 KiB/s higher",
        "1 | file_size=1248M, test=putc | latency_max = 138 ms lower",
    ];
    has(&read("bonnie++", csv).unwrap(), &wanted);
}

#[test]
fn a_table_of_many_machines_is_as_many_runs() {
    let text = "\
Version  @version@      ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
acrypto       2500M  5479  74  8122   5  4886   4  5690  73 10713   4  22.0   0
dm_crypt      2500M  6040  90  6747  36  4768   8  5775  66 10161   5  90.6   0
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
files:max:min        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
acrypto          16  1345  99 +++++ +++ +++++ +++  1403  99 +++++ +++  4538 100
dm_crypt         16  1352  99 +++++ +++ +++++ +++  1371  99 +++++ +++  4278 100
";
    let reading = read("bonnie++", text).unwrap();
    assert_eq!((labels(&reading), version(&reading)), (vec!["acrypto", "dm_crypt"], ""));
    has(&reading, &["2 | file_size=2500M, test=seeks | seeks = 90.6 seeks/s higher"]);
    has(&reading, &["2 | files=16, test=ran_del | files = 4278 files/s higher"]);
}

#[test]
fn counts_that_version_2_prints_for_rates_are_left_out() {
    let csv = fixture("bonnie++/v2-file-sizes.csv");
    let wanted = [
        "1 box | files=2:1000:100, test=seq_create | files = 156 files/s higher",
        "1 box | files=2:1000:100, test=seq_del | files = 189 files/s higher",
        "1 box | files=2:1000:100, test=ran_create | files = 134 files/s higher",
        "1 box | files=2:1000:100, test=ran_del | files = 130 files/s higher",
    ];
    has(&csv, &wanted);
    let table = fixture("bonnie++/v2-counts-for-rates.txt");
    assert!(!lines(&table).iter().any(|line| line.contains("| files = ")));
    has(&table, &["1 box | files=2:1000:100, test=seq_create | latency_max = 59923 us lower"]);
    assert_eq!(table.remarks.len(), 1);
    let both = text("bonnie++/v2-counts-for-rates.txt") + &text("bonnie++/v2-file-sizes.csv");
    has(&read("bonnie++", &both).unwrap(), &wanted);
}

#[test]
fn zeros_that_bon_csv2txt_prints_for_plus_signs_are_missing() {
    let table = lines(&fixture("bonnie++/v2-bon_csv2txt.txt"));
    assert!(table.iter().any(|line| line.ends_with("file_size=32M, test=putc | rate = 1511 KiB/s higher")));
    assert!(!table.iter().any(|line| line.contains(" = 0 ") || line.contains("concurrency")), "{table:#?}");
}
