//! CSV that spreadsheets open, with numbers in full precision.

use super::cell::Cell;
use super::footer::cautions;
use super::grid;
use super::grid::{Column, SectionMetric};
use crate::comparison::ComparisonTable;

/// A comparison as CSV: one line of heads, then a line a row. Every number has a field of its
/// own, in full precision; improvements, changes and intervals are shares (0.0606 is 6.06 %),
/// missing values empty. Beside a mean stands how many observations it is of. What must be
/// known before any number is in the last field of every line, where sorting and filtering
/// leave it.
///
/// # Errors
/// Where the CSV writer fails, which writing to memory does not.
pub fn render(table: &ComparisonTable) -> Result<Vec<u8>, ::csv::Error> {
    let grid = grid(table);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let by_metric = grid.sections.iter().any(|section| section.metric.is_some());
    let metric_heads: &[&str] = if by_metric { &["metric", "unit", "better"] } else { &[] };
    let metric_heads = metric_heads.iter().map(|head| (*head).to_owned());
    let case_heads = grid.sections.iter().take(1).flat_map(|section| &section.case).map(|(key, _)| safe(key));
    let heads = grid.columns.iter().flat_map(heads);
    let caution = cautions(table).map(|note| note.items.join("; "));
    let caution_head = caution.as_ref().map(|_| "caution".to_owned());
    writer.write_record(metric_heads.chain(case_heads).chain(heads).chain(caution_head))?;
    for section in &grid.sections {
        let mut metric = section.metric.as_ref().map(metric_cells).unwrap_or_default();
        metric.extend(section.case.iter().map(|(_, value)| safe(value.as_deref().unwrap_or("-"))));
        for row in &section.rows {
            let cells = row.iter().zip(&grid.columns).flat_map(|(cell, column)| fields(cell, column));
            writer.write_record(metric.iter().cloned().chain(cells).chain(caution.as_deref().map(safe)))?;
        }
    }
    Ok(writer.into_inner().map_err(|error| error.into_error())?)
}

/// The heads of a column: one for each of its numbers.
fn heads(column: &Column) -> Vec<String> {
    let head = |number: &str| {
        let own = if number.is_empty() { &column.head } else { number };
        safe(format!("{} {own}", column.group).trim())
    };
    column.numbers.iter().map(|number| head(number)).collect()
}

fn metric_cells(metric: &SectionMetric) -> Vec<String> {
    vec![safe(&metric.name), safe(&metric.unit), metric.better.to_owned()]
}

/// The fields of a cell: its numbers, or its words.
fn fields(cell: &Cell, column: &Column) -> Vec<String> {
    if !column.kind.is_number() {
        return vec![safe(&cell.text)];
    }
    let number = |at: usize| cell.numbers.get(at).copied().flatten();
    (0..column.numbers.len()).map(|at| number(at).map(|x| x.to_string()).unwrap_or_default()).collect()
}

/// A text that a spreadsheet does not take for a formula: a number is none, nor is a dash alone.
fn safe(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text != "-";
    let is_number = text.parse().is_ok_and(f64::is_finite);
    if is_formula && !is_number { format!("'{text}") } else { text.to_owned() }
}
