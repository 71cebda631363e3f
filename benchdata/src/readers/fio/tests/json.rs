use super::*;

#[test]
fn one_job_has_its_values_units_directions_and_parameters() {
    let reading = read(fixture!("randread-qd4.json")).unwrap();
    assert_eq!(reading.version.unwrap().as_str(), "3.33");
    assert_eq!(reading.remarks, []);
    let run = &reading.runs[0];
    let read = |metric| printed(run, "read", metric);
    assert_eq!(read("iops"), "45512.743628 ops/s higher");
    assert_eq!(read("rate"), "182050 KiB/s higher");
    assert_eq!(read("clat_avg"), "83133.173579 ns lower");
    assert_eq!(read("latency_avg"), "87296.249223 ns lower");
    assert_eq!(read("clat_p99"), "346112 ns lower");
    // Writes, trims and syncs did nothing, and are not there.
    let expected = "block_size=4k, direct=1, direction=read, iodepth=4, ioengine=libaio, job=randread, \
                    runtime=2, rw=randread, size=16m";
    assert_eq!(cases(run), [expected]);
}

#[test]
fn both_directions_and_two_kinds_of_percentiles_are_kept_apart() {
    let run = only_run(fixture!("git342-randrw-ns.json"));
    assert_eq!(printed(&run, "read", "iops"), "28387.306347 ops/s higher");
    assert_eq!(printed(&run, "read", "rate"), "113549 KiB/s higher");
    assert_eq!(printed(&run, "write", "iops"), "28511.744128 ops/s higher");
    assert_eq!(printed(&run, "write", "rate"), "114046 KiB/s higher");
    assert_eq!(printed(&run, "read", "clat_p99"), "1859584 ns lower");
    assert_eq!(printed(&run, "read", "latency_p99"), "1908736 ns lower");
    assert_eq!(printed(&run, "write", "clat_avg"), "346026.098507 ns lower");
    for parameter in ["ioengine=io_uring", "iodepth=8", "numjobs=2", "block_size=4k", "rwmixread=50"] {
        assert!(cases(&run)[0].contains(parameter), "{parameter}");
    }
}

#[test]
fn a_group_is_one_result_and_workers_are_numbered() {
    let group = only_run(fixture!("mixed-2jobs-group.json"));
    assert_eq!(printed(&group, "read, numjobs=2", "iops"), "30861.069465 ops/s higher");
    assert_eq!(printed(&group, "read, block_size=8k", "rate"), "246888 KiB/s higher");
    assert_eq!(printed(&group, "write, rwmixread=70", "iops"), "13203.398301 ops/s higher");
    assert_eq!(printed(&group, "write", "rate"), "105627 KiB/s higher");
    assert_eq!(printed(&group, "read", "clat_p99"), "168960 ns lower");
    assert_eq!(printed(&group, "write", "clat_p99"), "27008 ns lower");

    let workers = only_run(fixture!("mixed-2jobs-nogroup.json"));
    assert_eq!(printed(&workers, "read, worker=1, job=mix", "iops"), "13234.882559 ops/s higher");
    assert_eq!(printed(&workers, "read, worker=2, numjobs=2", "iops"), "13097.902098 ops/s higher");
    assert_eq!(printed(&workers, "write, worker=1", "iops"), "5657.171414 ops/s higher");
    assert_eq!(printed(&workers, "write, worker=2", "iops"), "5642.357642 ops/s higher");
    assert_eq!(printed(&workers, "read, worker=1", "rate"), "105879 KiB/s higher");
    assert_eq!(printed(&workers, "read, worker=2", "rate"), "104783 KiB/s higher");
}

#[test]
fn notes_before_the_document_are_passed_and_syncs_have_latencies() {
    let run = only_run(fixture!("note-before-json.json"));
    assert_eq!(printed(&run, "write", "iops"), "4000 ops/s higher");
    assert_eq!(printed(&run, "write", "rate"), "256000 KiB/s higher");
    assert_eq!(printed(&run, "write", "clat_avg"), "15971.0625 ns lower");
    assert_eq!(printed(&run, "sync", "latency_avg"), "4227417.857143 ns lower");
    assert_eq!(printed(&run, "sync", "latency_p99"), "7700480 ns lower");
    assert!(cases(&run)[0].contains("fsync=16, iodepth=32, ioengine=psync, job=seqw, rw=write"));
}

#[test]
fn jobs_take_the_options_of_all_and_their_own() {
    let run = only_run(fixture!("stonewall-3jobs.json"));
    assert_eq!(printed(&run, "read, job=seqread, rw=read", "iops"), "19054.945055 ops/s higher");
    assert_eq!(printed(&run, "read, job=seqread, direct=1", "rate"), "76219 KiB/s higher");
    assert_eq!(printed(&run, "write, job=seqwrite, block_size=4k", "iops"), "21218.781219 ops/s higher");
    assert_eq!(printed(&run, "write, job=seqwrite, runtime=1", "rate"), "84875 KiB/s higher");
    assert_eq!(printed(&run, "read, job=trimless, rw=randrw", "iops"), "8634.365634 ops/s higher");
    assert_eq!(printed(&run, "write, job=trimless, ioengine=psync", "iops"), "8725.274725 ops/s higher");

    let run = only_run(fixture!("pub-lkp-3.19.json"));
    assert_eq!(
        printed(&run, "read, job=task_0, ioengine=mmap, iodepth=32", "iops"),
        "29330065.629016 ops/s higher"
    );
    assert_eq!(printed(&run, "read, block_size=4k, rw=randread", "rate"), "117320262 KiB/s higher");
    assert_eq!(printed(&run, "read", "runtime"), "200003 ms -");
}

