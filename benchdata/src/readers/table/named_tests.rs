//! Tables whose columns are named, the values read off the mails by eye.

use super::*;
use crate::mail::Plain;
use crate::readers::tests::{counts, has, labels, lines, remarks, text};

const CONTEST: &str = "Kernel:label,Time=elapsed:s:lower,CPU%:%,Ratio:x:lower";
const TIOBENCH: &str = "Identifier:label,Thr=threads:case,Rate:MiB/s:higher,(CPU%):%,\
                        Latency=latency_avg:ms:lower,Latency=latency_max:ms:lower,>2s=over_2s:%:lower";

fn named(columns: &str, text: &str) -> Result<Reading, ReadError> {
    read(&Plain::of(text).text, &columns.parse().unwrap(), None)
}

fn error(columns: &str, text: &str) -> String {
    named(columns, text).unwrap_err().to_string()
}

#[test]
fn contests_table_by_its_columns() {
    let reading = named(CONTEST, &text("contest/contest-fifo-batch-mail.txt")).unwrap();
    assert_eq!((counts(&reading), reading.benchmark.clone()), (vec![3; 17], None));
    assert_eq!((labels(&reading)[0], labels(&reading)[16]), ("2539mm1fb01", "2539mm1fb32"));
    let expected = [
        "17 2539mm1fb32 | test=io_load | elapsed = 239.5 s lower",
        "17 2539mm1fb32 | test=io_load | cpu = 32 % -",
        "17 2539mm1fb32 | test=io_load | ratio = 3.54 x lower",
    ];
    assert_eq!(lines(&reading)[48..], expected);
    assert_eq!(remarks(&reading), [""; 0]);
}

#[test]
fn tables_of_one_header_are_told_apart_by_the_line_above() {
    let reading = named(CONTEST, &text("contest/pub-test4-mm4.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.6.0-test4", "2.6.0-test4-mm2", "2.6.0-test4-mm4"]);
    assert_eq!(counts(&reading), [33; 3]);
    has(
        &reading,
        &["2 | test=io_load | elapsed = 110 s lower", "2 | test=dbench_load | ratio = 3.06 x lower"],
    );
    has(&reading, &["3 | test=no_load | elapsed = 80 s lower", "3 | test=ctar_load | cpu = 80.8 % -"]);
    assert_eq!(remarks(&reading), ["line 4: columns that are not named are left out: [runs], Loads, LCPU%"]);
}

#[test]
fn a_quoted_table_with_tabs() {
    let text = text("contest/pub-quoted-tabs-memload.txt");
    let reading = read(&Plain::of(&text).text, &CONTEST.parse().unwrap(), Some(4)).unwrap();
    assert_eq!(labels(&reading), ["2.6.8-rc2", "2.6.8-rc2t"]);
    has(
        &reading,
        &["1 | test=mem_load | elapsed = 78 (n 4) s lower", "1 | test=mem_load | cpu = 146.2 (n 4) % -"],
    );
    has(
        &reading,
        &[
            "2 | test=mem_load | elapsed = 318 (n 4) s lower",
            "2 | test=mem_load | ratio = 5.13 (n 4) x lower",
        ],
    );
}

#[test]
fn a_refilled_table_with_diff_marks() {
    let reading = named(TIOBENCH, &text("tiobench/tiobench-2.5.60-mail.txt")).unwrap();
    assert_eq!((labels(&reading), counts(&reading)), (vec!["2.5.60-mm2", "2.5.60-mm2-ant"], vec![80, 80]));
    assert!(reading.runs.iter().all(|run| run.factors.is_empty()));
    has(
        &reading,
        &[
            "1 | test=Sequential reads, threads=4 | rate = 5.39 MiB/s higher",
            "1 | test=Sequential Writes, threads=8 | latency_max = 45796.21 ms lower",
            "1 | test=Random Writes, threads=1 | cpu = 1.05 % -",
        ],
    );
    has(
        &reading,
        &[
            "2 | test=Sequential reads, threads=1 | rate = 42.07 MiB/s higher",
            "2 | test=Random Reads, threads=8 | latency_avg = 41.976 ms lower",
            "2 | test=Sequential Writes, threads=4 | over_2s = 0.03153 % lower",
        ],
    );
}

#[test]
fn a_label_on_both_sides_of_a_diff_has_its_mark_as_factor() {
    let reading = named("Kernel:label,Time:s", "Kernel Time\n-2.5.60 10\n+2.5.60 20\n").unwrap();
    let marks: Vec<&str> = reading.runs.iter().map(|run| run.factors["mark"].as_str()).collect();
    assert_eq!((labels(&reading), marks), (vec!["2.5.60", "2.5.60"], vec!["-", "+"]));
    // A level below zero is no mark.
    let reading = named("nice:case,Time:s", "nice Time\n-5 10\n-10 20\n").unwrap();
    assert_eq!(lines(&reading), ["1 | nice=-5 | time = 10 s -", "1 | nice=-10 | time = 20 s -"]);
}

