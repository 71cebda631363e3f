//! The mails that such tables came in, the values read off them by eye.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::name::{Key, Name};
use crate::readers::tests::{counts, fixture, has, labels, remarks, text};
use crate::readers::{AUTO, READERS};
use crate::reading::Declaration;
use crate::run::Values;
use crate::source::{Source, decode};

fn read(text: &str) -> Result<Reading, ReadError> {
    super::read(text, &Hints::default())
}

fn dss() -> String {
    format!("runs: 5\n\n{}", text("table/dss-rq-affinity-mail.txt"))
}

fn latency() -> String {
    text("table/cfq-latency-mail.txt")
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

/// A run's summaries: the case's values, then min, mean, max and standard deviation.
fn summaries(reading: &Reading, run: usize) -> Vec<String> {
    let results = reading.runs[run].results.iter();
    let line = |result: &crate::run::Measurement| {
        let Values::Summary(summary) = &result.values else { panic!("samples in {result:?}") };
        let case: Vec<&str> = result.series.case.iter().map(|(_, value)| value.as_str()).collect();
        let (min, max, stddev) = (summary.min.unwrap(), summary.max.unwrap(), summary.stddev.unwrap());
        assert_eq!((summary.n, result.series.better), (5, LOWER));
        format!("{}: {min} {} {max} {stddev}", case.join(" "), summary.mean)
    };
    results.map(line).collect()
}

#[test]
fn what_the_rows_with_an_improvement_change_is_the_factor() {
    let reading = super::super::read(AUTO, &dss()).unwrap();
    let factors: Vec<String> = reading
        .runs
        .iter()
        .flat_map(|run| run.factors.iter().map(|(key, value)| format!("{key}={value}")))
        .collect();
    assert_eq!((factors, counts(&reading)), (vec!["rq=0".to_owned(), "rq=1".to_owned()], vec![12, 12]));
    assert_eq!(labels(&reading), ["", ""]);
    let first = &reading.runs[0].results[0].series;
    assert!(first.case.keys().map(Key::as_str).eq(["mbrs", "nrdrs"]));
    assert_eq!((first.metric.as_str(), first.unit.as_str()), ("value", "1"));
    assert_eq!(
        remarks(&reading),
        [
            "line 3: no unit is printed: kept as value; by the improvements lower is better",
            "line 3: the means as printed give other improvements (in parentheses), though with more digits \
             they may give these: 6.05 (6.06), 2.89 (2.88), 4.08 (4.10), 1.63 (1.61), 1.76 (1.74), 2.88 (2.86)",
        ]
    );
}

#[test]
fn every_row_is_a_summary() {
    let reading = read(&dss()).unwrap();
    let without = [
        "32 64: 30.57 31.5 34.06 1.456108",
        "32 128: 28.14 28.48 29.32 0.480208",
        "32 256: 33.05 33.7 34.3 0.548151",
        "64 64: 30.53 30.74 31.1 0.255441",
        "64 128: 28.09 28.79 29.23 0.484149",
        "64 256: 33.35 34.04 34.76 0.518816",
        "128 64: 30.37 30.75 31.23 0.329439",
        "128 128: 28.04 28.54 29 0.392785",
        "128 256: 33.37 33.89 34.3 0.448297",
        "256 64: 30.55 30.8 30.94 0.167392",
        "256 128: 28.38 28.82 29.2 0.305172",
        "256 256: 33.25 34.21 34.88 0.598398",
    ];
    let with = [
        "32 64: 29.27 29.59 29.96 0.325469",
        "32 128: 27.54 27.88 28.48 0.359194",
        "32 256: 33.1 33.36 33.74 0.257158",
        "64 64: 29.4 29.65 29.91 0.187216",
        "64 128: 27.73 27.96 28.33 0.226429",
        "64 256: 33.02 33.13 33.25 0.088034",
        "128 64: 29.2 29.49 29.82 0.221179",
        "128 128: 27.76 28.08 28.26 0.19084",
        "128 256: 33.04 33.3 33.56 0.203175",
        "256 64: 29.23 29.57 29.91 0.305156",
        "256 128: 27.78 27.92 28.11 0.142583",
        "256 256: 33.11 33.23 33.48 0.154499",
    ];
    assert_eq!(
        (summaries(&reading, 0), summaries(&reading, 1)),
        (without.map(String::from).into(), with.map(String::from).into())
    );
}

#[test]
fn without_the_number_of_runs_only_means_are_kept() {
    let text = text("table/dss-rq-affinity-mail.txt");
    let means = read(&text).unwrap();
    assert_eq!(
        remarks(&means)[0],
        "line 1: the number of runs is not printed: only the means are kept without --runs N or a line such as \
         `runs: 5` above the table"
    );
    has(&means, &["1 | mbrs=32, nrdrs=64 | value = 31.5 1 lower"]);
    let told = super::read(&text, &Hints { runs: Some(5), ..Hints::default() }).unwrap();
    assert_eq!(told.runs, read(&dss()).unwrap().runs);
    for said in ["runs: 5", "Runs = 5", "n=5", "n: 5", "5 runs"] {
        assert_eq!(runs(said), Some(5), "{said}");
    }
    for other in ["n=1", "n=0", "runs: many", "run 5", "in 5 runs", "n=5.5", "5"] {
        assert_eq!(runs(other), None, "{other}");
    }
}

#[test]
fn an_improvement_that_the_means_do_not_give_is_remarked() {
    let wrong = read(&dss().replace("6.05% improvement", "16.05% improvement")).unwrap();
    let told = "line 6: the improvement of 16.05 % is not what the means give, 6.06 %; they are kept";
    assert!(remarks(&wrong).contains(&told.to_owned()), "{wrong:?}");
}

#[test]
fn improvements_that_disagree_tell_no_direction() {
    let table = |second: &str| {
        let text = format!(
            "n=3\nMin Avg Max StdDev\na=1: 1 2 3 1\na=2: 1 1.5 3 1 {second}\nb=7 a=1: 1 2 3 1\nb=7 a=2: 2 3 4 1 -50% improvement\n"
        );
        read(&text).unwrap()
    };
    let better = |reading: &Reading| reading.runs[0].results[0].series.better;
    assert_eq!(better(&table("25% improvement")), LOWER);
    let reading = table("-25% improvement");
    assert_eq!(better(&reading), None);
    assert_eq!(
        remarks(&reading),
        ["line 2: no unit is printed: kept as value; nothing tells which way is better"]
    );
    assert_eq!(counts(&reading), [2, 2]);
}

#[test]
fn every_sample_stands_under_its_label_and_title() {
    let reading = super::super::read(AUTO, &latency()).unwrap();
    let expected = [
        ("fairness=1 overload_delay=1", 1),
        ("desktop=1 +last_end_sync", 2),
        ("block-for-linus-8e29675", 1),
        ("block-for-linus-e00c54c", 1),
        ("virgin", 1),
        ("blk-for-linus-8e29675", 1),
        ("blk-for-linus-e00c54c", 1),
        ("desktop=0", 5),
        ("desktop=1 pop 8e296755", 5),
        ("desktop=1 push 8e296755", 5),
        ("latency=1 push e00c54c", 5),
    ];
    assert_eq!(labels(&reading).into_iter().zip(counts(&reading)).collect::<Vec<_>>(), expected);
    let (konsole, git) = ("test=dd vs konsole -e exit | value", "test=concurrent git test | value");
    let rows = [
        (0, konsole, "1.7 1.94 1.32 1.89 1.87"),
        (1, konsole, "1.55 1.79 1.38 1.53 1.57"),
        (2, konsole, "1.09 0.87 1.11 0.96 1.11"),
        (3, konsole, "1.29 2.18 1.16 1.21 1.24"),
        (4, git, "108.12 106.33 106.34 97 106.52"),
        (1, git, "89.81 88.82 91.56 96.57 89.38"),
        (5, git, "92.61 94.6 92.35 93.17 94.05"),
        (6, git, "88.73 89.02 88.1 90.84 88.3"),
    ];
    for (run, test, samples) in rows {
        has(&reading, &[format!("{} | {test} = {samples} 1 -", run + 1)]);
    }
}

#[test]
fn a_section_is_a_run_and_its_rows_keep_their_units() {
    let reading = read(&latency()).unwrap();
    let sections = [
        ["98.23 91.97 91.77", "48.5 49.6 49.1", "23.1 27.3 31.3", "49.4 50.1 49.6", "34.5 34.9 34.9"],
        ["93.3 92.77 90.11", "50.5 50.4 51.8", "22.7 26.4 27.7", "51.2 50.1 51.6", "34.2 34.5 35.6"],
        ["104.51 104.52 101.2", "43 43.6 44.5", "21.4 23.9 28.9", "42.9 43 43.5", "30.4 30.3 31.5"],
        ["90.03 93.03 91.68", "53.1 54.8 51.3", "20 23.3 28.2", "53.7 54 52.6", "35.5 34.2 34.9"],
    ];
    for (run, [elapsed, read, write, all_read, all_write]) in (8..).zip(sections) {
        let test = "test=read vs write test";
        let wanted = [
            format!("{run} | {test} | elapsed = {elapsed} s lower"),
            format!("{run} | row=30s-dd-read, {test} | rate = {read} MB/s higher"),
            format!("{run} | row=30s-dd-write, {test} | value = {write} 1 -"),
            format!("{run} | row=dd-read-total, {test} | value = {all_read} 1 -"),
            format!("{run} | row=dd-write-total, {test} | value = {all_write} 1 -"),
        ];
        has(&reading, &wanted);
    }
    assert_eq!(counts(&reading)[7..], [5; 4]);
}

#[test]
fn averages_that_are_not_their_samples_are_remarked() {
    let unknown = "no unit is printed: kept as value, neither way better";
    let cut = "line 4: Avg is cut from here on, not rounded: 1.5 of 1.564, 104.8 of 104.862, \
             93.3 of 93.356, 88.9 of 88.998, 93.9 of 93.99, 49.0 of 49.066667, \
             34.7 of 34.766667, 92.0 of 92.06, 50.9 of 50.966667, 34.7 of 34.766667, 91.5 of 91.58, \
             53.0 of 53.066667, 34.8 of 34.866667; the samples are kept";
    let all = [&format!("line 3: {unknown}"), cut, &format!("line 10: {unknown}")];
    let rows = [20, 21, 22].map(|line| format!("line {line}: {unknown}"));
    let expected: Vec<&str> = all.into_iter().chain(rows.iter().map(String::as_str)).collect();
    assert_eq!(remarks(&read(&latency()).unwrap()), expected);
    let wrong = remarks(&read(&latency().replace("104.8", "105.0")).unwrap());
    assert!(
        wrong.contains(
            &"line 10: Avg is not the samples' mean: 105.0 of 104.862; the samples are kept".to_owned()
        ),
        "{wrong:?}"
    );
}

#[test]
fn quoting_tabs_line_ends_and_missing_cells_change_no_value() {
    let quoted = |text: &str| text.lines().map(|line| format!("> {line}\n")).collect::<String>();
    for text in [dss(), latency()] {
        let runs = read(&text).unwrap().runs;
        assert_eq!(crate::readers::read(AUTO, &quoted(&text)).unwrap().runs, runs);
        assert_eq!(read(&text.replace('\n', "\r\n")).unwrap().runs, runs);
        let tabs = text.replace("        98.23", "\t98.23").replace("        93.30", "\t93.30");
        assert_eq!(read(&tabs.replace("elapsed\t", "elapsed \t")).unwrap().runs, runs);
    }
    let missing = read(&latency().replace("91.97", "-----")).unwrap();
    has(&missing, &["8 | test=read vs write test | elapsed = 98.23 91.77 s lower"]);
}

#[test]
fn a_row_that_is_not_laid_out_like_its_header_is_an_error() {
    let lined = |row: &str| error(&format!("test\n                Avg\n{row}\n"));
    assert_eq!(
        lined("1.0  2.0        1.5"),
        "line 3: found a row without a label, expected the label behind its numbers"
    );
    assert!(lined("1.0 2.0 1.5 x").starts_with("line 3: found a row that is not laid out like its header"));
    assert_eq!(
        lined("107.1  107.3    1.000  x"),
        "line 3: found 1.000 under Avg, expected a number among those it is the average of"
    );
    assert_eq!(
        error("new             Avg\nread  1.0  2.0  1.5 furlongs\n"),
        "line 2: found \"furlongs\", expected a unit (sec, mb/s), a ratio or the line's end"
    );
    assert!(error("nothing").contains("no result"));
}

#[test]
fn a_cut_table_gives_whole_rows_or_an_error() {
    for text in [dss(), latency()] {
        let whole: Vec<_> = read(&text).unwrap().runs.into_iter().flat_map(|run| run.results).collect();
        for at in 0..text.len() {
            let Ok(reading) = read(&text[..at]) else { continue };
            for result in reading.runs.into_iter().flat_map(|run| run.results) {
                // Which rows are compared, and so the factor, is only seen in whole pairs.
                let is_it = |other: &crate::run::Measurement| other.values == result.values;
                assert!(whole.iter().any(is_it), "cut at byte {at}: {result:?}");
            }
        }
    }
    let cut = latency().trim_end().rsplit_once("\n\nread").unwrap().0.to_owned();
    assert_eq!(
        remarks(&read(&cut).unwrap()).pop().unwrap(),
        "line 13: the text ends in this row: its label may be cut"
    );
}

#[test]
fn both_mails_make_sound_runs() {
    for (text, label, count) in [(dss(), Name::new("2.6.27").ok(), 2), (latency(), None, 11)] {
        let box_name = Name::new("san").unwrap();
        let declared = Declaration { benchmark: Name::new("dss").ok(), label, ..Declaration::on(box_name) };
        let source = Source { name: "mail".to_owned(), bytes: text.as_bytes().into() };
        assert_eq!(read(&text).unwrap().into_runs(&declared, &source).unwrap().len(), count);
    }
}

/// All files under a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn only_such_tables_are_recognised_and_never_for_certain() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut recognised = Vec::new();
    for path in files(&source) {
        let Some(why) = decode(&fs::read(&path).unwrap()).ok().and_then(|text| recognise(&text)) else {
            continue;
        };
        assert_eq!(why.sureness, Sureness::Possible);
        recognised.push(path.file_name().unwrap().to_str().unwrap().to_owned());
    }
    recognised.sort();
    assert_eq!(recognised, ["cfq-folded.txt", "cfq-latency-mail.txt", "dss-rq-affinity-mail.txt"]);
    for text in [
        "We took the Avg\nof 5 runs, 3 4 5 of them cold.\n",
        "[    0.000000] Linux version 2.6.33\n[    0.004000] Calibrating delay loop... 5320.01 BogoMIPS (lpj=2660005)\n",
        "Min Avg Max Std Dev\nare what we print: 1 2 3\n",
    ] {
        assert_eq!(recognise(text), None, "{text}");
    }
    for reader in READERS.iter().filter(|reader| reader.name != READER.name) {
        assert_eq!((reader.recognise)(&dss()), None, "{}", reader.name);
        assert_eq!((reader.recognise)(&latency()), None, "{}", reader.name);
    }
}

