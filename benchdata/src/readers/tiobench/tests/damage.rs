//! Damaged outputs are undone or refused; no number comes out that does not stand there.

use proptest::prelude::*;

use super::super::recognise;
use crate::readers::tests::{counts, error, fixture, labels, lines, read, remarks, text};

const WHOLE: &str = "tiobench/default-threads.txt";
const MAIL: &str = "tiobench/tiobench-2.5.60-mail.txt";

#[test]
fn a_text_cut_anywhere_gives_whole_rows_or_an_error() {
    let mail = text(MAIL);
    let first_table = mail[..mail.find("Random Reads").unwrap()].to_owned();
    for (text, values_a_row) in [(text(WHOLE), 7), (first_table, 7), (text("tiobench/tiotest-raw.txt"), 1)] {
        let readings: Vec<_> = (0..text.len()).filter_map(|at| read("tiobench", &text[..at]).ok()).collect();
        assert!(readings.iter().flat_map(counts).all(|count| count % values_a_row == 0), "half a row");
        assert!(
            readings.len() < text.len() / 10,
            "{} of {} beginnings are taken",
            readings.len(),
            text.len()
        );
    }
}

#[test]
fn a_cut_text_is_refused_with_its_line() {
    let whole = text(WHOLE);
    let cut = |end: &str| &whole[..whole.find(end).unwrap() + end.len()];
    let error = |text: &str| error("tiobench", text);
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
    assert_eq!(counts(&read("tiobench", text(WHOLE).trim_end()).unwrap()), [84]);
    assert_eq!(counts(&read("tiobench", text(MAIL).trim_end()).unwrap()), [112, 112]);
}

#[test]
fn a_missing_section_is_remarked() {
    let whole = text(WHOLE);
    let reading = read("tiobench", &whole[..whole.find("\nRandom Writes").unwrap()]).unwrap();
    assert_eq!(counts(&reading), [63]);
    let expected = ["line 37: there is no table of Random writes: was the output cut off?"];
    assert_eq!(remarks(&reading), expected);
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
    let error = |text: &str| error("tiobench", text);
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
    let reading = read("tiobench", &table("a 510 4096 1 ###### nan% 0.183 ---- +++++ - inf\n")).unwrap();
    let case = "block_size=4096, file_size=510 MiB, test=Sequential reads, threads=1";
    assert_eq!(lines(&reading), [format!("1 a | {case} | latency_avg = 0.183 ms lower")]);
    assert_eq!((reading.remarks[0].line, remarks(&reading)[0].matches("is missing").count()), (5, 6));
}

#[test]
fn mail_damage_is_undone() {
    let expected = lines(&fixture(WHOLE));
    let whole = text(WHOLE);
    let damaged = [
        whole.lines().map(|line| format!(" AM> > {line}\n")).collect(),
        whole.replace("  ", "\t"),
        whole.replace(">2s", "&2s").replace(">10s", "&gt;10s"),
        whole.lines().map(|line| format!("+{line}\n")).collect(),
        whole.replace("6.18.44-fc-v657  ", "+ 6.18.44-fc-v657"),
    ];
    for text in damaged {
        assert_eq!(lines(&read("tiobench", &text).unwrap()), expected, "{text}");
    }
}

#[test]
fn remarks_between_rows_end_no_table() {
    let row = |threads: usize| format!("a 510 4096 {threads} 21.23 8.264% 0.183 111.66 0.0 0.0 257\n");
    let text = table(&format!("{}This one is odd:\nsee runs 3 4 5\n{}", row(1), row(2)));
    let reading = read("tiobench", &text).unwrap();
    assert_eq!(counts(&reading), [14]);
    assert_eq!(remarks(&reading), ["line 6: left out: This one is odd:"]);
}

#[test]
fn what_comes_again_is_another_run() {
    let counts = |text: &str| counts(&read("tiobench", text).unwrap());
    assert_eq!(counts(&text(WHOLE).repeat(2)), [84, 84]);
    let row = "a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n";
    assert_eq!(counts(&table(&row.repeat(3))), [7, 7, 7]);
    assert_eq!(counts(&format!("{}{}", table(row), table(row))), [7, 7]);
    // The second table may as well be another test's.
    let untitled = format!("{}\n{}", table(row), table(row).replace("Sequential Reads\n", ""));
    assert!(error("tiobench", &untitled).contains("under a header without title"));
}

#[test]
fn a_mark_is_a_factor_only_where_it_tells_runs_apart() {
    let rows = "-a 510 4096 1 21.23 8.264% 0.183 111.66 0.0 0.0 257\n\
                +b 510 4096 1 42.07 17.81% 0.092 57.22 0.0 0.0 236\n";
    let reading = read("tiobench", &table(rows)).unwrap();
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
        if let Ok(reading) = read("tiobench", &text) {
            prop_assert!(counts(&reading).iter().all(|count| *count > 0));
        }
    }
}
