use super::*;

#[test]
fn version_3() {
    let reading = read(fixture!("terse-v3.csv")).unwrap();
    assert_eq!(reading.version.unwrap().as_str(), "3.33");
    let run = &reading.runs[0];
    assert_eq!(printed(run, "read", "rate"), "100330 KiB/s higher");
    assert_eq!(printed(run, "read", "iops"), "25082 ops/s higher");
    assert_eq!(printed(run, "read", "runtime"), "1004 ms -");
    assert_eq!(printed(run, "read", "slat_avg"), "5.483986 us lower");
    assert_eq!(printed(run, "read", "clat_avg"), "73.647821 us lower");
    assert_eq!(printed(run, "read", "clat_max"), "84140 us lower");
    assert_eq!(printed(run, "read", "clat_p99"), "128 us lower");
    assert_eq!(printed(run, "read", "latency_avg"), "79.131807 us lower");
    assert_eq!(printed(run, "read", "latency_max"), "84144 us lower");
    assert_eq!(cases(run), ["direction=read, job=rr"]);
}

#[test]
fn version_5_has_more_fields() {
    let text = fixture!("terse-v5.csv");
    let run = only_run(text);
    assert_eq!(printed(&run, "write, job=si", "rate"), "64819 KiB/s higher");
    assert_eq!(printed(&run, "write", "iops"), "16204 ops/s higher");
    assert_eq!(printed(&run, "write", "clat_avg"), "4.037691 us lower");
    assert_eq!(printed(&run, "write", "clat_p99"), "16 us lower");
    assert_eq!(printed(&run, "write", "latency_avg"), "4.119959 us lower");
    assert_eq!(cases(&run), ["direction=write, job=si"]);
    assert_eq!(remarks(text), ["2: job s2 failed with error 22: left out"]);
}

#[test]
fn lines_of_one_job_are_workers_until_told_otherwise() {
    let line = fixture!("terse-v3.csv");
    let run = only_run(&format!("{line}{line}"));
    assert_eq!(cases(&run), ["direction=read, job=rr, worker=1", "direction=read, job=rr, worker=2"]);
    assert_eq!(remarks(&format!("{line}{line}")).len(), 1);
}

#[test]
fn the_most_exact_of_several_forms_counts() {
    let text =
        [fixture!("normal-randrw.txt"), fixture!("terse-v3.csv"), fixture!("randread-qd4.json")].concat();
    assert_eq!(read(&text).unwrap().runs, read(fixture!("randread-qd4.json")).unwrap().runs);
    assert_eq!(remarks(&text).len(), 1);
}
