//! Which reader `auto` takes, and what it refuses.

use super::{bytes, fixtures, names, text};
use crate::mail::Plain;
use crate::name::Name;
use crate::readers::{AUTO, GLANCE, OutputError, is_wire, runs_from_output, surest};
use crate::reading::Declaration;
use crate::source::Source;

fn error(path: &str) -> OutputError {
    let source = Source { name: path.to_owned(), bytes: bytes(path).into() };
    let word = |word: &str| Name::new(word).unwrap();
    let declared = Declaration { label: Some(word("x")), ..Declaration::on(word("bigbox")) };
    match runs_from_output(AUTO, &source, Some(&declared)) {
        Err(error) => error,
        Ok(output) => panic!("{path}: {output:#?}"),
    }
}

#[test]
fn it_takes_the_reader_that_each_fixture_is_filed_under() {
    for fixture in fixtures() {
        let path = fixture.path.as_str();
        match surest(&Plain::of(&fixture.text).text, GLANCE) {
            Ok(reader) => assert_eq!(reader.name, fixture.format, "{path}"),
            // Tables of two tools in one mail, and a number without a word.
            Err(OutputError::Ambiguous(tools)) => {
                assert_eq!((path, tools.len()), ("tiobench/mail-title-in-header.txt", 2));
            }
            Err(error) => {
                assert_eq!((path, error), ("perf-bench/sched-pipe-simple.txt", OutputError::NotRecognised));
            }
        }
    }
}

#[test]
fn it_finds_a_result_far_from_a_long_texts_beginning() {
    let noise = "  CC      drivers/block/ll_rw_blk.o\n".repeat(40);
    let result = "\nreal\t3m20.123s\nuser\t12m1.500s\nsys\t1m9.250s\n";
    for text in [format!("{result}{noise}"), format!("{noise}{result}"), format!("{noise}{result}{noise}")] {
        assert_eq!(surest(&text, 500).map(|reader| reader.name), Ok("time"));
    }
    assert_eq!(surest(&noise, 500).map(|reader| reader.name), Err(OutputError::NotRecognised));
}

#[test]
fn it_refuses_what_is_no_benchmarks_output() {
    let names = names("not-benchmarks");
    assert!(names.len() > 30);
    for name in names {
        let error = error(&format!("not-benchmarks/{name}"));
        assert!(matches!(error, OutputError::NotRecognised | OutputError::NotText(_)), "{name}: {error}");
    }
}

#[test]
fn it_refuses_what_an_unknown_tool_printed_and_says_how_to_go_on() {
    for path in ["unknown-tools/jitter-pub-lkp-1.txt", "perf-bench/sched-pipe-simple.txt"] {
        let said = error(path).to_string();
        assert!(
            said.starts_with("no known tool prints this; the formats are auto, runoff, aim7, "),
            "{said}"
        );
        assert!(said.contains("name it (--format"), "{said}");
    }
}

#[test]
fn it_says_why_an_output_has_no_result() {
    let reasons = [
        ("blktests/pub-lkp-meta.txt", "whose runtimes are no measurements"),
        ("dbench/derived-cut-before-throughput.txt", "it was cut off"),
        ("dd/noxfer-usr1-enospc.txt", "nothing was copied"),
        ("fio/fail-enoent.json", "failed to create dir"),
        ("iperf3/refused.json", "Connection refused"),
        ("netperf/refused.txt", "are you sure there is a netserver listening"),
        ("pgbench/init.txt", "pgbench -i fills tables and measures nothing"),
        ("rt-app/stdout.txt", "a task's log (#idx perf run period …)"),
        ("stress-ng/pub-lkp-fail.txt", "stress-ng failed"),
    ];
    for (path, reason) in reasons {
        let OutputError::Read { format, error } = error(path) else { panic!("{path} is not recognised") };
        assert_eq!(path.split('/').next(), Some(format));
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn a_wire_form_is_known_by_its_schema() {
    let (known, other) = (r#"[{"schema": "runoff/1"}]"#, r#"{"schema": "other/1"}"#);
    assert!(is_wire(known) && !is_wire(other) && !is_wire(&text("fio/randread-qd4.json")));
}
