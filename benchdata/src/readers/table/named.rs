//! Tables of any kind, whose columns the sender names.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::layout::Header;
use super::words::words;
use super::{READER, has_cells, is_blank};
use crate::columns::{Columns, Role};
use crate::name::{Key, Name, Value};
use crate::readers::executions::Executions;
use crate::readers::faults::{fault, unfit};
use crate::readers::parts::label_on;
use crate::readers::text::{is_missing, number};
use crate::reading::{ReadError, Reading};
use crate::run::{Case, Measurement, Series, Values};
use crate::summary::Summary;

/// A line that says something, with its number.
type Line<'a> = (usize, &'a str);

/// A table as it stands in the text.
struct Table<'a> {
    header: Header,
    line: usize,
    /// The lines above it, from the table before on.
    above: Vec<&'a str>,
    rows: Vec<Row>,
}

struct Row {
    line: usize,
    /// One for each named column.
    cells: Vec<String>,
}

/// Reads the tables whose header holds the named columns; `runs` is how many each value is
/// the mean of.
pub(super) fn read(text: &str, columns: &Columns, runs: Option<u64>) -> Result<Reading, ReadError> {
    let lines: Vec<Line> = text.lines().enumerate().map(|(at, raw)| (at + 1, raw)).collect();
    let (mut tables, lost) = tables(&lines, columns)?;
    if tables.is_empty() {
        return Err(without_header(&lines, columns));
    }
    check_end(text, &tables, columns)?;
    let marks = take_marks(&mut tables, columns);
    let titles = titles(&tables);
    let mut executions = Executions::of(READER.name);
    let mut others = HashSet::new();
    for (table, title) in tables.iter().zip(&titles) {
        let left_out = table.header.others().join(", ");
        if !left_out.is_empty() && others.insert(left_out.clone()) {
            executions.remark(table.line, format!("columns that are not named are left out: {left_out}"));
        }
        if table.rows.is_empty() {
            executions.remark(table.line, "no line below this header is a row of it");
        }
        for row in &table.rows {
            if is_derived(columns, &row.cells) {
                executions.remark(row.line, "a row that follows from the others is left out");
                continue;
            }
            let (label, mut factors, results) = row.taken(columns, title.as_deref(), runs)?;
            if let Some(mark) = marks.get(&row.line) {
                factors.insert(Key::new("mark").map_err(unfit(row.line))?, mark.clone());
            }
            executions.add_under((label, factors), results);
        }
    }
    for line in lost {
        executions
            .remark(line, "looks like a row and is left out: it or a line above it is no row of the table");
    }
    let reading = executions.finish(text, "rows with values below the header")?;
    // Who printed a table, it does not say.
    Ok(Reading { benchmark: None, ..reading })
}

/// The tables of a text in their order, and the lines that look like rows behind their ends.
fn tables<'a>(lines: &[Line<'a>], columns: &Columns) -> Result<(Vec<Table<'a>>, Vec<usize>), ReadError> {
    let (mut tables, mut lost): (Vec<Table>, _) = (Vec::new(), Vec::new());
    let (mut above, mut is_open, mut is_behind_gap) = (Vec::new(), false, false);
    let mut at = 0;
    while at < lines.len() {
        let (line, text) = lines[at];
        let rest: Vec<&str> = lines[at..].iter().take(3).map(|(_, text)| *text).collect();
        if is_blank(text) || is_frame(text) {
            is_behind_gap |= text.trim().is_empty();
        } else if let Some(header) = Header::of(text, rest.get(1).copied(), columns) {
            at += usize::from(header.is_wrapped());
            tables.push(Table { header, line, above: std::mem::take(&mut above), rows: Vec::new() });
            (is_open, is_behind_gap) = (true, false);
        } else if let Some(table) = tables.last_mut().filter(|_| is_open)
            && let Some((row, count)) = row(&table.header, line, &rest, columns, is_behind_gap)?
        {
            table.rows.push(row);
            at += count - 1;
        } else if is_open && is_units(text) && tables.last().is_some_and(|table| table.rows.is_empty()) {
            // The header's second line.
        } else {
            lost.extend(
                tables.last().filter(|table| looks_like_row(&table.header, text, columns)).map(|_| line),
            );
            above.push(text);
            is_open = false;
        }
        at += 1;
    }
    Ok((tables, lost))
}

/// Whether a line looks like a row, one that is too short or too long too: what stands behind
/// its first cell begins with digits, but for one cell.
fn looks_like_row(header: &Header, text: &str, columns: &Columns) -> bool {
    let begins_with_digit = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit());
    let cells = header.cells(text).unwrap_or_default();
    let is_value = |(column, &at): (&crate::columns::Column, &usize)| {
        matches!(column.role, Role::Metric { .. })
            && cells.get(at).is_some_and(|cell| begins_with_digit(cell))
    };
    let pieces = header.pieces(text);
    let values = pieces.iter().skip(1).filter(|piece| begins_with_digit(piece) || is_empty(piece)).count();
    let has_digits = pieces.iter().skip(1).any(|piece| begins_with_digit(piece));
    columns.iter().zip(&header.named).any(is_value) || has_digits && values + 2 >= pieces.len()
}

