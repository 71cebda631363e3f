//! tiobench's tables, row by row.

use super::{has, labels, mail};
use crate::reading::Reading;

/// A row: test, label, threads, and the values of its columns.
type Row<const N: usize> = (&'static str, &'static str, u32, [f64; N]);

/// Metric, unit and direction of tiobench's columns.
const COLUMNS: [(&str, &str); 7] = [
    ("rate", "MiB/s higher"),
    ("cpu", "% -"),
    ("latency_avg", "ms lower"),
    ("latency_max", "ms lower"),
    ("latency_over_2s", "% lower"),
    ("latency_over_10s", "% lower"),
    ("cpu_efficiency", "MiB/s/CPU higher"),
];

/// Fails unless the reading has all values of the rows and no others.
fn rows<const N: usize>(reading: &Reading, rows: &[Row<N>], constants: &str) {
    let wanted = |(test, label, threads, values): &Row<N>| -> Vec<String> {
        let case = format!("{label} | {constants}test={test}, threads={threads}");
        let columns = COLUMNS.iter().zip(values);
        columns.map(|((metric, unit), value)| format!("{case} | {metric} = {value} {unit}")).collect()
    };
    has(reading, &rows.iter().flat_map(wanted).collect::<Vec<_>>());
    let count: usize = reading.runs.iter().map(|run| run.results.len()).sum();
    assert_eq!(count, rows.len() * N);
}

#[test]
fn seed_2_5_60_has_two_sides_of_sixteen_cases_with_seven_metrics() {
    let reading = mail("tiobench", "tiobench/tiobench-2.5.60-mail.txt");
    assert_eq!(labels(&reading), ["2.5.60-mm2", "2.5.60-mm2-ant"]);
    let expected = [
        ("Sequential reads", "2.5.60-mm2", 1, [21.23, 8.264, 0.183, 111.66, 0.0, 0.0, 257.0]),
        ("Sequential reads", "2.5.60-mm2", 2, [7.33, 3.506, 1.061, 196.42, 0.0, 0.0, 209.0]),
        ("Sequential reads", "2.5.60-mm2", 4, [5.39, 2.593, 2.874, 275.79, 0.0, 0.0, 208.0]),
        ("Sequential reads", "2.5.60-mm2", 8, [4.45, 2.125, 6.846, 1008.67, 0.0, 0.0, 209.0]),
        ("Sequential reads", "2.5.60-mm2-ant", 1, [42.07, 17.81, 0.092, 57.22, 0.0, 0.0, 236.0]),
        ("Sequential reads", "2.5.60-mm2-ant", 2, [22.84, 12.08, 0.332, 308.44, 0.0, 0.0, 189.0]),
        ("Sequential reads", "2.5.60-mm2-ant", 4, [17.4, 9.298, 0.873, 695.78, 0.0, 0.0, 187.0]),
        ("Sequential reads", "2.5.60-mm2-ant", 8, [11.62, 6.064, 2.484, 1334.89, 0.0, 0.0, 192.0]),
        ("Random reads", "2.5.60-mm2", 1, [0.75, 0.775, 5.19, 57.26, 0.0, 0.0, 97.0]),
        ("Random reads", "2.5.60-mm2", 2, [0.62, 0.611, 12.433, 122.61, 0.0, 0.0, 102.0]),
        ("Random reads", "2.5.60-mm2", 4, [0.54, 0.524, 28.542, 534.94, 0.0, 0.0, 102.0]),
        ("Random reads", "2.5.60-mm2", 8, [0.49, 0.527, 58.52, 941.25, 0.0, 0.0, 94.0]),
        ("Random reads", "2.5.60-mm2-ant", 1, [0.71, 0.742, 5.522, 62.66, 0.0, 0.0, 95.0]),
        ("Random reads", "2.5.60-mm2-ant", 2, [0.63, 0.574, 12.137, 274.13, 0.0, 0.0, 109.0]),
        ("Random reads", "2.5.60-mm2-ant", 4, [0.58, 0.548, 24.428, 282.18, 0.0, 0.0, 106.0]),
        ("Random reads", "2.5.60-mm2-ant", 8, [0.63, 0.549, 41.976, 596.08, 0.0, 0.0, 115.0]),
        ("Sequential writes", "2.5.60-mm2", 1, [26.59, 38.97, 0.119, 559.77, 0.0, 0.0, 68.0]),
        ("Sequential writes", "2.5.60-mm2", 2, [16.14, 29.96, 0.39, 6813.03, 0.00306, 0.0, 54.0]),
        ("Sequential writes", "2.5.60-mm2", 4, [9.55, 18.37, 1.249, 16_573.28, 0.01615, 0.00154, 52.0]),
        ("Sequential writes", "2.5.60-mm2", 8, [6.35, 11.4, 4.342, 45_796.21, 0.02093, 0.0155, 56.0]),
        ("Sequential writes", "2.5.60-mm2-ant", 1, [33.87, 49.55, 0.093, 370.18, 0.0, 0.0, 68.0]),
        ("Sequential writes", "2.5.60-mm2-ant", 2, [12.56, 24.08, 0.531, 9524.84, 0.00613, 0.0, 52.0]),
        ("Sequential writes", "2.5.60-mm2-ant", 4, [6.68, 13.08, 2.071, 20_422.31, 0.03153, 0.00231, 51.0]),
        ("Sequential writes", "2.5.60-mm2-ant", 8, [6.9, 13.45, 3.086, 41_464.78, 0.0279, 0.01163, 51.0]),
        ("Random writes", "2.5.60-mm2", 1, [0.99, 1.05, 0.14, 33.67, 0.0, 0.0, 95.0]),
        ("Random writes", "2.5.60-mm2", 2, [1.02, 1.138, 0.043, 11.72, 0.0, 0.0, 90.0]),
        ("Random writes", "2.5.60-mm2", 4, [1.02, 1.423, 0.082, 99.74, 0.0, 0.0, 72.0]),
        ("Random writes", "2.5.60-mm2", 8, [0.99, 1.329, 0.074, 74.51, 0.0, 0.0, 74.0]),
        ("Random writes", "2.5.60-mm2-ant", 1, [0.96, 0.917, 0.027, 1.03, 0.0, 0.0, 105.0]),
        ("Random writes", "2.5.60-mm2-ant", 2, [1.0, 1.472, 0.044, 2.42, 0.0, 0.0, 68.0]),
        ("Random writes", "2.5.60-mm2-ant", 4, [0.95, 1.367, 0.044, 1.96, 0.0, 0.0, 69.0]),
        ("Random writes", "2.5.60-mm2-ant", 8, [0.99, 1.431, 0.079, 75.46, 0.0, 0.0, 69.0]),
    ];
    rows(&reading, &expected, "block_size=4096, file_size=510 MiB, ");
}

