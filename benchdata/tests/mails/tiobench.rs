//! `metrics`: two kernels, as the minus and plus lines of a diff, in four tests.

use benchdata::comparison::Layout;

use crate::{bare, mail, read, request, rows, table, text};

const MAIL: &str = mail!("tiobench/tiobench-2.5.60-mail.txt");

/// The mail's 32 lines: test, threads and side, and the seven values as printed.
fn printed() -> Vec<(String, Vec<&'static str>)> {
    let mut test = String::new();
    let mut lines = Vec::new();
    for line in MAIL.lines() {
        let cells: Vec<&str> = line.split_whitespace().collect();
        match cells.as_slice() {
            [kind @ ("Sequential" | "Random"), what] => test = format!("{kind} {}", what.to_lowercase()),
            [label, "510", "4096", threads, values @ ..] => {
                let side = label.trim_start_matches(['-', '+']);
                let values = values.iter().map(|value| value.trim_end_matches('%'));
                lines.push((format!("{test} {threads} {side}"), values.collect()));
            }
            _ => {}
        }
    }
    lines
}

fn metrics() -> String {
    text(&table(read(MAIL, &bare()), &request(Layout::Metrics, &[], &[])))
}

/// Each part of the table repeats test, threads and side; ratios to the baseline stand
/// behind rate and latency.
#[test]
fn all_224_values_come_out_as_printed() {
    let text = metrics();
    let parts = [
        (" rate ", vec![0, 1]),
        (" latency_avg ", vec![2, 3]),
        (" latency_over_2s ", vec![4, 5]),
        (" cpu_efficiency", vec![6]),
    ];
    let printed = printed();
    assert_eq!(printed.iter().map(|(_, values)| values.len()).sum::<usize>(), 224);
    for (head, columns) in parts {
        let found = rows(&text, head);
        assert_eq!(found.len(), 32, "{text}");
        for (case, values) in &printed {
            let row = found.iter().find_map(|row| row.strip_prefix(&format!("{case} "))).unwrap();
            let cells: Vec<&str> = row.split(' ').collect();
            // A ratio follows the first column of the first two parts.
            let at = |nth: usize| if cells.len() == 3 { nth * 2 } else { nth };
            for (nth, column) in columns.iter().enumerate() {
                assert_eq!(cells[at(nth)], values[*column], "{case}: {head}");
            }
        }
    }
}

/// By hand: 42.07 ÷ 21.23, 0.63 ÷ 0.49, 0.027 ÷ 0.140.
#[test]
fn ratios_are_to_the_minus_side() {
    let text = metrics();
    let rates = rows(&text, " rate ");
    for row in [
        "Sequential reads 1 2.5.60-mm2 21.23 1.000 8.264",
        "Sequential reads 1 2.5.60-mm2-ant 42.07 1.982 17.81",
        "Random reads 8 2.5.60-mm2-ant 0.63 1.286 0.549",
    ] {
        assert!(rates.iter().any(|found| found == row), "{row}: {rates:#?}");
    }
    let latencies = rows(&text, " latency_avg ");
    assert!(
        latencies.iter().any(|row| row == "Random writes 1 2.5.60-mm2-ant 0.027 0.193 1.03"),
        "{latencies:#?}"
    );
}