proptest! {
    #[test]
    fn no_text_panics_the_reader(
        which in any::<bool>(),
        at in any::<prop::sample::Index>(),
        length in 0_usize..60,
        with in "[ -~\n\té]{0,9}",
    ) {
        let mut text: Vec<char> = if which { dss() } else { latency() }.chars().collect();
        let start = at.index(text.len() + 1);
        text.splice(start..(start + length).min(text.len()), with.chars());
        let text: String = text.into_iter().collect();
        let _ = (recognise(&text), read(&text), read(&with));
    }
}

#[test]
fn labels_that_a_mail_program_wrapped_keep_their_tails() {
    let reading = fixture("table/cfq-folded.txt");
    let all = labels(&reading);
    assert_eq!(
        all[..4],
        [
            "fairness=1 overload_delay=1",
            "desktop=1 +last_end_sync",
            "block-for-linus-8e29675",
            "block-for-linus-e00c54c"
        ]
    );
    has(
        &reading,
        &["4 block-for-linus-e00c54c | test=dd vs konsole -e exit | value = 1.29 2.18 1.16 1.21 1.24 1 -"],
    );
    has(
        &reading,
        &["desktop=1 +last_end_sync | test=concurrent git test | value = 89.81 88.82 91.56 96.57 89.38 1 -"],
    );
}
