//! Rows of samples with their average, and maybe a unit and a ratio. A row's label stands
//! behind its numbers, or the header is the label and each row begins with its name.

use std::collections::BTreeMap;
use std::ops::Range;

use super::words::{joined, words};
use super::{ELAPSED, RATE, Tables, VALUE};
use crate::metric::MetricInfo;
use crate::name::Name;
use crate::readers::faults::unfit;
use crate::readers::text::{case, is_missing, number, result};
use crate::reading::ReadError;
use crate::summary::Summary;

/// `desktop=0        Avg`, or `Avg` alone.
pub(super) struct Header<'a> {
    /// The label of all rows below, where the header has one.
    pub(super) section: Option<&'a str>,
    /// The columns in which the average stands.
    average: Range<usize>,
}

pub(super) struct Row {
    /// Its name; empty where it has a label.
    name: String,
    /// Its label; empty where the header has it.
    label: String,
    samples: Vec<f64>,
    average: String,
    metric: Option<&'static MetricInfo>,
}

pub(super) fn header(line: &str) -> Option<Header<'_>> {
    let section = line.trim_end().strip_suffix("Avg")?;
    let (average, _) = words(line).pop().filter(|(_, word)| *word == "Avg")?;
    let section = Some(section.trim()).filter(|section| !section.is_empty());
    Some(Header { section, average })
}

/// What a unit says of the metric.
fn metric(unit: &str) -> Option<&'static MetricInfo> {
    match unit {
        "sec" => Some(&ELAPSED),
        "mb/s" | "MB/s" => Some(&RATE),
        _ => None,
    }
}

/// A row, where a number stands under `Avg` behind two others at least; what was found and
/// expected where the rest of it is none.
pub(super) fn row(line: &str, header: &Header) -> Option<Result<Row, (String, &'static str)>> {
    let words = words(line);
    let is_under =
        |columns: &Range<usize>| columns.start < header.average.end && header.average.start < columns.end;
    let at = words.iter().position(|(columns, word)| is_under(columns) && number(word).is_some())?;
    let is_cell = |word: &str| number(word).is_some() || is_missing(word);
    let begin = words[..at].iter().rposition(|(_, word)| !is_cell(word)).map_or(0, |last| last + 1);
    let samples: Vec<f64> = words[begin..at].iter().filter_map(|(_, word)| number(word)).collect();
    if samples.len() < 2 || (begin == 0) != header.section.is_none() {
        return None;
    }
    let mut rest = &words[at + 1..];
    let metric = rest.first().and_then(|(_, word)| metric(word));
    rest = &rest[usize::from(metric.is_some())..];
    // A ratio follows from the averages and is left out.
    let has_ratio = rest.first().is_some_and(|(_, word)| word.contains('.') && number(word).is_some());
    rest = &rest[usize::from(has_ratio)..];
    let (name, label, average) = (joined(&words[..begin]), joined(rest), words[at].1.to_owned());
    Some(Row { name, label, samples, average, metric }.checked(header))
}

impl Row {
    fn checked(self, header: &Header) -> Result<Self, (String, &'static str)> {
        if header.section.is_some() && !self.label.is_empty() {
            return Err((format!("{:?}", self.label), "a unit (sec, mb/s), a ratio or the line's end"));
        }
        if header.section.is_none() && self.label.is_empty() {
            return Err(("a row without a label".to_owned(), "the label behind its numbers"));
        }
        let last = self.last_digit();
        let average = number(&self.average).unwrap_or(f64::NAN);
        let is_low = self.samples.iter().all(|sample| *sample > average + last);
        let is_high = self.samples.iter().all(|sample| *sample < average - last);
        if is_low || is_high {
            return Err((format!("{} under Avg", self.average), "a number among those it is the average of"));
        }
        Ok(self)
    }

    /// What one in the average's last digit is: 0.1 in `104.8`.
    fn last_digit(&self) -> f64 {
        let digits = self.average.split_once('.').map_or(0, |(_, digits)| digits.len());
        1.0 / 10_f64.powf(digits as f64)
    }
}

impl<'a> Tables<'a> {
    /// Adds a row's samples to the run of its label.
    pub(super) fn samples(
        &mut self,
        line: usize,
        section: Option<&'a str>,
        row: Row,
    ) -> Result<(), ReadError> {
        self.compare_average(line, &row);
        let metric = self.metric_of(line, &row);
        // A row called `elapsed` says nothing beside its metric.
        let name = Some(row.name).filter(|name| !name.is_empty() && name != metric.name);
        let title = self.title.map(|title| ("test", title.to_owned()));
        let case = case(title.into_iter().chain(name.map(|name| ("row", name)))).map_err(unfit(line))?;
        let label = Name::new(section.unwrap_or(&row.label)).map_err(unfit(line))?;
        let measured = result(metric, metric.unit, &case, row.samples).map_err(unfit(line))?;
        self.executions.add_under((Some(label), BTreeMap::new()), vec![measured]);
        Ok(())
    }

    /// Averages out of mails may be wrong, or cut instead of rounded (`bc` does so). The samples
    /// count.
    fn compare_average(&mut self, line: usize, row: &Row) {
        let Some((average, summary)) = number(&row.average).zip(Summary::of(&row.samples)) else { return };
        // A double's own error is no difference.
        let (last, off) = (row.last_digit() * 1.000_001, (average - summary.mean).abs());
        let mean = (summary.mean * 1e6).round() / 1e6;
        if off <= last / 2.0 {
            return;
        }
        if average < summary.mean && off < last {
            self.cut_averages.push((line, row.average.clone(), mean));
            return;
        }
        let remark = format!("Avg is not the samples' mean: {} of {mean}; the samples are kept", row.average);
        self.executions.remark(line, remark);
    }

    /// All of them at once: a ratio printed beside one may be of the cut average.
    pub(super) fn remark_cut_averages(&mut self) {
        let cells = self.cut_averages.iter().map(|(_, printed, mean)| format!("{printed} of {mean}"));
        let cells: Vec<String> = cells.collect();
        if let Some((line, ..)) = self.cut_averages.first() {
            let remark =
                format!("Avg is cut from here on, not rounded: {}; the samples are kept", cells.join(", "));
            self.executions.remark(*line, remark);
        }
    }

    /// By the unit that the row, or an earlier one of its name under the same title, prints.
    fn metric_of(&mut self, line: usize, row: &Row) -> &'static MetricInfo {
        let key = (self.title, row.name.clone());
        if let Some(metric) = row.metric {
            self.metrics.insert(key, metric);
            return metric;
        }
        if let Some(known) = self.metrics.get(&key) {
            return known;
        }
        self.executions.remark(line, "no unit is printed: kept as value, neither way better");
        self.metrics.insert(key, &VALUE);
        &VALUE
    }
}
