//! A page of each kind, with the numbers of two mails of the time.

use super::*;

/// dss on queues with and without rq_affinity, five runs each; the last row turned round
/// to show a loss.
const DSS: &str = "\
mbrs=32|64|31.50 ± 1.81|29.59 ± 0.40|+6.06 %|+0.41 … +11.10|0.0410|better
mbrs=32|128|28.48 ± 0.60|27.88 ± 0.45|+2.11 %|−0.10 … +4.24|0.0583|not shown
mbrs=32|256|33.70 ± 0.68|33.36 ± 0.32|+1.01 %|−1.00 … +2.95|0.2584|not shown
mbrs=64|64|30.74 ± 0.32|29.65 ± 0.23|+3.55 %|+2.49 … +4.59|0.0001|better
mbrs=64|128|28.79 ± 0.60|27.96 ± 0.28|+2.88 %|+0.84 … +4.85|0.0145|better
mbrs=64|256|33.13 ± 0.11|34.04 ± 0.64|−2.75 %|−4.68 … −0.82|0.0162|worse";

/// tiobench on two kernels, one run each.
const TIOBENCH: &str = "\
Sequential reads|1|rate, MiB/s|21.23|42.07|+98.2 %|too few runs
Sequential reads||latency.avg, ms|0.183|0.092|+49.7 %|too few runs
Sequential reads||latency.max, ms|111.66|57.22|+48.8 %|too few runs
Sequential reads|2|rate, MiB/s|7.33|22.84|+211.6 %|too few runs
Sequential reads||latency.avg, ms|1.061|0.332|+68.7 %|too few runs
Sequential reads||latency.max, ms|196.42|308.44|−57.0 %|too few runs
Sequential reads|4|rate, MiB/s|5.39|17.40|+222.8 %|too few runs
Sequential reads||latency.avg, ms|2.874|0.873|+69.6 %|too few runs
Sequential reads||latency.max, ms|275.79|695.78|−152.3 %|too few runs
Sequential reads|8|rate, MiB/s|4.45|11.62|+161.1 %|too few runs
Sequential reads||latency.avg, ms|6.846|2.484|+63.7 %|too few runs
Sequential reads||latency.max, ms|1008.67|1334.89|−32.3 %|too few runs
Random reads|1|rate, MiB/s|0.75|0.71|−5.3 %|too few runs
Random reads||latency.avg, ms|5.190|5.522|−6.4 %|too few runs
Random reads||latency.max, ms|57.26|62.66|−9.4 %|too few runs
Random reads|2|rate, MiB/s|0.62|0.63|+1.6 %|too few runs
Random reads||latency.avg, ms|12.433|12.137|+2.4 %|too few runs
Random reads||latency.max, ms|122.61|274.13|−123.6 %|too few runs
Random reads|4|rate, MiB/s|0.54|0.58|+7.4 %|too few runs
Random reads||latency.avg, ms|28.542|24.428|+14.4 %|too few runs
Random reads||latency.max, ms|534.94|282.18|+47.3 %|too few runs
Random reads|8|rate, MiB/s|0.49|0.63|+28.6 %|too few runs
Random reads||latency.avg, ms|58.520|41.976|+28.3 %|too few runs
Random reads||latency.max, ms|941.25|596.08|+36.7 %|too few runs";

/// tiobench on 2.5.60-mm2-ant.
const RUN: &str = "\
Sequential reads|1|42.07|17.81|0.092|57.22|0.00000|0.00000|236
Sequential reads|2|22.84|12.08|0.332|308.44|0.00000|0.00000|189
Sequential reads|4|17.40|9.298|0.873|695.78|0.00000|0.00000|187
Sequential reads|8|11.62|6.064|2.484|1334.89|0.00000|0.00000|192
Random reads|1|0.71|0.742|5.522|62.66|0.00000|0.00000|95
Random reads|2|0.63|0.574|12.137|274.13|0.00000|0.00000|109
Random reads|4|0.58|0.548|24.428|282.18|0.00000|0.00000|106
Random reads|8|0.63|0.549|41.976|596.08|0.00000|0.00000|115";

fn own<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

fn pairs<const N: usize>(texts: [(&str, &str); N]) -> Vec<(String, String)> {
    texts.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec()
}

pub(super) fn frame(place: Place) -> Frame {
    Frame { place, signed_in: None, origin: "https://runoff.example".to_owned() }
}

fn moment(date: &str, time: &str) -> Moment {
    Moment { iso: format!("{date}T{time}:00Z"), text: format!("{date} {time}") }
}

fn cell(text: &str, column: usize, headings: usize, verdict: &str) -> Cell {
    let decided = text == verdict || text.ends_with(" %");
    let tone = match verdict {
        _ if text == "-" => Tone::Missing,
        "better" if decided => Tone::Better,
        "worse" if decided => Tone::Worse,
        _ => Tone::Plain,
    };
    let number = text.starts_with(|c: char| c.is_ascii_digit() || "+−-".contains(c));
    let align = if number { Align::Right } else { Align::Left };
    Cell { text: text.to_owned(), align, tone, is_heading: column < headings }
}

