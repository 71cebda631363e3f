use crate::server::Server;
use crate::testbox::{TestBox, ended, run};

#[test]
fn one_file_that_is_not_understood_keeps_all_from_being_sent() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("good.json", run("a"), 0);
    test_box.file("bad.json", run("a").replace("42.07", "\"fast\""), 0);
    test_box.file("unknown.out", "what is this?\n", 0);
    test_box.file("binary.out", b"\x7fELF\x02\0", 0);
    let sent = test_box.runoff(&["send", "good.json", "bad.json", "unknown.out", "binary.out"]);
    assert_eq!((sent.code, sent.stdout.as_str()), (1, ""));
    for said in [
        "bad.json: as runoff: results[0]",
        "unknown.out: no known tool prints this",
        "binary.out: it is not text: byte 0x02 at offset 4",
        "runoff: nothing was sent: 3 of 4 files not understood",
    ] {
        assert!(sent.stderr.contains(said), "{said}: {}", sent.stderr);
    }
    assert!(server.requests().is_empty());
    assert!(test_box.in_spool().is_empty());
}

#[test]
fn the_wire_form_says_all_itself() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    for declared in [["--label", "x"], ["--box", "x"], ["--set", "a=b"], ["--note", "x"]] {
        let sent = test_box.runoff(&["send", declared[0], declared[1], "run.json"]);
        assert_eq!(sent.code, 1);
        assert!(sent.stderr.contains("run.json: a runoff file names its own box"), "{}", sent.stderr);
    }
    let sent = ended(test_box.command(&["send", "run.json"]).env("RUNOFF_BOX", "another"));
    assert_eq!(sent.code, 0, "a setting is no declaration: {}", sent.stderr);
    let body = String::from_utf8(server.requests()[0].body.clone()).unwrap();
    assert!(body.contains("\"box\": \"bigbox\""), "{body}");
}

#[test]
fn what_a_table_does_not_say_the_sender_says() {
    let test_box = TestBox::new("");
    let named = "             Avg\n31.0  30.0  30.5  2539mm1fb8\n29.0  28.0  28.5  2539mm1fb16\n";
    test_box.file("table.txt", named, 0);
    let send =
        |more: &[&str]| test_box.runoff(&[&["send", "--dry-run", "--json", "table.txt"], more].concat());
    let unnamed = send(&[]);
    assert_eq!(unnamed.code, 1);
    for said in ["table.txt: the output does not say which benchmark", "--benchmark NAME"] {
        assert!(unnamed.stderr.contains(said), "{}", unnamed.stderr);
    }
    let pattern = ["--benchmark", "dss", "--label-pattern", "{kernel}fb{fifo_batch}"];
    let sent = send(&pattern);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    let runs: serde_json::Value = serde_json::from_str(&sent.stdout).unwrap();
    assert_eq!(runs[1]["benchmark"], "dss");
    assert_eq!(runs[1]["label"], "2539mm1fb16");
    assert_eq!(runs[1]["factors"], serde_json::json!({"fifo_batch": "16", "kernel": "2539mm1"}));
    let other = send(&["--benchmark", "dss", "--label-pattern", "{kernel}rq{rq}"]);
    assert!(
        other.stderr.contains("the label 2539mm1fb8 does not look like {kernel}rq{rq}"),
        "{}",
        other.stderr
    );
    let wrong = send(&["--label-pattern", "{kernel}{rq}"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("nothing between kernel"), "{}", wrong.stderr);
}

#[test]
fn standard_input_is_read_where_no_file_is_named() {
    for arguments in [&["send"][..], &["send", "-"]] {
        let server = Server::storing();
        let test_box = TestBox::new(&server.url);
        let sent = ended(test_box.command(arguments).write_stdin(run("a")));
        assert_eq!(sent.code, 0, "{}", sent.stderr);
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn standard_input_that_is_not_understood_is_kept() {
    let test_box = TestBox::new("");
    let sent = ended(test_box.command(&["send"]).write_stdin("hours of measuring\n"));
    assert_eq!(sent.code, 1);
    let [kept] = test_box.in_spool().try_into().unwrap();
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "hours of measuring\n");
    assert!(sent.stderr.contains(&format!("standard input is kept as {}", kept.display())));
    let flushed = test_box.runoff(&["flush"]);
    assert_eq!((flushed.code, flushed.stderr.as_str()), (0, "nothing waits to be sent\n"));
}

#[test]
fn wrong_use_is_told_before_anything_is_read() {
    let test_box = TestBox::new("");
    for (arguments, said) in [
        (&["send", "--set", "a=1", "--set", "a=2", "x"][..], "--set gives a twice: 1 and 2"),
        (&["send", "--set", "elevator", "x"], "a factor is given as factor=level"),
        (&["send", "--set", "box=x", "x"], "\"box\" is a word of its own"),
        (&["send", "--format", "nonesuch", "x"], "[possible values: auto, runoff, "),
        (&["send", "--offline", "--dry-run", "x"], "cannot be used with"),
        (&["send", "--label", "", "x"], "must not be empty"),
    ] {
        let ended = test_box.runoff(arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let test_box = TestBox::new("");
    let sent = test_box.runoff(&["send", "nonesuch.out"]);
    assert_eq!(sent.code, 1);
    assert_eq!(sent.stderr, "runoff: nonesuch.out: No such file or directory (os error 2)\n");
}

#[test]
fn formats_lists_every_reader_also_as_json() {
    let test_box = TestBox::new("");
    let text = test_box.runoff(&["formats"]);
    let json = test_box.runoff(&["formats", "--json"]);
    let formats: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    for reader in benchdata::readers::READERS {
        assert!(text.stdout.contains(&format!("{}: {}\n", reader.name, reader.about)), "{}", text.stdout);
        let listed =
            formats.as_array().unwrap().iter().find(|format| format["format"] == reader.name).unwrap();
        assert_eq!(listed["metrics"].as_array().unwrap().len(), reader.metrics.len());
    }
}
