use crate::readers::tests::{cases, counts, fixture, has, lines, read, remarks, text, version};

#[test]
fn a_group_of_two_jobs() {
    let reading = fixture("fio/normal-randrw.txt");
    assert_eq!(version(&reading), "3.33");
    assert_eq!(reading.remarks, []);
    let wanted = [
        "1 | direction=read | iops = 39100 ops/s higher",
        "1 | direction=read | rate = 153 MiB/s higher",
        "1 | direction=write | iops = 16800 ops/s higher",
        "1 | direction=write | rate = 65.5 MiB/s higher",
        "1 | direction=read | clat_avg = 427.42 us lower",
        "1 | direction=read | latency_avg = 431.73 us lower",
        "1 | direction=read | clat_p99 = 3818 us lower",
        "1 | direction=write | clat_p99 = 8717 us lower",
        "1 | direction=write | clat_p99.99 = 71828 us lower",
        "1 | direction=read | slat_avg = 4311.9 ns lower",
        "1 | direction=read | slat_max = 4603600 ns lower",
        "1 | direction=read | runtime = 2003 ms -",
    ];
    has(&reading, &wanted);
    let expected =
        "block_size=4096B, direction=read, iodepth=16, ioengine=libaio, job=mix, jobs=2, rw=randrw";
    assert_eq!(cases(&reading)[0], expected);
}

#[test]
fn mib_and_mb_side_by_side_are_one_rate() {
    let reading = fixture("fio/git342-normal.txt");
    let wanted = [
        "1 | direction=write | iops = 825 ops/s higher",
        "1 | direction=write | rate = 826 MiB/s higher",
        "1 | direction=write | clat_avg = 1142.39 us lower",
        "1 | direction=write | clat_p99 = 8094 us lower",
        "1 | direction=write | clat_max = 28351 us lower",
    ];
    has(&reading, &wanted);
    let expected =
        "block_size=1024KiB, direction=write, iodepth=1, ioengine=psync, job=seq, jobs=1, rw=write";
    assert_eq!(cases(&reading), [expected]);
}

#[test]
fn fio_2s_kb_are_kib_and_each_execution_is_a_run() {
    let reading = fixture("fio/pub-2.2.10-three-runs-markdown.txt");
    assert_eq!(version(&reading), "2.2.10");
    assert_eq!(reading.remarks, []);
    let wanted = [
        "1 | direction=read, iodepth=1, block_size=4K, jobs=1 | iops = 104702 ops/s higher",
        "1 | direction=read | rate = 418811 KiB/s higher",
        "1 | direction=read | clat_avg = 7.41 us lower",
        "1 | direction=read | clat_p99 = 11 us lower",
        "1 | direction=read | runtime = 25037 ms -",
        "2 | direction=read, iodepth=10 | iops = 321176 ops/s higher",
        "2 | direction=read | rate = 1254.7 MiB/s higher",
        "2 | direction=read | clat_p99 = 44 us lower",
        "3 | direction=read, jobs=10 | iops = 729332 ops/s higher",
        "3 | direction=read | rate = 2848.1 MiB/s higher",
    ];
    has(&reading, &wanted);
    let percentile = |line: &String| line.starts_with("3 ") && line.contains("_p");
    assert!(!lines(&reading).iter().any(percentile), "none is printed of the third");
}

#[test]
fn snapshots_are_one_run_and_the_last_counts() {
    let reading = fixture("fio/status-interval.txt");
    has(&reading, &["1 | direction=read | runtime = 3001 ms -"]);
    assert_eq!(reading.remarks.len(), 3);
}

#[test]
fn a_failed_job_is_left_out() {
    let text = text("fio/git342-normal.txt")
        .replace("err= 0:", "err=28 (file:io_u.c:1889, func=io_u error, error=No space left on device):");
    assert_eq!(read("fio", &text).unwrap_err().found, "job seq failed with error 28: left out");
}

