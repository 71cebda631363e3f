//! Real outputs, the values read off them by eye.

use crate::readers::tests::{counts, error, fixture, has, lines, read, text, version};

#[test]
fn loops_are_samples_and_executions_are_runs() {
    let reading = fixture("fs_mark/t1-t2.txt");
    assert_eq!(version(&reading), "3.3");
    let expected = [
        "1 | block_size=16384, file_size=4096, sync=INBAND FSYNC, threads=1 | files = 246.1 464.8 files/s higher",
        "2 | block_size=16384, file_size=16384, sync=NO SYNC, threads=2 | files = 116255.9 files/s higher",
    ];
    assert_eq!(lines(&reading), expected);
}

const CALLS_TIMED: &str = "\
#  fs_mark  -d  fsm  -n  20  -s  4096  -t  1  -L  2  -S  1  -D 3 -v
#	Version 3.3, 1 thread(s) starting at Mon Nov 30 13:27:18 2026
#	Directories:  Time based hash between directories across 3 subdirectories with 180 seconds per subdirectory.

FSUse%        Count         Size    Files/sec     App Overhead        CREAT (Min/Avg/Max)        WRITE (Min/Avg/Max)        FSYNC (Min/Avg/Max)         SYNC (Min/Avg/Max)        CLOSE (Min/Avg/Max)       UNLINK (Min/Avg/Max)
    79           20         4096        285.7              385      145      163      213       15       18       24     1328     3289     8076        0        0        0        7        8        9        0        0        0
    79           40         4096        297.3              291      111      125      144       12       15       29     1671     3200     4209        0        0        0        5        6        8        0        0        0
";

#[test]
fn times_of_system_calls_are_read_and_those_not_made_are_missing() {
    let reading = read("fs_mark", CALLS_TIMED).unwrap();
    assert_eq!(counts(&reading), [1 + 4 * 3]);
    has(
        &reading,
        &[
            "1 | directories=3, file_size=4096, threads=1 | files = 285.7 297.3 files/s higher",
            "1 | call=creat, directories=3, file_size=4096, threads=1 | latency_avg = 163 125 us lower",
            "1 | call=fsync, directories=3, file_size=4096, threads=1 | latency_max = 8076 4209 us lower",
        ],
    );
}

#[test]
fn mails_tables_without_comments_are_read() {
    let text = "> FSUse%        Count         Size    Files/sec     App Overhead\n> ......\n\
                >      0      4320000         4096      51349.6          1370049\n\
                >      0      4480000         4096      48492.9          1362823\n\n\
                                    Total files/sec: 664165.5\n";
    let reading = read("fs_mark", text).unwrap();
    assert_eq!(lines(&reading), ["1 | file_size=4096 | files = 51349.6 48492.9 files/s higher"]);
}

#[test]
fn a_row_that_is_cut_is_left_out_or_refused() {
    let whole = text("fs_mark/t1-t2.txt");
    for end in ["        464.8", "      464"] {
        let cut = &whole[..whole.find(end).unwrap() + end.len()];
        let reading = read("fs_mark", cut).unwrap();
        assert_eq!(reading.remarks[0].text, "the text ends within this row: left out");
        assert!(lines(&reading)[0].ends_with("files = 246.1 files/s higher"));
    }
    let short = "FSUse%        Count         Size    Files/sec     App Overhead\n 1 2 3 4\n";
    assert_eq!(error("fs_mark", short), "line 2: found a row with 4 cells, expected 5, or 23 with -v");
}
