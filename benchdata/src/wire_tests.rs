use super::*;
use crate::run::Values;

/// The example of the wire form in docs/API.
const EXAMPLE: &str = r#"{"schema": "runoff/1", "box": "bigbox", "benchmark": "tiobench", "label": "2.5.60-mm2-ant",
 "started": "2003-02-14T01:31:44Z", "factors": {"elevator": "as"},
 "environment": {"kernel.release": "2.5.60-mm2-ant", "block.hda.scheduler": "as"},
 "results": [{"case": {"test": "Sequential reads", "threads": "1"}, "metric": "rate", "unit": "MiB/s", "better": "higher", "samples": [42.07]},
             {"case": {"mbrs": "32"}, "metric": "elapsed", "unit": "s", "better": "lower",
              "summary": {"n": 5, "min": 30.57, "mean": 31.50, "max": 34.06, "stddev": 1.456108}}],
 "sources": [{"name": "tiobench.out", "text": "x"}], "note": "n"}"#;

fn example() -> Run {
    runs_from_json(EXAMPLE.as_bytes()).unwrap().remove(0)
}

fn refused(from: &str, to: &str) -> String {
    assert!(EXAMPLE.contains(from), "{from}");
    runs_from_json(EXAMPLE.replace(from, to).as_bytes()).unwrap_err().to_string()
}

#[test]
fn the_example_is_read_and_written_again() {
    let run = example();
    assert_eq!(run.label.as_str(), "2.5.60-mm2-ant");
    assert_eq!(run.results[0].values, Values::Samples(vec![42.07]));
    let again = serde_json::to_vec(&run).unwrap();
    assert_eq!(runs_from_json(&again).unwrap(), [run]);
}

#[test]
fn errors_name_the_field() {
    assert!(refused("\"n\": 5", "\"n\": -5").starts_with("results[1].summary.n: "));
    assert!(refused("\"n\": 5", "\"n\": 0").starts_with("results[1].summary.n: "));
    assert!(refused("\"n\": 5", "\"n\": 9007199254740993").starts_with("results[1].summary.n: "));
    assert!(refused("[42.07]", "[1e100, -1.1e100]").starts_with("results[0].samples[1]: is beyond 1e100"));
    assert!(refused("34.06", "1e300").starts_with("results[1].summary.max: is beyond 1e100"));
    assert!(refused("1.456108", "-1").starts_with("results[1].summary.stddev: "));
    assert!(refused("30.57", "33").starts_with("results[1].summary.min: "));
    assert!(refused("[42.07]", "[]").starts_with("results[0].samples: "));
    assert!(refused("\"label\"", "\"lable\"").contains("nothing is called \"lable\" here; there are "));
    assert!(refused("\"better\": \"higher\"", "\"bettr\": 1").starts_with("results[0].bettr: "));
    assert!(refused("\"box\": \"bigbox\"", "\"box\": \"a\\u0000b\"").starts_with("box: "));
    assert!(refused("runoff/1", "runoff/9").starts_with("schema: "));
    assert!(refused("2003-02-14T01:31:44Z", "yesterday").starts_with("started: "));
    assert!(refused("\"elevator\"", "\"box\"").starts_with("factors.box: "));
    assert!(refused("\"samples\": [42.07]", "\"x\": 1").starts_with("results[0].x: "));
}

/// A fault: lists could not be written while such a run was in them, and some made the server's
/// database driver panic.
#[test]
fn a_start_that_utc_cannot_write_is_refused() {
    for start in ["0000-01-01T00:00:00+12:00", "0000-06-01T00:00:00Z", "9999-12-31T23:59:59-12:00"] {
        let error = refused("2003-02-14T01:31:44Z", start);
        assert_eq!(error, "started: is not between the years 1 and 9999, in UTC", "{start}");
    }
    for start in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
        runs_from_json(EXAMPLE.replace("2003-02-14T01:31:44Z", start).as_bytes()).unwrap();
    }
}

#[test]
fn numbers_that_are_none_are_refused_with_their_place() {
    assert!(refused("42.07", "NaN").starts_with("line 4: "));
    assert!(refused("42.07", "1e999").starts_with("line 4: "));
    assert!(refused("42.07", "null").starts_with("results[0]"));
}

/// A fault: a factor called like a case parameter hid all cases but the last.
#[test]
fn a_factor_does_not_contradict_a_parameter_of_its_cases() {
    let refused = refused("\"elevator\"", "\"threads\"");
    assert!(
        refused.starts_with("factors.threads: is declared as as, but a result has threads=1:"),
        "{refused}"
    );
    let agreeing = EXAMPLE.replace("\"elevator\": \"as\"", "\"threads\": \"1\"");
    assert_eq!(runs_from_json(agreeing.as_bytes()).unwrap().len(), 1);
}