/// Lines of fields, the first of them the section's title, the next `headings` the row's.
fn grid(caption: &str, columns: &[(&str, &str)], headings: usize, lines: &str) -> Grid {
    let mut sections: Vec<Section> = Vec::new();
    for line in lines.lines() {
        let (title, fields) = line.split_once('|').unwrap();
        if sections.last().is_none_or(|section| section.title != title) {
            sections.push(Section { title: title.to_owned(), rows: Vec::new() });
        }
        let (_, verdict) = fields.rsplit_once('|').unwrap();
        let cells =
            fields.split('|').enumerate().map(|(at, text)| cell(text, at, headings, verdict)).collect();
        let starts_group = headings > 1 && !fields.starts_with('|');
        sections.last_mut().unwrap().rows.push(Row { cells, starts_group });
    }
    let first = &sections[0].rows[0].cells;
    let headings = columns.iter().zip(first).map(|((text, unit), cell)| Heading {
        text: (*text).to_owned(),
        unit: (*unit).to_owned(),
        align: cell.align,
    });
    Grid { caption: caption.to_owned(), headings: headings.collect(), sections }
}

pub(super) fn meanings() -> Vec<(String, String)> {
    pairs([
        ("rate", "MiB read or written per second; higher is better"),
        ("latency.avg", "mean time of a request; lower is better"),
        ("latency.max", "longest time of a request; lower is better"),
    ])
}

fn run_lines() -> Vec<RunLine> {
    let line = |id: &str, benchmark: &str, box_name: &str, label: &str, factors, started, results| RunLine {
        id: id.to_owned(),
        box_name: box_name.to_owned(),
        benchmark: benchmark.to_owned(),
        label: label.to_owned(),
        factors,
        started,
        results,
    };
    let rq = |level| pairs([("rq_affinity", level), ("fifo_batch", "16")]);
    vec![
        line(
            "7b1f02c94d8e6a35",
            "dss",
            "san-8way",
            "rq-affinity",
            rq("1"),
            Some(moment("2008-08-11", "14:20")),
            12,
        ),
        line(
            "c40d9a7716be0283",
            "dss",
            "san-8way",
            "rq-affinity",
            rq("0"),
            Some(moment("2008-08-11", "13:05")),
            12,
        ),
        line("2f8e6b1d05c7a944", "tiobench", "bigbox", "2.5.60-mm2-ant", vec![], None, 112),
        line("91a3d7c08e5f2b66", "tiobench", "bigbox", "2.5.60-mm2", vec![], None, 112),
        line(
            "e07c5518ab94f3d2",
            "contest",
            "<script>alert(1)</script>",
            "2539mm1fb16",
            pairs([("fifo_batch", "16")]),
            Some(moment("2002-10-02", "09:41")),
            3,
        ),
    ]
}

pub(super) fn home() -> Home {
    let line =
        |hash: &str, title: &str, made| SnapshotLine { hash: hash.to_owned(), title: title.to_owned(), made };
    Home {
        frame: frame(Place::Elsewhere),
        runs: run_lines(),
        snapshots: vec![
            line(
                "d41c7be20f93",
                "tiobench: 2.5.60-mm2-ant against 2.5.60-mm2",
                moment("2003-02-14", "08:12"),
            ),
            line("5ac08e77b1d6", "dss: rq_affinity=1 against rq_affinity=0", moment("2008-08-12", "07:30")),
        ],
    }
}

pub(super) fn runs() -> Runs {
    Runs {
        frame: frame(Place::Runs),
        q: "box:bigbox|san-8way".to_owned(),
        problem: None,
        runs: run_lines(),
        shown: "Runs 51 to 55 of 214".to_owned(),
        newer: Some("/runs?after=7b1f02c94d8e6a35".to_owned()),
        older: Some("/runs?before=e07c5518ab94f3d2".to_owned()),
    }
}

pub(super) fn run() -> RunPage {
    let columns = [
        ("threads", ""),
        ("rate", "MiB/s"),
        ("cpu", "%"),
        ("latency.avg", "ms"),
        ("latency.max", "ms"),
        ("over_2s", "%"),
        ("over_10s", "%"),
        ("cpu_efficiency", ""),
    ];
    RunPage {
        frame: frame(Place::Runs),
        run: run_lines().swap_remove(2),
        note: Some("Second boot, page cache dropped before.".to_owned()),
        others: "/runs?q=benchmark:tiobench+box:bigbox".to_owned(),
        grid: grid("Results of tiobench by case", &columns, 1, RUN),
        meanings: meanings(),
        environment: pairs([
            ("kernel.release", "2.5.60-mm2-ant"),
            ("kernel.cmdline", "root=/dev/hda2 elevator=as console=ttyS0,115200 profile=2"),
            ("block.hda.scheduler", "as"),
            ("fs.type", "ext3"),
        ]),
        sources: vec![SourceLine { name: "tiobench.out".to_owned(), size: "5.1 KiB".to_owned() }],
        stored: moment("2003-02-14", "08:01"),
        token: "bigbox".to_owned(),
        content_id: "2f8e6b1d05c7a944d1be3307c4f5a8920e6b7714aa3dfc5180c92e4b7d6f0153".to_owned(),
    }
}

