//! UnixBench: a line for each test, and an index table that repeats them against a machine
//! of 1995, which is left out.

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, headline, metric};
use super::lines::{lines, surest};
use super::text::{case, number, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "unixbench",
    about: "UnixBench's report, versions 4 to 6",
    metrics: &[RATE],
    recognise,
    read,
};

const RATE: MetricInfo =
    headline(metric("rate", "lps", HIGHER, Some(1), "loops (or what the unit says) per second or minute"));

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        let what = if version(line).is_some() {
            "UnixBench's name and version"
        } else if row(line).is_some() {
            "a line of UnixBench's on a test"
        } else {
            return None;
        };
        Some((Sureness::Certain, what))
    })
}

/// `BYTE UNIX Benchmarks (Version 5.1.3)`
fn version(line: &str) -> Option<&str> {
    line.strip_prefix("BYTE UNIX Benchmarks (Version ")?.strip_suffix(')')
}

/// `Pipe Throughput    1490800.1 lps   (10.0 s, 1 samples)` as test, value and unit.
fn row(line: &str) -> Option<(&str, &str, &str)> {
    let (rest, samples) = line.strip_suffix(" samples)")?.rsplit_once('(')?;
    let (_, count) =
        samples.split_once(", ").filter(|(time, _)| time.ends_with(" s") || time.ends_with(" secs"))?;
    count.parse::<u32>().ok()?;
    let (rest, unit) = rest.trim_end().rsplit_once(' ')?;
    let (test, value) = rest.trim_end().rsplit_once(' ')?;
    Some((test.trim_end(), value, unit))
}

/// The units that the file copies and floating point tests print mean 1024 bytes and 10^6
/// instructions.
fn unit(written: &str) -> &str {
    if written == "KBps" { "KiB/s" } else { written }
}

/// `2 CPUs in system; running 2 parallel copies of tests`
fn copies(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("; running ")?;
    rest.split_once(" parallel cop").map(|(copies, _)| copies)
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let mut running = None;
    for (line, body) in lines(text) {
        if let Some(copies) = copies(body) {
            running = Some(copies);
        } else if let Some(version) = version(body) {
            executions.version(version);
        } else if let Some((test, value, written)) = row(body) {
            let value = number(value).ok_or_else(|| fault(line, value, "a number before the unit"))?;
            let copies = running.map(|copies| ("copies", copies.to_owned()));
            let case = case([("test", test.to_owned())].into_iter().chain(copies)).map_err(unfit(line))?;
            executions
                .add(None, vec![result(&RATE, unit(written), &case, vec![value]).map_err(unfit(line))?]);
        }
    }
    let expected = "a line on a test (Pipe Throughput 1490800.1 lps (10.0 s, 1 samples))";
    executions.finish(text, expected)
}

#[cfg(test)]
mod tests {
    use crate::readers::tests::{counts, error, fixture, lines, read, text, version};

    #[test]
    fn copies_are_cases_and_the_index_is_left_out() {
        let reading = fixture("unixbench/v6-ctx-pipe-partial.txt");
        assert_eq!(version(&reading), "6.0.0");
        let expected = [
            "1 | copies=1, test=Pipe Throughput | rate = 1490800.1 lps higher",
            "1 | copies=1, test=Pipe-based Context Switching | rate = 225066.1 lps higher",
            "1 | copies=1, test=Process Creation | rate = 2893.7 lps higher",
            "1 | copies=2, test=Pipe Throughput | rate = 1169165.7 lps higher",
            "1 | copies=2, test=Pipe-based Context Switching | rate = 520049.2 lps higher",
            "1 | copies=2, test=Process Creation | rate = 4123 lps higher",
        ];
        assert_eq!(lines(&reading), expected);
    }

    #[test]
    fn other_units() {
        let copies = fixture("unixbench/pub-lkp-filecopy.txt");
        assert_eq!(version(&copies), "5.1.3");
        // UnixBench's KB is 1024 bytes (fstime.c).
        let expected =
            ["1 | copies=1, test=File Copy 1024 bufsize 2000 maxblocks | rate = 1675624 KiB/s higher"];
        assert_eq!(lines(&copies), expected);
        let gears = fixture("unixbench/pub-lkp-3d.txt");
        assert_eq!(version(&gears), "");
        assert_eq!(lines(&gears), ["1 | copies=1, test=3D graphics: gears | rate = 3207 fps higher"]);
    }

    #[test]
    fn repeats_cuts_and_damage() {
        let text = text("unixbench/pub-lkp-filecopy.txt");
        assert_eq!(counts(&read("unixbench", &text.repeat(2)).unwrap()), [1, 1]);
        assert!(error("unixbench", &text[..text.find(" samples").unwrap()]).contains("no result"));
        let comma = text.replace("1675624.0 KBps", "1675624,0 KBps");
        assert!(error("unixbench", &comma).starts_with("line 15: found 1675624,0"));
    }
}
