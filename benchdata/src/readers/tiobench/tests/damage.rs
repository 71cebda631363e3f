//! Damaged outputs are undone or refused; no number comes out that does not stand there.

use std::collections::HashMap;

use proptest::prelude::*;

use super::super::*;
use super::{case, count, fixture, label, labels, value};

const WHOLE: &str = fixture!("default-threads.txt");
const MAIL: &str = fixture!("tiobench-2.5.60-mail.txt");

fn error(text: &str) -> String {
    match read(text) {
        Err(error) => error.to_string(),
        Ok(reading) => panic!("read as {reading:?}"),
    }
}

/// Every value of a reading by what it is of.
fn values(reading: &Reading) -> HashMap<String, f64> {
    let results = reading.runs.iter().flat_map(|run| run.results.iter().map(move |result| (run, result)));
    results
        .map(|(run, result)| {
            let key = format!("{} {} {}", label(run), case(result), result.series.metric);
            (key, result.values.samples()[0])
        })
        .collect()
}

#[test]
fn a_text_cut_anywhere_gives_whole_rows_or_an_error() {
    let first_table = &MAIL[..MAIL.find("Random Reads").unwrap()];
    let texts = [(WHOLE, 7), (first_table, 7), (fixture!("tiotest-raw.txt"), 1)];
    for (text, values_a_row) in texts {
        let whole = values(&read(text).unwrap());
        let mut taken = 0;
        for at in 0..text.len() {
            let Ok(reading) = read(&text[..at]) else { continue };
            let part = values(&reading);
            taken += 1;
            assert_eq!(part.len() % values_a_row, 0, "cut at byte {at}: half a row");
            for (key, value) in part {
                assert_eq!(whole.get(&key), Some(&value), "cut at byte {at}: {key}");
            }
        }
        assert!(taken < text.len() / 10, "{taken} of {} beginnings were taken", text.len());
    }
}

#[test]
fn a_cut_text_is_refused_with_its_line() {
    let cut = |end: &str| &WHOLE[..WHOLE.find(end).unwrap() + end.len()];
    let expected = "a line end after the last row: if nothing is missing there, add one";
    assert_eq!(
        error(cut("1653.75 30.18%     0.001        0.05   0.00000  0.00000    54")),
        format!("line 19: found the end of the text within a table, expected {expected}")
    );
    assert_eq!(
        error(cut("1653.75 30.18%")),
        "line 19: found a row with 5 cells, cut off before line 20, expected 10 cells, as in the header"
    );
    assert_eq!(
        error(cut("257.33 14.36%     0.002        0.02   0.00000  0.00000    1792\n")),
        "line 26: found 1 of 3 rows of Random reads, expected as many as Sequential reads has: was the output cut off?"
    );
    assert_eq!(
        error(cut("Random Reads\n")),
        "line 21: found a title without a table, expected header and rows under it"
    );
    assert!(error("").starts_with("line 1: found the end of the text and no table"));
}

#[test]
fn a_whole_last_row_needs_no_line_end() {
    assert_eq!(count(&read(WHOLE.trim_end()).unwrap()), [84]);
    assert_eq!(count(&read(MAIL.trim_end()).unwrap()), [112, 112]);
}

#[test]
fn a_missing_section_is_remarked() {
    let end = WHOLE.find("\nRandom Writes").unwrap();
    let reading = read(&WHOLE[..end]).unwrap();
    assert_eq!(count(&reading), [63]);
    assert_eq!(
        reading.remarks,
        [Remark { line: 37, text: "there is no table of Random writes: was the output cut off?".into() }]
    );
}

/// A table with one row after another.
fn table(rows: &str) -> String {
    format!(
        "Sequential Reads\nFile Blk Num Avg Maximum Lat% Lat% CPU\n\
         Identifier Size Size Thr Rate (CPU%) Latency Latency >2s >10s Eff\n---- --- --- ---\n{rows}"
    )
}

#[test]
fn rows_that_do_not_fit_their_header_are_refused() {
    let cases = [
        (
            "a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0\nb 510 4096 1 21.23 8% 0.1 1.6 0.0 0.0 257\n",
            "line 5: found a row with 9 cells, then \"b 510 4096 1 21.23 8% 0.1 1.6 0.0 0.0 257\", expected 10 cells, as in the header",
        ),
        (
            "a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0\n3 runs each\n",
            "line 5: found a row that goes on with \"3 runs each\", expected 10 cells, as in the header",
        ),
        (
            "a 510 4096 1 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n",
            "line 5: found 11 cells after the name, expected 10 cells, as in the header",
        ),
        (
            "a 510 4096 1 21.23 8.264% 0.183 111.66 0.0\n0.0 257 b 510 4096 1 2 21.23 8% 0.1 1.6 0.0 0.0 257\n",
            "line 6: found a row with 11 cells, expected 10 cells, as in the header",
        ),
        (
            "a 510 4096 1 21.2x 8.264% 0.183 111.66 0.0 0.0 257\n",
            "line 5: found \"21.2x\", expected a number",
        ),
        (
            "a 510 4096 1.5 21.23 8.264% 0.183 111.66 0.0 0.0 257\n",
            "line 5: found \"1.5\", expected the number of threads",
        ),
        (
            "a 510 4096 1 21.23% 8.264 0.183 111.66 0.0 0.0 257\n",
            "line 5: found \"21.23%\", expected a number of MiB/s, no percentage",
        ),
        ("", "line 2: found a header without rows, expected the table's rows under it"),
    ];
    for (rows, expected) in cases {
        assert_eq!(error(&table(rows)), expected);
    }
    let untitled =
        table("a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n").replace("Sequential Reads\n", "");
    assert!(error(&untitled).starts_with("line 1: found a table without title"));
    let strange = table("").replace("Latency Latency", "Latency Jitter");
    assert!(error(&strange).starts_with("line 3: found \"Jitter\" in a header"));
}

