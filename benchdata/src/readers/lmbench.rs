//! lmbench's single programs (lat_ctx, lat_pipe, bw_pipe, …): a line for each value with
//! its unit, or rows under a heading of lat_ctx.

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::{cut, lines, surest};
use super::text::{case, number, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "lmbench",
    about: "what lmbench's lat_* and bw_* programs print",
    metrics: &[LATENCY, THROUGHPUT],
    recognise,
    read,
};

const LATENCY: MetricInfo = headline(metric("latency", "us", LOWER, None, "time that one operation took"));
const THROUGHPUT: MetricInfo =
    headline(metric("throughput", "MB/s", HIGHER, Some(2), "data moved per second"));

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        if size(line).is_some() {
            Some((Sureness::Certain, "a heading of lmbench's lat_ctx"))
        } else if value(line).is_some_and(|(_, value, info)| info == LATENCY && number(value).is_some()) {
            Some((Sureness::Possible, "microseconds as lmbench prints them"))
        } else {
            None
        }
    })
}

/// `"size=64k ovr=7.68`, without a closing quote. The overhead has been taken off already.
fn size(line: &str) -> Option<&str> {
    line.strip_prefix("\"size=")?.split_once(" ovr=").map(|(size, _)| size)
}

/// `Pipe latency: 6.9800 microseconds`, `Pipe bandwidth: 2284.09 MB/sec`
fn value(line: &str) -> Option<(&str, &str, MetricInfo)> {
    let (test, rest) = line.rsplit_once(": ")?;
    let (value, unit) = rest.trim().split_once(' ')?;
    let info = match unit {
        "microseconds" => LATENCY,
        "MB/sec" => THROUGHPUT,
        _ => return None,
    };
    Some((test, value, info))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let (cut, mut executions) = (cut(text), Executions::of(READER.name));
    let mut switched = None;
    for (line, body) in lines(text) {
        let (test, value, info, processes) = if let Some(size) = size(body) {
            switched = Some(size);
            continue;
        } else if let Some((test, value, info)) = value(body) {
            switched = None;
            (test, value, info, None)
        } else if let (Some(_), Some((processes, value))) = (switched, body.split_once(' ')) {
            if cut == Some(line) {
                return Err(fault(line, "the end of the text within a number", "a whole row"));
            }
            ("Context switch", value, LATENCY, Some(processes.to_owned()))
        } else {
            switched = switched.filter(|_| !body.is_empty());
            continue;
        };
        let value = number(value).ok_or_else(|| fault(line, body, "a value with a decimal point"))?;
        let size = switched.map(|size| ("size", size.to_owned()));
        let processes = processes.map(|processes| ("processes", processes));
        let case = case([("test", test.to_owned())].into_iter().chain(size).chain(processes))
            .map_err(unfit(line))?;
        executions.add(None, vec![result(&info, info.unit, &case, vec![value]).map_err(unfit(line))?]);
    }
    executions.finish(text, "a value with its unit (Pipe latency: 6.9800 microseconds)")
}

#[cfg(test)]
mod tests {
    use crate::readers::tests::{counts, error, fixture, lines, read, text};

    #[test]
    fn context_switches() {
        let expected = [
            "1 | processes=2, size=0k, test=Context switch | latency = 2.18 us lower",
            "1 | processes=4, size=0k, test=Context switch | latency = 4.94 us lower",
            "1 | processes=8, size=0k, test=Context switch | latency = 4.87 us lower",
            "1 | processes=16, size=0k, test=Context switch | latency = 4.87 us lower",
            "1 | processes=2, size=64k, test=Context switch | latency = 1.6 us lower",
            "1 | processes=8, size=64k, test=Context switch | latency = 5.4 us lower",
        ];
        assert_eq!(lines(&fixture("lmbench/lat_ctx.txt")), expected);
    }

    #[test]
    fn lines_with_units() {
        let expected = [
            "1 | test=Pipe latency | latency = 6.98 us lower",
            "1 | test=Process fork+exit | latency = 455.4186 us lower",
            "1 | test=Process fork+execve | latency = 378.7193 us lower",
            "1 | test=Simple syscall | latency = 0.354 us lower",
            "1 | test=Signal handler overhead | latency = 4.5127 us lower",
            "1 | test=Select on 100 tcp fd's | latency = 6.7036 us lower",
            "1 | test=Pipe bandwidth | throughput = 2284.09 MB/s higher",
            "1 | test=AF_UNIX sock stream latency | latency = 14.6913 us lower",
        ];
        assert_eq!(lines(&fixture("lmbench/lat_pipe-proc-syscall.txt")), expected);
        let twice = read("lmbench", &text("lmbench/lat_pipe-proc-syscall.txt").repeat(2)).unwrap();
        assert_eq!(counts(&twice), [8, 8]);
    }

    #[test]
    fn cuts_and_damage() {
        let text = text("lmbench/lat_ctx.txt");
        assert!(error("lmbench", text.trim_end()).starts_with("line 10:"));
        assert!(error("lmbench", &text.replace("5.40", "5,40")).starts_with("line 10: found 8 5,40"));
        assert!(read("lmbench", "Pipe latency: 6.98").is_err());
    }
}
