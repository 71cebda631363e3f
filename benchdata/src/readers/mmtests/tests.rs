use super::*;
use crate::readers::probe::{fixture, labels, value};

#[test]
fn each_kernel_is_a_run() {
    let reading = read(fixture!("mmtests/mail-hackbench-tbench.txt")).unwrap();
    assert_eq!(labels(&reading), [Some("5.13.0-rc2-vanilla"), Some("5.13.0-rc2-sched-avgidle-v1r5")]);
    assert_eq!(reading.runs.iter().map(|run| run.results.len()).collect::<Vec<_>>(), [18, 18]);
    let of = |run, parameter, test: &str, metric: &str| {
        value(&reading, run, &format!("parameter={parameter}, test={test} | {metric}"))
    };
    assert_eq!(of(0, 4, "tbench", "hmean"), "1350.8 MB/s higher");
    assert_eq!(of(1, 4, "tbench", "hmean"), "1505.56 MB/s higher");
    assert_eq!(of(0, 8, "tbench", "hmean"), "2888.88 MB/s higher");
    assert_eq!(of(1, 8, "tbench", "hmean"), "2586.4 MB/s higher");
    assert_eq!(of(0, 296, "hackbench-process-pipes", "amean"), "60.017 s lower");
    assert_eq!(of(1, 296, "hackbench-process-pipes", "amean"), "53.4273 s lower");
    assert_eq!(reading.remarks.len(), 1);
    assert!(reading.remarks[0].text.starts_with("Stddev rows"));
}

#[test]
fn a_quoted_table_of_three_whose_gain_tells_the_direction() {
    let text = "> netperf-udp\n>                 5.1        5.2        5.3\n>             vanilla    patched    patched\n\
                > Amean     send-64     100.00 (   0.00%)      110.00 (  10.00%)      90.00 * -10.00%*\n";
    let reading = read(text).unwrap();
    assert_eq!(labels(&reading), [Some("5.1-vanilla"), Some("5.2-patched"), Some("5.3-patched")]);
    assert_eq!(value(&reading, 2, "parameter=send-64, test=netperf-udp | amean"), "90 1 higher");
}

#[test]
fn what_is_cut_or_does_not_fit_is_refused() {
    let text = fixture!("mmtests/mail-hackbench-tbench.txt");
    assert_eq!(read(&text[..text.find("1505.56").unwrap() + 4]).unwrap_err().line, 6);
    let odd = text.replace("1505.56 *  11.46%*", "");
    assert_eq!(read(&odd).unwrap_err().line, 6);
}

#[test]
fn a_row_without_a_value_is_left_out() {
    let text = fixture!("mmtests/mail-hackbench-tbench.txt");
    let missing = text.replace("1505.56 *  11.46%*", "    nan (   -nan%)");
    let reading = read(&missing).unwrap();
    assert_eq!(reading.remarks[0].text, "the row is left out: a value is missing");
    assert_eq!(reading.runs[1].results.len(), 17);
}
