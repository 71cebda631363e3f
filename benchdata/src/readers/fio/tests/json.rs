use crate::readers::tests::{cases, counts, error, fixture, has, read, remarks, text, version};

#[test]
fn one_job_has_its_values_units_directions_and_parameters() {
    let reading = fixture("fio/randread-qd4.json");
    assert_eq!(version(&reading), "3.33");
    assert_eq!(reading.remarks, []);
    let wanted = [
        "1 | direction=read | iops = 45512.743628 ops/s higher",
        "1 | direction=read | rate = 182050 KiB/s higher",
        "1 | direction=read | clat_avg = 83133.173579 ns lower",
        "1 | direction=read | latency_avg = 87296.249223 ns lower",
        "1 | direction=read | clat_p99 = 346112 ns lower",
    ];
    has(&reading, &wanted);
    // Writes, trims and syncs did nothing, and are not there.
    let expected = "block_size=4k, direct=1, direction=read, iodepth=4, ioengine=libaio, job=randread, \
                    runtime=2, rw=randread, size=16m";
    assert_eq!(cases(&reading), [expected]);
    // The same with line ends and a byte order mark of Windows.
    assert_eq!(fixture("fio/derived-crlf-bom.json"), reading);
}

#[test]
fn both_directions_and_two_kinds_of_percentiles_are_kept_apart() {
    let reading = fixture("fio/git342-randrw-ns.json");
    let wanted = [
        "1 | direction=read | iops = 28387.306347 ops/s higher",
        "1 | direction=read | rate = 113549 KiB/s higher",
        "1 | direction=write | iops = 28511.744128 ops/s higher",
        "1 | direction=write | rate = 114046 KiB/s higher",
        "1 | direction=read | clat_p99 = 1859584 ns lower",
        "1 | direction=read | latency_p99 = 1908736 ns lower",
        "1 | direction=write | clat_avg = 346026.098507 ns lower",
    ];
    has(&reading, &wanted);
    let expected = "block_size=4k, direct=1, direction=read, iodepth=8, ioengine=io_uring, job=mix, \
                    numjobs=2, runtime=2, rw=randrw, rwmixread=50, size=8m";
    assert_eq!(cases(&reading), [expected.to_owned(), expected.replace("=read", "=write")]);
}

#[test]
fn a_group_is_one_result_and_workers_are_numbered() {
    let group = fixture("fio/mixed-2jobs-group.json");
    let wanted = [
        "1 | direction=read, numjobs=2 | iops = 30861.069465 ops/s higher",
        "1 | direction=read, block_size=8k | rate = 246888 KiB/s higher",
        "1 | direction=write, rwmixread=70 | iops = 13203.398301 ops/s higher",
        "1 | direction=write | rate = 105627 KiB/s higher",
        "1 | direction=read | clat_p99 = 168960 ns lower",
        "1 | direction=write | clat_p99 = 27008 ns lower",
    ];
    has(&group, &wanted);

    let workers = fixture("fio/mixed-2jobs-nogroup.json");
    let wanted = [
        "1 | direction=read, worker=1, job=mix | iops = 13234.882559 ops/s higher",
        "1 | direction=read, worker=2, numjobs=2 | iops = 13097.902098 ops/s higher",
        "1 | direction=write, worker=1 | iops = 5657.171414 ops/s higher",
        "1 | direction=write, worker=2 | iops = 5642.357642 ops/s higher",
        "1 | direction=read, worker=1 | rate = 105879 KiB/s higher",
        "1 | direction=read, worker=2 | rate = 104783 KiB/s higher",
    ];
    has(&workers, &wanted);
}

#[test]
fn notes_before_the_document_are_passed_and_syncs_have_latencies() {
    let reading = fixture("fio/note-before-json.json");
    let wanted = [
        "1 | direction=write | iops = 4000 ops/s higher",
        "1 | direction=write | rate = 256000 KiB/s higher",
        "1 | direction=write | clat_avg = 15971.0625 ns lower",
        "1 | direction=sync | latency_avg = 4227417.857143 ns lower",
        "1 | direction=sync | latency_p99 = 7700480 ns lower",
    ];
    has(&reading, &wanted);
    assert!(cases(&reading)[0].contains("fsync=16, iodepth=32, ioengine=psync, job=seqw, rw=write"));
}

#[test]
fn jobs_take_the_options_of_all_and_their_own() {
    let reading = fixture("fio/stonewall-3jobs.json");
    let wanted = [
        "1 | direction=read, job=seqread, rw=read | iops = 19054.945055 ops/s higher",
        "1 | direction=read, job=seqread, direct=1 | rate = 76219 KiB/s higher",
        "1 | direction=write, job=seqwrite, block_size=4k | iops = 21218.781219 ops/s higher",
        "1 | direction=write, job=seqwrite, runtime=1 | rate = 84875 KiB/s higher",
        "1 | direction=read, job=trimless, rw=randrw | iops = 8634.365634 ops/s higher",
        "1 | direction=write, job=trimless, ioengine=psync | iops = 8725.274725 ops/s higher",
    ];
    has(&reading, &wanted);

    let reading = fixture("fio/pub-lkp-3.19.json");
    let wanted = [
        "1 | direction=read, job=task_0, ioengine=mmap, iodepth=32 | iops = 29330065.629016 ops/s higher",
        "1 | direction=read, block_size=4k, rw=randread | rate = 117320262 KiB/s higher",
        "1 | direction=read | runtime = 200003 ms -",
    ];
    has(&reading, &wanted);
}