#[test]
fn seed_2_5_62_says_rate_and_cpu_and_no_unit_of_its_latencies() {
    let reading = mail("tiobench", "tiobench/tiobench-2.5.62-quoted-mail.txt");
    let expected =
        [("2.5.62-mm2-as", 14.76, 52.04), ("2.5.62-mm2-dline", 9.91, 13.9), ("2.5.62-mm2", 9.83, 15.62)];
    for (label, rate, cpu) in expected {
        let rate = format!("{label} | threads=8 | rate = {rate} MiB/s higher");
        has(&reading, &[rate, format!("{label} | threads=8 | cpu = {cpu} % -")]);
    }
    assert_eq!((reading.runs.len(), reading.remarks.len()), (3, 4));
}

#[test]
fn m01_tells_which_elevator_reads_faster() {
    let expected = [
        ("Sequential reads", "2.5.68-mm2-dl", 1, [28.85, 13.76, 0.403, 635.44, 0.0, 0.0, 210.0]),
        ("Sequential reads", "2.5.68", 1, [28.77, 13.23, 0.405, 592.14, 0.0, 0.0, 217.0]),
        ("Sequential reads", "2.5.68-mm2", 1, [28.77, 13.8, 0.404, 659.18, 0.0, 0.0, 208.0]),
        ("Sequential reads", "2.5.68-mm2-dl", 8, [42.36, 22.27, 2.147, 1249.47, 0.0, 0.0, 190.0]),
        ("Sequential reads", "2.5.68", 8, [36.65, 18.04, 2.542, 945.37, 0.0, 0.0, 203.0]),
        ("Sequential reads", "2.5.68-mm2", 8, [23.96, 11.15, 3.81, 1219.85, 0.0, 0.0, 215.0]),
        (
            "Sequential reads",
            "2.5.68-mm2-dl",
            256,
            [40.42, 21.18, 58.473, 36_299.72, 1.36814, 0.00029, 191.0],
        ),
        ("Sequential reads", "2.5.68", 256, [34.1, 16.88, 64.697, 51_122.8, 1.16358, 0.01163, 202.0]),
        ("Sequential reads", "2.5.68-mm2", 256, [18.84, 8.96, 125.35, 164_470.88, 1.43795, 0.14148, 210.0]),
        ("Random reads", "2.5.68-mm2-dl", 1, [1.0, 0.94, 11.687, 108.48, 0.0, 0.0, 107.0]),
        ("Random reads", "2.5.68-mm2", 1, [0.95, 0.88, 12.383, 121.84, 0.0, 0.0, 108.0]),
        ("Random reads", "2.5.68", 1, [0.84, 0.75, 14.003, 120.98, 0.0, 0.0, 111.0]),
        ("Random reads", "2.5.68-mm2-dl", 256, [7.33, 7.18, 249.025, 4519.38, 0.0, 0.0, 102.0]),
        ("Random reads", "2.5.68", 256, [4.96, 4.47, 285.231, 6121.11, 0.78125, 0.0, 111.0]),
        ("Random reads", "2.5.68-mm2", 256, [0.86, 0.86, 2160.203, 40_955.72, 32.13542, 3.67187, 99.0]),
    ];
    rows(
        &mail("tiobench", "mails/m01-tiobench-as-vs-deadline-dbench-bonnie.txt"),
        &expected,
        "filesystem=ext2, ",
    );
}

