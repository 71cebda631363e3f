//! interbench: how well interactive tasks run beside loads. A table for each task, a row
//! for each load.

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::{cut, lines, surest};
use super::text::{case, is_missing, number, result};
use crate::metric::MetricInfo;
use crate::name::Name;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "interbench",
    about: "interbench's tables, of one or several kernels",
    metrics: METRICS,
    recognise,
    read,
};

/// In the order of the columns.
const METRICS: &[MetricInfo] = &[
    headline(metric("latency_avg", "ms", LOWER, None, "mean scheduling latency")),
    metric("latency_stddev", "ms", LOWER, None, "standard deviation of the latency"),
    headline(metric("latency_max", "ms", LOWER, None, "longest scheduling latency")),
    metric("desired_cpu", "%", HIGHER, None, "CPU time got, in percent of what was wanted"),
    metric("deadlines_met", "%", HIGHER, None, "deadlines that were met"),
];

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| title(line).map(|_| (Sureness::Certain, "the title of interbench's table")))
}

/// `--- Benchmarking simulated cpu of Audio in the presence of simulated nice 5 ---` as the
/// task, and how nice the loads are.
fn title(line: &str) -> Option<(&str, Option<&str>)> {
    let (_, rest) = line.split_once("Benchmarking simulated cpu of ")?;
    let (task, rest) = rest.split_once(" in the presence of ")?;
    let nice = rest.split_whitespace().skip_while(|word| !word.ends_with("nice")).nth(1);
    Some((task, nice))
}

/// `Benchmarking kernel 2.6.16-ck1 at datestamp 200603250244`
fn kernel(line: &str) -> Option<&str> {
    line.strip_prefix("Benchmarking kernel ")?.split_once(" at datestamp").map(|(kernel, _)| kernel)
}

/// A table as it is being read.
struct Table<'a> {
    task: &'a str,
    nice: Option<&'a str>,
    columns: usize,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let (cut, mut executions) = (cut(text), Executions::of(READER.name));
    let (mut label, mut table) = (None, None::<Table>);
    for (line, body) in lines(text) {
        if let Some(kernel) = kernel(body) {
            label = Some(Name::new(kernel).map_err(unfit(line))?);
        } else if let Some((task, nice)) = title(body) {
            table = Some(Table { task, nice, columns: METRICS.len() });
        } else if body.is_empty() {
            table = None;
        } else if let Some(table) = &mut table {
            if body.starts_with("Load") {
                let has_deadlines = body.contains("Deadlines");
                table.columns = if has_deadlines { METRICS.len() } else { METRICS.len() - 1 };
            } else if body.contains("+/-") {
                if cut == Some(line) {
                    return Err(fault(line, "the end of the text within a number", "a whole row"));
                }
                table.row(line, body, label.as_ref(), &mut executions)?;
            }
        }
    }
    executions.finish(text, "interbench's title (--- Benchmarking simulated cpu of …) and its table")
}