#[test]
fn missing_cells_are_missing_and_not_zero() {
    let reading = read(&table("a 510 4096 1 ###### nan% 0.183 ---- +++++ - inf\n")).unwrap();
    assert_eq!(count(&reading), [1]);
    assert_eq!(value(&reading.runs, "a", "threads=1", "latency_avg"), 0.183);
    assert_eq!(reading.remarks[0].line, 5);
    assert_eq!(reading.remarks[0].text.matches("is missing").count(), 6);
}

#[test]
fn mail_damage_is_undone() {
    let whole = values(&read(WHOLE).unwrap());
    let damaged = [
        WHOLE.replace('\n', "\r\n"),
        WHOLE.lines().map(|line| format!(">> {line}\n")).collect(),
        WHOLE.lines().map(|line| format!(" AM> > {line}\n")).collect(),
        WHOLE.replace("  ", "\t"),
        WHOLE.replace(">2s", "&2s").replace(">10s", "&gt;10s"),
        WHOLE.lines().map(|line| format!("+{line}\n")).collect(),
        WHOLE.replace("6.18.44-fc-v657  ", "+ 6.18.44-fc-v657"),
    ];
    for text in damaged {
        assert_eq!(read(&text).map(|reading| values(&reading)).as_ref(), Ok(&whole), "{text}");
    }
}

#[test]
fn remarks_between_rows_end_no_table() {
    let row = |threads: usize| format!("a 510 4096 {threads} 21.23 8.264% 0.183 111.66 0.0 0.0 257\n");
    let text = table(&format!("{}This one is odd:\nsee runs 3 4 5\n{}", row(1), row(2)));
    let reading = read(&text).unwrap();
    assert_eq!(count(&reading), [14]);
    assert_eq!(reading.remarks, [Remark { line: 6, text: "left out: This one is odd:".into() }]);
}

#[test]
fn what_comes_again_is_another_run() {
    let twice = read(&format!("{WHOLE}{WHOLE}")).unwrap();
    assert_eq!(count(&twice), [84, 84]);
    let row = "a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n";
    assert_eq!(count(&read(&table(&row.repeat(3))).unwrap()), [7, 7, 7]);
    let two_tables = format!("{}{}", table(row), table(row));
    assert_eq!(count(&read(&two_tables).unwrap()), [7, 7]);
    // The second table may as well be another test's.
    let untitled = format!("{}\n{}", table(row), table(row).replace("Sequential Reads\n", ""));
    assert!(error(&untitled).contains("under a header without title"));
}

#[test]
fn a_mark_is_a_factor_only_where_it_tells_runs_apart() {
    let rows = "-a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n\
                +b 510 4096 1 42.07 17.81% 0.092 57.22 0.0 0.0 236\n";
    let reading = read(&table(rows)).unwrap();
    assert_eq!(labels(&reading), ["a", "b"]);
    assert!(reading.runs.iter().all(|run| run.factors.is_empty()));
}

/// Pieces that tables are made of, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("\n\n"),
        Just(" "),
        Just("> "),
        Just("Sequential Reads"),
        Just("random writes"),
        Just("File Blk Num Avg Maximum Lat% Lat% CPU"),
        Just("Unit information\n"),
        Just("Identifier Size Size Thr Rate (CPU%) Latency Latency >2s >10s Eff\n"),
        Just("Kernel Thr MB/sec CPU% avg lat max latency\n"),
        Just("-----"),
        Just("-"),
        Just("+a"),
        Just("a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n"),
        Just("510 4096"),
        Just("8.264%"),
        Just("nan"),
        Just("7.8 seconds"),
        Just("é"),
        Just("Tiotest results for 4 concurrent io threads:\n"),
        Just("| Item | Time | Rate | Usr CPU | Sys CPU |\n"),
        Just("| Read 3 MBs | 0.0 s | 1.2 MB/s | 0 % | 1 % |\n"),
        Just("`---'\n"),
        Just("read:1.00000,2.00000,0.00000,0.00000\n"),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn no_text_panics_the_reader(text in prop_oneof![pieces(), "(?s).{0,300}"]) {
        let _ = recognise(&text);
        if let Ok(reading) = read(&text) {
            prop_assert!(reading.runs.iter().all(|run| !run.results.is_empty()));
        }
    }

    #[test]
    fn a_mail_with_a_hole_panics_no_reader(from in 0..MAIL.len(), length in 0..200_usize) {
        let rest = MAIL.get(from + length..).unwrap_or_default();
        let text = format!("{}{rest}", &MAIL[..from]);
        let _ = read(&text);
    }
}
