use crate::readers::tests::{counts, error, fixture, has, lines, read, remarks, text};

#[test]
fn json_gives_every_time() {
    let reading = fixture("hyperfine/three-commands.json");
    assert_eq!(counts(&reading), [9]);
    let wanted = [
        // Its median is 0.028462085, its maximum 0.780165103.
        "1 | command=sleep 0.02 | elapsed = 0.028462085 0.024224699000000002 0.02397385 0.413319704 0.7801651030000001 s lower",
        "1 | command=sleep 0.02 | user = 0.0011899999999999999 s lower",
        "1 | command=sleep 0.02 | system = 0 s lower",
    ];
    has(&reading, &wanted);
    let mean = |at: usize| reading.runs[0].results[at].values.summary().unwrap().mean;
    for (at, printed) in [(0, 0.254_029_088_2), (3, 0.000_650_087_2), (6, 0.001_258_615_8)] {
        assert!((mean(at) - printed).abs() < 1e-12, "{at}: {}", mean(at));
    }
    let case = "1 | command=sleep 0.002, n=2 | elapsed = ";
    assert!(lines(&fixture("hyperfine/scan.json"))[3].starts_with(case));
}

#[test]
fn json_that_is_cut_overwritten_or_appended() {
    let json = text("hyperfine/three-commands.json");
    let cut = read("hyperfine", &json[..json.len() - 200]).unwrap_err();
    assert!(cut.line > 50 && cut.found.contains("EOF"), "{cut}");
    let overwritten = read("hyperfine", &format!("{json}0.1 ms\n")).unwrap_err();
    assert!(overwritten.line >= 77, "{overwritten}");
    assert_eq!(counts(&read("hyperfine", &format!("{json}{json}")).unwrap()), [9, 9]);
    let failed = read("hyperfine", &json.replacen("        0,", "        1,", 2)).unwrap();
    assert!(remarks(&failed)[0].ends_with("\"sleep 0.02\" failed 2 times"));
}

#[test]
fn csv_gives_means_without_times() {
    let wanted = [
        "1 | command=sleep 0.01 | elapsed = 0.012209649750000003 s lower",
        "1 | command=sleep 0.01 | elapsed_max = 0.015943966 s lower",
        "1 | command=sleep 0.02 | elapsed = 0.022672650500000002 s lower",
        "1 | command=sleep 0.02 | elapsed_stddev = 0.0013394731022613575 s lower",
    ];
    has(&fixture("hyperfine/summary.csv"), &wanted);
    has(
        &fixture("hyperfine/scan.csv"),
        &["1 | command=sleep 0.001, n=1 | elapsed_max = 0.007974352 s lower"],
    );
    let text = text("hyperfine/summary.csv");
    let cut = read("hyperfine", &text[..text.len() - 4]).unwrap();
    assert_eq!(remarks(&cut), ["line 3: max is left out: its line has no end and may be cut"]);
    assert!(!lines(&cut).iter().any(|line| line.contains("0.02 | elapsed_max")));
    assert_eq!(read("hyperfine", &text[..text.len() - 20]).unwrap_err().line, 3);
}

#[test]
fn tables_name_their_unit_in_the_header() {
    let reading = fixture("hyperfine/summary.md");
    // The column `Relative` is derived.
    assert_eq!(counts(&reading), [8]);
    let wanted = [
        "1 | command=sleep 0.01 | elapsed = 11.6 ms lower",
        "1 | command=sleep 0.01 | elapsed_min = 10.3 ms lower",
        "1 | command=sleep 0.01 | elapsed_max = 12.7 ms lower",
        "1 | command=sleep 0.01 | elapsed_stddev = 1.2 ms lower",
        "1 | command=sleep 0.02 | elapsed = 25.1 ms lower",
        "1 | command=sleep 0.02 | elapsed_stddev = 3.5 ms lower",
    ];
    has(&reading, &wanted);
    for path in ["hyperfine/scan.org", "hyperfine/scan.md"] {
        has(&fixture(path), &["1 | command=sleep 0.002 | elapsed = 3.9 ms lower"]);
    }
    let bar = "| Command | Mean [s] | Min [s] | Max [s] | Relative |\n|:---|---:|---:|---:|---:|\n\
               | `a \\| b` | 1.000 | 1.000 | 1.000 | 1.00 |\n";
    assert_eq!(lines(&read("hyperfine", bar).unwrap())[0], "1 | command=a | b | elapsed = 1 s lower");
}

#[test]
fn what_it_prints_is_a_summary() {
    let reading = fixture("hyperfine/text.txt");
    let expected = [
        "1 | command=sleep 0.05 | elapsed = 50.6 (n 4, min 49.7, max 53.2, sd 1.7) ms lower",
        "1 | command=sleep 0.05 | user = 0.7 ms lower",
        "1 | command=sleep 0.05 | system = 0.4 ms lower",
        "1 | command=ls /nope | elapsed = 2.5 (n 4, min 0, max 5.4, sd 2.9) ms lower",
        "1 | command=ls /nope | user = 1.2 ms lower",
        "1 | command=ls /nope | system = 0 ms lower",
    ];
    assert_eq!(lines(&reading), expected);
    assert_eq!(remarks(&reading), ["line 12: the command failed"]);
    // 0.6 is 0.566 rounded, the most that two values can deviate.
    let wanted = ["1 | command=false | elapsed = 1 (n 2, min 0.6, max 1.4, sd 0.6) ms lower"];
    has(&fixture("hyperfine/failing-twice.txt"), &wanted);
    let one =
        "Benchmark 1: make\n  Time (abs ≡):        1.001 s               [User: 0.6 ms, System: 0.8 ms]\n";
    assert_eq!(lines(&read("hyperfine", one).unwrap())[0], "1 | command=make | elapsed = 1.001 s lower");
    let cut =
        "Benchmark 1: make\n  Time (mean ± σ):      50.6 ms ±   1.7 ms    [User: 0.7 ms, System: 0.4 ms]\n";
    assert!(error("hyperfine", cut).contains("range is missing"));
}

#[test]
fn asciidoc_has_a_line_for_each_cell() {
    let reading = fixture("hyperfine/summary.adoc");
    assert_eq!(counts(&reading), [8]);
    let wanted = [
        "1 | command=sleep 0.01 | elapsed = 14.7 ms lower",
        "1 | command=sleep 0.01 | elapsed_stddev = 4.9 ms lower",
        "1 | command=sleep 0.02 | elapsed_min = 21 ms lower",
        "1 | command=sleep 0.02 | elapsed_max = 21.3 ms lower",
    ];
    has(&reading, &wanted);
    let text = text("hyperfine/summary.adoc");
    let cut = read("hyperfine", text.split_once("| 1.43").unwrap().0).unwrap();
    assert_eq!(
        (counts(&cut), remarks(&cut)),
        (vec![4], vec!["line 15: the row is left out: its end is missing".to_owned()])
    );
}
