use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn a_report_is_a_run() {
    let reading = read(fixture!("pgbench/tpcb-c4j2.txt")).unwrap();
    assert_eq!(reading.version.unwrap().as_str(), "15.20");
    let case = "clients=4, duration=2 s, mode=simple, scale=1, script=TPC-B (sort of), threads=2";
    let expected = [
        "failed = 0 transactions lower",
        "latency_avg = 14.358 ms lower",
        "connect_time = 18.866 ms lower",
        "tps = 278.598569 transactions/s higher",
    ];
    assert_eq!(lines(&reading.runs[0]), expected.map(|line| format!("{case} | {line}")));
    assert_eq!(reading.remarks, []);
}

#[test]
fn progress_is_no_result() {
    let reading = read(fixture!("pgbench/select-progress.txt")).unwrap();
    let case = "clients=2, duration=3 s, mode=prepared, scale=1, script=select only, threads=1";
    let of = |metric| value(&reading, 0, &format!("{case} | {metric}"));
    assert_eq!(of("tps"), "22560.863626 transactions/s higher");
    assert_eq!(of("latency_avg"), "0.087 ms lower");
    assert_eq!(of("latency_stddev"), "0.447 ms lower");
    assert_eq!((reading.runs.len(), reading.runs[0].results.len()), (1, 5));
}

#[test]
fn several_reports_are_several_runs() {
    let reading = read(fixture!("pgbench/sweep-clients.txt")).unwrap();
    let tps = |run, clients| {
        let case =
            format!("clients={clients}, duration=1 s, mode=simple, scale=1, script=select only, threads=1");
        value(&reading, run, &format!("{case} | tps"))
    };
    assert_eq!(tps(0, 1), "12292.042176 transactions/s higher");
    assert_eq!(tps(1, 2), "17349.298608 transactions/s higher");
    assert_eq!(tps(2, 8), "27741.017911 transactions/s higher");
    assert_eq!(reading.runs.len(), 3);
}

#[test]
fn versions_before_14_print_two_rates() {
    let reading = read(fixture!("pgbench/pub-old-incl-excl.txt")).unwrap();
    let case = "clients=100, duration=300 s, mode=simple, scale=70, script=TPC-B (sort of), threads=4";
    let expected = [
        "latency_avg = 7.802 ms lower",
        "latency_stddev = 12.246 ms lower",
        "tps_with_connecting = 12814.420105 transactions/s higher",
        "tps = 12814.493271 transactions/s higher",
    ];
    assert_eq!(lines(&reading.runs[0]), expected.map(|line| format!("{case} | {line}")));
}

#[test]
fn several_scripts_and_reconnecting() {
    let text = "transaction type: multiple scripts\nscaling factor: 1\nnumber of transactions actually processed: 5\n\
                latency average = 1.000 ms\ntps = 5.000000 (including reconnection times)\n\
                SQL script 1: <builtin: select only>\n - weight: 1 (targets 50.0% of total)\n\
                 - 3 transactions (60.0% of total, tps = 3.000000)\n - latency average = 0.500 ms\n\
                SQL script 2: a.sql\n - 2 transactions (40.0% of total, tps = 2.000000)\n";
    let reading = read(text).unwrap();
    assert_eq!(
        lines(&reading.runs[0]),
        [
            "reconnect=yes, scale=1, script=multiple scripts | latency_avg = 1 ms lower",
            "reconnect=yes, scale=1, script=multiple scripts | tps = 5 transactions/s higher",
            "reconnect=yes, scale=1, script=select only | tps = 3 transactions/s higher",
            "reconnect=yes, scale=1, script=select only | latency_avg = 0.5 ms lower",
            "reconnect=yes, scale=1, script=a.sql | tps = 2 transactions/s higher",
        ]
    );
}

#[test]
fn what_measures_nothing_is_refused() {
    let error = read(fixture!("pgbench/init.txt")).unwrap_err();
    assert!(error.to_string().contains("pgbench -i fills tables"), "{error}");
    let text = fixture!("pgbench/tpcb-c4j2.txt");
    let idle = text.replace("processed: 556", "processed: 0");
    assert!(read(&idle).unwrap_err().found.contains("no transaction"));
    assert!(read(&text[..text.find("tps").unwrap()]).unwrap_err().found.contains("ends before its rate"));
    assert_eq!(read(&text[..text.find("278.59").unwrap() + 6]).unwrap_err().line, 14);
    let aborted = format!("{text}pgbench: error: Run was aborted; the above results are incomplete.\n");
    assert!(read(&aborted).unwrap_err().found.contains("aborted"));
}