/// Whether a line below a header holds its units: `(s)   %   [MB/s]`.
fn is_units(text: &str) -> bool {
    text.split_whitespace().all(|word| word.starts_with(['(', '[', '%']))
}

/// Whether a row's label says that its values follow from those of the others.
fn is_derived(columns: &Columns, cells: &[String]) -> bool {
    const NAMES: [&str; 9] =
        ["total", "totals", "sum", "average", "averages", "avg", "mean", "geomean", "median"];
    let label = columns.iter().zip(cells).find(|(column, _)| column.role == Role::Label);
    label.is_some_and(|(_, cell)| NAMES.contains(&cell.trim_end_matches(':').to_lowercase().as_str()))
}

/// `+-----+-----+`, `|-----|----:|`
fn is_frame(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "-=+|:".contains(c))
}

/// A row and how many lines it has; nothing where a line is none. Behind an empty line what is
/// no whole row is other text.
fn row(
    header: &Header,
    line: usize,
    lines: &[&str],
    columns: &Columns,
    is_behind_gap: bool,
) -> Result<Option<(Row, usize)>, ReadError> {
    let whole = header.cells(lines[0]).filter(|cells| cells.iter().all(|cell| !cell.is_empty()));
    let split = whole.map(|cells| (cells, 1)).or_else(|| header.wrapped_cells(lines));
    // What is no row may end the table, but not with values in it.
    let other = || match is_behind_gap || !has_cells(lines[0]) {
        true => Ok(None),
        false => {
            let found = format!("a row whose cells cannot be told apart: {:?}", lines[0].trim());
            Err(fault(line, found, format!("{} cells, each below its header", header.len())))
        }
    };
    let Some((cells, count)) = split.or_else(|| Some((header.cells(lines[0])?, 1))) else { return other() };
    let has_cells = cells.iter().filter(|cell| !cell.is_empty()).count() > 1;
    let cells: Vec<String> = header.named.iter().map(|&at| cells[at].clone()).collect();
    let values = columns.iter().zip(&cells).filter_map(|(column, cell)| match &column.role {
        Role::Metric { unit, .. } => Some((cell.as_str(), unit.as_str())),
        _ => None,
    });
    let (values, others): (Vec<_>, Vec<_>) =
        values.filter(|(cell, _)| !is_empty(cell)).partition(|(cell, unit)| value(cell, unit).is_some());
    let is_number_like = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit());
    let are_values = !values.is_empty()
        || !super::has_cells(lines[0]) && others.iter().all(|(cell, _)| is_number_like(cell));
    match others.first() {
        None if !values.is_empty() || (has_cells && !is_behind_gap) => Ok(Some((Row { line, cells }, count))),
        Some((cell, unit)) if are_values && !is_behind_gap => {
            Err(fault(line, format!("{cell:?}"), format!("a number, in {unit} if a unit stands behind it")))
        }
        _ => other(),
    }
}

fn is_empty(cell: &str) -> bool {
    cell.is_empty() || is_missing(cell)
}

/// `17.40`, `-3`, `8.264%`, `78 ms`: a number, maybe with the column's own unit.
fn value(cell: &str, unit: &str) -> Option<f64> {
    let digits = cell.strip_suffix(unit).map_or(cell, str::trim_end);
    match digits.strip_prefix('-') {
        Some(digits) => number(digits).map(|value| -value),
        None => number(digits.strip_prefix('+').unwrap_or(digits)),
    }
}

impl Row {
    /// Its label, factors and results.
    #[allow(clippy::type_complexity, reason = "three things that only the caller takes apart")]
    fn taken(
        &self,
        columns: &Columns,
        title: Option<&str>,
        runs: Option<u64>,
    ) -> Result<(Option<Name>, BTreeMap<Key, Value>, Vec<Measurement>), ReadError> {
        let (mut label, mut factors, mut case) = (None, BTreeMap::new(), BTreeMap::new());
        if let Some(title) = title {
            let key = Key::new("test").map_err(unfit(self.line))?;
            case.insert(key, Value::new(title).map_err(unfit(self.line))?);
        }
        let level = |cell: &str| Value::new(cell).map_err(unfit(self.line));
        for (column, cell) in columns.iter().zip(&self.cells) {
            match &column.role {
                Role::Label if is_empty(cell) => {
                    let expected = format!("a label in the column {}", column.header);
                    return Err(fault(self.line, "a row without a label", expected));
                }
                Role::Label => label = Some(label_on(self.line, cell)?),
                // A group's name that stands in its first row alone: that its rows differ must not get lost.
                Role::Factor(_) | Role::Case(_) if cell.is_empty() => {
                    let expected = format!("a word in the column {} (- for none)", column.header);
                    return Err(fault(self.line, "a row with a blank", expected));
                }
                Role::Factor(key) if !is_empty(cell) => drop(factors.insert(key.clone(), level(cell)?)),
                Role::Case(key) if !is_empty(cell) => drop(case.insert(key.clone(), level(cell)?)),
                Role::Factor(_) | Role::Case(_) | Role::Metric { .. } => {}
            }
        }
        let case = Case::from(case);
        let results = columns.iter().zip(&self.cells).filter_map(|(column, cell)| {
            let Role::Metric { name, unit, better } = &column.role else { return None };
            let value = value(cell, unit.as_str())?;
            let (case, metric, unit) = (case.clone(), name.clone(), unit.clone());
            let summary = |n| Summary { n, min: None, mean: value, max: None, stddev: None };
            let values =
                runs.map_or_else(|| Values::Samples(vec![value]), |n| Values::Summary(Box::new(summary(n))));
            Some(Measurement { series: Series { case, metric, unit, better: *better }, values })
        });
        let results = results.collect();
        Ok((label, factors, results))
    }
}

