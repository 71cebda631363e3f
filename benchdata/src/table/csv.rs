//! CSV that spreadsheets open, with numbers in full precision.

use time::format_description::well_known::Rfc3339;

use super::cell::Cell;
use super::footer::cautions;
use super::grid::{Column, SectionMetric};
use super::grid_by_side;
use crate::comparison::ComparisonTable;
use crate::history::{History, Point};
use crate::metric::direction;

const METRIC_HEADS: [&str; 3] = ["metric", "unit", "better"];

/// A comparison as CSV: one line of heads, then a line for each row and
/// side. Every number has a field of its
/// own, in full precision; improvements, changes and intervals are shares (0.0606 is 6.06 %),
/// missing values empty. Beside a mean stands how many observations it is of. What must be
/// known before any number is in the last field of every line, where sorting and filtering
/// leave it.
///
/// # Errors
/// Where the CSV writer fails, which writing to memory does not.
pub fn render(table: &ComparisonTable) -> Result<Vec<u8>, ::csv::Error> {
    let grid = grid_by_side(table);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let by_metric = grid.sections.iter().any(|section| section.metric.is_some());
    let metric_heads: &[&str] = if by_metric { &METRIC_HEADS } else { &[] };
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

/// A history as CSV: one line of heads, then a line a point, in full precision. `level` counts
/// from 1: a change point is where it goes up.
///
/// # Errors
/// As [`render`].
pub fn render_history(history: &History) -> Result<Vec<u8>, ::csv::Error> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let keys = history.keys.iter().map(|key| safe(key));
    let point_heads = ["started", "kernel", "label", "value", "level", "level mean", "runs"];
    let heads = METRIC_HEADS.iter().map(|head| (*head).to_owned()).chain(keys);
    writer.write_record(heads.chain(point_heads.map(str::to_owned)))?;
    for line in &history.lines {
        let metric = [safe(&line.metric), safe(&line.unit), direction(line.better).to_owned()];
        let keys = line.keys.iter().map(|key| safe(key.as_deref().unwrap_or("-")));
        let fixed: Vec<String> = metric.into_iter().chain(keys).collect();
        for (level, at) in line.levels.iter().zip(0..) {
            let of_level = [(at + 1).to_string(), level.cell.summary.mean.to_string()];
            for point in line.points_of(at) {
                writer.write_record(fixed.iter().cloned().chain(point_cells(point, &of_level)))?;
            }
        }
    }
    Ok(writer.into_inner().map_err(|error| error.into_error())?)
}

fn point_cells(point: &Point, of_level: &[String; 2]) -> [String; 7] {
    let started = point.started.and_then(|at| at.format(&Rfc3339).ok());
    let runs = point.runs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let kernel = safe(point.kernel.as_deref().unwrap_or_default());
    let [level, mean] = of_level.clone();
    [started.unwrap_or_default(), kernel, safe(&point.label), point.value.to_string(), level, mean, runs]
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
