use super::*;
use crate::compare::{CompareError, Selection, Subject};
use crate::comparison::Verdict;
use crate::wire::runs_from_json;

/// A run of this day, with a rate for two cases.
fn run(day: u32, label: &str, factors: &str, rate: f64) -> Subject {
    let result = |threads: u32, rate: f64| {
        format!(
            r#"{{"case":{{"threads":"{threads}","size":"4096"}},"metric":"rate","unit":"MiB/s","better":"higher","samples":[{rate:.2}]}}"#
        )
    };
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"tiobench","label":"{label}","factors":{{{factors}}},
            "started":"2003-02-{day:02}T10:00:00Z","results":[{},{}]}}"#,
        result(1, rate),
        result(2, 50.0 + rate % 0.3),
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

/// Ten runs of about 40 MiB/s, then ten of about 44.
fn step() -> Vec<Subject> {
    let rate = |day: u32| if day <= 10 { 40.0 } else { 44.0 } + f64::from(day * 7 % 5) / 10.0;
    (1..=20).map(|day| run(day, &format!("2.5.{}", day + 50), "", rate(day))).collect()
}

fn of(subjects: Vec<Subject>, request: &HistoryRequest) -> Result<History, CompareError> {
    history(&Selection { q: String::new(), subjects }, request, |_| &[], 1)
}

#[test]
fn a_step_is_found_and_explained() {
    let subjects = step();
    let ids: Vec<RunId> = subjects.iter().map(|subject| subject.id).collect();
    let history = of(subjects, &HistoryRequest::default()).unwrap();
    assert_eq!((history.keys.as_slice(), history.runs), (["threads".to_owned()].as_slice(), 20));
    assert_eq!(history.constants["size"], "4096");
    assert_eq!(history.boxes, ["bigbox"]);
    let [stepped, steady] = history.lines.as_slice() else { panic!("{:?}", history.lines) };
    assert_eq!((steady.keys[0].as_deref(), steady.levels.len(), steady.judged), (Some("2"), 1, true));
    let [change] = stepped.change_points().collect::<Vec<_>>()[..] else { panic!("{stepped:?}") };
    assert_eq!((change.before.start, change.after.start), (0, 10));
    assert_eq!((change.last.runs.as_slice(), change.first.runs.as_slice()), (&ids[9..10], &ids[10..11]));
    assert_eq!((change.points_before.len(), change.points_after.len()), (10, 10));
    // 40.2 and 44.2 by hand.
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    close(change.before.cell.summary.mean, 40.2);
    close(change.after.cell.summary.mean, 44.2);
    let against = change.after.cell.against.as_ref().unwrap();
    close(against.improvement.unwrap(), 44.2 / 40.2 - 1.0);
    assert_eq!(against.verdict, Some(Verdict::Better));
    let (low, high) = against.interval.unwrap();
    assert!(1.09 < low && low < 44.2 / 40.2 && 44.2 / 40.2 < high && high < 1.11, "{low} {high}");
}