#[test]
fn m03_has_latencies_in_seconds_and_in_milliseconds() {
    let reading = mail("tiobench", "mails/m03-dbench-ascii-bars-tiobench-mixed-units.txt");
    let by_hand = [
        ("2.4.19-pre1aa1", "test=Sequential reads, threads=128", 6.98, 661.3),
        ("2.4.19-pre1aa1rl", "test=Sequential reads, threads=128", 9.55, 7.8),
        ("2.4.19-pre1aa1", "test=Sequential writes, threads=32", 15.46, 26.1),
        ("2.4.19-pre1aa1rl", "test=Sequential writes, threads=32", 17.31, 18.0),
    ];
    for (label, case, rate, latency) in by_hand {
        let rate = format!("{label} | {case} | rate = {rate} MiB/s higher");
        has(&reading, &[rate, format!("{label} | {case} | latency_max = {latency} s lower")]);
    }
    let expected = [
        ("Sequential reads", "2.4.19-pre5", 1, [38.46, 23.94, 0.302, 111.14, 0.0, 0.0]),
        ("Sequential reads", "2.4.19-pre5", 32, [30.24, 21.69, 9.883, 270_391.48, 0.01106, 0.00915]),
        ("Sequential reads", "2.4.19-pre5", 64, [30.08, 21.67, 17.868, 357_219.21, 0.01965, 0.01807]),
        ("Sequential reads", "2.4.19-pre5", 128, [30.4, 22.77, 30.46, 520_607.27, 0.02714, 0.02569]),
        ("Sequential reads", "2.4.19-pre5", 256, [29.07, 21.96, 56.444, 539_381.86, 0.05378, 0.05197]),
    ];
    let runs = reading.runs.into_iter().filter(|run| run.results.len() > 4).collect();
    rows(&Reading { runs, ..reading }, &expected, "");
}

#[test]
fn m04_sets_two_kernels_against_each_other() {
    let expected = [
        ("Sequential reads", "2.4.22-pre5", 8, [6.92, 2.998, 4.363, 9666.86, 0.02245, 0.0, 231.0]),
        ("Sequential reads", "2.4.21", 8, [8.4, 3.275, 3.052, 3249.79, 0.00131, 0.0, 256.0]),
        ("Random reads", "2.4.22-pre5", 8, [1.41, 0.54, 20.932, 604.13, 0.0, 0.0, 260.0]),
        ("Random reads", "2.4.21", 8, [0.65, 0.54, 41.458, 2689.96, 0.05, 0.0, 120.0]),
        ("Sequential writes", "2.4.22-pre5", 8, [13.77, 8.793, 1.55, 3416.72, 0.00567, 0.0, 157.0]),
        ("Sequential writes", "2.4.21", 8, [15.38, 8.847, 1.169, 47_134.93, 0.00719, 0.00305, 174.0]),
        ("Random writes", "2.4.22-pre5", 8, [0.68, 1.47, 0.027, 12.91, 0.0, 0.0, 46.0]),
        ("Random writes", "2.4.21", 8, [0.67, 0.598, 0.043, 67.21, 0.0, 0.0, 112.0]),
    ];
    rows(
        &mail("tiobench", "tiobench/mail-tiobench-two-kernels-rio.txt"),
        &expected,
        "block_size=4096, file_size=1792 MiB, ",
    );
}

