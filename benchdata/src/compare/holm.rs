//! Holm's correction: of many rows that do not differ, some would else be called better.

use crate::comparison::{Against, Row, Verdict};
use crate::ratio::ALPHA;

/// Corrects the p of every row and contender that could get a verdict for their number
/// (Holm 1979), and takes verdicts back that do not stand then.
pub(super) fn correct(rows: &mut [Row]) {
    let cells = rows.iter_mut().flat_map(|row| row.cells.iter_mut().flatten());
    let mut tested: Vec<(f64, &mut Against)> = cells
        .filter_map(|cell| cell.against.as_mut())
        .filter_map(|against| Some((tested_p(against)?, against)))
        .collect();
    tested.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut left = tested.len();
    let mut largest = 0.0_f64;
    for (p, against) in tested {
        largest = largest.max((p * left as f64).min(1.0));
        left -= 1;
        against.corrected_p = Some(largest);
        if largest >= ALPHA {
            against.verdict = Some(Verdict::NotShown);
        }
    }
}

fn tested_p(against: &Against) -> Option<f64> {
    against
        .p
        .filter(|_| matches!(against.verdict, Some(Verdict::Better | Verdict::Worse | Verdict::NotShown)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{Basis, Cell};
    use crate::summary::Summary;

    fn row(p: f64) -> Row {
        let against = Against {
            ratio: Some(2.0),
            improvement: Some(1.0),
            interval: Some((1.5, 2.5)),
            p: Some(p),
            verdict: Some(Verdict::Better),
            ..Against::default()
        };
        let summary = Summary { n: 5, min: None, mean: 2.0, max: None, stddev: Some(1.0) };
        let cell = Cell {
            runs: 5,
            basis: Basis::Runs,
            summary,
            decimals: 0,
            observations: vec![],
            places: Vec::new(),
            outliers: vec![],
            against: Some(against),
        };
        Row {
            keys: vec![],
            metric: "m".into(),
            unit: "s".into(),
            better: None,
            cells: vec![None, Some(cell)],
            drift: None,
        }
    }

    /// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03, 0.06, 0.06, 0.02.
    #[test]
    fn as_r_corrects() {
        let mut rows: Vec<Row> = [0.01, 0.04, 0.03, 0.005].map(row).to_vec();
        correct(&mut rows);
        let found = rows.iter().map(|row| row.cells[1].as_ref().unwrap().against.as_ref().unwrap());
        let corrected: Vec<f64> = found.clone().map(|against| against.corrected_p.unwrap()).collect();
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        let verdicts: Vec<_> = found.map(|against| against.verdict.unwrap()).collect();
        assert_eq!(verdicts, [Verdict::Better, Verdict::NotShown, Verdict::NotShown, Verdict::Better]);
    }
}