#[test]
fn keys_may_be_missing() {
    let run = only_run(fixture!("pub-lkp-minimal.json"));
    assert_eq!(printed(&run, "read, job=fio-basic-cgroup2-fairness", "iops"), "250 ops/s higher");
    assert_eq!(printed(&run, "read", "rate"), "1024 KiB/s higher");
    assert_eq!(printed(&run, "read", "clat_avg"), "1000 ns lower");
    assert_eq!(printed(&run, "read", "clat_p99"), "2000 ns lower");
    assert_eq!(printed(&run, "read", "slat_avg"), "10 ns lower");
}

#[test]
fn a_run_cut_short_is_marked() {
    let text = fixture!("killed-int.json");
    let run = only_run(text);
    assert_eq!(printed(&run, "read", "iops"), "22465.323059 ops/s higher");
    assert_eq!(printed(&run, "read", "rate"), "89861 KiB/s higher");
    assert_eq!(printed(&run, "read", "clat_p99"), "94720 ns lower");
    assert_eq!(printed(&run, "read, runtime=30", "runtime"), "1687 ms -");
    assert_eq!(remarks(text), ["2: the run was cut short: fio: terminating on signal 2"]);
}

#[test]
fn a_failed_job_gives_no_zeros() {
    let error = read(fixture!("fail-enoent.json")).unwrap_err();
    assert_eq!(error.line, 1);
    assert!(error.to_string().contains("failed to create dir"), "{error}");

    let failed = fixture!("randread-qd4.json").replace("\"error\" : 0", "\"error\" : 28");
    let found = read(&failed).unwrap_err().found;
    assert_eq!(found, "job randread failed with error 28: left out");
}

#[test]
fn appended_documents_are_runs() {
    let reading = read(fixture!("derived-three-docs.json")).unwrap();
    let [first, second, third] = reading.runs.as_slice() else { panic!("not three runs") };
    assert_eq!(printed(first, "read, job=randread", "iops"), "45512.743628 ops/s higher");
    assert_eq!(printed(second, "write, job=seqw", "iops"), "4000 ops/s higher");
    assert_eq!(printed(third, "read, job=mix", "iops"), "30861.069465 ops/s higher");
    assert_eq!(printed(third, "write, job=mix", "iops"), "13203.398301 ops/s higher");
}

#[test]
fn repeats_of_one_job_are_runs_too() {
    // Three executions of `fio --runtime=1`, 40 ms apart.
    let reading = read(fixture!("repeats.json")).unwrap();
    assert_eq!(reading.runs.len(), 3);
    assert_eq!(reading.remarks, []);
}

#[test]
fn snapshots_are_one_run_and_the_last_counts() {
    let text = fixture!("status-interval.json");
    let run = only_run(text);
    assert_eq!(printed(&run, "read, worker=1", "runtime"), "3001 ms -");
    assert_eq!(remarks(text).len(), 3);
    // The same where fio printed whole seconds only.
    let seconds = text.replace("\"timestamp_ms\"", "\"unused\"");
    assert_eq!(only_run(&seconds), run);
}

#[test]
fn fio_2_gives_latencies_in_microseconds() {
    // Neither `total_ios` nor options, and percentiles filled up with "0.00".
    let run = only_run(fixture!("derived-fio-2.json"));
    assert_eq!(printed(&run, "read", "clat_avg"), "75.34 us lower");
    assert_eq!(printed(&run, "read", "clat_p99"), "147 us lower");
    assert_eq!(printed(&run, "read", "latency_avg"), "75.57 us lower");
    assert_eq!(printed(&run, "read", "rate"), "51909 KiB/s higher");
    assert_eq!(cases(&run), ["direction=read, job=random-read"]);
}

#[test]
fn an_array_or_one_line_does_as_well() {
    let document: serde_json::Value = serde_json::from_str(fixture!("randread-qd4.json")).unwrap();
    let lines = format!("{document}\n{document}\n");
    assert_eq!(read(&lines).unwrap().runs.len(), 2);
    let array = format!("{:#}", serde_json::json!([document, document]));
    assert_eq!(read(&array).unwrap().runs, read(&lines).unwrap().runs);
}

#[test]
fn the_sum_over_clients_is_left_out() {
    let text = r#"{"fio version": "fio-3.33", "client_stats": [
        {"jobname": "a", "hostname": "one", "read": {"total_ios": 5, "iops": 5.0, "bw": 20}},
        {"jobname": "a", "hostname": "two", "read": {"total_ios": 7, "iops": 7.0, "bw": 28}},
        {"jobname": "All clients", "hostname": "", "read": {"total_ios": 12, "iops": 12.0, "bw": 48}}]}"#;
    let run = only_run(text);
    assert_eq!(remarks(text), ["1: the sum over all clients: left out"]);
    assert_eq!(cases(&run), ["direction=read, host=one, job=a", "direction=read, host=two, job=a"]);
}
