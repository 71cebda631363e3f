use crate::readers::tests::{counts, fixture, has, lines, read, remarks, text, version};

#[test]
fn rates_and_metrics_of_stressors() {
    let reading = fixture("stress-ng/metrics-brief.txt");
    let expected = [
        "instances=2, stressor=cpu | bogo_ops_rate = 735.83 bogo ops/s higher",
        "instances=2, stressor=cpu | bogo_ops_cpu_rate = 1376.86 bogo ops/s higher",
        "instances=2, stressor=switch | bogo_ops_rate = 166096.7 bogo ops/s higher",
        "instances=2, stressor=switch | bogo_ops_cpu_rate = 271510.13 bogo ops/s higher",
        "instances=1, stressor=pipe | bogo_ops_rate = 261670.93 bogo ops/s higher",
        "instances=1, stressor=pipe | bogo_ops_cpu_rate = 813689.54 bogo ops/s higher",
        "instances=2, stressor=switch | nanosecs_per_context_switch_pipe_method = 12258.11 ns lower",
        // stress-ng's MB is 2^20 bytes (core-helper's `MB`).
        "instances=1, stressor=pipe | mb_per_sec_pipe_write_rate = 127.79 MiB/s higher",
    ];
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | duration=3 s, {result}")));
    let twice = read("stress-ng", &text("stress-ng/metrics-brief.txt").repeat(2)).unwrap();
    assert_eq!(twice.runs, [reading.runs[0].clone(), reading.runs[0].clone()]);
}

#[test]
fn old_versions_mix_both_and_call_all_info() {
    let reading = fixture("stress-ng/pub-lkp-2021-memory.txt");
    let wanted = [
        "1 | instances=24, stressor=memrate | bogo_ops_rate = 43.58 bogo ops/s higher",
        "1 | instances=24, stressor=memrate | bogo_ops_cpu_rate = 1.85 bogo ops/s higher",
        "1 | instances=24, stressor=memrate | write128_mbsec = 4640.01 MiB/s higher",
        "1 | instances=24, stressor=zero | bogo_ops_rate = 286899.01 bogo ops/s higher",
        "1 | instances=24, stressor=zlib | bogo_ops_rate = 679.71 bogo ops/s higher",
        "1 | instances=24, stressor=stream | memory_rate_mb_per_sec = 5372.21 MiB/s higher",
        "1 | instances=24, stressor=pipeherd | context_switches_per_second = 262868.42 1/s higher",
        "1 | instances=24, stressor=pipeherd | context_switches_per_bogo_op = 1.01 1 -",
    ];
    has(&reading, &wanted);
}

#[test]
fn the_long_table_has_cpu_and_memory_too() {
    let wanted = [
        "1 | duration=1 s, instances=1, stressor=cpu | bogo_ops_rate = 352.67 bogo ops/s higher",
        "1 | duration=1 s, instances=1, stressor=cpu | cpu = 22.89 % -",
        "1 | duration=1 s, instances=1, stressor=cpu | memory_max = 6496 KiB lower",
        "1 | stressor=yield | ns_duration_per_schedyield_call = 358232.14 ns lower",
        "1 | stressor=memrate | write64stoq_mb_per_sec = 6217.85 MiB/s higher",
    ];
    has(&fixture("stress-ng/metrics.txt"), &wanted);
}

#[test]
fn yaml_has_the_same_names() {
    let reading = fixture("stress-ng/yaml.yaml");
    assert_eq!(version(&reading), "0.15.06");
    let wanted = [
        "1 | stressor=cpu | bogo_ops_rate = 157.184603 bogo ops/s higher",
        "1 | stressor=cpu | bogo_ops_cpu_rate = 1360.731695 bogo ops/s higher",
        "1 | stressor=fork | bogo_ops_rate = 18.878086 bogo ops/s higher",
        "1 | stressor=yield | ns_duration_per_schedyield_call = 1381615.152653 ns lower",
        "1 | stressor=switch | bogo_ops_rate = 268778.665065 bogo ops/s higher",
        "1 | stressor=switch | nanosecs_per_context_switch_pipe_method = 3716.334376 ns lower",
    ];
    has(&reading, &wanted);
}

#[test]
fn what_did_nothing_has_no_rate() {
    let reading = fixture("stress-ng/yaml-file.yaml");
    has(&reading, &["1 | stressor=schedpolicy | bogo_ops_rate = 23.918774 bogo ops/s higher"]);
    assert!(!lines(&reading).iter().any(|line| line.contains("cyclic")));
    assert_eq!(remarks(&reading), ["line 28: a stressor did nothing: it has no rate"]);
    let error = read("stress-ng", &text("stress-ng/pub-lkp-fail.txt")).unwrap_err();
    assert_eq!(error.line, 2);
    assert!(error.found.contains("SIGABRT"), "{error}");
}

#[test]
fn a_cut_line_is_left_out() {
    let printed = text("stress-ng/metrics-brief.txt");
    let cut = read("stress-ng", &printed[..printed.find("271510.13").unwrap() + 4]).unwrap();
    assert_eq!((counts(&cut), cut.remarks.len()), (vec![2], 1));
    let yaml = text("stress-ng/yaml.yaml");
    let cut = read("stress-ng", &yaml[..yaml.find("2947.057739").unwrap() + 3]).unwrap();
    assert!(!lines(&cut).iter().any(|line| line.contains("stressor=yield | bogo_ops_rate")));
}

#[test]
fn the_last_stressor_of_a_yaml_file_stays_in_its_run_where_another_file_follows() {
    let reading = fixture("stress-ng/yaml-two-files.yaml");
    // Rates of four stressors (two each), what each used (two each), two metrics of their own.
    assert_eq!(counts(&reading), [18, 18]);
    let rate = "stressor=switch | bogo_ops_rate = 268778.665065 bogo ops/s higher";
    has(&reading, &[&format!("1 | {rate}"), &format!("2 | {rate}")]);
}

#[test]
fn a_rate_of_what_a_stressor_did_not_do_is_no_result() {
    let reading = fixture("stress-ng/hdd-zero.txt");
    assert!(!lines(&reading).iter().any(|line| line.contains("| mb_sec_read_rate")));
    assert_eq!(
        remarks(&reading),
        ["line 15: MB/sec read rate is 0 and left out: the stressor did nothing of it"]
    );
}

#[test]
fn log_brief_leaves_out_what_stands_before_each_line() {
    let reading = fixture("stress-ng/log-brief.txt");
    let case = "1 | duration=1 s, instances=1, stressor=matrix";
    has(
        &reading,
        &[
            format!("{case} | bogo_ops_rate = 1803.31 bogo ops/s higher"),
            format!("{case} | bogo_ops_cpu_rate = 2856.88 bogo ops/s higher"),
            format!("{case} | prod_matrix_ops_per_sec = 243.84 1/s higher"),
        ],
    );
    assert_eq!(counts(&reading), [16]);
}

#[test]
fn cyclic_tells_its_latencies() {
    let reading = fixture("stress-ng/cyclic.txt");
    let case = "1 | duration=1 s, instances=1, stressor=cyclic";
    has(
        &reading,
        &[
            format!("{case} | latency_avg = 17397.96 ns lower"),
            format!("{case} | latency_min = 5049 ns lower"),
            format!("{case} | latency_max = 1745043 ns lower"),
            format!("{case} | latency_p50 = 11377 ns lower"),
            format!("{case} | latency_p99.9 = 185519 ns lower"),
            format!("{case} | bogo_ops_rate = 8036.28 bogo ops/s higher"),
        ],
    );
}
