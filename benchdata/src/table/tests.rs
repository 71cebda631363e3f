use super::text::Charset;
use super::*;
use crate::compare::{Selection, Subject, compare};
use crate::comparison::Request;
use crate::metric::{Better, MetricInfo};
use crate::wire::runs_from_json;

const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "rate",
        unit: "MiB/s",
        better: Some(Better::Higher),
        meaning: "megabytes moved in a second",
        headline: true,
        decimals: Some(2),
    },
    MetricInfo {
        name: "cpu",
        unit: "%",
        better: None,
        meaning: "CPU used during the test",
        headline: false,
        decimals: None,
    },
];

/// Two sides of the tiobench mail of February 2003, two of its cases.
fn table(layout: Layout) -> ComparisonTable {
    let side = |label: &str, values: [f64; 6]| {
        let result = |test: &str, metric: &str, unit: &str, better: &str, value: f64| {
            format!(
                r#"{{"case":{{"test":"{test}","threads":"4","block_size":"4096"}},"metric":"{metric}","unit":"{unit}"{better},"samples":[{value}]}}"#
            )
        };
        let higher = r#","better":"higher""#;
        let lower = r#","better":"lower""#;
        let results: Vec<String> = ["Sequential reads", "Random reads"]
            .iter()
            .zip(values.chunks(3))
            .flat_map(|(test, v)| {
                [
                    result(test, "rate", "MiB/s", higher, v[0]),
                    result(test, "cpu", "%", "", v[1]),
                    result(test, "latency_max", "ms", lower, v[2]),
                ]
            })
            .collect();
        let json = format!(
            r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"tiobench","label":"{label}","results":[{}]}}"#,
            results.join(",")
        );
        let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    };
    let subjects = vec![
        side("2.5.60-mm2", [5.39, 2.593, 275.79, 0.54, 0.524, 534.94]),
        side("2.5.60-mm2-ant", [17.40, 9.298, 695.78, 0.58, 0.548, 282.18]),
    ];
    let request = Request { layout, ..Request::default() };
    compare(&[Selection { q: String::new(), subjects }], &request, |_| METRICS).unwrap()
}

fn text(layout: Layout) -> String {
    text::render(
        &table(layout),
        Some(Link::Live { url: "http://127.0.0.1:7878/compare?q=benchmark:tiobench" }),
        Charset::Ascii,
    )
}

/// The lines of a text between the first that holds `from` and the next empty one.
fn part<'a>(text: &'a str, from: &str) -> Vec<&'a str> {
    text.lines().skip_while(|line| !line.contains(from)).take_while(|line| !line.is_empty()).collect()
}

#[test]
fn delta_as_text() {
    let text = text(Layout::Delta);
    assert!(
        text.starts_with(
            "tiobench: 2.5.60-mm2 (baseline) v 2.5.60-mm2-ant\n\nrate, MiB/s, higher is better\n"
        )
    );
    let rate = [
        "rate, MiB/s, higher is better",
        "                  2.5.60-mm2  2.5.60-mm2-ant",
        "test                    mean   mean  improvement  verdict",
        "----------------  ----------  -----  -----------  ------------",
        "Random reads            0.54   0.58      +7.41 %  too few runs",
        "Sequential reads        5.39  17.40     +222.8 %  too few runs",
    ];
    assert_eq!(part(&text, "rate, MiB/s"), rate);
    assert_eq!(
        part(&text, "cpu, %")[4..],
        [
            "Random reads           0.524  0.548    (+4.58 %)  no direction",
            "Sequential reads       2.593  9.298   (+258.6 %)  no direction",
        ]
    );
    assert_eq!(
        part(&text, "latency_max, ms")[5],
        "Sequential reads      275.79  695.78     -152.3 %  too few runs"
    );
    let footer = [
        "Live, it changes as runs arrive:",
        "http://127.0.0.1:7878/compare?q=benchmark:tiobench",
        "Query: every run",
        "Runs:",
        "  2.5.60-mm2: 1 run",
        "  2.5.60-mm2-ant: 1 run",
        "In every row:",
        "  block_size=4096",
        "  threads=4",
        "Improvement by the geometric mean of ratios:",
        "  rate: 2.5.60-mm2-ant +86.2 % (2 of 2 rows)",
        "  latency_max: 2.5.60-mm2-ant -15.4 % (2 of 2 rows)",
        "Metrics:",
        "  rate: megabytes moved in a second; higher is better",
        "  cpu: CPU used during the test; no direction, so changes stand in parentheses",
        "  latency_max: lower is better",
        "Warnings:",
        "  every side has a single run: changes are shown, but without repeats there is",
        "    no verdict",
    ];
    assert_eq!(part(&text, "Live"), footer);
}

