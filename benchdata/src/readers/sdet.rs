//! SDET: shell scripts of a software developer, so many at a time. It is not free, and its
//! results are published as percentages of the first kernel's alone: a heading `SDET 4`, then
//! a row for each kernel.

use std::collections::BTreeMap;

use super::executions::Executions;
use super::glossary::{HIGHER, headline, metric};
use super::lines::{lines, sign};
use super::parts::{case_on, label_on, value_on};
use super::text::number;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "sdet",
    about: "SDET's tables in mails: throughput in percent of the first kernel's",
    metrics: &[RELATIVE],
    recognise,
    read,
};

const RELATIVE: MetricInfo = headline(metric(
    "throughput_relative",
    "%",
    HIGHER,
    Some(1),
    "throughput in percent of the first kernel's",
));

/// `SDET 4  (see disclaimer)`: how many scripts run at a time.
fn scripts(line: &str) -> Option<&str> {
    let scripts = line.strip_prefix("SDET ")?.split_whitespace().next()?;
    scripts.parse().is_ok_and(|n: u32| n > 0).then_some(scripts)
}

fn is_header(line: &str) -> bool {
    line.split_whitespace().eq(["Throughput", "Std.", "Dev"])
}

fn recognise(text: &str) -> Option<Recognition> {
    let mut before = None;
    lines(text).filter(|(_, line)| !line.is_empty()).find_map(|(number, line)| {
        let is_ours = before.replace(line).and_then(scripts).is_some() && is_header(line);
        is_ours.then(|| sign(number, Sureness::Certain, "the header of SDET's table"))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let (mut heading, mut is_open, mut has_spread) = (None, false, false);
    for (line, body) in lines(text).filter(|(_, body)| !body.is_empty()) {
        if let Some(scripts) = scripts(body) {
            (heading, is_open) = (Some(scripts), false);
        } else if heading.is_some() && is_header(body) {
            is_open = true;
        } else if let (true, Some(scripts), Some((label, share))) = (is_open, heading, row(body)) {
            let case = case_on(line, [("scripts", scripts.to_owned())])?;
            let measured = value_on(line, &RELATIVE, &case, share)?;
            executions.add_under((Some(label_on(line, label)?), BTreeMap::new()), vec![measured]);
            if !has_spread {
                executions.remark(line, "deviations are left out: they do not say of what they are percents");
            }
            has_spread = true;
        } else {
            is_open = false;
        }
    }
    executions.finish(text, "SDET's heading (SDET 4) with `Throughput Std. Dev` and rows below it")
}

/// A kernel and its throughput, in percent: `2.5.66-mm2-ext3  92.6%  1.8%`.
fn row(line: &str) -> Option<(&str, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [label, share, deviation] = words.as_slice() else { return None };
    let percent = |word: &str| word.ends_with('%').then(|| number(word)).flatten();
    percent(deviation)?;
    Some((label, percent(share)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::tests::{labels, lines};

    const TABLE: &str = "SDET 4  (see disclaimer)\n  Throughput    Std. Dev\n 2.5.66-mm2  100.0%  1.9%\n 2.5.66-ext3   26.3%  7.8%\n";

    #[test]
    fn a_row_is_a_kernels_share_of_the_first_ones_throughput() {
        let reading = read(TABLE).unwrap();
        assert_eq!(labels(&reading), ["2.5.66-mm2", "2.5.66-ext3"]);
        assert_eq!(lines(&reading)[1], "2 2.5.66-ext3 | scripts=4 | throughput_relative = 26.3 % higher");
        assert_eq!(reading.remarks[0].line, 3);
    }

    #[test]
    fn cut_tables_give_no_wrong_value() {
        assert!(read(TABLE.trim_end()).unwrap().runs.len() == 2);
        for at in TABLE.find(" 2.5.66-ext3").unwrap()..TABLE.len() - 2 {
            assert_eq!(read(&TABLE[..at]).unwrap().runs.len(), 1, "cut at {at}");
        }
        assert!(recognise("SDET 4\nis fast\n").is_none() && recognise(TABLE).is_some());
    }
}