/// What is wrong where no line holds all the columns: the one that holds most of them.
fn without_header(lines: &[Line], columns: &Columns) -> ReadError {
    let missing = |text: &str| -> Vec<String> {
        let line = format!(" {} ", words(text).iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" "));
        let is_missing = |header: &&str| !line.to_lowercase().contains(&format!(" {header} ").to_lowercase());
        columns.iter().map(|column| column.header.as_str()).filter(is_missing).map(str::to_owned).collect()
    };
    let expected = "a header line that holds the named columns in their order".to_owned();
    let count = columns.iter().count();
    let best =
        lines.iter().map(|(line, text)| (missing(text), *line)).min_by_key(|(missing, _)| missing.len());
    match best {
        Some((missing, line)) if missing.is_empty() => {
            fault(line, "the named columns in another order", expected)
        }
        Some((missing, line)) if missing.len() < count => {
            fault(line, format!("a line without {}", missing.join(", ")), expected)
        }
        _ => fault(lines.len().max(1), "the end of the text and none of the columns", expected),
    }
}

/// # Errors
/// Where the text ends within a value: more digits may have followed.
fn check_end(text: &str, tables: &[Table], columns: &Columns) -> Result<(), ReadError> {
    let last = tables.last().and_then(|table| Some((table, table.rows.last()?)));
    let Some((table, row)) = last.filter(|_| text.ends_with(|c: char| c.is_ascii_digit() || c == '.')) else {
        return Ok(());
    };
    let is_value = columns.iter().last().is_some_and(|column| matches!(column.role, Role::Metric { .. }));
    let is_last = table.header.named.last() == Some(&(table.header.len() - 1));
    if row.line == text.lines().count() && is_value && is_last {
        return Err(fault(row.line, "the end of the text within a number", "a line end after the last row"));
    }
    Ok(())
}

/// Takes the marks of a diff off the rows, where all have one. Gives each row's, by its line,
/// where one name stands on both sides.
fn take_marks(tables: &mut [Table], columns: &Columns) -> HashMap<usize, Value> {
    let first = |table: &Table| table.header.named.first() == Some(&0);
    if !tables.iter().all(first) || columns.iter().next().is_none_or(|column| column.role != Role::Label) {
        return HashMap::new();
    }
    let mut rows: Vec<&mut Row> = tables.iter_mut().flat_map(|table| &mut table.rows).collect();
    if rows.is_empty()
        || !rows.iter().all(|row| row.cells[0].starts_with(['-', '+']) && row.cells[0].len() > 1)
    {
        return HashMap::new();
    }
    let mut sides: HashMap<String, HashSet<String>> = HashMap::new();
    let mut marks = HashMap::new();
    for row in &mut rows {
        let label = row.cells[0].split_off(1).trim_start().to_owned();
        let mark = std::mem::replace(&mut row.cells[0], label.clone());
        sides.entry(label).or_default().insert(mark.clone());
        marks.extend(Value::new(mark).ok().map(|mark| (row.line, mark)));
    }
    let is_paired = sides.values().any(|marks| marks.len() > 1);
    if is_paired { marks } else { HashMap::new() }
}

/// What each table is of: the last line above it that does not stand above all of them, as the
/// upper line of a header does. A table right below another one is of the same.
fn titles<'a>(tables: &[Table<'a>]) -> Vec<Option<String>> {
    let lines = |table: &Table<'a>| table.above.iter().copied().collect::<HashSet<&str>>();
    let both = |one: HashSet<&'a str>, other: HashSet<&'a str>| &one & &other;
    let above_all = tables.iter().map(lines).reduce(both).filter(|_| tables.len() > 1).unwrap_or_default();
    let is_above_all = |line: &&str| above_all.contains(line);
    let mut titles: Vec<Option<String>> = Vec::new();
    for table in tables {
        let before = titles.last().cloned().flatten();
        let own = table.above.iter().rev().find(|line| !is_above_all(line)).or(table.above.first());
        let tidy = |line: &&str| line.trim().trim_start_matches("- ").trim_end_matches(':').to_owned();
        titles.push(own.map(tidy).filter(|title| !title.is_empty()).or(before.filter(|_| own.is_none())));
    }
    titles
}

#[cfg(test)]
#[path = "named_tests.rs"]
mod tests;
