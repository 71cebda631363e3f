//! Sides that pool the levels of a factor in unequal shares.

use super::*;
use crate::compare::shares::are_unequal;
use crate::name::{Key, Value};
use crate::table::headline;

/// A run of a label with one rate, and factors `key=level`.
pub(super) fn at(label: &str, factors: &[(&str, &str)], rate: f64) -> Subject {
    let result = format!(r#"{{"metric":"rate","unit":"1/s","better":"higher","samples":[{rate}]}}"#);
    let mut subject = run(label, &result);
    for (factor, level) in factors {
        subject.run.factors.insert(Key::new(factor).unwrap(), Value::new(*level).unwrap());
    }
    Subject { id: subject.run.content_id().run_id(), ..subject }
}

/// Four runs at each of some depths, 100 a second and depth: the same on every side.
fn swept(label: &str, depths: &[u32]) -> Vec<Subject> {
    let of_depth = |depth: &u32| {
        let mean = 100.0 * f64::from(*depth);
        let depth = depth.to_string();
        [0.98, 0.99, 1.01, 1.02].map(|noise| at(label, &[("qd", &depth)], mean * noise))
    };
    depths.iter().flat_map(of_depth).collect()
}

pub(super) fn verdicts(table: &ComparisonTable) -> Vec<Option<Verdict>> {
    let cells = table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    cells.filter_map(|cell| Some(cell.against.as_ref()?.verdict)).collect()
}

pub(super) fn cautions(table: &ComparisonTable) -> Vec<&str> {
    table.warnings.iter().filter(|warning| warning.severe).map(|warning| warning.text.as_str()).collect()
}

#[test]
fn shares_are_proportions() {
    let [a, b, most] = [[1, 1, 2, 2].as_slice(), &[2, 1], &[1, 2, 2, 2, 2]];
    assert!(!are_unequal(a, b) && are_unequal(a, most) && are_unequal(most, b));
    // One level each is what sets sides apart; one against several is more.
    assert!(!are_unequal(&[1, 1], &[2]) && are_unequal(&[1, 1], a) && are_unequal(a, &[2]));
    assert!(are_unequal(&[1, 2], &[4, 8]) && !are_unequal::<u32>(&[], &[]));
}

/// A fault: of a sweep that was interrupted on one side all levels were pooled, and equal sides came
/// out "worse, -37.7 %, p 0.045".
#[test]
fn an_interrupted_sweep_is_laid_out_by_its_levels() {
    let subjects = [swept("old", &[1, 2, 4, 8]), swept("new", &[4, 8])].concat();
    let guessed = table(subjects.clone(), &Request::default()).unwrap();
    let levels: Vec<_> = guessed.rows.iter().filter_map(|row| row.keys[0].as_deref()).collect();
    assert_eq!(levels, ["1", "2", "4", "8"]);
    assert_eq!(verdicts(&guessed), [Some(Verdict::NotShown); 2]);
    assert_eq!(cautions(&guessed), [""; 0]);
    assert_eq!(
        headline(&guessed).split(';').next(),
        Some("new against old: 0 of 2 rows better, 0 worse, 2 not shown")
    );
    // Who asks for the sides gets the change, and why nothing follows from it: 600 is 375 + 60 %.
    let pooled = table(subjects.clone(), &by(&["label"])).unwrap();
    let against = pooled.rows[0].cells[1].as_ref().unwrap().against.as_ref().unwrap();
    assert_eq!((against.verdict, against.p, against.interval), (Some(Verdict::UnequalLevels), None, None));
    assert!((against.improvement.unwrap() - 0.6).abs() < 1e-12, "{against:?}");
    let text = "in 1 of 1 comparison the sides pool the levels of qd in unequal shares, which may be all \
                that sets them apart: no verdict there; by=label&rows=qd sets like against like";
    assert_eq!(cautions(&pooled), [text]);
    let instead = pooled.warnings[0].instead.as_deref().unwrap();
    let like = table(subjects, instead).unwrap();
    assert_eq!((like.rows.len(), cautions(&like).len()), (4, 0));
    assert_eq!(headline(&pooled), "new against old: no verdict on 1 row: 1 unequal levels");
}

/// A fault: three sides with some levels each were "+304.1 % better" and "+2443.9 % better".
#[test]
fn a_sparse_sweep_is_laid_out_by_its_levels() {
    let sides = [swept("x", &[1, 2, 4, 8]), swept("y", &[4, 8, 16, 32]), swept("z", &[64, 128])];
    let table = table(sides.concat(), &Request::default()).unwrap();
    let levels: Vec<_> = table.rows.iter().filter_map(|row| row.keys[0].as_deref()).collect();
    assert_eq!(levels, ["1", "2", "4", "8", "16", "32", "64", "128"]);
    assert_eq!(verdicts(&table), [Some(Verdict::NotShown); 2]);
    let told = headline(&table);
    assert!(told.starts_with("y against x: 0 of 2 rows better, 0 worse, 2 not shown"), "{told}");
    assert!(told.ends_with("z against x: no row has both"), "{told}");
}

#[test]
fn two_levels_or_words_in_unequal_shares_give_no_verdict() {
    let of = |label: &str, factor: &str, levels: &[&str]| {
        let run = |(at_, level): (usize, &&str)| at(label, &[(factor, *level)], 100.0 + at_ as f64);
        levels.iter().enumerate().map(run).collect::<Vec<_>>()
    };
    for (factor, a, b) in [("qd", "1", "8"), ("elevator", "as", "cfq")] {
        let unequal = [of("old", factor, &[a, a, b]), of("new", factor, &[a, b, b])].concat();
        let unequal = table(unequal, &Request::default()).unwrap();
        assert_eq!(verdicts(&unequal), [Some(Verdict::UnequalLevels)], "{factor}");
        assert!(cautions(&unequal)[0].contains(&format!("rows={factor} ")), "{:?}", cautions(&unequal));
        let equal = [of("old", factor, &[a, a, b, b]), of("new", factor, &[b, a])].concat();
        assert_eq!(verdicts(&table(equal, &Request::default()).unwrap()), [Some(Verdict::NotShown)]);
        let apart = [of("old", factor, &[a, a]), of("new", factor, &[b, b])].concat();
        assert_eq!(verdicts(&table(apart, &Request::default()).unwrap()), [Some(Verdict::NotShown)]);
    }
}

/// Of rows that are asked for, those whose own runs are alike are judged.
#[test]
fn each_row_is_held_to_its_own_runs() {
    let run = |label: &str, size: &str, elevator: &str, rate: f64| {
        at(label, &[("size", size), ("elevator", elevator)], rate)
    };
    let side = |label: &str, elevators: [&str; 4]| {
        let sizes = ["1", "1", "4", "4"].into_iter().zip(elevators).zip(0..);
        sizes
            .map(|((size, elevator), rate)| run(label, size, elevator, 100.0 + f64::from(rate)))
            .collect::<Vec<_>>()
    };
    let subjects = [side("a", ["as", "as", "as", "cfq"]), side("b", ["as", "as", "as", "as"])].concat();
    let request = Request { rows: vec![RunKey::parse("size").unwrap()], ..by(&["label"]) };
    let table = table(subjects, &request).unwrap();
    assert_eq!(verdicts(&table), [Some(Verdict::NotShown), Some(Verdict::UnequalLevels)]);
    assert!(cautions(&table)[0].starts_with("in 1 of 2 comparisons the sides "), "{:?}", cautions(&table));
    assert!(cautions(&table)[0].contains("rows=size,elevator "), "{:?}", cautions(&table));
}

/// A count of the repeats is no setting, though one of them was withdrawn; but threads are.
#[test]
fn repeats_that_are_counted_are_no_levels() {
    let verdicts_of = |factor: &str, fewer: &[&str]| {
        let of = |label: &str, repeats: &[&str]| {
            let run = |rep: &&str| at(label, &[(factor, *rep)], 100.0 + rep.parse::<f64>().unwrap());
            repeats.iter().map(run).collect::<Vec<_>>()
        };
        let subjects = [of("a", &["1", "2", "3", "4", "5"]), of("b", fewer)].concat();
        verdicts(&table(subjects, &by(&["label"])).unwrap())
    };
    for fewer in [["1", "2", "4", "5"].as_slice(), &["1", "2"]] {
        assert_eq!(verdicts_of("rep", fewer), [Some(Verdict::NotShown)], "{fewer:?}");
        assert_eq!(verdicts_of("threads", fewer), [Some(Verdict::UnequalLevels)], "{fewer:?}");
    }
    assert_eq!(verdicts_of("rep", &["4", "5"]), [Some(Verdict::UnequalLevels)]);
}

/// Numbers that are new in every run would leave no row with both sides.
#[test]
fn levels_that_no_two_sides_share_are_no_rows() {
    let subjects = [swept("old", &[1, 2]), swept("new", &[4, 8])].concat();
    let table = table(subjects, &Request::default()).unwrap();
    assert_eq!((table.rows.len(), verdicts(&table)), (1, vec![Some(Verdict::UnequalLevels)]));
}

/// Two rows, of which each would be +300 %.
#[test]
fn means_of_ratios_leave_unequal_levels_out() {
    let of = |label: &str, qd: &str, mean: f64| {
        let mut subject =
            run(label, &format!("{},{}", rate(1, &mean.to_string()), rate(2, &mean.to_string())));
        subject.run.factors.insert(Key::new("qd").unwrap(), Value::new(qd).unwrap());
        Subject { id: subject.run.content_id().run_id(), ..subject }
    };
    let subjects = vec![of("a", "1", 99.0), of("a", "1", 101.0), of("b", "1", 100.0), of("b", "8", 700.0)];
    let table = table(subjects, &Request::default()).unwrap();
    assert_eq!(verdicts(&table), [Some(Verdict::UnequalLevels); 2]);
    assert_eq!(table.mean_ratios, []);
}

#[test]
fn sides_of_vs_may_differ_in_what_they_name_themselves() {
    let compared = |a: (&str, Vec<Subject>), b: (&str, Vec<Subject>)| {
        let selections = [a, b].map(|(q, subjects)| Selection { q: q.to_owned(), subjects });
        verdicts(&compare(&selections, &Request::default(), no_glossary).unwrap())
    };
    let (low, high) = (swept("x", &[1, 2]), swept("x", &[4, 8]));
    // 150 against 600, four runs at each of two levels; scipy's Welch p of that is 4.5e-4.
    let named = compared(("qd:1|2", low.clone()), ("qd:4|8", high.clone()));
    assert_eq!(named, [Some(Verdict::Better)]);
    let unnamed = compared(("label:old qd:1..8", low), ("label:new qd:1..8", high));
    assert_eq!(unnamed, [Some(Verdict::UnequalLevels)]);
    // A fault: a range on each side gave the false verdict of what both have at 4 and 8.
    let shared = compared(("qd:1..8", swept("x", &[1, 2, 4, 8])), ("qd:4..8", swept("x", &[4, 8])));
    assert_eq!(shared, [Some(Verdict::UnequalLevels)]);
}
