use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn rates_and_metrics_of_stressors() {
    let reading = read(fixture!("stress-ng/metrics-brief.txt")).unwrap();
    assert_eq!(
        lines(&reading.runs[0]),
        [
            "duration=3 s, instances=2, stressor=cpu | bogo_ops_rate = 735.83 bogo ops/s higher",
            "duration=3 s, instances=2, stressor=cpu | bogo_ops_cpu_rate = 1376.86 bogo ops/s higher",
            "duration=3 s, instances=2, stressor=switch | bogo_ops_rate = 166096.7 bogo ops/s higher",
            "duration=3 s, instances=2, stressor=switch | bogo_ops_cpu_rate = 271510.13 bogo ops/s higher",
            "duration=3 s, instances=1, stressor=pipe | bogo_ops_rate = 261670.93 bogo ops/s higher",
            "duration=3 s, instances=1, stressor=pipe | bogo_ops_cpu_rate = 813689.54 bogo ops/s higher",
            "duration=3 s, instances=2, stressor=switch | nanosecs_per_context_switch_pipe_method = 12258.11 ns lower",
            "duration=3 s, instances=1, stressor=pipe | mb_per_sec_pipe_write_rate = 127.79 MiB/s higher",
        ]
    );
    let twice = fixture!("stress-ng/metrics-brief.txt").repeat(2);
    assert_eq!(read(&twice).unwrap().runs, [reading.runs[0].clone(), reading.runs[0].clone()]);
}

#[test]
fn old_versions_mix_both_and_call_all_info() {
    let reading = read(fixture!("stress-ng/pub-lkp-2021-memory.txt")).unwrap();
    let of = |stressor, metric| value(&reading, 0, &format!("instances=24, stressor={stressor} | {metric}"));
    assert_eq!(of("memrate", "bogo_ops_rate"), "43.58 bogo ops/s higher");
    assert_eq!(of("memrate", "bogo_ops_cpu_rate"), "1.85 bogo ops/s higher");
    assert_eq!(of("memrate", "write128_mbsec"), "4640.01 MiB/s higher");
    assert_eq!(of("zero", "bogo_ops_rate"), "286899.01 bogo ops/s higher");
    assert_eq!(of("zlib", "bogo_ops_rate"), "679.71 bogo ops/s higher");
    assert_eq!(of("stream", "memory_rate_mb_per_sec"), "5372.21 MiB/s higher");
    assert_eq!(of("pipeherd", "context_switches_per_second"), "262868.42 1/s higher");
    assert_eq!(of("pipeherd", "context_switches_per_bogo_op"), "1.01 1 -");
}

#[test]
fn the_long_table_has_cpu_and_memory_too() {
    let reading = read(fixture!("stress-ng/metrics.txt")).unwrap();
    let of = |stressor, metric| {
        value(&reading, 0, &format!("duration=1 s, instances=1, stressor={stressor} | {metric}"))
    };
    assert_eq!(of("cpu", "bogo_ops_rate"), "352.67 bogo ops/s higher");
    assert_eq!(of("cpu", "cpu"), "22.89 % -");
    assert_eq!(of("cpu", "memory_max"), "6496 KiB lower");
    assert_eq!(of("yield", "ns_duration_per_schedyield_call"), "358232.14 ns lower");
    assert_eq!(of("memrate", "write64stoq_mb_per_sec"), "6217.85 MiB/s higher");
}

#[test]
fn yaml_has_the_same_names() {
    let reading = read(fixture!("stress-ng/yaml.yaml")).unwrap();
    assert_eq!(reading.version.as_ref().unwrap().as_str(), "0.15.06");
    let of = |stressor, metric| value(&reading, 0, &format!("stressor={stressor} | {metric}"));
    assert_eq!(of("cpu", "bogo_ops_rate"), "157.184603 bogo ops/s higher");
    assert_eq!(of("cpu", "bogo_ops_cpu_rate"), "1360.731695 bogo ops/s higher");
    assert_eq!(of("fork", "bogo_ops_rate"), "18.878086 bogo ops/s higher");
    assert_eq!(of("yield", "ns_duration_per_schedyield_call"), "1381615.152653 ns lower");
    assert_eq!(of("switch", "bogo_ops_rate"), "268778.665065 bogo ops/s higher");
    assert_eq!(of("switch", "nanosecs_per_context_switch_pipe_method"), "3716.334376 ns lower");
}

#[test]
fn what_did_nothing_has_no_rate() {
    let reading = read(fixture!("stress-ng/yaml-file.yaml")).unwrap();
    let results = lines(&reading.runs[0]);
    assert_eq!(results[1], "stressor=schedpolicy | bogo_ops_rate = 23.918774 bogo ops/s higher");
    assert!(!results.iter().any(|line| line.contains("cyclic")));
    assert_eq!(reading.remarks[0].line, 28);
    let error = read(fixture!("stress-ng/pub-lkp-fail.txt")).unwrap_err();
    assert_eq!(error.line, 2);
    assert!(error.found.contains("SIGABRT"), "{error}");
}

#[test]
fn a_cut_line_is_left_out() {
    let text = fixture!("stress-ng/metrics-brief.txt");
    let cut = read(&text[..text.find("271510.13").unwrap() + 4]).unwrap();
    assert_eq!((cut.runs[0].results.len(), cut.remarks.len()), (2, 1));
    let text = fixture!("stress-ng/yaml.yaml");
    let cut = read(&text[..text.find("2947.057739").unwrap() + 3]).unwrap();
    assert!(!lines(&cut.runs[0]).iter().any(|line| line.contains("stressor=yield | bogo_ops_rate")));
}
