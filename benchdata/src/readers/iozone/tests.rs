//! Real outputs, the values read off them by eye.

use crate::readers::tests::{counts, error, fixture, has, lines, read, text, version};

#[test]
fn a_table_has_sizes_as_cases_and_blank_columns() {
    let reading = fixture("iozone/auto-small.txt");
    assert_eq!(version(&reading), "3.489");
    assert_eq!((counts(&reading), reading.remarks.len()), (vec![20 * 6], 0));
    has(
        &reading,
        &[
            "1 | file_size=64 KiB, record_size=4 KiB, test=write | throughput = 1083249 KiB/s higher",
            "1 | file_size=64 KiB, record_size=4 KiB, test=rewrite | throughput = 4274062 KiB/s higher",
            "1 | file_size=64 KiB, record_size=4 KiB, test=read | throughput = 6421025 KiB/s higher",
            "1 | file_size=512 KiB, record_size=64 KiB, test=random_read | throughput = 10434519 KiB/s higher",
            "1 | file_size=512 KiB, record_size=64 KiB, test=random_write | throughput = 9468384 KiB/s higher",
            "1 | file_size=256 KiB, record_size=16 KiB, test=write | throughput = 2726577 KiB/s higher",
        ],
    );
}

#[test]
fn unit_and_columns_follow_from_banner_and_place() {
    let reading = fixture("iozone/ops-mode.txt");
    let expected = [
        "1 | file_size=2048 KiB, record_size=4 KiB, test=write | ops = 475758 ops/s higher",
        "1 | file_size=2048 KiB, record_size=4 KiB, test=rewrite | ops = 837942 ops/s higher",
        "1 | file_size=2048 KiB, record_size=4 KiB, test=random_read | ops = 1122687 ops/s higher",
        "1 | file_size=2048 KiB, record_size=4 KiB, test=random_write | ops = 881269 ops/s higher",
    ];
    assert_eq!(lines(&reading), expected);
    let micros = text("iozone/ops-mode.txt").replace(
        "OPS Mode. Output is in operations per second.",
        "Microseconds/op Mode. Output is in microseconds per operation.",
    );
    has(
        &read("iozone", &micros).unwrap(),
        &["1 | file_size=2048 KiB, record_size=4 KiB, test=write | latency_avg = 475758 us lower"],
    );
}

#[test]
fn throughput_mode_has_what_children_and_parent_see() {
    let reading = fixture("iozone/throughput-2threads.txt");
    assert_eq!(counts(&reading), [12]);
    let case = "file_size=4096 KiB, processes=2, record_size=64 KiB";
    let wanted = [
        format!("1 | {case}, test=write | throughput = 3673419.5 KiB/s higher"),
        format!("1 | {case}, test=write | throughput_parent = 288510.34 KiB/s higher"),
        format!("1 | {case}, test=rewrite | throughput = 6330545 KiB/s higher"),
        format!("1 | {case}, test=read | throughput = 12440738.5 KiB/s higher"),
        format!("1 | {case}, test=reread | throughput = 11669497.5 KiB/s higher"),
        format!("1 | {case}, test=random_read | throughput = 6351609.5 KiB/s higher"),
        format!("1 | {case}, test=random_write | throughput_parent = 650902.97 KiB/s higher"),
    ];
    has(&reading, &wanted);
}

#[test]
fn hosts_are_cases() {
    let reading = fixture("iozone/pub-pdsh-prefixed.txt");
    let host = |address: &str, value: &str| {
        format!("1 | host=10.0.0.{address}, processes=1, test=write | throughput = {value} KiB/s higher")
    };
    let expected = [
        host("11", "302980.5"),
        host("12", "302805.03"),
        host("15", "303576.34"),
        host("7", "302753.22"),
        host("8", "302846.19"),
        host("13", "302646.16"),
    ];
    assert_eq!(lines(&reading), expected);
}

#[test]
fn excerpts_of_older_versions_are_read_with_a_remark() {
    let text = "> before 7e55:\n>               KB  reclen   write rewrite    read    reread\n\
                >         131072000       4  493670  525964   524575   513384\n\
                > after 7e55:\n>               KB  reclen   write rewrite    read    reread\n\
                >         131072000       4  421785  456184   531278   509248\n";
    let reading = read("iozone", text).unwrap();
    assert_eq!((counts(&reading), reading.remarks.len()), (vec![4, 4], 2));
    has(
        &reading,
        &["2 | file_size=131072000 KiB, record_size=4 KiB, test=reread | throughput = 509248 KiB/s higher"],
    );
}

#[test]
fn a_cut_or_squeezed_table_gives_no_wrong_value() {
    let whole = text("iozone/ops-mode.txt");
    let all = read("iozone", &whole).unwrap();
    for at in 0..whole.len() {
        let Ok(reading) = read("iozone", &whole[..at]) else { continue };
        assert_eq!(reading.runs, all.runs, "cut at byte {at}");
    }
    let squeezed: String =
        whole.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect();
    assert!(error("iozone", &squeezed).contains("under their headings"));
}
