//! `--export-csv`: a row for each command, without the single times.

use super::{ELAPSED, MAX, MEDIAN, MIN, STDDEV, SYSTEM, USER, add_cells};
use crate::metric::MetricInfo;
use crate::name::{Key, Value};
use crate::readers::faults::{fault, unfit};
use crate::readers::gather::Gathering;
use crate::readers::text::{case, number};
use crate::reading::ReadError;

const COLUMNS: [(&str, &MetricInfo); 7] = [
    ("mean", &ELAPSED),
    ("stddev", &STDDEV),
    ("median", &MEDIAN),
    ("user", &USER),
    ("system", &SYSTEM),
    ("min", &MIN),
    ("max", &MAX),
];

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut header: Option<csv::StringRecord> = None;
    let mut rows = rows.records().peekable();
    while let Some(row) = rows.next() {
        let row = row.map_err(|error| fault(1, error.to_string(), "rows of CSV"))?;
        let line = row.position().map_or(1, |position| position.line() as usize);
        if row.get(0) == Some("command") {
            gathering.next_run();
            header = Some(row);
            continue;
        }
        let Some(header) = &header else { continue };
        if row.len() != header.len() {
            let expected = format!("the header's {} cells", header.len());
            return Err(fault(line, format!("{} cells", row.len()), expected));
        }
        let is_cut = rows.peek().is_none() && !text.ends_with('\n');
        if is_cut && header.iter().next_back().is_some_and(|name| name.starts_with("parameter_")) {
            gathering.remark(line, "the row is left out: it has no end and its parameter may be cut");
            continue;
        }
        add(gathering, line, header, &row, is_cut)?;
    }
    Ok(())
}

fn add(
    gathering: &mut Gathering,
    line: usize,
    header: &csv::StringRecord,
    row: &csv::StringRecord,
    is_cut: bool,
) -> Result<(), ReadError> {
    let mut case = case([("command", row[0].to_owned())]).map_err(unfit(line))?;
    for (name, cell) in header.iter().zip(row) {
        let name = name.strip_prefix("parameter_").and_then(|name| Key::new(name).ok());
        if let Some((key, value)) = name.zip(Value::new(cell).ok()) {
            case = case.with(key, value);
        }
    }
    for (at, (name, cell)) in header.iter().zip(row).enumerate() {
        let Some((_, info)) = COLUMNS.iter().find(|(column, _)| *column == name) else { continue };
        if is_cut && at + 1 == row.len() {
            gathering.remark(line, format!("{name} is left out: its line has no end and may be cut"));
            continue;
        }
        // The deviation of a single time is none.
        if cell.is_empty() {
            continue;
        }
        let value =
            number(cell).ok_or_else(|| fault(line, format!("{cell:?}"), format!("{name} in seconds")))?;
        add_cells(gathering, line, "s", &case, &[(*info, Some(value))])?;
    }
    Ok(())
}
