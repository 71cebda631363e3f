use crate::readers::tests::{counts, fixture, has, labels, read, remarks, text};

#[test]
fn each_kernel_is_a_run() {
    let reading = fixture("mmtests/mail-hackbench-tbench.txt");
    assert_eq!(labels(&reading), ["5.13.0-rc2-vanilla", "5.13.0-rc2-sched-avgidle-v1r5"]);
    assert_eq!(counts(&reading), [18, 18]);
    let wanted = [
        "1 | parameter=4, test=tbench | hmean = 1350.8 MB/s higher",
        "2 | parameter=4, test=tbench | hmean = 1505.56 MB/s higher",
        "1 | parameter=8, test=tbench | hmean = 2888.88 MB/s higher",
        "2 | parameter=8, test=tbench | hmean = 2586.4 MB/s higher",
        "1 | parameter=296, test=hackbench-process-pipes | amean = 60.017 s lower",
        "2 | parameter=296, test=hackbench-process-pipes | amean = 53.4273 s lower",
    ];
    has(&reading, &wanted);
    assert_eq!(reading.remarks.len(), 1);
    assert!(reading.remarks[0].text.starts_with("Stddev rows"));
}

#[test]
fn a_quoted_table_of_three_whose_gain_tells_the_direction() {
    let text = "> netperf-udp\n>                 5.1        5.2        5.3\n>             vanilla    patched    patched\n\
                > Amean     send-64     100.00 (   0.00%)      110.00 (  10.00%)      90.00 * -10.00%*\n";
    let reading = read("mmtests", text).unwrap();
    assert_eq!(labels(&reading), ["5.1-vanilla", "5.2-patched", "5.3-patched"]);
    has(&reading, &["3 | parameter=send-64, test=netperf-udp | amean = 90 1 higher"]);
}

#[test]
fn what_is_cut_or_does_not_fit_is_refused() {
    let text = text("mmtests/mail-hackbench-tbench.txt");
    let cut = &text[..text.find("1505.56").unwrap() + 4];
    assert_eq!(read("mmtests", cut).unwrap_err().line, 6);
    let odd = text.replace("1505.56 *  11.46%*", "");
    assert_eq!(read("mmtests", &odd).unwrap_err().line, 6);
}

#[test]
fn a_row_without_a_value_is_left_out() {
    let text = text("mmtests/mail-hackbench-tbench.txt");
    let reading = read("mmtests", &text.replace("1505.56 *  11.46%*", "    nan (   -nan%)")).unwrap();
    assert_eq!(remarks(&reading)[0], "line 6: the row is left out: a value is missing");
    assert_eq!(counts(&reading), [17, 17]);
}
