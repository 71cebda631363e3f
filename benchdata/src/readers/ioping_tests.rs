//! Real outputs, the values read off them by eye.

use crate::readers::tests::{error, fixture, has, lines, read, text};

#[test]
fn statistics_are_read_in_the_units_they_are_printed_in() {
    let reading = fixture("ioping/text.txt");
    let expected = [
        "1 | request_size=4 KiB, rw=read | latency_min = 166.1 us lower",
        "1 | request_size=4 KiB, rw=read | latency_avg = 185.4 us lower",
        "1 | request_size=4 KiB, rw=read | latency_max = 206.1 us lower",
        "1 | request_size=4 KiB, rw=read | latency_mdev = 15.5 us lower",
        "1 | request_size=4 KiB, rw=read | iops = 5390 iops higher",
        "1 | request_size=4 KiB, rw=read | throughput = 21.1 MiB/s higher",
    ];
    assert_eq!(lines(&reading), expected);
}

#[test]
fn other_options_and_versions_are_read() {
    let text = "--- . (ext4 /dev/vda 252.0 GiB) ioping statistics ---\n\
                2 requests completed in 5.76 ms, 128 KiB written, 347 iops, 21.7 MiB/s\n\
                generated 3 requests in 107.9 ms, 192 KiB, 27 iops, 1.74 MiB/s\n\
                min/avg/max/mdev = 1.77 ms / 2.88 ms / 3.99 ms / 1.11 ms\n\
                4096 bytes from /tmp (ext4 /dev/sda1): request=1 time=0.2 ms\n\n\
                --- /tmp (ext4 /dev/sda1) ioping statistics ---\n\
                10 requests completed in 9005.9 ms, 3891 iops, 15.2 mb/s\n\
                min/avg/max/mdev = 0.2/0.3/0.4/0.1 ms\n";
    let reading = read("ioping", text).unwrap();
    let wanted = [
        "1 | request_size=64 KiB, rw=write | latency_avg = 2.88 ms lower",
        "1 | request_size=64 KiB, rw=write | iops = 347 iops higher",
        "2 | request_size=4096 bytes | latency_max = 0.4 ms lower",
        "2 | request_size=4096 bytes | throughput = 15.2 MiB/s higher",
    ];
    has(&reading, &wanted);
}

#[test]
fn no_statistics_no_result() {
    let whole = text("ioping/text.txt");
    for at in 0..whole.trim_end().len() {
        assert!(read("ioping", &whole[..at]).is_err(), "cut at byte {at}");
    }
    let none = "--- . (ext4 /dev/vda 252.0 GiB) ioping statistics ---\n\
                0 requests completed in 0 ns, 0 B read, 0 iops, 0 B/s\n\
                min/avg/max/mdev = 0 ns / 0 ns / 0 ns / 0 ns\n";
    assert!(error("ioping", none).contains("no request was completed"));
}

#[test]
fn what_is_written_and_the_warm_up_left_out() {
    let expected = [
        "1 | request_size=64 KiB, rw=write | latency_min = 2.82 ms lower",
        "1 | request_size=64 KiB, rw=write | latency_avg = 3.41 ms lower",
        "1 | request_size=64 KiB, rw=write | latency_max = 4 ms lower",
        "1 | request_size=64 KiB, rw=write | latency_mdev = 590.9 us lower",
        "1 | request_size=64 KiB, rw=write | iops = 293 iops higher",
        "1 | request_size=64 KiB, rw=write | throughput = 18.4 MiB/s higher",
    ];
    assert_eq!(lines(&fixture("ioping/write-64k.txt")), expected);
}

#[test]
fn json_and_raw_numbers_are_exact() {
    let json = fixture("ioping/json.json");
    let expected = [
        "latency_min = 3758 ns lower",
        "latency_avg = 5342 ns lower",
        "latency_max = 6926 ns lower",
        "latency_mdev = 1584 ns lower",
        "iops = 187195.806814 iops higher",
        "throughput = 766754025 B/s higher",
    ];
    assert_eq!(lines(&json), expected.map(|result| format!("1 | request_size=4 KiB, rw=read | {result}")));
    let expected = [
        "latency_min = 5421 ns lower",
        "latency_avg = 5930 ns lower",
        "latency_max = 6438 ns lower",
        "latency_mdev = 508 ns lower",
        "iops = 168648 iops higher",
        "throughput = 690783371 B/s higher",
    ];
    assert_eq!(lines(&fixture("ioping/batch.txt")), expected.map(|result| format!("1 |  | {result}")));
}