#[test]
fn groups_of_rows_with_empty_lines_between() {
    let columns = "Kernel:label,Thr=threads:case,Rate:MiB/s:higher,Eff=efficiency:MiB/s/CPU:higher";
    let reading = named(columns, &text("mails/m01-tiobench-as-vs-deadline-dbench-bonnie.txt")).unwrap();
    assert_eq!(labels(&reading), ["2.5.68-mm2-dl", "2.5.68", "2.5.68-mm2"]);
    assert_eq!(counts(&reading), [10, 10, 10]);
    let values: Vec<f64> = reading.runs[2].results.iter().map(|result| result.values.samples()[0]).collect();
    assert_eq!(values, [28.77, 208.0, 23.96, 215.0, 18.84, 210.0, 0.95, 108.0, 0.86, 99.0]);
}

#[test]
fn blank_and_missing_cells_are_left_out() {
    let columns = "Kernel:label,Rate:MiB/s:higher,Avg lat=latency:ms:lower";
    let text = "Kernel         Rate   Avg lat   Eff\n\
                2.5.60         5.39             208\n\
                2.5.60 ant    17.40     0.873   187\n\
                2.5.61         ----     0.900   190\n\
                2.5.62                            1\n";
    let reading = named(columns, text).unwrap();
    let expected = [
        "1 2.5.60 |  | rate = 5.39 MiB/s higher",
        "2 2.5.60 ant |  | rate = 17.4 MiB/s higher",
        "2 2.5.60 ant |  | latency = 0.873 ms lower",
        "3 2.5.61 |  | latency = 0.9 ms lower",
    ];
    assert_eq!(lines(&reading), expected);
}

#[test]
fn bars_and_single_tabs_are_borders() {
    let columns = "name:label,fb=fifo_batch:factor,time:s:lower";
    let bars = "| name | fb | x | time |\n|------|---:|---|-----:|\n| as | 16 |   | 1.5 s |\n| as | 32 | 7 |  |\n| dl | 16 | | 2.5 |\n";
    let tabs = "name\tfb\tx\ttime\nas\t16\t\t1.5 s\nas\t32\t7\t\ndl\t16\t\t2.5\n";
    for text in [bars, tabs] {
        let reading = named(columns, text).unwrap();
        let expected =
            ["1 as fifo_batch=16 |  | time = 1.5 s lower", "2 dl fifo_batch=16 |  | time = 2.5 s lower"];
        assert_eq!(lines(&reading), expected);
    }
}

#[test]
fn rows_that_a_mail_program_wrapped() {
    let columns = "Kernel:label,Thr=threads:case,Rate:MiB/s:higher,Eff=efficiency:MiB/s/CPU:higher";
    let table = "Kernel                Thr   Rate  (CPU%)   Latency     Latency   Eff\n\
                 2.5.70-ext2-long-name   1   56.39 41.44%     0.170     2238.18\n136\n\
                 2.5.70-xfs-long-name    8   58.01 70.52%     1.090   148705.27\n82\n";
    let reading = named(columns, table).unwrap();
    assert_eq!(labels(&reading), ["2.5.70-ext2-long-name", "2.5.70-xfs-long-name"]);
    has(
        &reading,
        &[
            "1 | threads=1 | efficiency = 136 MiB/s/CPU higher",
            "2 | threads=8 | rate = 58.01 MiB/s higher",
            "2 | threads=8 | efficiency = 82 MiB/s/CPU higher",
        ],
    );
    let header = table.replacen("Latency   Eff", "Latency\nEff", 1);
    assert_eq!(named(columns, &header).unwrap().runs, reading.runs);
}

#[test]
fn what_comes_again_is_another_run() {
    let reading = named("Kernel:label,Time:s", "Kernel Time\n2.5.60 10\n2.5.60 11\n2.5.61 12\n").unwrap();
    assert_eq!((labels(&reading), counts(&reading)), (vec!["2.5.60", "2.5.60", "2.5.61"], vec![1, 1, 1]));
}

#[test]
fn other_text_ends_a_table() {
    let text = "Kernel   Time\n2.5.60   10\nand now for something else\n2.5.61   12\n";
    assert_eq!(labels(&named("Kernel:label,Time:s", text).unwrap()), ["2.5.60"]);
}

#[test]
fn a_row_that_does_not_fit_is_an_error() {
    // By their places the cells would be others than by their number.
    assert!(
        error("Kernel:label,Time:s,CPU%:%", "Kernel   Time  CPU%\n2.5.60 10 20\n")
            .contains("cannot be told apart")
    );
    let lined = |row: &str| {
        error("Kernel:label,Time:s,CPU%:%", &format!("Kernel   Time  CPU%\n2.5.60   10    20\n{row}\n"))
    };
    assert_eq!(
        lined("2.5.60 10 20 30"),
        r#"line 3: found a row whose cells cannot be told apart: "2.5.60 10 20 30", expected 3 cells, each below its header"#
    );
    assert_eq!(
        lined("2.5.61   10ms  20"),
        r#"line 3: found "10ms", expected a number, in s if a unit stands behind it"#
    );
    assert_eq!(
        lined("         10    20"),
        "line 3: found a row without a label, expected a label in the column Kernel"
    );
}

