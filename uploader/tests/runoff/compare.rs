//! `runoff compare`: files on disk, and no server anywhere.

use crate::testbox::{Ended, TestBox, run};

const MAIL: &str = include_str!("../../../demo/tiobench-2.5.60-mail.txt");

/// What hackbench prints: it names no label.
fn hackbench(seconds: f64) -> String {
    format!(
        "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\n\
         Each sender will pass 100 messages of 100 bytes\nTime: {seconds:.3}\n"
    )
}

/// A box with three runs of hackbench in each of two directories.
fn with_directories() -> TestBox {
    let test_box = TestBox::new("");
    for (directory, seconds) in [("results/slow", 0.250), ("results/fast", 0.125)] {
        for repeat in 0..3_u32 {
            let output = hackbench(seconds + f64::from(repeat) / 1000.0);
            test_box.file(&format!("{directory}/{repeat}.out"), output, repeat.into());
        }
    }
    test_box
}

fn title(ended: &Ended) -> &str {
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    ended.stdout.lines().next().unwrap()
}

#[test]
fn directories_are_sides_and_the_first_is_the_baseline() {
    let test_box = with_directories();
    let compared = test_box.runoff(&["compare", "results/slow", "results/fast"]);
    assert_eq!(title(&compared), "hackbench: slow (baseline) v fast");
    assert_eq!(compared.stderr, "");
    // 0.251 to 0.126: 49.8 % less.
    let row = compared.stdout.lines().find(|line| line.contains("better  ")).unwrap();
    assert!(
        row.starts_with("0.2510  ") && row.contains("  0.1260  ") && row.contains("  +49.8 %  better  "),
        "{row}"
    );
    assert!(compared.stdout.contains("\n  slow: 3 runs\n  fast: 3 runs\n"), "{}", compared.stdout);
    let below = test_box.runoff(&["compare", "results", "--base", "slow"]);
    assert_eq!(below.stdout, compared.stdout);
}

/// Of a directory the file's name that sorts first was the baseline, on the server another.
#[test]
fn of_a_directory_the_baseline_is_guessed_as_the_server_does() {
    let test_box = TestBox::new("");
    for (name, seconds) in [("a-patched", 0.250), ("base", 0.125)] {
        test_box.file(&format!("all/{name}/x.out"), hackbench(seconds), 0);
    }
    assert_eq!(title(&test_box.runoff(&["compare", "all"])), "hackbench: base (baseline) v a-patched");
    let files = ["compare", "all/a-patched", "all/base"];
    assert_eq!(title(&test_box.runoff(&files)), "hackbench: a-patched (baseline) v base");
}

#[test]
fn labels_are_the_output_s_own_else_given_else_the_file_s_name() {
    let test_box = with_directories();
    test_box.file("mail.txt", MAIL, 0);
    for arguments in [&["compare", "mail.txt"][..], &["compare", "mail.txt", "--label", "other"]] {
        let compared = test_box.runoff(arguments);
        assert_eq!(title(&compared), "tiobench: 2.5.60-mm2 (baseline) v 2.5.60-mm2-ant");
    }
    let files = ["compare", "results/slow/0.out", "results/fast/1.out"];
    assert_eq!(title(&test_box.runoff(&files)), "hackbench: 0.out (baseline) v 1.out");
    let given = [&files[..], &["--label", "2.6.32"]].concat();
    assert_eq!(title(&test_box.runoff(&given)), "hackbench: 2.6.32");
}

/// Else before/out and after/out would be one side, and nothing compared.
#[test]
fn files_of_one_name_are_called_by_their_paths() {
    let test_box = with_directories();
    let compared = test_box.runoff(&["compare", "results/slow/0.out", "results/fast/0.out"]);
    assert_eq!(title(&compared), "hackbench: results/slow/0.out (baseline) v results/fast/0.out");
    for directory in ["before", "after"] {
        test_box.file(&format!("{directory}/out/x.out"), hackbench(0.5), 0);
    }
    let compared = test_box.runoff(&["compare", "before/out", "after/out/"]);
    assert_eq!(title(&compared), "hackbench: before/out (baseline) v after/out/");
}

