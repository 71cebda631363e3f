use crate::readers::tests::{counts, error, fixture, has, lines, read, text, version};

#[test]
fn a_report_is_a_run() {
    let reading = fixture("pgbench/tpcb-c4j2.txt");
    assert_eq!(version(&reading), "15.20");
    let case = "clients=4, duration=2 s, mode=simple, scale=1, script=TPC-B (sort of), threads=2";
    let expected = [
        "failed = 0 transactions lower",
        "latency_avg = 14.358 ms lower",
        "connect_time = 18.866 ms lower",
        "tps = 278.598569 transactions/s higher",
    ];
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case} | {result}")));
    assert_eq!(reading.remarks, []);
}

#[test]
fn progress_is_no_result() {
    let reading = fixture("pgbench/select-progress.txt");
    let case = "clients=2, duration=3 s, mode=prepared, scale=1, script=select only, threads=1";
    let expected = [
        "failed = 0 transactions lower",
        "latency_avg = 0.087 ms lower",
        "latency_stddev = 0.447 ms lower",
        "connect_time = 16.408 ms lower",
        "tps = 22560.863626 transactions/s higher",
    ];
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn several_reports_are_several_runs() {
    let reading = fixture("pgbench/sweep-clients.txt");
    assert_eq!(counts(&reading), [4, 4, 4]);
    let case = "duration=1 s, mode=simple, scale=1, script=select only, threads=1";
    let wanted = [
        format!("1 | clients=1, {case} | tps = 12292.042176 transactions/s higher"),
        format!("2 | clients=2, {case} | tps = 17349.298608 transactions/s higher"),
        format!("3 | clients=8, {case} | tps = 27741.017911 transactions/s higher"),
    ];
    has(&reading, &wanted.each_ref().map(String::as_str));
}

#[test]
fn versions_before_14_print_two_rates() {
    let reading = fixture("pgbench/pub-old-incl-excl.txt");
    let case = "clients=100, duration=300 s, mode=simple, scale=70, script=TPC-B (sort of), threads=4";
    let expected = [
        "latency_avg = 7.802 ms lower",
        "latency_stddev = 12.246 ms lower",
        "tps_with_connecting = 12814.420105 transactions/s higher",
        "tps = 12814.493271 transactions/s higher",
    ];
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn several_scripts_and_reconnecting() {
    let text = "transaction type: multiple scripts\nscaling factor: 1\nnumber of transactions actually processed: 5\n\
                latency average = 1.000 ms\ntps = 5.000000 (including reconnection times)\n\
                SQL script 1: <builtin: select only>\n - weight: 1 (targets 50.0% of total)\n\
                 - 3 transactions (60.0% of total, tps = 3.000000)\n - latency average = 0.500 ms\n\
                SQL script 2: a.sql\n - 2 transactions (40.0% of total, tps = 2.000000)\n";
    let expected = [
        "script=multiple scripts | latency_avg = 1 ms lower",
        "script=multiple scripts | tps = 5 transactions/s higher",
        "script=select only | tps = 3 transactions/s higher",
        "script=select only | latency_avg = 0.5 ms lower",
        "script=a.sql | tps = 2 transactions/s higher",
    ];
    let reading = read("pgbench", text).unwrap();
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | reconnect=yes, scale=1, {result}")));
}

#[test]
fn what_measures_nothing_is_refused() {
    assert!(
        error("pgbench", &text("pgbench/init.txt"))
            .contains("no result (pgbench -i fills tables and measures nothing)")
    );
    let refused = "pgbench (15.20)\nstarting vacuum...end.\n\
                   pgbench: error: connection to server failed: FATAL:  sorry, too many clients already\n";
    assert!(error("pgbench", refused).contains("sorry, too many clients already"));
    let text = text("pgbench/tpcb-c4j2.txt");
    assert!(error("pgbench", &text.replace("processed: 556", "processed: 0")).contains("no transaction"));
    assert!(error("pgbench", &text[..text.find("tps").unwrap()]).contains("ends before its rate"));
    assert_eq!(read("pgbench", &text[..text.find("278.59").unwrap() + 6]).unwrap_err().line, 14);
    let aborted = format!("{text}pgbench: error: Run was aborted; the above results are incomplete.\n");
    assert!(error("pgbench", &aborted).contains("aborted"));
}

#[test]
fn each_script_has_its_own_latency() {
    let case = "clients=2, duration=1 s, mode=simple, scale=1";
    let expected = [
        "script=multiple scripts, threads=1 | failed = 0 transactions lower",
        "script=multiple scripts, threads=1 | latency_avg = 0.818 ms lower",
        "script=multiple scripts, threads=1 | connect_time = 5.283 ms lower",
        "script=multiple scripts, threads=1 | tps = 2445.160956 transactions/s higher",
        "script=TPC-B (sort of), threads=1 | tps = 245.413951 transactions/s higher",
        "script=TPC-B (sort of), threads=1 | latency_avg = 6.323 ms lower",
        "script=TPC-B (sort of), threads=1 | latency_stddev = 4.714 ms lower",
        "script=select only, threads=1 | tps = 2199.747004 transactions/s higher",
        "script=select only, threads=1 | latency_avg = 0.201 ms lower",
        "script=select only, threads=1 | latency_stddev = 0.742 ms lower",
    ];
    let reading = fixture("pgbench/two-scripts.txt");
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case}, {result}")));
}
