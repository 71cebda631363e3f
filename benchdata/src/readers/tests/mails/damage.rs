//! What mail programs do to a text on its way changes no value, whatever tool printed it.

use std::fmt::Write;

use proptest::prelude::*;

use super::{error, mail, read, text};
use crate::hints::Hints;
use crate::mail::Plain;
use crate::readers::tests::lines;
use crate::readers::{AUTO, READERS, read_plain, runs_from_output};
use crate::reading::Declaration;
use crate::source::Source;

/// A mail of each kind, and the format that it is read as.
const MAILS: [(&str, &str); 17] = [
    ("tiobench", "tiobench/tiobench-2.5.60-mail.txt"),
    ("tiobench", "mails/m01-tiobench-as-vs-deadline-dbench-bonnie.txt"),
    ("dbench", "mails/m22-filesystems-dbench-bonnie-tiobench.txt"),
    ("bonnie++", "mails/m01-tiobench-as-vs-deadline-dbench-bonnie.txt"),
    ("hackbench", "hackbench/m06-hackbench-decimal-comma-pct-improvement.txt"),
    ("mmtests", "mmtests/mail-hackbench-tbench.txt"),
    ("schbench", "mails/m09-normalized-pct-imp-cv.txt"),
    ("hackbench", "mails/m10-base-new-stdev-speedup.txt"),
    ("dbench", "dbench/m11-dbench-raw-runs-average-before-after.txt"),
    ("time", "dbench/m11-dbench-raw-runs-average-before-after.txt"),
    ("kernbench", "mails/m14-kernbench-sdet-percent-of-first.txt"),
    ("sdet", "mails/m14-kernbench-sdet-percent-of-first.txt"),
    ("will-it-scale", "will-it-scale/m18-lkp-quoted-raw-runs-json-lines.txt"),
    ("irman", "mails/m23-aim7-jobs-irman-minmaxavg.txt"),
    ("contest", "contest/pub-test4-mm4.txt"),
    ("table", "table/cfq-latency-mail.txt"),
    ("table", "table/dss-rq-affinity-mail.txt"),
];

/// Each line through a function.
fn each(text: &str, of: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| of(line) + "\n").collect()
}

/// As a mail program encodes it, with soft breaks in long lines.
fn quoted_printable(text: &str) -> String {
    let mut encoded = String::new();
    for line in text.lines() {
        let mut width = 0;
        for c in line.chars() {
            let mut word = c.to_string();
            if c == '=' || c == '\t' || !c.is_ascii() {
                word = word.bytes().map(|byte| format!("={byte:02X}")).collect();
            }
            if width + word.len() > 60 {
                encoded.push_str("=\n");
                width = 0;
            }
            width += word.len();
            encoded.push_str(&word);
        }
        writeln!(encoded).unwrap();
    }
    encoded
}

/// Tabs as the blanks that they stand for.
fn without_tabs(line: &str) -> String {
    let mut expanded = String::new();
    for c in line.chars() {
        match c {
            '\t' => expanded.push_str(&" ".repeat(8 - expanded.chars().count() % 8)),
            c => expanded.push(c),
        }
    }
    expanded
}