fn dss() -> Comparison {
    let columns = [
        ("nrdrs", ""),
        ("rq_affinity=0", "s"),
        ("rq_affinity=1", "s"),
        ("Improvement", ""),
        ("95 % interval", "%"),
        ("p", ""),
        ("Verdict", ""),
    ];
    Comparison {
        headline:
            "rq_affinity=1 against rq_affinity=0: better in 3 of 6 rows, by up to 6.06 %, worse in one."
                .to_owned(),
        warnings: own(["5 v 5 runs cannot be told from drift: every run of rq_affinity=0 came first."]),
        grid: grid("dss: elapsed, lower is better", &columns, 1, DSS),
        meanings: pairs([("elapsed", "wall time of the whole job; lower is better")]),
        sides: vec![
            Side {
                name: "rq_affinity=0".to_owned(),
                runs: own(["c40d9a7716be0283", "0b7712e9c5d84fa1", "33ce81f06d2a97b5"]),
            },
            Side {
                name: "rq_affinity=1".to_owned(),
                runs: own(["7b1f02c94d8e6a35", "f5a60c3b82d1974e", "6e90d47a1bc3f258"]),
            },
        ],
        differences: vec![("block.sdb.rq_affinity".to_owned(), own(["0", "1"]))],
        exports: exports("/compare"),
    }
}

fn exports(path: &str) -> Vec<(&'static str, String)> {
    ["txt", "md", "csv", "json"].map(|form| (form, format!("{path}.{form}"))).to_vec()
}

pub(super) fn compare() -> Compare {
    let choices = Choices {
        q: "benchmark:dss box:san-8way".to_owned(),
        by: "rq_affinity".to_owned(),
        base: "0".to_owned(),
        layout: "delta".to_owned(),
        layouts: own(["delta", "summary", "metrics"]),
        sides: own(["0", "1"]),
        keys: own(["label", "box", "rq_affinity", "fifo_batch", "mbrs", "nrdrs"]),
        metrics: own(["elapsed"]),
        ..Choices::default()
    };
    Compare { frame: frame(Place::Compare), choices, problem: None, comparison: Some(dss()) }
}

pub(super) fn snapshot() -> Snapshot {
    let columns = [
        ("threads", ""),
        ("metric", ""),
        ("2.5.60-mm2", ""),
        ("2.5.60-mm2-ant", ""),
        ("Improvement", ""),
        ("Verdict", ""),
    ];
    let comparison = Comparison {
        headline: "2.5.60-mm2-ant against 2.5.60-mm2: no verdict, each side has one run.".to_owned(),
        warnings: vec![],
        grid: grid("tiobench by test and threads", &columns, 2, TIOBENCH),
        meanings: meanings(),
        sides: vec![
            Side { name: "2.5.60-mm2".to_owned(), runs: own(["91a3d7c08e5f2b66"]) },
            Side { name: "2.5.60-mm2-ant".to_owned(), runs: own(["2f8e6b1d05c7a944"]) },
        ],
        differences: vec![],
        exports: exports("/c/d41c7be20f93"),
    };
    Snapshot {
        frame: Frame { signed_in: Some("bigbox".to_owned()), ..frame(Place::Compare) },
        title: "tiobench: 2.5.60-mm2-ant against 2.5.60-mm2".to_owned(),
        hash: "d41c7be20f93".to_owned(),
        made: moment("2003-02-14", "08:12"),
        live: "/compare?q=benchmark:tiobench&by=label".to_owned(),
        comparison,
        text: "https://runoff.example/c/d41c7be20f93\n\nSequential reads, rate, MiB/s\n  threads  2.5.60-mm2  2.5.60-mm2-ant\n        4        5.39           17.40  +222.8 %\n".to_owned(),
    }
}

pub(super) fn problem() -> Problem {
    Problem {
        what: "At character 13: expected key:value, such as label:2.5.60*, found tiobench".to_owned(),
        pointed: "box:bigbox  tiobench -elevator:noop\n            ^^^^^^^^".to_owned(),
        help: "Write benchmark:tiobench.".to_owned(),
    }
}

pub(super) fn sign_in() -> SignIn {
    let what = "No such token, or it was revoked.".to_owned();
    let problem = Problem { what, pointed: String::new(), help: String::new() };
    SignIn { frame: frame(Place::SignIn), next: "/compare?q=\"><b>".to_owned(), problem: Some(problem) }
}

pub(super) fn failure() -> Failure {
    Failure {
        frame: frame(Place::Elsewhere),
        title: "This query cannot be read".to_owned(),
        problem: problem(),
    }
}