#[test]
fn keys_may_be_missing() {
    let reading = fixture("fio/pub-lkp-minimal.json");
    let wanted = [
        "1 | direction=read, job=fio-basic-cgroup2-fairness | iops = 250 ops/s higher",
        "1 | direction=read | rate = 1024 KiB/s higher",
        "1 | direction=read | clat_avg = 1000 ns lower",
        "1 | direction=read | clat_p99 = 2000 ns lower",
        "1 | direction=read | slat_avg = 10 ns lower",
    ];
    has(&reading, &wanted);
}

#[test]
fn a_run_cut_short_is_marked() {
    let reading = fixture("fio/killed-int.json");
    let wanted = [
        "1 | direction=read | iops = 22465.323059 ops/s higher",
        "1 | direction=read | rate = 89861 KiB/s higher",
        "1 | direction=read | clat_p99 = 94720 ns lower",
        "1 | direction=read, runtime=30 | runtime = 1687 ms -",
    ];
    has(&reading, &wanted);
    assert_eq!(remarks(&reading), ["line 2: the run was cut short: fio: terminating on signal 2"]);
}

#[test]
fn a_failed_job_gives_no_zeros() {
    let found = error("fio", &text("fio/fail-enoent.json"));
    assert!(found.starts_with("line 1: found fio: failed to create dir"), "{found}");

    let failed = text("fio/randread-qd4.json").replace("\"error\" : 0", "\"error\" : 28");
    let found = read("fio", &failed).unwrap_err().found;
    assert_eq!(found, "job randread failed with error 28: left out");
}

#[test]
fn appended_documents_are_runs() {
    let reading = fixture("fio/derived-three-docs.json");
    let wanted = [
        "1 | direction=read, job=randread | iops = 45512.743628 ops/s higher",
        "2 | direction=write, job=seqw | iops = 4000 ops/s higher",
        "3 | direction=read, job=mix | iops = 30861.069465 ops/s higher",
        "3 | direction=write, job=mix | iops = 13203.398301 ops/s higher",
    ];
    has(&reading, &wanted);
    assert_eq!(counts(&reading), [17, 25, 30]);
}

#[test]
fn repeats_of_one_job_are_runs_too() {
    // Three executions of `fio --runtime=1`, 40 ms apart.
    let reading = fixture("fio/repeats.json");
    assert_eq!(reading.runs.len(), 3);
    assert_eq!(reading.remarks, []);
}

#[test]
fn snapshots_are_one_run_and_the_last_counts() {
    let reading = fixture("fio/status-interval.json");
    has(&reading, &["1 | direction=read, worker=1 | runtime = 3001 ms -"]);
    assert_eq!(reading.remarks.len(), 3);
    // The same where fio printed whole seconds only.
    let seconds = text("fio/status-interval.json").replace("\"timestamp_ms\"", "\"unused\"");
    assert_eq!(read("fio", &seconds).unwrap().runs, reading.runs);
}

#[test]
fn fio_2_gives_latencies_in_microseconds() {
    // Neither `total_ios` nor options, and percentiles filled up with "0.00".
    let reading = fixture("fio/derived-fio-2.json");
    let wanted = [
        "1 | direction=read | clat_avg = 75.34 us lower",
        "1 | direction=read | clat_p99 = 147 us lower",
        "1 | direction=read | latency_avg = 75.57 us lower",
        "1 | direction=read | rate = 51909 KiB/s higher",
    ];
    has(&reading, &wanted);
    assert_eq!(cases(&reading), ["direction=read, job=random-read"]);
}

#[test]
fn an_array_or_one_line_does_as_well() {
    let document: serde_json::Value = serde_json::from_str(&text("fio/randread-qd4.json")).unwrap();
    let lines = format!("{document}\n{document}\n");
    assert_eq!(counts(&read("fio", &lines).unwrap()), [17, 17]);
    let array = format!("{:#}", serde_json::json!([document, document]));
    assert_eq!(read("fio", &array).unwrap().runs, read("fio", &lines).unwrap().runs);
}

#[test]
fn the_sum_over_clients_is_left_out() {
    let text = r#"{"fio version": "fio-3.33", "client_stats": [
        {"jobname": "a", "hostname": "one", "read": {"total_ios": 5, "iops": 5.0, "bw": 20}},
        {"jobname": "a", "hostname": "two", "read": {"total_ios": 7, "iops": 7.0, "bw": 28}},
        {"jobname": "All clients", "hostname": "", "read": {"total_ios": 12, "iops": 12.0, "bw": 48}}]}"#;
    let reading = read("fio", text).unwrap();
    assert_eq!(remarks(&reading), ["line 1: the sum over all clients: left out"]);
    assert_eq!(cases(&reading), ["direction=read, host=one, job=a", "direction=read, host=two, job=a"]);
}

#[test]
fn reads_and_writes_may_be_reported_as_one() {
    let reading = fixture("fio/unified.json");
    let wanted = [
        "1 | direction=mixed, rw=randrw | iops = 18359.561753 ops/s higher",
        "1 | direction=mixed, rw=randrw | rate = 73438 KiB/s higher",
        "1 | direction=mixed | clat_p99 = 48896 ns lower",
    ];
    has(&reading, &wanted);
    assert_eq!(counts(&reading), [15]);
}