#[test]
fn m05_ranks_nine_kernels() {
    let expected = [
        ("Sequential reads", "2.4.21-rc8aa1", 1, [19.0, 71.72, 0.597, 215.09, 0.0, 0.0, 26.0]),
        ("Sequential reads", "2.5.70-mm6", 1, [14.26, 21.45, 0.812, 247.12, 0.0, 0.0, 66.0]),
        ("Sequential reads", "2.5.71", 1, [14.13, 18.03, 0.822, 225.37, 0.0, 0.0, 78.0]),
        ("Sequential reads", "2.5.70-mm7", 1, [14.08, 22.96, 0.821, 315.76, 0.0, 0.0, 61.0]),
        ("Sequential reads", "2.5.70-mm5", 1, [14.0, 23.8, 0.826, 329.88, 0.0, 0.0, 59.0]),
        ("Sequential reads", "2.5.70-mm3", 1, [13.95, 23.75, 0.83, 188.64, 0.0, 0.0, 59.0]),
        ("Sequential reads", "2.5.70-mm1", 1, [13.8, 23.84, 0.84, 301.1, 0.0, 0.0, 58.0]),
        ("Sequential reads", "2.5.69-ac1", 1, [13.66, 20.44, 0.85, 298.83, 0.0, 0.0, 67.0]),
        ("Sequential reads", "2.5.70", 1, [13.6, 20.57, 0.853, 174.52, 0.0, 0.0, 66.0]),
    ];
    let reading = mail("auto", "tiobench/mail-tiobench-quoted-sorted-9-kernels.txt");
    rows(&reading, &expected, "filesystem=ext2, ");
    let best = reading.runs.iter().map(|run| run.results[0].values.samples()[0]).fold(0.0, f64::max);
    assert_eq!((labels(&reading)[0], best), ("2.4.21-rc8aa1", 19.0));
}

#[test]
fn m22_sets_four_filesystems_against_each_other() {
    let expected = [
        ("Sequential writes", "2.5.70-ext2", 1, [56.39, 41.44, 0.17, 2238.18, 0.0, 0.0, 136.0]),
        ("Sequential writes", "2.5.70-xfs", 1, [56.14, 46.5, 0.175, 69_039.98, 0.0003, 0.0003, 121.0]),
        ("Sequential writes", "2.5.70-reiserfs", 1, [54.77, 90.98, 0.202, 1959.03, 0.0, 0.0, 60.0]),
        ("Sequential writes", "2.5.70-ext3", 1, [52.89, 61.79, 0.21, 15_213.72, 0.00114, 0.0, 86.0]),
        ("Sequential writes", "2.5.70-xfs", 8, [58.01, 70.52, 1.09, 148_705.27, 0.00535, 0.00315, 82.0]),
        ("Sequential writes", "2.5.70-ext2", 8, [33.64, 31.92, 2.221, 32_241.37, 0.0391, 0.0002, 105.0]),
        ("Sequential writes", "2.5.70-reiserfs", 8, [26.1, 105.9, 3.147, 99_959.42, 0.02638, 0.00497, 25.0]),
        ("Sequential writes", "2.5.70-ext3", 8, [3.37, 5.67, 21.474, 225_029.19, 0.08302, 0.05707, 59.0]),
        ("Sequential writes", "2.5.70-xfs", 256, [56.39, 83.96, 29.725, 351_180.99, 0.16737, 0.07796, 67.0]),
        (
            "Sequential writes",
            "2.5.70-ext3",
            256,
            [2.32, 11.65, 830.694, 4_474_318.91, 1.66059, 1.01834, 20.0],
        ),
    ];
    rows(&mail("tiobench", "mails/m22-filesystems-dbench-bonnie-tiobench.txt"), &expected, "");
}
