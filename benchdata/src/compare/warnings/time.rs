//! Values that go with time.

use super::{Evidence, count, listed, row_name};
use crate::comparison::{OrderKind, Warning};
use crate::drift::Drift;
use crate::ratio::ALPHA;

/// Rows that drift within the sides, at 5 % over all rows (Bonferroni).
pub(super) fn of(evidence: &Evidence) -> Option<Warning> {
    let table = evidence.table;
    let mut drifts: Vec<(Drift, String)> =
        table.rows.iter().filter_map(|row| Some((row.drift?, row_name(table, row)))).collect();
    let tested = drifts.len() as f64;
    drifts.retain(|(drift, _)| drift.p * tested < ALPHA);
    drifts.sort_by(|(a, _), (b, _)| a.p.total_cmp(&b.p));
    let consequence = match table.order.as_ref().map(|order| order.kind) {
        Some(OrderKind::Interleaved) => {
            "; the runs were interleaved, so that at most what it does within a round stands in the changes"
        }
        Some(OrderKind::Blocked) => {
            "; the sides ran one after the other, so that it stands in the changes too"
        }
        Some(OrderKind::Mixed) | None => "",
    };
    let rows: Vec<String> = drifts
        .iter()
        .map(|(drift, row)| format!("{row} {}", if drift.tau > 0.0 { "rises" } else { "falls" }))
        .collect();
    (!rows.is_empty()).then(|| {
        let text = format!(
            "values go with time within the sides in {}: {}{consequence}",
            count(rows.len(), "row"),
            listed(&rows)
        );
        Warning::new("drift", text)
    })
}