#[test]
fn by_kernel_a_point_is_a_kernel_and_they_stand_in_the_order_in_which_they_came() {
    // Two runs of each kernel, in no order of versions; the label tells the kernel, or a factor.
    let kernels = ["2.6.10", "2.6.9", "2.6.10-rc1", "2.6.10-mm1", "2.6.9-rc4", "2.6.11"];
    let subjects = kernels.iter().zip(1..).flat_map(|(kernel, day)| {
        let kernel_factor = format!(r#""kernel":"{kernel}""#);
        [run(day, kernel, "", 40.0), run(day + 10, "patched", &kernel_factor, 42.0)]
    });
    let request = HistoryRequest { by: Axis::Kernel, ..HistoryRequest::default() };
    let history = of(subjects.collect(), &request).unwrap();
    let line = &history.lines[0];
    let found: Vec<&str> = line.points.iter().map(|point| point.kernel.as_deref().unwrap()).collect();
    assert_eq!(found, ["2.6.9-rc4", "2.6.9", "2.6.10-rc1", "2.6.10", "2.6.10-mm1", "2.6.11"]);
    assert!(line.points.iter().all(|point| point.value == 41.0 && point.runs.len() == 2));
    assert_eq!(line.points[0].label, "patched");
}

#[test]
fn what_a_line_cannot_show_is_said() {
    let mut subjects: Vec<Subject> = (1..=5).map(|day| run(day, "a", "", 40.0)).collect();
    subjects[2].run.started = None;
    let history = of(subjects.clone(), &HistoryRequest::default()).unwrap();
    assert!(history.lines.iter().all(|line| !line.judged && line.points.len() == 4));
    assert_eq!(
        history.warnings.iter().map(|warning| warning.code.as_str()).collect::<Vec<_>>(),
        ["unplaced"]
    );
    assert_eq!(history.warnings[0].text, "1 of 5 runs are left out: nothing tells their start");
    let by_kernel = HistoryRequest { by: Axis::Kernel, ..HistoryRequest::default() };
    let history = of(subjects, &by_kernel).unwrap();
    assert!(history.lines.is_empty() && history.warnings[0].text.starts_with("5 of 5 runs are left out"));
}

#[test]
fn settings_that_take_turns_are_warned_of_and_parted_by_rows() {
    let elevator =
        |day: u32| if day.is_multiple_of(2) { r#""elevator":"as""# } else { r#""elevator":"deadline""# };
    let subjects: Vec<Subject> = (1..=12).map(|day| run(day, "a", elevator(day), 40.0)).collect();
    let history = of(subjects.clone(), &HistoryRequest::default()).unwrap();
    assert_eq!(
        history.warnings[0].text,
        "runs with different elevator take turns in a line; rows=elevator parts them"
    );
    let request =
        HistoryRequest { rows: vec![RunKey::parse("elevator").unwrap()], ..HistoryRequest::default() };
    let history = of(subjects, &request).unwrap();
    assert_eq!((history.lines.len(), history.keys.len(), history.warnings.len()), (4, 2, 0));
    // One after the other is a change in time, which a history is for.
    let then = |day: u32| if day > 6 { r#""elevator":"as""# } else { r#""elevator":"deadline""# };
    let subjects = (1..=12).map(|day| run(day, "a", then(day), 40.0)).collect();
    assert!(of(subjects, &HistoryRequest::default()).unwrap().warnings.is_empty());
}

#[test]
fn values_are_brought_to_the_unit_of_the_first() {
    let mut subjects = step();
    for measurement in subjects.iter_mut().skip(10).flat_map(|subject| &mut subject.run.results) {
        let crate::run::Values::Samples(samples) = &mut measurement.values else { panic!() };
        samples.iter_mut().for_each(|sample| *sample *= 1024.0);
        measurement.series.unit = crate::unit::Unit::new("KiB/s").unwrap();
    }
    let history = of(subjects, &HistoryRequest::default()).unwrap();
    assert_eq!(history.lines.len(), 2);
    assert_eq!(history.lines[0].unit, "MiB/s");
    assert!((history.lines[0].points[10].value - 44.2).abs() < 1.0, "{:?}", history.lines[0].points[10]);
}

#[test]
fn requests_that_name_nothing_are_refused() {
    let metric = HistoryRequest { metric: vec!["latency".into()], ..HistoryRequest::default() };
    assert!(of(step(), &metric).unwrap_err().to_string().contains("there are rate"));
    let rows = HistoryRequest { rows: vec![RunKey::parse("elevator").unwrap()], ..HistoryRequest::default() };
    assert!(of(step(), &rows).unwrap_err().to_string().contains("key elevator"));
    assert!(matches!(of(Vec::new(), &HistoryRequest::default()), Err(CompareError::NothingSelected(_))));
}

#[test]
fn its_json_reads_back() {
    let history = of(step(), &HistoryRequest::default()).unwrap();
    let json = serde_json::to_string(&history).unwrap();
    assert_eq!(serde_json::from_str::<History>(&json).unwrap(), history);
    assert!(json.starts_with(r#"{"schema":"runoff-history/1","request":{"q":"","by":"time"}"#), "{json}");
    assert!(json.contains(r#""levels":[{"start":0,"runs":10,"basis":"runs","summary""#), "{json}");
}
