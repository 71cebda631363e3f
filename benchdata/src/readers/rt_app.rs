//! rt-app: the logs of its tasks, a row for each loop. What it prints on the terminal says
//! nothing of times.

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::{cut, lines, surest};
use super::text::{case, number, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::Measurement;

pub(super) const READER: Reader = Reader {
    name: "rt-app",
    about: "the logs of rt-app's tasks (#idx perf run period … slack … wu_lat)",
    metrics: METRICS,
    recognise,
    read,
};

const METRICS: &[MetricInfo] = &[
    headline(metric("slack", "us", HIGHER, Some(0), "time left when the work of a loop was done")),
    headline(metric("wakeup_latency", "us", LOWER, Some(0), "time from a timer's end to running")),
    metric("period", "us", None, Some(0), "time that one loop took"),
    metric("run", "us", None, Some(0), "time that a loop's work took"),
];

/// The columns, as [`METRICS`].
const COLUMNS: [&str; 4] = ["slack", "wu_lat", "period", "run"];

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        let what = if line.starts_with("#idx ") && line.ends_with(" wu_lat") {
            "the header of an rt-app log"
        } else if line.starts_with("[rt-app] <") {
            "a message of rt-app's"
        } else {
            return None;
        };
        Some((Sureness::Certain, what))
    })
}

/// One task's log as far as it was read.
struct Log<'a> {
    line: usize,
    task: Option<String>,
    columns: Vec<&'a str>,
    /// The samples, as [`METRICS`].
    samples: [Vec<f64>; 4],
    dropped: usize,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let (cut, mut executions) = (cut(text), Executions::of(READER.name));
    let (mut log, mut task) = (None::<Log>, None);
    for (line, body) in lines(text) {
        if body.starts_with("#idx ") {
            close(log.take(), &mut executions)?;
            let columns = body.trim_start_matches('#').split_whitespace().collect();
            log = Some(Log { line, task: task.take(), columns, samples: Default::default(), dropped: 0 });
        } else if let Some(path) = body.strip_suffix(".log") {
            task = path.rsplit('/').next().map(str::to_owned);
        } else if let Some(log) = log.as_mut().filter(|_| body.starts_with(|c: char| c.is_ascii_digit())) {
            if cut == Some(line) {
                return Err(fault(line, "the end of the text within a number", "a whole row"));
            }
            log.take(line, body)?;
        }
    }
    close(log, &mut executions)?;
    executions.finish(text, "a task's log (#idx perf run period …) with rows under it")
}

impl Log<'_> {
    fn take(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        let cells: Vec<&str> = body.split_whitespace().collect();
        if cells.len() != self.columns.len() {
            return Err(fault(line, body, format!("{} cells, as the header has", self.columns.len())));
        }
        let cell = |name| self.columns.iter().position(|column| *column == name).map(|at| cells[at]);
        // Without a timer there is neither slack nor wakeup to measure, and both are 0.
        let has_timer = cell("c_period") != Some("0");
        for (at, name) in COLUMNS.into_iter().enumerate() {
            let Some(cell) = cell(name) else { continue };
            let is_timers = ["slack", "wu_lat"].contains(&name);
            // A negative time, printed as an unsigned one.
            if cell.parse::<u64>().is_ok_and(|value| value > i64::MAX as u64) {
                self.dropped += 1;
            } else if has_timer || !is_timers {
                // Slack is negative where a loop took too long.
                let (sign, digits) = cell.strip_prefix('-').map_or((1.0, cell), |digits| (-1.0, digits));
                let value = number(digits).ok_or_else(|| fault(line, cell, "a number"))?;
                self.samples[at].push(sign * value);
            }
        }
        Ok(())
    }
}

/// Hands over a task's log.
fn close(log: Option<Log>, executions: &mut Executions) -> Result<(), ReadError> {
    let Some(Log { line, task, samples, dropped, .. }) = log else { return Ok(()) };
    if dropped > 0 {
        executions.remark(line, format!("{dropped} times below 0, printed as 1844674407370…, are left out"));
    }
    let case = case(task.map(|task| ("task", task))).map_err(unfit(line))?;
    let measured = METRICS.iter().zip(samples).filter(|(_, samples)| !samples.is_empty());
    let results: Result<Vec<Measurement>, _> = measured
        .map(|(info, samples)| result(info, info.unit, &case, samples).map_err(unfit(line)))
        .collect();
    executions.add(None, results?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::recognise;
    use crate::readers::tests::{error, fixture, lines, text};

    #[test]
    fn one_log_with_negative_wakeups() {
        let reading = fixture("rt-app/video-0.log");
        let expected = [
            "1 |  | slack = 99525 198954 195704 194974 199512 us higher",
            "1 |  | period = 100551 203230 200733 195442 199983 us -",
            "1 |  | run = 405 404 411 396 401 us -",
        ];
        assert_eq!(lines(&reading), expected);
        assert!(reading.remarks[0].text.starts_with("5 times below 0"));
    }

    #[test]
    fn several_logs_behind_messages() {
        let expected = [
            "1 | task=mp3-OMXCall-4 | period = 5535 24821 31970 28035 29997 30001 30096 29946 29961 30049 29995 29981 us -",
            "1 | task=mp3-OMXCall-4 | run = 321 326 335 308 305 314 294 294 301 302 294 294 us -",
            "1 | task=mp3-AudioTick-0 | slack = 549 5933 5946 5944 5944 5939 5985 5945 5944 5944 us higher",
            "1 | task=mp3-AudioTick-0 | wakeup_latency = 61 52 54 54 54 53 53 53 54 53 us lower",
            "1 | task=mp3-AudioTick-0 | period = 617 5985 6000 5997 5998 5956 6039 5999 5998 5997 us -",
            "1 | task=mp3-AudioTick-0 | run = 0 0 0 0 0 0 0 0 0 0 us -",
        ];
        assert_eq!(lines(&fixture("rt-app/pub-lkp-01.log")), expected);
    }

    #[test]
    fn messages_alone_are_refused() {
        let text = text("rt-app/stdout.txt");
        assert!(recognise(&text).is_some());
        assert!(error("rt-app", &text).contains("expected a task's log"));
    }

    #[test]
    fn cut_texts() {
        let text = text("rt-app/video-0.log");
        let text = text.trim_end();
        assert!(error("rt-app", text).contains("within a number"));
        assert!(error("rt-app", &format!("{}\n", &text[..text.len() - 22])).contains("11 cells"));
    }
}