#[test]
fn metrics_as_text() {
    let rows = [
        "                                   rate           cpu  latency_max",
        "test              side            MiB/s  ratio      %           ms",
        "----------------  --------------  -----  -----  -----  -----------",
        "Random reads      2.5.60-mm2       0.54  1.000  0.524       534.94",
        "Random reads      2.5.60-mm2-ant   0.58  1.074  0.548       282.18",
        "Sequential reads  2.5.60-mm2       5.39  1.000  2.593       275.79",
        "Sequential reads  2.5.60-mm2-ant  17.40  3.228  9.298       695.78",
    ];
    assert_eq!(part(&text(Layout::Metrics), " rate "), rows);
}

#[test]
fn summary_is_cut_in_parts_that_repeat_the_keys() {
    let text = text(Layout::Summary);
    assert_eq!(
        part(&text, "rate, MiB/s")[6],
        "Sequential reads  2.5.60-mm2-ant  1  17.40  17.40  17.40        -     +222.8 %"
    );
    assert!(text.contains("\nSequential reads  2.5.60-mm2-ant  too few runs\n"), "{text}");
}

#[test]
fn markdown_cannot_be_broken_out_of() {
    let mut table = table(Layout::Delta);
    table.sides[1].name = "<b>|x_y*".into();
    let text = markdown::render(&table, None);
    assert!(text.contains(r"| test | 2.5.60-mm2 mean | &lt;b>\|x\_y\* mean |"), "{text}");
    assert!(text.contains("| --- | ---: | ---: | ---: | --- |"));
    assert!(text.contains("| Sequential reads | 5.39 | 17.40 | +222.8 % | too few runs |"), "{text}");
}

#[test]
fn csv_has_full_precision_and_no_formulas() {
    let mut table = table(Layout::Metrics);
    table.sides[1].name = "=1+1".into();
    let text = String::from_utf8(csv::render(&table).unwrap()).unwrap();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "test,side,rate MiB/s,rate n,rate ratio,cpu %,cpu n,latency_max ms,latency_max n",
            "Random reads,2.5.60-mm2,0.54,1,1,0.524,1,534.94,1",
            "Random reads,'=1+1,0.58,1,1.074074074074074,0.548,1,282.18,1",
            "Sequential reads,2.5.60-mm2,5.39,1,1,2.593,1,275.79,1",
            "Sequential reads,'=1+1,17.4,1,3.228200371057514,9.298,1,695.78,1",
        ]
    );
    let delta = String::from_utf8(csv::render(&self::table(Layout::Delta)).unwrap()).unwrap();
    let lines: Vec<&str> = delta.lines().collect();
    assert_eq!(lines[0], "metric,unit,better,test,side,mean,n,improvement,change,verdict");
    let latency = "latency_max,ms,lower is better,Sequential reads,";
    assert_eq!(lines[11], format!("{latency}2.5.60-mm2,275.79,1,,,-"));
    let change = "-1.522861597592371,1.522861597592371";
    assert_eq!(lines[12], format!("{latency}2.5.60-mm2-ant,695.78,1,{change},too few runs"));
    let cpu = "cpu,%,no direction,Random reads,2.5.60-mm2-ant,0.548,1,,0.04580152671755733,no direction";
    assert_eq!(lines[6], cpu);
}

#[test]
fn no_line_is_over_78_columns_whatever_things_are_called() {
    for name in [
        "a-label-without-any-place-to-break-it-and-much-too-long-for-a-mail",
        "各行は七十八桁以内に収まる",
        "x",
    ] {
        for layout in Layout::ALL {
            let mut table = table(layout);
            table.sides[1].name = format!("{name}-{name}");
            for row in &mut table.rows {
                row.keys = vec![Some(name.to_owned()); 30];
                row.metric = format!("{name}{name}{name}");
                row.unit = format!("{name}/{name}");
                row.cells[0].as_mut().unwrap().summary.mean = 1e-300;
                row.cells[0].as_mut().unwrap().decimals = 301;
            }
            table.keys = (0..30).map(|at| format!("{name}{at}")).collect();
            for line in text::render(&table, None, Charset::Ascii).lines() {
                let width = unicode_width::UnicodeWidthStr::width(line);
                assert!(width <= text::WIDTH, "{width} columns: {line}");
            }
        }
    }
}