#[test]
fn a_missing_header_is_said_with_what_comes_near_it() {
    let text = "a mail\nKernel  Time  CPU%\n2.5.60  10  20\n";
    assert_eq!(
        error("Kernel:label,Time:s,Ratio:x", text),
        "line 2: found a line without Ratio, expected a header line that holds the named columns in their order"
    );
    assert!(error("Time:s,Kernel:label", text).contains("the named columns in another order"));
    assert!(error("X:label,Y:s", text).contains("none of the columns"));
    assert!(
        error("Kernel:label,Time:s", "Kernel  Time\n")
            .contains("no result (no line below this header is a row of it)")
    );
}

#[test]
fn a_cut_table_gives_whole_rows_or_an_error() {
    let text = text("contest/contest-fifo-batch-mail.txt");
    let whole: Vec<_> = named(CONTEST, &text).unwrap().runs.into_iter().flat_map(|run| run.results).collect();
    for at in 0..text.len() {
        let Ok(reading) = named(CONTEST, &text[..at]) else { continue };
        for result in reading.runs.into_iter().flat_map(|run| run.results) {
            assert!(whole.contains(&result), "cut at byte {at}: {result:?}");
        }
    }
}

#[test]
fn a_case_that_only_a_groups_first_row_names_is_refused() {
    assert_eq!(
        error("threads:case,kernel:label,rate:MB/s", &text("unknown-tools/table-blank-case.txt")),
        "line 3: found a row with a blank, expected a word in the column threads (- for none)"
    );
}

#[test]
fn what_looks_like_a_row_behind_a_line_that_is_none_is_said() {
    let reading = named("kernel:label,time:s", "kernel  time\na       10\nand then\nc       30\n").unwrap();
    assert_eq!(labels(&reading), ["a"]);
    let lost = "line 4: looks like a row and is left out: it or a line above it is no row of the table";
    assert_eq!(remarks(&reading), [lost]);
    let said = error("kernel:label,time:s", &text("unknown-tools/table-row-not-understood.txt"));
    assert!(said.starts_with("line 3: found \"1:02.5\", expected a number"), "{said}");
}

#[test]
fn csv_is_a_table_too() {
    let columns = "kernel:label,threads:case,rate:MB/s:higher,lat:ms:lower";
    let commas = "kernel,threads,rate,lat\na,1,10.5,3\n\"b,c\",1,11.5,\nd,1,,4\n";
    let expected = [
        "1 a | threads=1 | rate = 10.5 MB/s higher",
        "1 a | threads=1 | lat = 3 ms lower",
        "2 b,c | threads=1 | rate = 11.5 MB/s higher",
        "3 d | threads=1 | lat = 4 ms lower",
    ];
    assert_eq!(lines(&named(columns, commas).unwrap()), expected);
    let semicolons = "kernel;threads;rate;lat\na;1;10.5;3\n";
    assert_eq!(lines(&named(columns, semicolons).unwrap()), expected[..2]);
    assert!(error(columns, "kernel;threads;rate;lat\na;1;10,5;3\n").starts_with("line 2: found \"10,5\""));
}

#[test]
fn totals_and_averages_are_no_labels() {
    let text = "kernel    rate\na         1.0\nb         2.0\n-----------\nTotal     3.0\nAverage   1.5\n";
    let reading = named("kernel:label,rate:MB/s:higher", text).unwrap();
    assert_eq!(labels(&reading), ["a", "b"]);
    let left_out = "a row that follows from the others is left out";
    assert_eq!(remarks(&reading), [format!("line 5: {left_out}"), format!("line 6: {left_out}")]);
}

#[test]
fn rows_that_are_too_short_or_too_long_are_told_of() {
    let columns = "kernel:label,rate:MB/s:higher,lat:ms:lower";
    let reading = named(columns, "kernel\trate\tlat\na\t10\t1\nc\t12\nd\t13\t4\textra\n").unwrap();
    let left_out = "looks like a row and is left out: it or a line above it is no row of the table";
    assert_eq!(remarks(&reading), [format!("line 3: {left_out}"), format!("line 4: {left_out}")]);
}

#[test]
fn a_row_of_other_numbers_is_an_error_at_its_line() {
    let columns = "kernel:label,rate:MB/s:higher,lat:ms:lower";
    let text = "kernel    rate      lat\na         1.0MB/s   5ms\nb         2.0k      700us\n";
    assert!(error(columns, text).starts_with("line 3: found \"2.0k\""), "{}", error(columns, text));
    for (row, found) in [("10.0 +- 0.5", "10.0 +- 0.5"), ("1:02.5", "1:02.5")] {
        let error = error("kernel:label,time:s:lower", &format!("kernel    time\na         {row}\n"));
        assert!(error.starts_with(&format!("line 2: found {found:?}")), "{error}");
    }
}

#[test]
fn a_headers_second_line_holds_units() {
    let text = "Kernel      Time  Time\n            (s)   %\na           1.5   50\nb           2.5   60\n";
    let reading = named("Kernel:label,Time=elapsed:s:lower,Time=share:%", text).unwrap();
    has(&reading, &["1 a |  | elapsed = 1.5 s lower", "2 b |  | share = 60 % -"]);
}