impl Table<'_> {
    /// `Burn 3.8 +/- 6.0 21.9 100 100`; authors of mails put a `*` behind
    /// what is remarkable.
    fn row(
        &self,
        line: usize,
        body: &str,
        label: Option<&Name>,
        executions: &mut Executions,
    ) -> Result<(), ReadError> {
        let mut cells = body.split_whitespace().filter(|cell| !["+/-", "*"].contains(cell));
        let load = cells.next().unwrap_or_default();
        let cells: Vec<&str> = cells.map(|cell| cell.trim_end_matches('*')).collect();
        if cells.len() != self.columns {
            return Err(fault(line, body, format!("{} numbers, as the header has", self.columns)));
        }
        let nice = self.nice.map(|nice| ("load_nice", nice.to_owned()));
        let parameters = [("task", self.task.to_owned()), ("load", load.to_owned())];
        let case = case(parameters.into_iter().chain(nice)).map_err(unfit(line))?;
        let mut results = Vec::new();
        for (info, cell) in METRICS.iter().zip(cells).filter(|(_, cell)| !is_missing(cell)) {
            let value = number(cell).ok_or_else(|| fault(line, cell, "a number with a decimal point"))?;
            results.push(result(info, info.unit, &case, vec![value]).map_err(unfit(line))?);
        }
        executions.add(label, results);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::readers::tests::{error, fixture, has, labels, lines, read, text};

    #[test]
    fn one_kernel() {
        let reading = fixture("interbench/audio-video-short.txt");
        let expected = [
            "1 6.18.44-fc-v657 | load=None, task=Audio | latency_avg = 0.6 ms lower",
            "1 6.18.44-fc-v657 | load=None, task=Audio | latency_stddev = 1.6 ms lower",
            "1 6.18.44-fc-v657 | load=None, task=Audio | latency_max = 10.8 ms lower",
            "1 6.18.44-fc-v657 | load=None, task=Audio | desired_cpu = 100 % higher",
            "1 6.18.44-fc-v657 | load=None, task=Audio | deadlines_met = 100 % higher",
        ];
        assert_eq!(lines(&reading)[..5], expected);
        let wanted = [
            "1 | load=Compile, task=Audio | latency_avg = 16.7 ms lower",
            "1 | load=Compile, task=Audio | latency_stddev = 68.7 ms lower",
            "1 | load=Compile, task=Audio | latency_max = 641.2 ms lower",
            "1 | load=Compile, task=Audio | desired_cpu = 91.2 % higher",
            "1 | load=Compile, task=Audio | deadlines_met = 90.7 % higher",
            "1 | load=Burn, task=Video | latency_avg = 17.2 ms lower",
            "1 | load=Burn, task=Video | deadlines_met = 42.8 % higher",
        ];
        has(&reading, &wanted);
    }

    #[test]
    fn two_kernels_with_stars() {
        let reading = fixture("interbench/pub-ck1-mm1-stars.txt");
        assert_eq!(labels(&reading), ["2.6.16-ck1", "2.6.16-mm1"]);
        let wanted = [
            "2.6.16-ck1 | load=Memload, task=Audio | latency_avg = 0.321 ms lower",
            "2.6.16-ck1 | load=Memload, task=Audio | latency_stddev = 4.94 ms lower",
            "2.6.16-ck1 | load=Memload, task=Audio | latency_max = 112 ms lower",
            "2.6.16-ck1 | load=Memload, task=Audio | deadlines_met = 99.8 % higher",
            "2.6.16-ck1 | load=Burn, task=Video | latency_max = 45.3 ms lower",
            "2.6.16-ck1 | load=Burn, task=Video | deadlines_met = 99.2 % higher",
            "2.6.16-mm1 | load=Burn, task=Gaming | latency_avg = 295 ms lower",
            "2.6.16-mm1 | load=Burn, task=Gaming | latency_max = 710 ms lower",
            "2.6.16-mm1 | load=Burn, task=Gaming | desired_cpu = 25.3 % higher",
            "2.6.16-mm1 | load=Burn, task=Audio | latency_max = 211 ms lower",
        ];
        has(&reading, &wanted);
        let gaming = |line: &String| line.contains("task=Gaming | deadlines_met");
        assert!(!lines(&reading).iter().any(gaming), "Gaming has no deadlines");
    }

    #[test]
    fn missing_cut_and_damaged() {
        let text = text("interbench/audio-video-short.txt");
        let missing = lines(&read("interbench", &text.replace("+/- 1.6 ", "+/- nan ")).unwrap());
        assert!(
            missing[1].ends_with("| load=None, task=Audio | latency_max = 10.8 ms lower"),
            "{missing:#?}"
        );
        assert!(error("interbench", text.trim_end()).contains("within a number"));
        let comma = text.replace("641.2", "641,2");
        assert!(error("interbench", &comma).starts_with("line 16: found 641,2"));
        assert!(error("interbench", &text.replace("641.2", "")).contains("5 numbers"));
    }
}
