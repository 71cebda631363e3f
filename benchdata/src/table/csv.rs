//! CSV that spreadsheets open, with numbers in full precision.

use super::grid;
use super::grid::{Cell, Kind, SectionMetric};
use crate::comparison::ComparisonTable;

/// A comparison as CSV: one line of heads, then a line a row; improvements are shares
/// (0.0606 is 6.06 %), missing values empty.
///
/// # Errors
/// Where the CSV writer fails, which writing to memory does not.
pub fn render(table: &ComparisonTable) -> Result<Vec<u8>, ::csv::Error> {
    let grid = grid(table);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let by_metric = grid.sections.iter().any(|section| section.metric.is_some());
    let metric_heads: &[&str] = if by_metric { &["metric", "unit", "better"] } else { &[] };
    let heads =
        grid.columns.iter().map(|column| format!("{} {}", column.group, column.head).trim().to_owned());
    writer.write_record(metric_heads.iter().map(|head| (*head).to_owned()).chain(heads))?;
    for section in &grid.sections {
        let metric = section.metric.as_ref().map(metric_cells).unwrap_or_default();
        for row in &section.rows {
            let cells = row.iter().zip(&grid.columns).map(|(cell, column)| text(cell, column.kind));
            writer.write_record(metric.iter().cloned().chain(cells))?;
        }
    }
    Ok(writer.into_inner().map_err(|error| error.into_error())?)
}

fn metric_cells(metric: &SectionMetric) -> Vec<String> {
    vec![safe(&metric.name), safe(&metric.unit), metric.better.to_owned()]
}

fn text(cell: &Cell, kind: Kind) -> String {
    match (cell.value, kind) {
        (Some(value), _) => value.to_string(),
        (None, Kind::Number) if cell.text == "-" => String::new(),
        (None, _) => safe(&cell.text),
    }
}

/// A text that a spreadsheet does not take for a formula.
fn safe(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '@', '\t', '\r']) || (text.len() > 1 && text.starts_with('-'));
    if formula { format!("'{text}") } else { text.to_owned() }
}
