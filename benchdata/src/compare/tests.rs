use super::*;
use crate::comparison::{Against, Basis, Verdict};
use crate::wire::runs_from_json;

fn no_glossary(_: &str) -> &'static [crate::metric::MetricInfo] {
    &[]
}

/// Runs of label, threads, rates and latencies; JSON keeps the tests close to what users send.
fn run(label: &str, results: &str) -> Subject {
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"b","label":"{label}","results":[{results}]}}"#
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

fn rate(threads: u32, samples: &str) -> String {
    format!(
        r#"{{"case":{{"threads":"{threads}"}},"metric":"rate","unit":"MiB/s","better":"higher","samples":[{samples}]}}"#
    )
}

fn latency(unit: &str, sample: f64) -> String {
    format!(r#"{{"metric":"latency_max","unit":"{unit}","better":"lower","samples":[{sample}]}}"#)
}

fn table(subjects: Vec<Subject>, request: &Request) -> Result<ComparisonTable, CompareError> {
    compare(&[Selection { q: String::new(), subjects }], request, no_glossary)
}

fn by(keys: &[&str]) -> Request {
    Request { by: keys.iter().map(|key| RunKey::parse(key).unwrap()).collect(), ..Request::default() }
}

#[test]
fn single_runs_get_an_improvement_and_no_verdict() {
    let ant = format!("{},{}", rate(4, "17.40"), latency("ms", 695.78));
    let mm2 = format!("{},{}", rate(4, "5.39"), latency("ms", 275.79));
    let table = table(vec![run("mm2-ant", &ant), run("mm2", &mm2)], &Request::default()).unwrap();
    assert_eq!(table.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(), ["mm2", "mm2-ant"]);
    let improvements: Vec<f64> = table
        .rows
        .iter()
        .map(|row| {
            let against = row.cells[1].as_ref().unwrap().against.as_ref().unwrap();
            assert_eq!(against.verdict, Some(Verdict::TooFewRuns));
            assert_eq!((against.interval, against.p), (None, None));
            against.improvement.unwrap()
        })
        .collect();
    // rows are by metric name here: latency_max, rate
    assert!((improvements[0] - -1.522_861).abs() < 1e-6, "{improvements:?}");
    assert!((improvements[1] - 2.228_200).abs() < 1e-6, "{improvements:?}");
    assert_eq!(table.warnings[0].code, "single-run");
}

#[test]
fn runs_are_the_replicates_where_every_side_repeats() {
    let subjects = vec![
        run("a", &rate(1, "1,3")),
        run("a", &rate(1, "3,5")),
        run("b", &rate(1, "10,12")),
        run("b", &rate(1, "12,14")),
    ];
    let table = table(subjects, &by(&["label"])).unwrap();
    let cell = table.rows[0].cells[0].as_ref().unwrap();
    assert_eq!((cell.basis, cell.runs, cell.summary.n, cell.summary.mean), (Basis::Runs, 2, 2, 3.0));
    assert!(table.warnings.iter().all(|warning| warning.code != "single-run"), "{:?}", table.warnings);
}

#[test]
fn samples_stand_in_on_a_side_with_one_run() {
    let subjects = vec![run("a", &rate(1, "1,3")), run("b", &rate(1, "10,12")), run("b", &rate(1, "12,14"))];
    let table = table(subjects, &by(&["label"])).unwrap();
    let counts: Vec<_> =
        table.rows[0].cells.iter().flatten().map(|cell| (cell.basis, cell.summary.n)).collect();
    assert_eq!(counts, [(Basis::Samples, 2), (Basis::Runs, 2)]);
    assert!(table.warnings[0].text.contains("stand in"), "{:?}", table.warnings);
}

/// A run of label b that started at some second.
fn started(second: u32, results: &str) -> Subject {
    let mut subject = run("b", results);
    subject.run.started = Some(time::OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(second.into()));
    Subject { id: subject.run.content_id().run_id(), ..subject }
}

#[test]
fn observations_are_samples_in_their_order_or_means_in_the_order_of_starts() {
    let subjects = vec![
        run("a", &rate(1, "3,1,2")),
        started(30, &rate(1, "9")),
        started(10, &rate(1, "7,8")),
        run("b", &rate(1, "6")),
        started(20, &rate(1, "8.5")),
    ];
    let ids: Vec<RunId> = [2, 4, 1, 3].map(|at: usize| subjects[at].id).to_vec();
    let table = table(subjects, &by(&["label"])).unwrap();
    let observations = |at: usize| table.rows[0].cells[at].as_ref().unwrap().observations.clone();
    // Of which a start is known comes first.
    assert_eq!(observations(0), [7.5, 8.5, 9.0, 6.0]);
    assert_eq!(observations(1), [3.0, 1.0, 2.0]);
    assert_eq!(table.sides[0].runs, ids);
}

#[test]
fn a_printed_summary_and_very_many_samples_leave_no_observations() {
    let printed = r#"{"case":{"threads":"1"},"metric":"rate","unit":"MiB/s","better":"higher","summary":{"n":5,"mean":3,"stddev":1}}"#;
    let many = vec!["1.5"; 1001].join(",");
    let table = table(vec![run("a", printed), run("b", &rate(1, &many))], &by(&["label"])).unwrap();
    let cells: Vec<_> = table.rows[0].cells.iter().flatten().collect();
    assert_eq!(cells.iter().map(|cell| cell.summary.n).collect::<Vec<_>>(), [5, 1001]);
    assert!(cells.iter().all(|cell| cell.observations.is_empty()));
}

#[test]
fn units_of_one_quantity_compare_and_missing_is_not_zero() {
    let subjects =
        vec![run("a", &format!("{},{}", latency("ms", 100.0), rate(1, "1"))), run("b", &latency("s", 0.2))];
    let table = table(subjects, &by(&["label"])).unwrap();
    let latency = &table.rows[0];
    assert_eq!(latency.unit, "ms");
    assert_eq!(latency.cells[1].as_ref().unwrap().summary.mean, 200.0);
    assert_eq!(table.rows[1].cells[1], None);
    assert!(table.warnings.iter().any(|warning| warning.code == "missing"));
}

#[test]
fn no_row_mixes_series_whatever_is_asked() {
    let results = format!("{},{},{}", rate(16, "1"), rate(4, "2"), rate(1, "3"));
    let subjects = || vec![run("a", &results), run("b", &results)];
    let table_by_box = table(subjects(), &Request { rows: vec![RunKey::Box], ..by(&["label"]) }).unwrap();
    assert_eq!(table_by_box.keys, ["box", "threads"]);
    let threads: Vec<_> = table_by_box.rows.iter().map(|row| row.keys[1].clone().unwrap()).collect();
    assert_eq!(threads, ["1", "4", "16"]);
    let by_threads = table(subjects(), &by(&["threads"])).unwrap();
    assert_eq!(by_threads.sides.len(), 3);
    assert_eq!(by_threads.rows.len(), 1);
}

#[test]
fn mistakes_in_the_request_name_what_there_is() {
    let subjects = || vec![run("a", &rate(1, "1")), run("b", &rate(1, "1"))];
    let base = Request { base: Some("c".into()), ..by(&["label"]) };
    assert_eq!(
        table(subjects(), &base).unwrap_err().to_string(),
        "base=\"c\" names no side; the sides are a, b"
    );
    let metric = Request { metric: vec!["iops".into()], ..by(&["label"]) };
    assert_eq!(
        table(subjects(), &metric).unwrap_err().to_string(),
        "no result has the metric \"iops\"; there are rate"
    );
    assert!(matches!(table(Vec::new(), &by(&["label"])), Err(CompareError::NothingSelected(_))));
}

#[test]
fn a_baseline_of_zero_has_no_ratio() {
    let subjects = vec![run("a", &rate(1, "0")), run("b", &rate(1, "5"))];
    let table = table(subjects, &by(&["label"])).unwrap();
    let against = table.rows[0].cells[1].as_ref().unwrap().against.clone().unwrap();
    assert_eq!((against.ratio, against.improvement), (None, None));
}

#[test]
fn a_contradicted_factor_is_warned_of() {
    let mut contradicted = run("a", &rate(1, "1"));
    let set = |map: &mut BTreeMap<_, _>, key: &str, value: &str| {
        map.insert(crate::name::Key::new(key).unwrap(), crate::name::Value::new(value).unwrap());
    };
    set(&mut contradicted.run.factors, "elevator", "as");
    set(&mut contradicted.run.environment, "block.hda.scheduler", "cfq");
    let table = table(vec![contradicted, run("b", &rate(1, "1"))], &by(&["label"])).unwrap();
    assert!(
        table
            .warnings
            .iter()
            .any(|warning| warning.text.contains("elevator=as is declared, but env.block.hda.scheduler=cfq"))
    );
    assert_eq!(table.environment[0].values, [vec!["cfq".to_owned()], vec![]]);
}

#[test]
fn the_table_survives_json() {
    let table =
        table(vec![run("a", &rate(1, "1,2")), run("b", &rate(1, "1,3"))], &by(&["label", "box"])).unwrap();
    let json = serde_json::to_string(&table).unwrap();
    assert_eq!(serde_json::from_str::<ComparisonTable>(&json).unwrap(), table);
    assert!(json.contains(r#""by":"label,box""#), "{json}");
    let request: Request = serde_json::from_str(r#"{"threshold":"2%"}"#).unwrap();
    assert!(serde_json::to_string(&request).unwrap().contains(r#""threshold":"2%""#));
    assert!(serde_json::from_str::<Request>(r#"{"threshold":"5"}"#).is_err());
}

fn against(a: &str, b: &str, request: &Request) -> Against {
    let table = table(vec![run("a", &rate(1, a)), run("b", &rate(1, b))], request).unwrap();
    table.rows[0].cells[1].as_ref().unwrap().against.clone().unwrap()
}

#[test]
fn the_rank_test_stands_beside_welch() {
    // The cfq mail: five of each that do not overlap. Beside a verdict nothing else was to be seen.
    let found = against("1.70,1.94,1.32,1.89,1.87", "1.09,0.87,1.11,0.96,1.11", &by(&["label"]));
    assert_eq!((found.rank.unwrap().p, found.disagreement), (2.0 / 252.0, false));
    assert_eq!(found.detectable, None);
    // One far-off sample hides from Welch what every rank shows; scipy: ttest_ind(equal_var=False) p 0.219.
    let found = against("1,1.1,1.2,1.3", "2,2.1,2.2,9", &by(&["label"]));
    assert!(found.p.unwrap() > 0.05 && found.disagreement, "{found:?}");
    // Three of each cannot reach it, so their rank test contradicts nothing.
    let found = against("1,1.1,1.2", "2,2.1,2.2", &by(&["label"]));
    assert_eq!((found.rank.unwrap().least_p, found.disagreement), (0.1, false));
    assert_eq!(against("1", "2,3", &by(&["label"])).rank, None);
}

#[test]
fn mean_ratios_are_geometric_and_count_the_rows_that_enter() {
    let rates = |values: [&str; 4]| {
        let rates: Vec<String> = (1..).zip(values).map(|(threads, value)| rate(threads, value)).collect();
        rates.join(",")
    };
    // 4 and 1/4 mean no change; no ratio to 0 and none of 0 enters. No single latency has a mean.
    let a = format!("{},{}", rates(["1", "8", "0", "5"]), latency("s", 1.0));
    let b = format!("{},{}", rates(["4", "2", "7", "0"]), latency("s", 2.0));
    let c = latency("s", 3.0);
    let table = table(vec![run("a", &a), run("b", &b), run("c", &c)], &by(&["label"])).unwrap();
    let [rates] = table.mean_ratios.as_slice() else { panic!("{:?}", table.mean_ratios) };
    let mean = rates.sides[1].unwrap();
    assert_eq!((rates.metric.as_str(), rates.rows, mean.rows), ("rate", 4, 2));
    assert!((mean.ratio - 1.0).abs() < 1e-15 && mean.improvement.abs() < 1e-15, "{mean:?}");
    assert_eq!((rates.sides[0], rates.sides[2]), (None, None));
}

#[test]
fn a_mean_ratio_below_one_is_an_improvement_where_lower_is_better() {
    let times = |values: [f64; 2]| {
        let time = |case: usize| {
            format!(
                r#"{{"case":{{"n":"{case}"}},"metric":"t","unit":"s","better":"lower","samples":[{}]}}"#,
                values[case]
            )
        };
        [time(0), time(1)].join(",")
    };
    let subjects = vec![run("a", &times([1.0, 10.0])), run("b", &times([0.5, 8.0]))];
    let table = table(subjects, &by(&["label"])).unwrap();
    let mean = table.mean_ratios[0].sides[1].unwrap();
    // sqrt(0.5 × 0.8)
    assert!((mean.ratio - 0.632_455_532_033_675_9).abs() < 1e-15, "{mean:?}");
    assert!((mean.improvement - 0.367_544_467_966_324_1).abs() < 1e-15, "{mean:?}");
}

#[test]
fn a_change_below_the_threshold_is_of_no_interest() {
    let verdict = |threshold: &str| {
        let request = Request { threshold: threshold.parse().unwrap(), ..by(&["label"]) };
        against("100,100.1,99.9", "103,103.1,102.9", &request).verdict
    };
    assert_eq!(
        [verdict("1%"), verdict("0.03"), verdict("4%")],
        [Some(Verdict::Better), Some(Verdict::Better), Some(Verdict::NotShown)]
    );
}

/// A fault: pooled samples of all sides made a verdict out of none.
#[test]
fn a_third_side_with_one_run_changes_nothing_between_two_others() {
    let noisy = |label: &str, means: [f64; 2]| {
        means.map(|mean| {
            let samples: Vec<String> = (0..50).map(|at| (mean + f64::from(at % 5)).to_string()).collect();
            run(label, &rate(1, &samples.join(",")))
        })
    };
    let two = || [noisy("a", [100.0, 110.0]), noisy("b", [108.0, 112.0])].concat();
    let against = |subjects| table(subjects, &by(&["label"])).unwrap().rows[0].cells[1].clone();
    let three = [two(), vec![run("c", &rate(1, "105"))]].concat();
    assert_eq!(against(two()), against(three));
    assert_eq!(against(two()).unwrap().against.unwrap().verdict, Some(Verdict::NotShown));
}

/// A fault: values that hold the separator made one side of two.
#[test]
fn sides_whose_joined_names_coincide_stay_apart() {
    let json = |label: &str, box_name: &str, value: f64| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"{box_name}","benchmark":"b","label":"{label}","results":[{}]}}"#,
            rate(1, &value.to_string())
        );
        let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    };
    let table = table(vec![json("a, b", "c", 1.0), json("a", "b, c", 9.0)], &by(&["label", "box"])).unwrap();
    let names: Vec<_> = table.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(names, [r#"a, "b, c""#, r#""a, b", c"#]);
}

/// A fault: a misspelt key made a single side called (none).
#[test]
fn a_key_that_nothing_has_is_refused() {
    let subjects = || vec![run("a", &rate(1, "1"))];
    for request in
        [by(&["nope"]), Request { rows: vec![RunKey::parse("env.nope").unwrap()], ..by(&["label"]) }]
    {
        assert!(matches!(table(subjects(), &request), Err(CompareError::NoSuchKey { .. })));
    }
}

/// A fault: the warning spoke of no verdict where rows had one.
#[test]
fn a_metric_of_two_directions_has_no_verdict_in_any_row() {
    let odd = r#"{"case":{"threads":"2"},"metric":"rate","unit":"MiB/s","better":"lower","samples":[1,2]}"#;
    let results = format!("{},{odd}", rate(1, "1,2"));
    let table = table(vec![run("a", &results), run("b", &results)], &by(&["label"])).unwrap();
    assert!(table.warnings.iter().any(|warning| warning.code == "direction"));
    let verdicts =
        table.rows.iter().map(|row| row.cells[1].as_ref().unwrap().against.as_ref().unwrap().verdict);
    assert_eq!(verdicts.collect::<Vec<_>>(), [None, None]);
}

#[test]
fn sides_of_a_factor_name_it_and_may_be_asked_for_by_its_level() {
    let with = |level: &str, value: &str| {
        let mut subject = run("a", &rate(1, value));
        let key = crate::name::Key::new("fifo_batch").unwrap();
        subject.run.factors.insert(key, crate::name::Value::new(level).unwrap());
        Subject { id: subject.run.content_id().run_id(), ..subject }
    };
    let subjects = || vec![with("16", "1"), with("4", "2"), with("0.5", "3")];
    let names = |base: Option<&str>| {
        let request = Request { base: base.map(str::to_owned), ..by(&["fifo_batch"]) };
        let table = table(subjects(), &request).unwrap();
        assert_eq!(table.baseline, 0);
        table.sides.into_iter().map(|side| side.name).collect::<Vec<_>>()
    };
    assert_eq!(names(None), ["fifo_batch=0.5", "fifo_batch=4", "fifo_batch=16"]);
    for base in ["16", "fifo_batch=16"] {
        assert_eq!(names(Some(base)), ["fifo_batch=16", "fifo_batch=0.5", "fifo_batch=4"]);
    }
}

#[test]
fn what_the_rows_are_laid_out_by_is_not_guessed_to_split_the_sides() {
    let subjects = || vec![run("a", &rate(1, "1")), run("b", &rate(1, "2"))];
    let rows = Request { rows: vec![RunKey::Label], ..Request::default() };
    let table = table(subjects(), &rows).unwrap();
    assert_eq!(
        (table.keys.as_slice(), table.request.by.as_slice()),
        (&["label".to_owned()][..], &[RunKey::Box][..])
    );
    assert_eq!(table.rows.len(), 2);
}

#[path = "tests/faults.rs"]
mod faults;
#[path = "tests/guess.rs"]
mod guess;
#[path = "tests/listed_runs.rs"]
mod listed_runs;
#[path = "tests/mix.rs"]
mod mix;
#[path = "tests/mix_faults.rs"]
mod mix_faults;
#[path = "tests/side_order.rs"]
mod side_order;
#[path = "tests/standing.rs"]
mod standing;
#[path = "tests/sweep.rs"]
mod sweep;
