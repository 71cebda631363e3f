//! Sides of `vs` that name their runs one by one.

use super::*;

/// A side of `vs` that lists these runs.
fn side(subjects: Vec<Subject>) -> Selection {
    let ids: Vec<String> = subjects.iter().map(|subject| subject.id.to_string()).collect();
    Selection { q: format!("run:{}", ids.join("|")), subjects }
}

fn names(sides: &[Selection]) -> Vec<String> {
    let table = compare(sides, &Request::default(), no_glossary).unwrap();
    table.sides.into_iter().map(|side| side.name).collect()
}

#[test]
fn sides_that_list_runs_by_id_are_called_by_their_labels() {
    let of = |labels: [&str; 2]| {
        let subjects = labels.iter().zip(["1", "2"]).map(|(label, value)| run(label, &rate(1, value)));
        side(subjects.collect())
    };
    let [mm, ant] = [of(["2.5.60-mm1", "2.5.60-mm1"]), of(["2.5.60-ant", "2.5.60-ant"])];
    assert_eq!(names(&[mm.clone(), ant]), ["2 runs, 2.5.60-mm1", "2 runs, 2.5.60-ant"]);
    assert_eq!(names(&[mm.clone(), mm.clone()]), [mm.q.clone(), mm.q]);
}

/// A fault: sides of one label and as many runs were each called by twenty ids.
#[test]
fn sides_of_one_label_are_called_by_their_days() {
    let of = |days: [u8; 2]| side(days.map(|day| started_on(day, &rate(1, &day.to_string()))).to_vec());
    assert_eq!(
        names(&[of([1, 2]), of([3, 4])]),
        ["2 runs, b, 2003-02-01 .. 2003-02-02", "2 runs, b, 2003-02-03 .. 2003-02-04"]
    );
}

/// A fault: kernels that had not run in their order were "6.1.9 .. v6.1".
#[test]
fn kernels_are_named_from_the_oldest_to_the_newest() {
    let of = |labels: [&str; 3]| {
        let subjects = labels.iter().zip(["1", "2", "3"]).map(|(label, value)| run(label, &rate(1, value)));
        side(subjects.collect())
    };
    let [old, new] = [of(["v6.5", "v6.8", "v6.10"]), of(["v6.13", "v6.11", "v6.12"])];
    assert_eq!(names(&[old, new]), ["3 runs, v6.5 .. v6.10", "3 runs, v6.11 .. v6.13"]);
}

fn started_on(day: u8, results: &str) -> Subject {
    let Subject { mut run, .. } = run("b", results);
    run.started =
        Some(time::macros::datetime!(2003-02-01 12:00 UTC) + time::Duration::days(i64::from(day) - 1));
    Subject { id: run.content_id().run_id(), run }
}

/// A fault: the sides of a history's own link said "unequal levels" where a setting lasts across the
/// edge, while the history gave a verdict on the same runs.
#[test]
fn runs_that_were_chosen_one_by_one_get_a_verdict_and_a_warning() {
    let of = |elevators: [&str; 4], rates: [&str; 4]| {
        let runs = elevators.iter().zip(rates).map(|(elevator, value)| {
            let Subject { mut run, .. } = run("b", &rate(1, value));
            let value = crate::name::Value::new(*elevator).unwrap();
            run.factors.insert(crate::name::Key::new("elevator").unwrap(), value);
            Subject { id: run.content_id().run_id(), run }
        });
        side(runs.collect())
    };
    let before = of(["as", "as", "as", "cfq"], ["10", "10.1", "10.2", "10.3"]);
    let after = of(["cfq", "cfq", "cfq", "cfq"], ["20", "20.1", "20.2", "20.3"]);
    let table = compare(&[before, after], &Request::default(), no_glossary).unwrap();
    let against = table.rows[0].cells[1].as_ref().unwrap().against.as_ref().unwrap();
    assert_eq!(against.verdict, Some(Verdict::Better));
    let codes: Vec<&str> = table.warnings.iter().map(|warning| warning.code.as_str()).collect();
    assert!(codes.contains(&"mixed-settings"), "{codes:?}");
    // Kernels that took turns, and share no side, are what is compared.
    let before = of(["6.1", "6.2", "6.1", "6.2"], ["10", "10.1", "10.2", "10.3"]);
    let kernels = of(["6.3", "6.4", "6.3", "6.4"], ["20", "20.1", "20.2", "20.3"]);
    let table = compare(&[before, kernels], &Request::default(), no_glossary).unwrap();
    let against = table.rows[0].cells[1].as_ref().unwrap().against.as_ref().unwrap();
    assert_eq!(against.verdict, Some(Verdict::Better));
    // What comes back is no course of time.
    let before = of(["as", "cfq", "as", "as"], ["10", "10.1", "10.2", "10.3"]);
    let after = of(["cfq", "as", "cfq", "cfq"], ["20", "20.1", "20.2", "20.3"]);
    let table = compare(&[before, after], &Request::default(), no_glossary).unwrap();
    let against = table.rows[0].cells[1].as_ref().unwrap().against.as_ref().unwrap();
    assert_eq!(against.verdict, Some(Verdict::UnequalLevels));
}

/// A fault: a side that matches nothing was a column of nothing, of which warnings spoke.
#[test]
fn a_side_that_selects_nothing_is_refused_by_its_name() {
    let nothing = Selection { q: "label:7".to_owned(), subjects: Vec::new() };
    let sides = [side(vec![run("b", &rate(1, "1"))]), nothing];
    let refused = compare(&sides, &Request::default(), no_glossary).unwrap_err();
    assert_eq!(refused, CompareError::NothingSelected("label:7".to_owned()));
}