#[test]
fn vs_splits_by_hand() {
    let test_box = with_directories();
    let (slow, fast) =
        (["results/slow/0.out", "results/slow/1.out"], ["results/fast/0.out", "results/fast/1.out"]);
    for (before, after, sides) in [
        (&slow[..], &["results/fast/"][..], "results/slow (baseline) v results/fast"),
        (&slow, &fast, "results/slow (baseline) v results/fast"),
        (&slow[..1], &slow[1..], "results/slow/0.out (baseline) v results/slow/1.out"),
        (&[slow[0], fast[0]], &fast[1..], "results/slow/0.out and 1 more (baseline) v results/fast/1.out"),
        (
            &slow,
            &["results/slow/2.out", "results/slow/0.out"],
            "results/slow/0.out and 1 more (baseline) v results/slow/2.out and 1 more",
        ),
    ] {
        let compared = test_box.runoff(&[&["compare"], before, &["vs"], after].concat());
        assert_eq!(compared.code, 0, "{}", compared.stderr);
        let title = compared.stdout.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        assert_eq!(title.split_whitespace().collect::<Vec<_>>().join(" "), format!("hackbench: {sides}"));
    }
    let several = [&["compare"], &slow[..], &["vs", "results/fast"]].concat();
    let compared = test_box.runoff(&several);
    assert!(
        compared.stdout.contains("\n  results/slow: 2 runs\n  results/fast: 3 runs\n"),
        "{}",
        compared.stdout
    );
}

#[test]
fn wrong_use_is_told() {
    let test_box = with_directories();
    for (arguments, code, said) in [
        (&["compare"][..], 2, "required arguments were not provided"),
        (&["compare", "results/slow", "vs"], 2, "`vs` stands between FILEs"),
        (&["compare", "a", "vs", "b", "--by", "label"], 2, "leave --by out"),
        (&["compare", "results", "--unicode", "--as", "csv"], 2, "--unicode is for the text form"),
        (&["compare", "results", "--threshold", "2"], 2, "write it as 2% or 0.02"),
        (
            &["compare", "results", "--layout", "best"],
            2,
            "[possible values: delta, summary, metrics, samples, sweep]",
        ),
        (&["compare", "results", "--by", "elevator"], 2, "no selected run has the key elevator"),
        (&["compare", "results", "--metric", "rate"], 2, "there are elapsed"),
        (&["compare", "results", "--base", "none"], 2, "the sides are fast, slow"),
        (&["compare", "nonesuch"], 1, "runoff: nonesuch: No such file or directory"),
    ] {
        let compared = test_box.runoff(arguments);
        assert_eq!(
            (compared.code, compared.stdout.as_str()),
            (code, ""),
            "{arguments:?}: {}",
            compared.stderr
        );
        assert!(compared.stderr.contains(said), "{said}: {}", compared.stderr);
    }
}

#[test]
fn what_is_not_understood_is_named_with_its_line() {
    let test_box = with_directories();
    test_box.file("cut.out", &MAIL[..MAIL.len() - 30], 0);
    test_box.file("bad.json", run("a").replace("42.07", "\"fast\""), 0);
    let compared = test_box.runoff(&["compare", "cut.out", "bad.json", "results/slow"]);
    assert_eq!((compared.code, compared.stdout.as_str()), (1, ""));
    for said in [
        "cut.out:60: found a row with 6 cells, cut off before line 61, expected 10 cells",
        "bad.json: as runoff: results[0]",
        "runoff: nothing was compared: 2 of 5 files not understood",
    ] {
        assert!(compared.stderr.contains(said), "{said}: {}", compared.stderr);
    }
}

#[test]
fn what_no_tool_printed_is_left_out_of_a_directory_and_said() {
    let test_box = with_directories();
    for name in ["results/slow/README", "results/fast/notes.txt"] {
        test_box.file(name, "as measured on Tuesday\n", 0);
    }
    test_box.file("results/slow/.swp", "hidden", 0);
    let compared = test_box.runoff(&["compare", "results"]);
    assert_eq!(compared.code, 0);
    assert_eq!(compared.stderr, "results/fast/notes.txt and 1 more: left out: no known tool printed it\n");
    test_box.file("empty/README", "nothing here\n", 0);
    let nothing = test_box.runoff(&["compare", "results/slow", "vs", "empty"]);
    assert_eq!(nothing.code, 1);
    assert!(
        nothing.stderr.ends_with("runoff: empty: holds nothing that a known tool printed\n"),
        "{}",
        nothing.stderr
    );
}

