//! Tables whose header says what the columns are.

use super::{
    CPU, ELAPSED, JTI, RATE, RATE_PER_TASK, RATE_PER_TASK_S, STDDEV, STDDEV_PERCENT, SYSTEM, TASK_MAX,
    TASK_MIN, USER, fault,
};
use crate::metric::MetricInfo;
use crate::readers::text::{is_missing, number};
use crate::reading::ReadError;

#[derive(Debug, Clone, Copy)]
enum Column {
    Tasks,
    /// The kernel, in tables that people made.
    Label,
    Metric(&'static MetricInfo),
    /// Follows from the others.
    Derived,
}

pub(super) struct Table {
    pub(super) suite: &'static str,
    columns: Vec<Column>,
    separator: Option<char>,
    pub(super) has_rows: bool,
}

pub(super) struct Row<'a> {
    pub(super) label: Option<&'a str>,
    pub(super) tasks: u64,
    pub(super) cells: Vec<(&'static MetricInfo, f64)>,
    /// Whether the line ends with the last value, not with a date.
    pub(super) is_to_the_end: bool,
}

const COLUMNS: [(&str, Column); 16] = [
    ("tasks", Column::Tasks),
    ("jobs/min", Column::Metric(&RATE)),
    ("jobs/min/task", Column::Metric(&RATE_PER_TASK)),
    ("jobs/sec/task", Column::Metric(&RATE_PER_TASK_S)),
    ("jti", Column::Metric(&JTI)),
    ("real", Column::Metric(&ELAPSED)),
    ("cpu", Column::Metric(&CPU)),
    ("forks", Column::Tasks),
    ("jpm", Column::Metric(&RATE)),
    ("jpm_c", Column::Metric(&RATE_PER_TASK)),
    ("jps_c", Column::Derived),
    ("parent_tm", Column::Metric(&ELAPSED)),
    ("childu_tm", Column::Metric(&USER)),
    ("childs_tm", Column::Metric(&SYSTEM)),
    ("std_dev", Column::Metric(&STDDEV)),
    ("max_c", Column::Metric(&TASK_MAX)),
];

fn column(word: &str) -> Option<Column> {
    let word = word.to_lowercase();
    let known = COLUMNS.iter().find_map(|(name, column)| (*name == word).then_some(*column));
    known.or_else(|| (word == "min_c").then_some(Column::Metric(&TASK_MIN)))
}

/// The table that a header begins. That of reaim has two lines; the second one tells.
pub(super) fn header(line: &str) -> Option<Table> {
    let line = line.trim();
    if line.starts_with("Forked ") && line.contains("SysTime") && line.contains("UTime") {
        let metrics = [&ELAPSED, &SYSTEM, &USER, &RATE, &RATE_PER_TASK, &STDDEV, &STDDEV_PERCENT, &JTI];
        let metrics = metrics.into_iter().map(Column::Metric);
        let columns = std::iter::once(Column::Tasks).chain(metrics).collect();
        return Some(Table { suite: "reaim", columns, separator: None, has_rows: false });
    }
    if !line.contains("obs/") && !line.starts_with("Forks,") {
        return None;
    }
    let (suite, separator, key) =
        if line.starts_with("Forks,JPM,") { ("reaim", Some(','), "jpm") } else { ("aim7", None, "jobs/min") };
    let words: Vec<&str> = split(line, separator);
    let columns: Option<Vec<Column>> = words
        .iter()
        .enumerate()
        .map(|(at, word)| column(word).or_else(|| (at == 0).then_some(Column::Label)))
        .collect();
    let has = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    let columns = columns.filter(|_| has(key) && (has("tasks") || has("forks")))?;
    Some(Table { suite, columns, separator, has_rows: false })
}

fn split(line: &str, separator: Option<char>) -> Vec<&str> {
    match separator {
        Some(separator) => line.split(separator).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

impl Table {
    pub(super) fn has_labels(&self) -> bool {
        self.columns.iter().any(|column| matches!(column, Column::Label))
    }

    /// The row that a line is, if it is one.
    pub(super) fn row<'a>(&mut self, line: usize, text: &'a str) -> Result<Option<Row<'a>>, ReadError> {
        let words = split(text, self.separator);
        let tasks = self.columns.iter().position(|column| matches!(column, Column::Tasks));
        let tasks = tasks.and_then(|at| words.get(at)).and_then(|word| word.parse::<u64>().ok());
        let Some(tasks) = tasks.filter(|tasks| *tasks > 0) else { return Ok(None) };
        let expected = || format!("{} columns as in the header", self.columns.len());
        // AIM7 ends its rows with the date.
        let is_odd = words.get(self.columns.len()).is_some_and(|word| !word.starts_with(char::is_alphabetic));
        if words.len() < self.columns.len() || is_odd {
            return Err(fault(line, text, expected()));
        }
        let is_to_the_end = words.len() == self.columns.len();
        let mut row = Row { label: None, tasks, cells: Vec::new(), is_to_the_end };
        for (column, word) in self.columns.iter().zip(words) {
            match column {
                Column::Label => row.label = Some(word),
                Column::Metric(_) if is_missing(word) => {}
                Column::Metric(info) => {
                    let value = number(word).ok_or_else(|| fault(line, format!("{word:?}"), "a number"))?;
                    row.cells.push((*info, value));
                }
                Column::Tasks | Column::Derived => {}
            }
        }
        self.has_rows = true;
        Ok(Some(row))
    }
}
