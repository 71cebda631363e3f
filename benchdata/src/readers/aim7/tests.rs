use crate::readers::tests::{counts, fixture, has, labels, lines, read, text};

#[test]
fn both_tables_of_one_file() {
    let reading = fixture("aim7/pub-aim7-and-reaim-mixed.txt");
    // The summary `Max Jobs per Minute 804000.00` is a row's value and no result of its own.
    assert_eq!(counts(&reading), [6 * 5, 6 * 8]);
    let expected = [
        "1 | suite=aim7, tasks=1 | jobs_rate = 111.43 jobs/min higher",
        "1 | suite=aim7, tasks=1 | jti = 100 % higher",
        "1 | suite=aim7, tasks=1 | jobs_rate_per_task = 111.4281 jobs/min higher",
        "1 | suite=aim7, tasks=1 | elapsed = 52.23 s lower",
        "1 | suite=aim7, tasks=1 | cpu_time = 0.88 s lower",
    ];
    assert_eq!(lines(&reading)[..5], expected);
    let wanted = [
        "1 | suite=aim7, tasks=500 | jobs_rate = 9149.02 jobs/min higher",
        "2 | suite=reaim, tasks=101 | jobs_rate = 798604.65 jobs/min higher",
        "2 | suite=reaim, tasks=101 | user = 0.15 s lower",
        "2 | suite=reaim, tasks=101 | system = 0.11 s lower",
        "2 | suite=reaim, tasks=901 | jobs_rate = 746563.77 jobs/min higher",
    ];
    has(&reading, &wanted);
}

#[test]
fn text_and_csv_of_reaim_agree() {
    for path in ["aim7/reaim-short-1-5.txt", "aim7/reaim-short-1-5.csv"] {
        let wanted = [
            "1 | suite=reaim, tasks=1 | jobs_rate = 306000 jobs/min higher",
            "1 | suite=reaim, tasks=3 | jobs_rate = 459000 jobs/min higher",
            "1 | suite=reaim, tasks=5 | jobs_rate = 306000 jobs/min higher",
            "1 | suite=reaim, tasks=5 | user = 0.07 s lower",
            "1 | suite=reaim, tasks=5 | system = 0.01 s lower",
            "1 | suite=reaim, tasks=5 | elapsed = 0.1 s lower",
        ];
        has(&fixture(path), &wanted);
    }
    // Neither counts the maximum, which the text repeats below its table.
    assert_eq!(counts(&fixture("aim7/reaim-short-1-5.txt")), [3 * 8]);
    assert_eq!(counts(&fixture("aim7/reaim-short-1-5.csv")), [3 * 9]);
    has(&fixture("aim7/reaim-short-1-5.csv"), &[" | tasks=5 | task_time_min = 0.09 s lower"]);
}

#[test]
fn mails_name_kernels_beside_or_above() {
    let expected = [
        "1 2.5.33-mm5 | suite=aim7, tasks=256 | jobs_rate = 763 jobs/min higher",
        "1 2.5.33-mm5 | suite=aim7, tasks=256 | elapsed = 1992.9 s lower",
        "1 2.5.33-mm5 | suite=aim7, tasks=256 | cpu_time = 1020.8 s lower",
    ];
    assert_eq!(lines(&read("aim7", &text("mails/m23-aim7-jobs-irman-minmaxavg.txt")).unwrap()), expected);
    let above = fixture("aim7/mail-reaim-stp-peak-quick.txt");
    assert_eq!(labels(&above), ["patch-2.6.10-rc2", "devA-b2"]);
    let wanted = [
        "1 | test=Peak load Test, workload=default | jobs_rate = 8491.96 (n 3) jobs/min higher",
        "2 | test=Peak load Test, workload=default | jobs_rate = 9039.56 (n 3) jobs/min higher",
        "1 | test=Peak load Test, workload=compute | jobs_rate = 9591.82 (n 3) jobs/min higher",
        "2 | test=Peak load Test, workload=compute | jobs_rate = 9533.34 (n 3) jobs/min higher",
    ];
    has(&above, &wanted);
}

#[test]
fn cut_tables() {
    let csv = text("aim7/reaim-short-1-5.csv");
    let cut = read("aim7", &csv[..csv.len() - 2]).unwrap();
    assert_eq!((counts(&cut), cut.remarks.len()), (vec![3 * 9 - 1], 1));
    assert_eq!(read("aim7", &csv[..csv.len() - 8]).unwrap_err().line, 4);
    let text = text("aim7/pub-aim7-and-reaim-mixed.txt");
    assert_eq!(read("aim7", &text[..text.find("201.53").unwrap()]).unwrap_err().line, 7);
}