#[test]
fn a_snapshot_is_named_by_the_hash_of_its_json() {
    let snapshot = crate::snapshot::Snapshot::of(&table(Layout::Delta)).unwrap();
    assert_eq!(snapshot.hash, blake3::hash(&snapshot.json).to_hex().to_string());
    assert!(snapshot.hash.starts_with(snapshot.short()));
    let again: ComparisonTable = serde_json::from_slice(&snapshot.json).unwrap();
    assert_eq!(crate::snapshot::Snapshot::of(&again).unwrap(), snapshot);
}

#[test]
fn the_headline_counts_and_does_not_judge_without_repeats() {
    let expected = "2.5.60-mm2-ant against 2.5.60-mm2: no verdict on 6 rows: 4 too few runs, \
                    2 no direction; 3 changes for the better, 1 for the worse; \
                    improvement by the geometric mean: rate +86.2 % (2 of 2 rows), \
                    latency_max -15.4 % (2 of 2 rows)";
    assert_eq!(headline(&table(Layout::Delta)), expected);
}

#[test]
fn the_headline_of_many_sides_is_still_a_sentence() {
    let mut table = table(Layout::Delta);
    for copy in 1..4 {
        let name = format!("2.5.60-mm2-ant{copy}");
        table.sides.push(crate::comparison::Side { name, ..table.sides[1].clone() });
        table.rows.iter_mut().for_each(|row| row.cells.push(row.cells[1].clone()));
        table.mean_ratios.iter_mut().for_each(|of| of.sides.push(of.sides[1]));
    }
    let expected = "4 sides against 2.5.60-mm2: no verdict on 24 comparisons: 16 too few runs, \
                    8 no direction; 12 changes for the better, 4 for the worse; \
                    improvement by the geometric mean: rate +86.2 % to +86.2 %, \
                    latency_max -15.4 % to -15.4 %";
    assert_eq!(headline(&table), expected);
    // A fault: of which sides a range was, it did not say.
    table.mean_ratios[0].sides[2..].fill(None);
    table.mean_ratios[1].sides[3] = None;
    let said = headline(&table);
    let means = "geometric mean: rate +86.2 % (1 of 4 sides), latency_max -15.4 % to -15.4 % (3 of 4 sides)";
    assert!(said.ends_with(means), "{said}");
}

#[test]
fn a_single_side_needs_no_column_of_its_name() {
    let mut table = table(Layout::Metrics);
    table.sides.truncate(1);
    table.rows.iter_mut().for_each(|row| row.cells.truncate(1));
    let heads: Vec<String> = grid(&table).columns.into_iter().map(|column| column.head).collect();
    assert_eq!(heads, ["test", "MiB/s", "%", "ms"]);
}

#[test]
fn metrics_of_one_unit_keep_each_its_own_digits() {
    let mut table = table(Layout::Metrics);
    for (at, row) in table.rows.iter_mut().filter(|row| row.metric == "cpu").enumerate() {
        row.unit = "ms".into();
        row.cells[0].as_mut().unwrap().summary.mean = [0.002, 0.031][at];
    }
    let text = text::render(&table, None, Charset::Ascii);
    assert!(text.contains("0.002       534.94\n"), "{text}");
}

/// A fault: the mean of 1, 2 and 1 was shown as 1.
#[test]
fn a_mean_of_several_integers_is_no_integer() {
    let mut table = table(Layout::Delta);
    let cell = table.rows[0].cells[0].as_mut().unwrap();
    (cell.summary.n, cell.summary.mean, cell.decimals) = (3, 4.0 / 3.0, 0);
    assert!(
        text::render(&table, None, Charset::Ascii).contains("\nRandom reads            1.33 "),
        "{}",
        text::render(&table, None, Charset::Ascii)
    );
}

/// A fault: a name that begins with = stood unguarded in the heads.
#[test]
fn heads_of_csv_are_no_formulas_either() {
    let mut table = table(Layout::Delta);
    table.keys[0] = "=1+1".into();
    let csv = String::from_utf8(csv::render(&table).unwrap()).unwrap();
    assert!(csv.starts_with("metric,unit,better,'=1+1,side,mean,n,"), "{csv}");
}