/// A fault: more repeats than a table has room for sides were refused.
#[test]
fn many_repeats_of_one_label_are_one_side() {
    let test_box = TestBox::new("");
    for repeat in 0..70 {
        test_box.file(&format!("2.6.32/{repeat}.out"), hackbench(0.5), repeat);
    }
    let compared = test_box.runoff(&["compare", "2.6.32"]);
    assert_eq!(title(&compared), "hackbench: 2.6.32");
    assert!(compared.stdout.contains("\n  2.6.32: 70 runs\n"), "{}", compared.stdout);
    let each = test_box.runoff(&["compare", "2.6.32/0.out", "2.6.32/1.out", "--label", "x", "--by", "run"]);
    assert!(each.stdout.matches(": 1 run\n").count() == 2, "{}", each.stdout);
}

/// Two that print the same and were copied at one instant are two runs; one file named twice
/// is one, and so is a run that two files hold in the wire form.
#[test]
fn a_run_counts_once_and_every_output_is_one() {
    let test_box = TestBox::new("");
    for name in ["a/1.out", "a/2.out"] {
        test_box.file(name, hackbench(0.5), 7);
    }
    let compared = test_box.runoff(&["compare", "a", "./a/1.out"]);
    assert!(compared.stdout.contains("\n  a: 2 runs\n"), "{}", compared.stdout);
    test_box.file("b/1.json", run("b"), 0);
    test_box.file("b/2.json", run("b"), 0);
    let compared = test_box.runoff(&["compare", "b"]);
    assert!(compared.stdout.contains("\n  b: 1 run\n"), "{}", compared.stdout);
    assert!(
        compared.stderr.contains("b/2.json: run ") && compared.stderr.contains("counts once"),
        "{}",
        compared.stderr
    );
}

#[test]
fn the_spool_is_a_directory_like_others() {
    let test_box = TestBox::new("http://127.0.0.1:1");
    for (label, rate) in [("old", "42.07"), ("new", "21.23")] {
        test_box.file("run.json", run(label).replace("42.07", rate), 0);
        assert_eq!(test_box.runoff(&["send", "--offline", "run.json"]).code, 0);
    }
    // What the server refuses leaves a note beside it, which is no output.
    test_box.file(".local/state/runoff/spool/x.why", "{}", 0);
    let compared = test_box.runoff(&["compare", ".local/state/runoff/spool", "--layout", "metrics"]);
    assert_eq!(title(&compared), "tiobench: old (baseline) v new");
    assert_eq!(compared.stderr, "");
    assert!(compared.stdout.contains("\nold   42.07  1.000\nnew   21.23  0.505\n"), "{}", compared.stdout);
}

/// A fault: a mail's sweep was titled with the reader's own machine.
#[test]
fn a_mail_was_measured_on_an_unknown_box() {
    let test_box = TestBox::new("");
    let mail = "io_load:\nKernel [runs] Time CPU% Loads LCPU% Ratio\n\
                2.5.60-fb1 1 125.4 60.0 1.0 2.0 1.85\n2.5.60-fb2 1 112.7 65.0 1.0 2.0 1.66\n";
    test_box.file("mail.txt", mail, 0);
    let compared = test_box.runoff(&["compare", "mail.txt", "--layout", "sweep"]);
    assert_eq!(title(&compared), "contest: unknown box", "{}{}", compared.stdout, compared.stderr);
    // Runs that tell their box keep it.
    test_box.file("fb1.json", run("fb1"), 0);
    test_box.file("fb2.json", run("fb2"), 0);
    let compared = test_box.runoff(&["compare", "fb1.json", "fb2.json", "--layout", "sweep"]);
    assert_eq!(title(&compared), "tiobench: bigbox", "{}{}", compared.stdout, compared.stderr);
}

