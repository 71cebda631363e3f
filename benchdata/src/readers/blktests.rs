//! blktests: whether tests of the block layer pass. No benchmark: it is known only to be
//! refused with a reason.

use super::faults::fault;
use super::lines::sign;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "blktests",
    about: "nothing: blktests says whether tests pass and measures no performance",
    metrics: &[],
    recognise,
    read,
};

/// The verdict in `block/001 (stress device hotplugging)   [passed]`.
fn verdict(line: &str) -> Option<&str> {
    let line = line.trim();
    let (test, verdict) = line.strip_suffix(']')?.rsplit_once('[')?;
    let (group, number) = test.split_whitespace().next()?.split_once('/')?;
    let is_test = group.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && number.len() == 3
        && number.bytes().all(|b| b.is_ascii_digit());
    (is_test && ["passed", "failed", "not run"].contains(&verdict)).then_some(verdict)
}

fn first(text: &str) -> Option<usize> {
    text.lines().position(|line| verdict(line).is_some()).map(|at| at + 1)
}

fn recognise(text: &str) -> Option<Recognition> {
    first(text).map(|line| sign(line, Sureness::Certain, "a verdict of blktests"))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let verdicts: Vec<&str> = text.lines().filter_map(verdict).collect();
    let count = |wanted: &str| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let found = format!(
        "verdicts of blktests ({} passed, {} failed, {} not run), whose runtimes are no measurements",
        count("passed"),
        count("failed"),
        count("not run")
    );
    Err(fault(first(text).unwrap_or(1), found, "a benchmark's output"))
}

#[cfg(test)]
mod tests {
    use crate::readers::tests::{read, text};

    #[test]
    fn blktests_is_refused_with_a_reason() {
        let error = read("blktests", &text("blktests/pub-lkp-meta.txt")).unwrap_err();
        assert_eq!(error.line, 4);
        assert!(error.found.starts_with("verdicts of blktests (11 passed, 4 failed, 2 not run)"), "{error}");
    }
}
