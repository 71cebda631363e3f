use crate::readers::tests::{cases, fixture, has, read, remarks, text, version};

#[test]
fn version_3() {
    let reading = fixture("fio/terse-v3.csv");
    assert_eq!(version(&reading), "3.33");
    let wanted = [
        "1 | direction=read | rate = 100330 KiB/s higher",
        "1 | direction=read | iops = 25082 ops/s higher",
        "1 | direction=read | runtime = 1004 ms -",
        "1 | direction=read | slat_avg = 5.483986 us lower",
        "1 | direction=read | clat_avg = 73.647821 us lower",
        "1 | direction=read | clat_max = 84140 us lower",
        "1 | direction=read | clat_p99 = 128 us lower",
        "1 | direction=read | latency_avg = 79.131807 us lower",
        "1 | direction=read | latency_max = 84144 us lower",
    ];
    has(&reading, &wanted);
    assert_eq!(cases(&reading), ["direction=read, job=rr"]);
}

#[test]
fn version_5_has_more_fields() {
    let reading = fixture("fio/terse-v5.csv");
    let wanted = [
        "1 | direction=write, job=si | rate = 64819 KiB/s higher",
        "1 | direction=write | iops = 16204 ops/s higher",
        "1 | direction=write | clat_avg = 4.037691 us lower",
        "1 | direction=write | clat_p99 = 16 us lower",
        "1 | direction=write | latency_avg = 4.119959 us lower",
    ];
    has(&reading, &wanted);
    assert_eq!(cases(&reading), ["direction=write, job=si"]);
    assert_eq!(remarks(&reading), ["line 2: job s2 failed with error 22: left out"]);
}

#[test]
fn lines_of_one_job_are_workers_until_told_otherwise() {
    let reading = read("fio", &text("fio/terse-v3.csv").repeat(2)).unwrap();
    assert_eq!(cases(&reading), ["direction=read, job=rr, worker=1", "direction=read, job=rr, worker=2"]);
    assert_eq!(reading.remarks.len(), 1);
}

#[test]
fn the_most_exact_of_several_forms_counts() {
    let text =
        [text("fio/normal-randrw.txt"), text("fio/terse-v3.csv"), text("fio/randread-qd4.json")].concat();
    let reading = read("fio", &text).unwrap();
    assert_eq!(reading.runs, fixture("fio/randread-qd4.json").runs);
    assert_eq!(reading.remarks.len(), 1);
}

#[test]
fn a_jobs_name_may_hold_semicolons() {
    let reading = fixture("fio/terse-semicolon.txt");
    assert_eq!(cases(&reading), ["direction=read, job=a;b"]);
    let wanted = [
        "1 | direction=read | iops = 15283 ops/s higher",
        "1 | direction=read | rate = 61134 KiB/s higher",
        "1 | direction=read | clat_avg = 63.935387 us lower",
        "1 | direction=read | clat_p99 = 171 us lower",
    ];
    has(&reading, &wanted);
}
