//! A page of each kind, with the numbers of two mails of the time.

use benchdata::compare::{Selection, Subject, compare as set_against};
use benchdata::comparison::{ComparisonTable, Layout, Request};
use benchdata::key::RunKey;
use benchdata::name::{Key, Name};
use benchdata::readers::{glossary, runs_from_output};
use benchdata::reading::Declaration;
use benchdata::run::Run;
use benchdata::source::Source;
use benchdata::wire::runs_from_json;

use super::*;

pub(super) fn pairs<const N: usize>(texts: [(&str, &str); N]) -> Vec<(String, String)> {
    texts.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec()
}

pub(super) fn frame(place: Place) -> Frame {
    Frame { place, signed_in: None, origin: "https://runoff.example".to_owned() }
}

pub(super) fn moment(date: &str, time: &str) -> Moment {
    Moment { iso: format!("{date}T{time}:00Z"), text: format!("{date} {time}") }
}

pub(super) fn table(runs: Vec<Run>, layout: Layout) -> ComparisonTable {
    asked(runs, &Request { layout, ..Request::default() })
}

pub(super) fn asked(runs: Vec<Run>, request: &Request) -> ComparisonTable {
    let subjects = runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }).collect();
    set_against(&[Selection { q: String::new(), subjects }], request, glossary).unwrap()
}

/// The two kernels of the tiobench mail, one run each.
fn tiobench() -> Vec<Run> {
    let bytes = include_bytes!("../../../demo/tiobench-2.5.60-mail.txt").to_vec();
    let declared = Declaration::on(Name::new("bigbox").unwrap());
    let source = Source { name: "mail".to_owned(), bytes: bytes.into() };
    runs_from_output("tiobench", &source, Some(&declared)).unwrap().runs
}

/// dss on queues with and without rq_affinity, five runs each; the last row turned round
/// to show a loss.
pub(super) fn dss() -> Vec<Run> {
    // mbrs, nrdrs, then mean and standard deviation of each level.
    let rows = [
        ("32", "64", [(31.50, 1.456_108), (29.59, 0.325_469)]),
        ("64", "64", [(30.74, 0.255_441), (29.65, 0.187_216)]),
        ("32", "256", [(33.70, 0.548_151), (33.36, 0.257_158)]),
        ("64", "256", [(33.13, 0.088_034), (34.04, 0.518_816)]),
    ];
    let run = |level: usize| {
        let results: Vec<String> = rows
            .iter()
            .map(|(mbrs, nrdrs, levels)| {
                let (mean, stddev) = levels[level];
                let case = format!(r#"{{"mbrs":"{mbrs}","nrdrs":"{nrdrs}"}}"#);
                let summary = format!(r#"{{"n":5,"mean":{mean},"stddev":{stddev}}}"#);
                format!(
                    r#"{{"case":{case},"metric":"elapsed","unit":"s","better":"lower","summary":{summary}}}"#
                )
            })
            .collect();
        let json = format!(
            r#"{{"schema":"runoff/1","box":"san-8way","benchmark":"dss","label":"2.6.27","factors":{{"rq_affinity":"{level}"}},
                "environment":{{"block.sdb.rq_affinity":"{level}"}},"results":[{}]}}"#,
            results.join(",")
        );
        runs_from_json(json.as_bytes()).unwrap().remove(0)
    };
    vec![run(0), run(1)]
}

pub(super) fn run_lines() -> Vec<RunLine> {
    let line = |id: &str, benchmark: &str, box_name: &str, label: &str, factors, started, results| RunLine {
        id: id.to_owned(),
        box_name: box_name.to_owned(),
        benchmark: benchmark.to_owned(),
        label: label.to_owned(),
        factors,
        started,
        results,
        withdrawn: box_name == "bigbox" && label == "2.5.60-mm2",
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
        fields: FormFields::default(),
        said: Some("Stored 2 runs.".to_owned()),
        runs: run_lines(),
        shown: "5 runs".to_owned(),
        first: Some("/runs".to_owned()),
        next: Some("/runs?after=e07c5518ab94f3d2".to_owned()),
        narrowing: Narrowing {
            terms: pairs([("box:bigbox|san-8way", "/runs?")]),
            keys: vec![FacetView {
                key: "box".to_owned(),
                values: vec![FacetValue {
                    value: "<script>alert(1)</script>".to_owned(),
                    runs: 1,
                    url: "/runs?q=box:x".to_owned(),
                }],
                more: 3,
            }],
            is_cut: true,
        },
        sorts: vec![("newest first", None), ("by label", Some("/runs?sort=label".to_owned()))],
    }
}

pub(super) fn run() -> RunPage {
    run_of(&table(tiobench().split_off(1), Layout::Metrics))
}