#[test]
fn syncs_block_sizes_by_direction_and_bits() {
    let text = "\
a: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 8192B-16.0KiB, (T) 4096B-4096B, ioengine=psync, iodepth=1
fio-3.33

a: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 13:15:08 2026
  read: IOPS=10, BW=666821.2Kibit/s (682824.9kbit/s)(85438464B/1001msec)
  write: IOPS=9, BW=100B/s (100B/s)(64.8MiB/888msec); 0 zone resets
    clat prio 1/0 (usec): min=1, max=2, avg= 1.50, stdev= 0.50
    clat prio 1/0 (50.00% of IOs) percentiles (usec):
     | 99.00th=[    9]
  fsync/fdatasync/sync_file_range:
    sync (msec): min=1, max=2, avg= 1.50, stdev= 0.50
    sync percentiles (usec):
     | 99.00th=[ 1500]

Run status group 0 (all jobs):
";
    let reading = read("fio", text).unwrap();
    let wanted = [
        "1 | direction=read, block_size=4096B | rate = 666821.2 Kibit/s higher",
        "1 | direction=write, block_size=8192B-16.0KiB | rate = 100 B/s higher",
        "1 | direction=sync | latency_avg = 1.5 ms lower",
        "1 | direction=sync | latency_p99 = 1500 us lower",
    ];
    has(&reading, &wanted);
    assert_eq!(counts(&reading), [3 + 3 + 3]);
}

#[test]
fn a_clients_output_names_the_server_and_sums_up_at_the_end() {
    let text = text("fio/normal-randrw.txt");
    let entry = &text[text.find("mix: (groupid=0").unwrap()..text.find("Run status").unwrap()];
    let sum = entry.replacen("mix: (groupid=0, jobs=2)", "All clients: (groupid=0, jobs=4)", 1);
    let client = format!("<one> {text}{sum}");
    let reading = read("fio", &client).unwrap();
    assert_eq!(reading.runs, read("fio", &text).unwrap().runs);
    assert_eq!(remarks(&reading), ["line 47: the sum over all clients: left out"]);
}

#[test]
fn progress_on_a_terminal_is_no_result() {
    let text = text("fio/normal-randrw.txt");
    let progress =
        "Jobs: 1 (f=1): [m(1)][50.0%][r=152MiB/s,w=65.0MiB/s][r=38.9k,w=16.7k IOPS][eta 00m:01s]\r";
    let shown = text.replace("mix: (groupid", &format!("{progress}mix: (groupid"));
    assert_eq!(read("fio", &shown).unwrap(), read("fio", &text).unwrap());
}

#[test]
fn percentiles_of_the_users_choice_and_of_all_three_latencies() {
    let reading = fixture("fio/percentiles-chosen.txt");
    let wanted = [
        "1 | direction=read, ioengine=libaio | iops = 2314 ops/s higher",
        "1 | direction=read | slat_avg = 83.77 us lower",
        "1 | direction=read | slat_p99.9 = 7504 us lower",
        "1 | direction=read | clat_avg = 1134.13 ns lower",
        "1 | direction=read | latency_p50 = 38 us lower",
        "1 | direction=write | latency_p99.999 = 137 us lower",
        "1 | direction=write | rate = 9718 KiB/s higher",
    ];
    has(&reading, &wanted);
}

#[test]
fn what_unified_rw_reporting_both_prints_as_0_is_left_out() {
    let reading = fixture("fio/normal-unified-both.txt");
    let wanted = [
        "1 | direction=read | iops = 53900 ops/s higher",
        "1 | direction=write | rate = 3358 MiB/s higher",
        "1 | direction=mixed | clat_avg = 7086.56 ns lower",
    ];
    has(&reading, &wanted);
    let has_rate = |line: &String| line.contains("direction=mixed") && line.contains("| rate =");
    assert!(!lines(&reading).iter().any(has_rate), "{:?}", lines(&reading));
}