#[test]
fn quoting_encoding_and_line_ends_change_no_value() {
    for (format, name) in MAILS {
        let expected = lines(&mail(format, name));
        // Where nothing declares it, one sign of quoted-printable is not enough.
        let whole = text(name) + "\n-- \na = b = c\n";
        let damaged = [
            ("quoted twice", each(&whole, |line| format!("> > {line}"))),
            ("quoted with initials", each(&whole, |line| format!(" AM> {line}"))),
            (
                "shown by a web page",
                each(&whole, |line| {
                    format!("&gt; {}", line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
                }),
            ),
            ("quoted-printable", quoted_printable(&whole)),
            ("quoted and quoted-printable", quoted_printable(&each(&whole, |line| format!("> {line}")))),
            ("without tabs", each(&whole, without_tabs)),
            ("with no-break blanks", whole.replace("  ", "\u{a0} ")),
            ("with line ends of Windows", whole.replace('\n', "\r\n")),
            ("coloured", each(&whole, |line| format!("\x1b[1m{line}\x1b[0m"))),
        ];
        for (how, text) in damaged {
            let found = read(format, &text).unwrap_or_else(|error| panic!("{name} {how}: {error}"));
            assert_eq!(lines(&found), expected, "{name} {how}");
        }
    }
}

#[test]
fn a_declared_encoding_needs_no_other_sign() {
    let name = "contest/pub-quoted-tabs-memload.txt";
    let whole = format!("Content-Transfer-Encoding: quoted-printable\n\n{}", quoted_printable(&text(name)));
    assert_eq!(lines(&read(AUTO, &whole).unwrap()), lines(&mail(AUTO, name)));
}

/// Rows of a table that stand in one line each, wrapped as mail programs do at 72.
fn wrapped(line: &str) -> String {
    match line.char_indices().take(73).filter(|(_, c)| *c == ' ').last() {
        Some((at, _)) if line.len() > 72 => format!("{}\n{}", &line[..at], line[at..].trim_start()),
        _ => line.to_owned(),
    }
}

#[test]
fn wrapped_rows_change_no_value() {
    for (format, name) in [
        ("tiobench", "tiobench/tiobench-2.5.60-mail.txt"),
        ("tiobench", "tiobench/mail-tiobench-two-kernels-rio.txt"),
        ("tiobench", "mails/m22-filesystems-dbench-bonnie-tiobench.txt"),
    ] {
        let damaged = each(&text(name), wrapped);
        assert_ne!(damaged, text(name));
        assert_eq!(lines(&read(format, &damaged).unwrap()), lines(&mail(format, name)), "{name}");
    }
}

#[test]
fn a_mail_cut_anywhere_gives_whole_values_or_an_error() {
    // Only a whole table tells which parameter was varied, or which commit runs are of.
    for (format, name) in MAILS.into_iter().filter(|(format, _)| !["table", "will-it-scale"].contains(format))
    {
        let (whole, all) = (text(name), lines(&mail(format, name)));
        for end in (0..whole.len()).step_by(11).filter(|end| whole.is_char_boundary(*end)) {
            let Ok(cut) = read(format, &whole[..end]) else { continue };
            let other = lines(&cut).into_iter().find(|line| !all.contains(line));
            assert_eq!(other, None, "{format} of {name} cut at byte {end}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_damage_panics_a_reader(
        at in 0..MAILS.len(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..60, "[ -~\n\t=>|µ\u{a0}]{0,8}"), 0..6),
    ) {
        let mut damaged: Vec<char> = text(MAILS[at].1).chars().collect();
        for (place, length, with) in cuts {
            let start = place.index(damaged.len() + 1);
            damaged.splice(start..(start + length).min(damaged.len()), with.chars());
        }
        let damaged: String = damaged.into_iter().collect();
        let columns = "Kernel:label,Thr=threads:case,Rate:MiB/s:higher,Avg:ms".parse().ok();
        for hints in [Hints { runs: Some(3), columns: None }, Hints { runs: None, columns }] {
            for format in READERS.iter().map(|reader| reader.name).chain([AUTO]) {
                let _ = read_plain(format, &Plain::of(&damaged), &hints);
            }
        }
        for reader in READERS {
            let _ = (reader.read)(&damaged);
        }
    }

    #[test]
    fn no_text_panics_what_undoes_mails(text in "[ -~\n\r\t=>&;µ\u{a0}\u{1b}]{0,200}") {
        let plain = Plain::of(&text);
        prop_assert!(plain.line(plain.text.lines().count()) <= text.lines().count());
    }
}

#[test]
fn lines_are_numbered_as_in_the_mail() {
    let table = "Kernel =3D\nlong =\nline =\ngoes on\nio_load:\nKernel Time CPU% Ratio\n2.5.40 100.0 60\n";
    assert!(error("contest", table).starts_with("line 7: "));
    let mail = quoted_printable(&text("mails/m14-kernbench-sdet-percent-of-first.txt"));
    let soft = quoted_printable(&"long ".repeat(30));
    let moved = read(AUTO, &format!("{soft}a =3D b =3D c\n{mail}")).unwrap_err().to_string();
    assert!(moved.contains("kernbench (line 6: ") && moved.contains("sdet (line 17: "), "{moved}");
    let odd = quoted_printable(&text("table/cfq-latency-mail.txt").replace("104.8", "105.0"));
    let at = 1 + odd.lines().position(|line| line.contains("105.0")).unwrap();
    let remark =
        read(AUTO, &odd).unwrap().remarks.into_iter().find(|remark| remark.text.contains("not the samples'"));
    // The row begins on the line above the one that its average was broken into.
    assert!(remark.is_some_and(|remark| remark.line == at || remark.line + 1 == at));
}

#[test]
fn json_that_a_mail_quotes_is_read() {
    for (format, name) in [("fio", "fio/randread-qd4.json"), ("hyperfine", "hyperfine/three-commands.json")] {
        let whole = text(name);
        let quoted = format!("Here it is:\n\n{}", each(&whole, |line| format!("> {line}")));
        let quoted = if format == "fio" { quoted } else { quoted.replace("Here it is:\n\n", "") };
        assert_eq!(lines(&read(AUTO, &quoted).unwrap()), lines(&read(format, &whole).unwrap()), "{name}");
    }
}

#[test]
fn a_run_in_the_wire_form_keeps_its_source_and_may_be_quoted() {
    let run = r#"{"schema": "runoff/1", "box": "b", "benchmark": "x", "label": "l", "results": [{"case": {}, "metric": "m", "unit": "s", "samples": [1]}], "sources": [{"name": "o", "text": "a=3Db =3D &gt; c\n"}]}"#;
    let runs = |text: String| {
        let source = Source { name: "run.json".to_owned(), bytes: text.into_bytes().into() };
        runs_from_output(AUTO, &source, None::<&Declaration>).unwrap().runs
    };
    let whole = runs(run.to_owned());
    assert_eq!(whole[0].sources[0].bytes[..], b"a=3Db =3D &gt; c\n"[..]);
    assert_eq!(
        runs(format!(
            "> {}\n",
            run.replace(", \"results", ",\n> \"results").replace("=3D", "").replace("&gt;", "")
        ))[0]
            .label,
        whole[0].label
    );
}
