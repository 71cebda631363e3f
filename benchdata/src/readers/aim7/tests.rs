use super::*;
use crate::readers::probe::{fixture, labels, lines, value};

#[test]
fn both_tables_of_one_file() {
    let reading = read(fixture!("aim7/pub-aim7-and-reaim-mixed.txt")).unwrap();
    assert_eq!(reading.runs.len(), 2);
    let of = |run, case: &str, metric: &str| value(&reading, run, &format!("{case} | {metric}"));
    assert_eq!(
        lines(&reading.runs[0])[..5],
        [
            "suite=aim7, tasks=1 | jobs_rate = 111.43 jobs/min higher",
            "suite=aim7, tasks=1 | jti = 100 % higher",
            "suite=aim7, tasks=1 | jobs_rate_per_task = 111.4281 jobs/min higher",
            "suite=aim7, tasks=1 | elapsed = 52.23 s lower",
            "suite=aim7, tasks=1 | cpu_time = 0.88 s lower",
        ]
    );
    assert_eq!(of(0, "suite=aim7, tasks=500", "jobs_rate"), "9149.02 jobs/min higher");
    assert_eq!(of(1, "suite=reaim, tasks=101", "jobs_rate"), "798604.65 jobs/min higher");
    assert_eq!(of(1, "suite=reaim, tasks=901", "jobs_rate"), "746563.77 jobs/min higher");
    assert_eq!(of(1, "suite=reaim, tasks=101", "user"), "0.15 s lower");
    assert_eq!(of(1, "suite=reaim, tasks=101", "system"), "0.11 s lower");
    assert_eq!((reading.runs[0].results.len(), reading.runs[1].results.len()), (6 * 5, 6 * 8));
}

#[test]
fn text_and_csv_of_reaim_agree() {
    let text = read(fixture!("aim7/reaim-short-1-5.txt")).unwrap();
    let csv = read(fixture!("aim7/reaim-short-1-5.csv")).unwrap();
    for reading in [&text, &csv] {
        let of = |tasks, metric: &str| value(reading, 0, &format!("suite=reaim, tasks={tasks} | {metric}"));
        assert_eq!(of(1, "jobs_rate"), "306000 jobs/min higher");
        assert_eq!(of(3, "jobs_rate"), "459000 jobs/min higher");
        assert_eq!(of(5, "jobs_rate"), "306000 jobs/min higher");
        assert_eq!(of(5, "user"), "0.07 s lower");
        assert_eq!(of(5, "system"), "0.01 s lower");
        assert_eq!(of(5, "elapsed"), "0.1 s lower");
    }
    assert_eq!(value(&csv, 0, "suite=reaim, tasks=5 | task_time_min"), "0.09 s lower");
}

#[test]
fn mails_name_kernels_beside_or_above() {
    let beside = read(fixture!("mails/m23-aim7-jobs-irman-minmaxavg.txt")).unwrap();
    assert_eq!(labels(&beside), [Some("2.5.33-mm5")]);
    assert_eq!(
        lines(&beside.runs[0]),
        [
            "suite=aim7, tasks=256 | jobs_rate = 763 jobs/min higher",
            "suite=aim7, tasks=256 | elapsed = 1992.9 s lower",
            "suite=aim7, tasks=256 | cpu_time = 1020.8 s lower",
        ]
    );
    let above = read(fixture!("mails/m16-reaim-stp-peak-quick.txt")).unwrap();
    assert_eq!(labels(&above), [Some("patch-2.6.10-rc2"), Some("devA-b2")]);
    let peak = |run, workload| {
        value(&above, run, &format!("suite=reaim, test=Peak load Test, workload={workload} | jobs_rate"))
    };
    assert!(peak(0, "default").starts_with("8491.96 of 3 "));
    assert!(peak(1, "default").starts_with("9039.56 of 3 "));
    assert!(peak(0, "compute").starts_with("9591.82 of 3 "));
    assert!(peak(1, "compute").starts_with("9533.34 of 3 "));
}

#[test]
fn cut_tables() {
    let csv = fixture!("aim7/reaim-short-1-5.csv");
    let cut = read(&csv[..csv.len() - 2]).unwrap();
    assert_eq!((cut.runs[0].results.len(), cut.remarks.len()), (3 * 9 - 1, 1));
    assert_eq!(read(&csv[..csv.len() - 8]).unwrap_err().line, 4);
    let text = fixture!("aim7/pub-aim7-and-reaim-mixed.txt");
    assert_eq!(read(&text[..text.find("201.53").unwrap()]).unwrap_err().line, 7);
}