/// The page of a run that measured this.
pub(super) fn run_of(results: &ComparisonTable) -> RunPage {
    let grid = GridView::of_run(results).part(1, "?");
    RunPage {
        frame: frame(Place::Runs),
        run: run_lines().swap_remove(2),
        said: Some("Stored 1 run.".to_owned()),
        note: Some("Second boot, page cache dropped before.".to_owned()),
        others: "benchmark:tiobench box:bigbox".to_owned(),
        details: GridView::details_of_run(results),
        notes: notes(results, &[&grid.grid]),
        grid,
        environment: pairs([
            ("kernel.release", "2.5.60-mm2-ant"),
            ("kernel.cmdline", "root=/dev/hda2 elevator=as console=ttyS0,115200 profile=2"),
            ("block.hda.scheduler", "as"),
            ("fs.type", "ext3"),
        ]),
        sources: vec![SourceLine { name: "tiobench.out".to_owned(), length: 5222 }],
        stored: moment("2003-02-14", "08:01"),
        token: "bigbox".to_owned(),
        corrections: vec![
            correction("label", Some("2.5.60-mm2"), Some("2.5.60-mm2-ant")),
            correction("note", None, Some("<b>")),
        ],
        sign_in: None,
        form: Some(CorrectionForm {
            label: "2.5.60-mm2-ant".to_owned(),
            box_name: "bigbox".to_owned(),
            factors: "elevator=as".to_owned(),
            note: "\"><b>".to_owned(),
            reason: String::new(),
            seen: 2,
            problem: Some(problem()),
        }),
    }
}

fn correction(field: &str, old: Option<&str>, new: Option<&str>) -> CorrectionLine {
    CorrectionLine {
        field: field.to_owned(),
        old: old.map(str::to_owned),
        new: new.map(str::to_owned),
        reason: "The kernel had booted with elevator=as.".to_owned(),
        made_by: "nick".to_owned(),
        made: moment("2003-02-15", "10:00"),
    }
}

pub(super) fn compare() -> Compare {
    let comparison = Comparison::new(table(dss(), Layout::Delta), "/compare", "?q=benchmark:dss")
        .on_its_page("?q=benchmark:dss", 1);
    let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    let choices = Choices {
        fields: FormFields::of(&comparison.table.request),
        guessed: comparison.table.request.clone(),
        sides: names(["0", "1"]),
        keys: names(["label", "rq_affinity"]),
        metrics: vec!["elapsed".to_owned()],
        ..Choices::default()
    };
    Compare { frame: frame(Place::Compare), choices, history: None, comparison: Some(comparison) }
}

/// The page of the first row that a comparison's page leads to in a layout.
pub(super) fn row(layout: Layout) -> RowPage {
    let by = vec![RunKey::Named(Key::new("rq_affinity").unwrap())];
    let compared = asked(dss(), &Request { by, layout, ..Request::default() });
    let comparison = Comparison::new(compared, "/compare", "?q=benchmark:dss");
    let page = comparison.on_its_page("?q=benchmark:dss", 1);
    let section = &page.grid.grid.sections[0];
    let lead = page.grid.lead_of(section, &section.rows[0]).unwrap();
    let id = lead.strip_prefix("?q=benchmark:dss&row=").unwrap();
    let whole = "/compare?q=benchmark:dss".to_owned();
    RowPage::of(&page.table, id, frame(Place::Compare), whole).unwrap()
}

pub(super) fn snapshot() -> Snapshot {
    let table = table(tiobench(), Layout::Delta);
    Snapshot {
        frame: Frame { signed_in: Some("bigbox".to_owned()), ..frame(Place::Compare) },
        title: benchdata::table::title(&table),
        note: Some("<b>As mailed.".to_owned()),
        since: vec!["run 2f8e6b1d05c7a944 withdrawn by <b> on 2003-02-15: wrong disk".to_owned()],
        hash: "d41c7be20f93".to_owned(),
        full_hash: "d41c7be20f93d41c7be20f93".to_owned(),
        made: moment("2003-02-14", "08:12"),
        made_by: "nick".to_owned(),
        today: "/compare?q=benchmark:tiobench&by=label".to_owned(),
        corrected: Some("/compare?q=benchmark:tiobench&by=label".to_owned()),
        has_baseline_today: true,
        lost: None,
        said: Some("This was frozen before, by <b>.".to_owned()),
        text: Some(benchdata::table::text::render(&table, None, benchdata::table::text::Charset::Ascii)),
        comparison: Comparison::new(table, "/c/d41c7be20f93", "").on_its_page("", 1),
    }
}

pub(super) fn upload() -> Upload {
    let part = |text: &str, metric: Option<&str>| LinePart {
        text: text.to_owned(),
        metric: metric.map(str::to_owned),
    };
    let line = PreviewLine {
        number: 3,
        parts: vec![part("real <b>", None), part("31.50", Some("elapsed"))],
        remarks: vec!["the <b> is left out".to_owned()],
    };
    let words = |word: &str| {
        let [label, factors, started, note] = [(); 4].map(|()| word.to_owned());
        RunWords { label, factors, started, note }
    };
    let run = PreviewRun {
        label: "<b>".to_owned(),
        benchmark: "time".to_owned(),
        factors: pairs([("elevator", "as")]),
        results: 1,
        fields: Some(RunFields { read: words(""), wanted: words("</textarea><b>") }),
        grid: Some(GridView::from(&table(tiobench().split_off(1), Layout::Metrics))),
    };
    Upload {
        frame: Frame { signed_in: Some("bigbox".to_owned()), ..frame(Place::Upload) },
        formats: vec!["auto", "time"],
        form: UploadForm {
            text: "</textarea><b>".to_owned(),
            format: "time".to_owned(),
            ..UploadForm::default()
        },
        problem: None,
        said: None,
        preview: Some(Preview {
            runs: vec![run],
            remarks: vec!["<b>".to_owned()],
            lines: vec![line],
            more: 7,
        }),
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
        whole: Some(Offer { text: "The whole comparison".to_owned(), url: "/compare?q=\"><b>".to_owned() }),
    }
}
