use std::fs;

use benchdata::run::Run;
use benchdata::wire::runs_from_json;

use crate::server::Server;
use crate::testbox::{Ended, TestBox, ended};

/// A report that somebody mailed, of two labels.
const MAIL: &[u8] = include_bytes!("../../../demo/tiobench-2.5.60-mail.txt");

/// What tiotest prints, which does not say what was tested.
const UNLABELLED: &str = "\
Tiotest results for 4 concurrent io threads:
,----------------------------------------------------------------------.
| Item                  | Time     | Rate         | Usr CPU  | Sys CPU |
+-----------------------+----------+--------------+----------+---------+
| Write          32 MBs |    0.1 s | 420.118 MB/s |   0.0 %  |  26.8 % |
| Random Write    3 MBs |    0.0 s |  87.222 MB/s |   0.9 %  |   7.2 % |
| Read           32 MBs |    0.0 s | 2640.700 MB/s |   0.5 %  |  60.6 % |
| Random Read     3 MBs |    0.0 s | 1538.651 MB/s |   0.0 %  |  41.9 % |
`----------------------------------------------------------------------'
";

fn sent_runs(server: &Server) -> Vec<Run> {
    server.requests().iter().flat_map(|request| runs_from_json(&request.body).unwrap()).collect()
}

#[test]
fn a_mailed_report_is_sent_as_the_runs_it_holds_with_every_byte_of_it() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    // Old mails have bytes that are no UTF-8.
    let mail = [b"From: Ren\xe9\n\n".as_slice(), MAIL].concat();
    test_box.file("mail.txt", &mail, 7);
    let sent =
        test_box.runoff(&["send", "--box", "bigbox", "--set", "fs=ext3", "--note", "mailed", "mail.txt"]);
    assert_eq!((sent.code, sent.stdout.lines().count()), (0, 2), "{}", sent.stderr);
    assert!(sent.stderr.contains("mail.txt: 2 runs on box bigbox (--box)"), "{}", sent.stderr);
    assert_eq!(server.requests().len(), 1, "a file is stored whole or not at all");
    let runs = sent_runs(&server);
    let labels: Vec<_> = runs.iter().map(|run| run.label.as_str()).collect();
    assert_eq!(labels, ["2.5.60-mm2", "2.5.60-mm2-ant"]);
    for run in runs {
        assert_eq!((run.box_name.as_str(), run.note.as_deref()), ("bigbox", Some("mailed")));
        assert_eq!(run.factors["fs"].as_str(), "ext3");
        assert_eq!(run.started.unwrap().unix_timestamp(), 1_767_225_600 + 7);
        assert_eq!((run.sources[0].name.as_str(), &*run.sources[0].bytes), ("mail.txt", mail.as_slice()));
    }
}

#[test]
fn a_file_is_the_same_run_as_long_as_it_is_not_written_again() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    let send = |name| test_box.runoff(&["send", "--label", "a", name]).stdout;
    test_box.file("out.1", UNLABELLED, 1);
    test_box.file("out.2", UNLABELLED, 2);
    assert_eq!(send("out.1"), send("out.1"), "the same file");
    assert_ne!(send("out.1"), send("out.2"), "a repeat that printed the same");
}

#[test]
fn piped_twice_is_two_runs() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    let send = || ended(test_box.command(&["send", "--label", "a"]).write_stdin(UNLABELLED)).stdout;
    let (first, second) = (send(), send());
    assert!(first.starts_with("http://"), "{first}");
    assert_ne!(first, second);
}

#[test]
fn a_label_is_asked_for_where_the_output_names_none_and_refused_where_it_names_several() {
    let test_box = TestBox::new("");
    test_box.file("out", UNLABELLED, 0);
    test_box.file("mail", MAIL, 0);
    let sent = test_box.runoff(&["send", "out"]);
    assert_eq!(sent.code, 1);
    assert!(sent.stderr.contains("out: the output does not say what was tested: give a label (--label L)"));
    let sent = test_box.runoff(&["send", "--label", "x", "mail"]);
    assert_eq!(sent.code, 1);
    assert!(sent.stderr.contains("mail: the output holds runs of 2.5.60-mm2, 2.5.60-mm2-ant"));
}

#[test]
fn a_line_that_is_not_understood_is_named_as_compilers_do() {
    let test_box = TestBox::new("");
    test_box.file("out", String::from_utf8_lossy(MAIL).replace("21.23", "2x.23"), 0);
    let sent = test_box.runoff(&["send", "out"]);
    assert_eq!(sent.code, 1);
    let said = "out:17: found \"2x.23\", expected a number (read as tiobench)\n";
    assert!(sent.stderr.starts_with(said), "{}", sent.stderr);
}

#[test]
fn the_box_is_the_option_or_the_setting_or_the_machine_and_its_origin_is_said() {
    let test_box = TestBox::new("");
    test_box.file("out", UNLABELLED, 0);
    let dry_run = ["send", "--dry-run", "--label", "a", "out"];
    let is = |ended: &Ended, name: &str, origin: &str| {
        assert!(ended.stdout.starts_with(&format!("box        {name}\n")), "{}", ended.stdout);
        assert!(ended.stderr.contains(&format!("on box {name} ({origin})")), "{}", ended.stderr);
    };
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let from_machine = test_box.runoff(&dry_run);
    if host.starts_with("localhost") {
        assert_eq!(from_machine.code, 2);
        assert!(from_machine.stderr.contains("no box is set: give --box BOX"), "{}", from_machine.stderr);
    } else {
        is(&from_machine, host.trim(), "this machine's name");
    }
    test_box.file(".config/runoff/config.toml", "box = \"filed\"\n", 0);
    let config = test_box.path(".config/runoff/config.toml");
    is(&test_box.runoff(&dry_run), "filed", config.to_str().unwrap());
    is(&ended(test_box.command(&dry_run).env("RUNOFF_BOX", "set")), "set", "RUNOFF_BOX");
    let option = ["send", "--dry-run", "--label", "a", "--box", "given", "out"];
    is(&ended(test_box.command(&option).env("RUNOFF_BOX", "set")), "given", "--box");
}

#[test]
fn a_dry_run_shows_a_person_what_matters() {
    let test_box = TestBox::new("");
    test_box.file("out", UNLABELLED, 0);
    let shown =
        test_box.runoff(&["send", "--dry-run", "--box", "bigbox", "--label", "a", "--set", "fs=ext3", "out"]);
    let beginning = "box        bigbox\nbenchmark  tiobench\nlabel      a\nstarted    2026-01-01 00:00:00 UTC\n\
                     factor     fs=ext3\nresults    ";
    assert!(shown.stdout.starts_with(beginning), "{}", shown.stdout);
    assert!(shown.stdout.contains("rate 420.118 MiB/s ("), "{}", shown.stdout);
    assert!(shown.stderr.starts_with("out: 1 run on box bigbox (--box)\n"), "{}", shown.stderr);
    let remark = "\nout: line 1: tiotest's table of latencies is missing";
    assert!(shown.stderr.contains(remark), "{}", shown.stderr);
    assert!(shown.stderr.ends_with("\nnothing was sent (--dry-run)\n"), "{}", shown.stderr);
    assert!(test_box.in_spool().is_empty());
}