#[test]
fn every_form_is_the_library_s() {
    let test_box = TestBox::new("");
    test_box.file("mail.txt", MAIL, 0);
    let written = |form: &str| {
        let compared = test_box.runoff(&["compare", "mail.txt", "--metric", "rate", "--as", form]);
        assert_eq!(compared.code, 0, "{}", compared.stderr);
        compared.stdout
    };
    let markdown = written("markdown");
    assert!(
        markdown.contains("\n| Sequential reads | 4 | 5.39 | 17.40 | +222.8 % | too few runs |\n"),
        "{markdown}"
    );
    let csv = written("csv");
    let row = "rate,MiB/s,higher is better,Sequential reads,4,2.5.60-mm2-ant,17.4,1,2.228200371057514,2.228200371057514,too few runs";
    assert!(csv.lines().any(|line| line == row), "{csv}");
    let json: benchdata::comparison::ComparisonTable = serde_json::from_str(&written("json")).unwrap();
    assert_eq!((json.rows.len(), json.sides.len()), (16, 2));
    assert_eq!(benchdata::table::csv::render(&json).unwrap(), csv.as_bytes());
    let text = test_box.runoff(&["compare", "mail.txt", "--unicode", "--layout", "sweep"]).stdout;
    assert!(text.contains("\n───") && !text.contains("\n---"), "{text}");
}

#[test]
fn standard_input_is_a_file() {
    let test_box = TestBox::new("");
    let arguments = ["compare", "-", "--layout", "summary", "--metric", "latency_max"];
    let compared = crate::testbox::ended(test_box.command(&arguments).write_stdin(MAIL));
    assert_eq!(title(&compared), "tiobench: 2.5.60-mm2 (baseline) v 2.5.60-mm2-ant");
    assert!(compared.stdout.contains("  showing 1 of 7 metrics, without "), "{}", compared.stdout);
}

#[test]
fn a_change_below_the_threshold_is_no_verdict() {
    let test_box = with_directories();
    let verdict = |threshold: &str| {
        let arguments = ["compare", "results/slow", "results/fast", "--as", "json", "--threshold", threshold];
        let compared = test_box.runoff(&arguments);
        let json: serde_json::Value = serde_json::from_str(&compared.stdout).unwrap();
        json["rows"][0]["cells"][1]["against"]["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!([verdict("49%"), verdict("0.5")], ["better", "not shown"]);
}

/// A fault: a table in a mail could be sent, but not compared.
#[test]
fn a_table_in_a_mail_is_read_as_send_reads_it() {
    const DSS: &str = include_str!("../../../benchdata/src/readers/fixtures/table/dss-rq-affinity-mail.txt");
    const CONTEST: &str =
        include_str!("../../../benchdata/src/readers/fixtures/contest/contest-fifo-batch-mail.txt");
    let test_box = TestBox::new("");
    test_box.file("dss.txt", DSS, 0);
    test_box.file("contest.txt", CONTEST, 0);
    let dss = ["compare", "dss.txt", "--benchmark", "dss", "--label", "2.6.27", "--runs", "5"];
    let compared = test_box.runoff(&[&dss[..], &["--layout", "summary"]].concat());
    assert_eq!(title(&compared), "dss: rq=0 (baseline) v rq=1");
    assert!(compared.stderr.contains("6.05 (6.06), 2.89 (2.88)"), "{}", compared.stderr);
    let contest =
        ["compare", "contest.txt", "--label-pattern", "{kernel}fb{fifo_batch}", "--layout", "sweep"];
    let compared = test_box.runoff(&contest);
    assert!(compared.stdout.contains("\n16            131.2   57   1.94\n"), "{}", compared.stdout);
    let columns = "Kernel:label,Time=elapsed:s:lower,CPU%:%";
    let named = ["compare", "contest.txt", "--format", "table", "--benchmark", "mine", "--columns", columns];
    let compared = test_box.runoff(&[&named[..], &["--metric", "elapsed"]].concat());
    assert!(title(&compared).starts_with("mine: 2539mm1fb01 (baseline) v "), "{}", compared.stdout);
}
