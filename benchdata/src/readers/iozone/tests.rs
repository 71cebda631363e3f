//! Real outputs, the values read off them by eye.

use super::*;
use crate::name::Value;
use crate::readers::io_tests::{counts, fixture, has, lines};

#[test]
fn a_table_has_sizes_as_cases_and_blank_columns() {
    let reading = read(&fixture!("iozone/auto-small.txt")).unwrap();
    assert_eq!(reading.version.as_ref().map(Value::as_str), Some("3.489"));
    assert_eq!((counts(&reading), reading.remarks.len()), (vec![20 * 6], 0));
    has(
        &reading.runs[0],
        &[
            "file_size=64 KiB, record_size=4 KiB, test=write: throughput 1083249 KiB/s higher",
            "file_size=64 KiB, record_size=4 KiB, test=rewrite: throughput 4274062 KiB/s higher",
            "file_size=64 KiB, record_size=4 KiB, test=read: throughput 6421025 KiB/s higher",
            "file_size=512 KiB, record_size=64 KiB, test=random_read: throughput 10434519 KiB/s higher",
            "file_size=512 KiB, record_size=64 KiB, test=random_write: throughput 9468384 KiB/s higher",
            "file_size=256 KiB, record_size=16 KiB, test=write: throughput 2726577 KiB/s higher",
        ],
    );
}

#[test]
fn unit_and_columns_follow_from_banner_and_place() {
    let reading = read(&fixture!("iozone/ops-mode.txt")).unwrap();
    let expected = [
        "file_size=2048 KiB, record_size=4 KiB, test=write: ops 475758 ops/s higher",
        "file_size=2048 KiB, record_size=4 KiB, test=rewrite: ops 837942 ops/s higher",
        "file_size=2048 KiB, record_size=4 KiB, test=random_read: ops 1122687 ops/s higher",
        "file_size=2048 KiB, record_size=4 KiB, test=random_write: ops 881269 ops/s higher",
    ];
    assert_eq!(lines(&reading.runs[0]), expected);
    let micros = fixture!("iozone/ops-mode.txt").replace(
        "OPS Mode. Output is in operations per second.",
        "Microseconds/op Mode. Output is in microseconds per operation.",
    );
    has(
        &read(&micros).unwrap().runs[0],
        &["file_size=2048 KiB, record_size=4 KiB, test=write: latency_avg 475758 us lower"],
    );
}

#[test]
fn throughput_mode_has_what_children_and_parent_see() {
    let reading = read(&fixture!("iozone/throughput-2threads.txt")).unwrap();
    assert_eq!(counts(&reading), [12]);
    let case = |test: &str| format!("file_size=4096 KiB, processes=2, record_size=64 KiB, test={test}");
    let wanted = [
        format!("{}: throughput 3673419.5 KiB/s higher", case("write")),
        format!("{}: throughput_parent 288510.34 KiB/s higher", case("write")),
        format!("{}: throughput 6330545 KiB/s higher", case("rewrite")),
        format!("{}: throughput 12440738.5 KiB/s higher", case("read")),
        format!("{}: throughput 11669497.5 KiB/s higher", case("reread")),
        format!("{}: throughput 6351609.5 KiB/s higher", case("random_read")),
        format!("{}: throughput_parent 650902.97 KiB/s higher", case("random_write")),
    ];
    has(&reading.runs[0], &wanted.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn hosts_are_cases() {
    let reading = read(&fixture!("iozone/pub-pdsh-prefixed.txt")).unwrap();
    let host = |address: &str, value: &str| {
        format!("host=10.0.0.{address}, processes=1, test=write: throughput {value} KiB/s higher")
    };
    let expected = [
        host("11", "302980.5"),
        host("12", "302805.03"),
        host("15", "303576.34"),
        host("7", "302753.22"),
        host("8", "302846.19"),
        host("13", "302646.16"),
    ];
    assert_eq!(reading.runs.iter().map(lines).collect::<Vec<_>>(), [expected]);
}

#[test]
fn excerpts_of_older_versions_are_read_with_a_remark() {
    let text = "> before 7e55:\n>               KB  reclen   write rewrite    read    reread\n\
                >         131072000       4  493670  525964   524575   513384\n\
                > after 7e55:\n>               KB  reclen   write rewrite    read    reread\n\
                >         131072000       4  421785  456184   531278   509248\n";
    let reading = read(text).unwrap();
    assert_eq!((counts(&reading), reading.remarks.len()), (vec![4, 4], 2));
    has(
        &reading.runs[1],
        &["file_size=131072000 KiB, record_size=4 KiB, test=reread: throughput 509248 KiB/s higher"],
    );
}

#[test]
fn a_cut_or_squeezed_table_gives_no_wrong_value() {
    let whole = fixture!("iozone/ops-mode.txt");
    let all = read(&whole).unwrap();
    for at in 0..whole.len() {
        let Ok(reading) = read(&whole[..at]) else { continue };
        assert_eq!(reading.runs, all.runs, "cut at byte {at}");
    }
    let squeezed: String =
        whole.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect();
    assert!(read(&squeezed).unwrap_err().expected.contains("under their headings"));
}
