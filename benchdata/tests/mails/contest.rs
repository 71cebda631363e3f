//! `metrics` and `sweep`: a kernel compile under I/O load, for seventeen levels of fifo_batch.

use benchdata::comparison::Layout;

use crate::{bare, mail, read, request, rows, table, text};

/// Kernel, time, CPU% and ratio as printed.
const ROWS: [&str; 17] = [
    "2539mm1fb01 125.4 60 1.85",
    "2539mm1fb02 112.7 65 1.66",
    "2539mm1fb04 146.4 51 2.16",
    "2539mm1fb08 109.1 68 1.61",
    "2539mm1fb10 204.3 63 3.02",
    "2539mm1fb12 210.3 60 3.10",
    "2539mm1fb14 192.6 66 2.85",
    "2539mm1fb16 131.2 57 1.94",
    "2539mm1fb18 209.7 61 3.10",
    "2539mm1fb20 221.8 57 3.27",
    "2539mm1fb22 262.3 48 3.88",
    "2539mm1fb24 264.0 48 3.90",
    "2539mm1fb26 258.7 50 3.82",
    "2539mm1fb28 307.4 42 4.54",
    "2539mm1fb30 319.4 40 4.71",
    "2539mm1fb31 294.4 44 4.34",
    "2539mm1fb32 239.5 32 3.54",
];

fn output() -> benchdata::readers::Output {
    read(mail!("contest/contest-fifo-batch-mail.txt"), &bare())
}

/// That the labels are levels, for they differ in one number, is found out.
#[test]
fn a_sweep_is_the_mail_s_table() {
    let table = table(output(), &request(Layout::Sweep, &[], &[]));
    assert_eq!(table.request.rows.iter().map(ToString::to_string).collect::<Vec<_>>(), ["label"]);
    let text = text(&table);
    assert!(
        text.contains("\n             elapsed  cpu  ratio\nlabel              s    %      x\n"),
        "{text}"
    );
    assert_eq!(rows(&text, "elapsed"), ROWS);
    assert!(text.contains("\n  load=io_load\n"), "{text}");
    assert!(text.contains("\n  51 of 51 means of a single run: without repeats"), "{text}");
    let headline = "elapsed at 17 levels of label: lowest at 2539mm1fb08, highest at 2539mm1fb30";
    assert_eq!(benchdata::table::headline(&table), headline);
}

/// With each kernel a side: beside the printed ratio, to a compile without load, ours to the
/// baseline.
#[test]
fn metrics_has_the_printed_ratio_and_that_to_the_baseline() {
    let expected: Vec<String> = ROWS
        .iter()
        .map(|row| {
            let [kernel, time, cpu, ratio] = row.split(' ').collect::<Vec<_>>().try_into().unwrap();
            let to_baseline = time.parse::<f64>().unwrap() / 125.4;
            format!("{kernel} {time} {to_baseline:.3} {cpu} {ratio}")
        })
        .collect();
    let text = text(&table(output(), &request(Layout::Metrics, &[], &[])));
    assert_eq!(rows(&text, "elapsed"), expected);
    assert!(text.contains("\n  ratio: to the mean of 2539mm1fb01\n"), "{text}");
}

/// Mails of contest know more loads: each is a curve of its own.
#[test]
fn a_sweep_of_several_loads_keeps_each_curve_together() {
    let mail = mail!("contest/contest-fifo-batch-mail.txt");
    let both = format!("{mail}\n{}", mail.replace("io_load:", "mem_load:"));
    let text = text(&table(read(&both, &bare()), &request(Layout::Sweep, &[], &[])));
    let rows = rows(&text, "elapsed");
    assert_eq!(rows.len(), 34);
    assert_eq!(rows[16], format!("io_load {}", ROWS[16]));
    assert_eq!(rows[17], format!("mem_load {}", ROWS[0]));
}

/// A fault: seventeen kernels had a table each.
#[test]
fn a_kernel_is_a_line_in_a_mail() {
    let text = text(&table(output(), &request(Layout::Delta, &["label"], &[])));
    assert!(text.lines().count() < 100, "{text}");
    let found = rows(&text, "elapsed, s, lower is better");
    let elapsed = |row: &str| row.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    let expected = ROWS.iter().map(|row| elapsed(row));
    assert!(found.iter().map(|row| elapsed(row)).eq(expected), "{text}");
    assert!(text.contains("\n  every side: 1 run\n"), "{text}");
}