#[test]
fn a_key_that_stands_twice_is_refused_with_its_place() {
    let elevator = r#""elevator": "as""#;
    for twice in [r#""elevator": "as", "elevator": "noop""#, r#""elevator": "as", " elevator": "noop""#] {
        let error = refused(elevator, twice);
        assert!(error.starts_with("factors") && error.contains("`elevator` is there twice"), "{error}");
    }
    let error = refused(r#""mbrs": "32""#, r#""mbrs": "32", "mbrs": "64""#);
    assert!(error.starts_with("results[1].case") && error.contains("`mbrs` is there twice"), "{error}");
    assert!(refused(r#""box": "#, r#""box": "a", "box": "#).contains("\"box\" is there twice"));
    let array = format!("[{EXAMPLE},{}]", EXAMPLE.replace(r#""n": 5"#, r#""n": 5, "n": 6"#));
    let error = runs_from_json(array.as_bytes()).unwrap_err();
    assert!(error.path.starts_with("[1].results[1].summary"), "{error}");
}

#[test]
fn repeat_counts_from_two() {
    for repeat in ["0", "1"] {
        assert!(refused("\"note\"", &format!("\"repeat\": {repeat}, \"note\"")).starts_with("repeat: "));
    }
}

#[test]
fn summaries_that_no_samples_have_are_refused() {
    let summary = "\"n\": 5, \"min\": 30.57, \"mean\": 31.50, \"max\": 34.06, \"stddev\": 1.456108";
    for (field, impossible) in [
        ("stddev", "\"n\": 1, \"mean\": 31.5, \"stddev\": 1"),
        ("min", "\"n\": 1, \"min\": 20, \"mean\": 31.5"),
        ("max", "\"n\": 1, \"mean\": 31.5, \"max\": 40"),
        ("stddev", "\"n\": 5, \"min\": 30, \"mean\": 31.5, \"max\": 34, \"stddev\": 5"),
        ("stddev", "\"n\": 5, \"min\": 31.5, \"mean\": 31.5, \"max\": 31.5, \"stddev\": 2"),
        // The two ends alone make 0.707.
        ("stddev", "\"n\": 5, \"min\": 4, \"mean\": 5, \"max\": 6, \"stddev\": 0.01"),
    ] {
        let error = refused(summary, impossible);
        assert!(error.starts_with(&format!("results[1].summary.{field}: ")), "{error}");
    }
    for possible in [
        // Half the values at each end: the largest deviation there is.
        "\"n\": 2, \"min\": 0, \"mean\": 50, \"max\": 100, \"stddev\": 70.711",
        "\"n\": 1, \"min\": 31.5, \"mean\": 31.5, \"max\": 31.5, \"stddev\": 0",
    ] {
        let text = EXAMPLE.replace(summary, possible);
        assert!(runs_from_json(text.as_bytes()).is_ok(), "{possible}");
    }
}

#[test]
fn an_array_is_several_runs_none_twice() {
    let two = EXAMPLE.replace("ant\"", "x\"");
    assert_eq!(runs_from_json(format!("[{EXAMPLE},{two}]").as_bytes()).unwrap().len(), 2);
    let twice = runs_from_json(format!("[{EXAMPLE},{EXAMPLE}]").as_bytes()).unwrap_err();
    assert_eq!(twice.path, "[1]");
    let bad =
        runs_from_json(format!("[{EXAMPLE},{}]", EXAMPLE.replace("[42.07]", "[]")).as_bytes()).unwrap_err();
    assert_eq!(bad.path, "[1].results[0].samples");
    assert!(runs_from_json(b"[]").is_err());
}

#[test]
fn the_content_id_is_what_a_run_says_not_how() {
    let id = example().content_id();
    let mut other = example();
    other.results.reverse();
    other.note = None;
    other.remarks = vec!["line 2: no unit is printed".into()];
    other.environment.clear();
    other.sources[0].name = "renamed".into();
    other.started = other.started.map(|at| at.to_offset(time::macros::offset!(+2)));
    assert_eq!(other.content_id(), id);
    for change in [
        |run: &mut Run| run.started = None,
        |run: &mut Run| run.repeat = Some(2),
        |run: &mut Run| run.factors.clear(),
        |run: &mut Run| run.sources.clear(),
        |run: &mut Run| drop(run.results.pop()),
    ] {
        let mut other = example();
        change(&mut other);
        assert_ne!(other.content_id(), id);
    }
}
