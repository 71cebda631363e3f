//! Values that go with time.

use super::{count, listed, row_name};
use crate::comparison::{ComparisonTable, OrderKind, Row, Warning};
use crate::drift::Drift;
use crate::ratio::ALPHA;

/// The kind of warning.
pub(super) const CODE: &str = "drift";

/// Of some rows those that drift within the sides, at 5 % over all the table's rows (Bonferroni).
pub(super) fn of<'a>(table: &ComparisonTable, rows: impl IntoIterator<Item = &'a Row>) -> Option<Warning> {
    let mut drifts: Vec<(Drift, String)> =
        rows.into_iter().filter_map(|row| Some((row.drift?, row_name(table, row)))).collect();
    let tested = table.rows.iter().filter(|row| row.drift.is_some()).count() as f64;
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
        Warning::new(CODE, text)
    })
}
