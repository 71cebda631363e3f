//! AIM9, AIM's Independent Resource Benchmark: one row a test, with how often its loop ran
//! and what that comes to in the test's own operations.

use super::gather::Gathering;
use super::glossary::{HIGHER, headline, metric};
use super::lines::{lines, surest};
use super::parts::{case_on, value_in, value_on};
use super::text::number;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "aim9",
    about: "AIM9's table of tests",
    metrics: &[OPERATIONS, LOOPS, ELAPSED],
    recognise,
    read,
};

const OPERATIONS: MetricInfo = headline(metric(
    "operations_rate",
    "operations/s",
    HIGHER,
    Some(2),
    "the test's own operations per second",
));
const LOOPS: MetricInfo =
    metric("loops_rate", "loops/s", HIGHER, Some(5), "turns of the test's loop per second");
const ELAPSED: MetricInfo = metric("elapsed", "s", None, Some(2), "time that the test was given");

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        let what = if line.contains("Rate (loops/sec)") {
            "the header of AIM9's table"
        } else if line.starts_with("AIM Independent Resource Benchmark - Suite IX") {
            "AIM9's name"
        } else {
            return None;
        };
        Some((Sureness::Certain, what))
    })
}

/// `1 tcp_test [2.5.45] 300.00 58982 196.60667 17694.60 TCP/IP Messages/second`
struct Row<'a> {
    line: usize,
    test: &'a str,
    /// A kernel, where a writer put several ones' rows under each other.
    label: Option<&'a str>,
    elapsed: f64,
    loops: f64,
    operations: f64,
    /// Empty where a mail program wrapped the row before it.
    operation: String,
}

impl<'a> Row<'a> {
    fn of(line: usize, body: &'a str) -> Option<Self> {
        let is_count = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let mut words = body.split_whitespace();
        let (_, test) = words.next().filter(|word| is_count(word)).zip(words.next())?;
        let mut words = words.peekable();
        let label = words.next_if(|word| word.starts_with('[') && word.ends_with(']'));
        let elapsed = number(words.next()?)?;
        // The count of loops is an integer: a table of differences has none there.
        words.next().filter(|word| is_count(word))?;
        let (loops, operations) = number(words.next()?).zip(number(words.next()?))?;
        let operation = words.collect::<Vec<_>>().join(" ");
        let label = label.map(|label| &label[1..label.len() - 1]);
        Some(Self { line, test, label, elapsed, loops, operations, operation })
    }

    /// Adds the row's results to its run.
    fn add(self, runs: &mut Gathering) -> Result<(), ReadError> {
        let Some(operations) = unit(&self.operation) else {
            runs.remark(self.line, "the row does not say which operations it counts: left out");
            return Ok(());
        };
        if let Some(label) = self.label {
            runs.run_of(self.line, label)?;
        }
        let case = case_on(self.line, [("test", self.test.to_owned())])?;
        runs.add(self.line, Ok(value_in(self.line, &OPERATIONS, &operations, &case, self.operations)?))?;
        runs.add(self.line, Ok(value_on(self.line, &LOOPS, &case, self.loops)?))?;
        runs.add(self.line, Ok(value_on(self.line, &ELAPSED, &case, self.elapsed)?))
    }
}

/// `messages/s` of `TCP/IP Messages/second`, `thousand additions/s` of `Thousand Integer
/// Additions/second`: the test's name tells the rest.
fn unit(operation: &str) -> Option<String> {
    let operation = operation.strip_suffix("/second")?.to_lowercase();
    let thousand = if operation.starts_with("thousand ") { "thousand " } else { "" };
    Some(format!("{thousand}{}/s", operation.rsplit(' ').next()?))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut runs = Gathering::of(READER.name);
    let mut wrapped: Option<Row> = None;
    // What stands above a rule and a header: `2.6.12-rc5-standard`.
    let (mut heading, mut above) = (None, "");
    for (line, body) in lines(text).filter(|(_, body)| !body.is_empty()) {
        if let Some(mut row) = wrapped.take() {
            if body.ends_with("/second") && Row::of(line, body).is_none() {
                row.operation = body.to_owned();
            }
            row.add(&mut runs)?;
        }
        if body.contains("Rate (loops/sec)") {
            match heading.take() {
                Some(label) => runs.run_of(line, label)?,
                None => runs.next_run(),
            }
        } else if let Some(row) = Row::of(line, body) {
            if row.operation.is_empty() {
                wrapped = Some(row);
            } else {
                row.add(&mut runs)?;
            }
        } else if body.starts_with("----") {
            heading = Some(above).filter(|above| is_label(above));
        }
        above = body;
    }
    if let Some(row) = wrapped {
        row.add(&mut runs)?;
    }
    runs.finish(text, "a row such as 1 tcp_test 300.00 58982 196.60667 17694.60 TCP/IP Messages/second")
}

/// One or two words, which no line of AIM9's own has.
fn is_label(line: &str) -> bool {
    (1..=2).contains(&line.split_whitespace().count()) && !line.starts_with('-') && !line.contains(':')
}

#[cfg(test)]
mod tests {
    use super::unit;
    use crate::readers::tests::{counts, error, fixture, has, lines, read, remarks, text};

    #[test]
    fn a_row_is_a_test() {
        let expected = [
            "1 | test=tcp_test | operations_rate = 17694.6 messages/s higher",
            "1 | test=tcp_test | loops_rate = 196.60667 loops/s higher",
            "1 | test=tcp_test | elapsed = 300 s -",
        ];
        assert_eq!(lines(&fixture("aim9/pub-lkp-tcp.txt")), expected);
    }

    #[test]
    fn headings_are_labels_and_a_table_of_differences_is_none() {
        let reading = fixture("aim9/mail-two-kernels.txt");
        assert_eq!(counts(&reading), [24, 24]);
        let wanted = [
            "1 2.6.12-rc5-standard | test=creat-clo | operations_rate = 18483.33 closes/s higher",
            "1 2.6.12-rc5-standard | test=exec_test | operations_rate = 64.87 loads/s higher",
            "2 2.6.12-rc5-mbuddy-v11 | test=creat-clo | operations_rate = 18584.51 closes/s higher",
            "2 2.6.12-rc5-mbuddy-v11 | test=link_test | loops_rate = 101.68305 loops/s higher",
            "2 2.6.12-rc5-mbuddy-v11 | test=link_test | elapsed = 60.01 s -",
        ];
        has(&reading, &wanted);
    }

    #[test]
    fn mails_put_kernels_in_brackets_and_wrap_rows() {
        let text = "Number Name Time (sec) Count Rate (loops/sec)Rate (ops/sec)\n\
                    1 add_double   [2.5.45]     60.02       1744   29.05698       523025.66 \n\
                    Thousand Double Precision Additions/second\n\
                    1 add_double   [2.5.44]     60.03       1743   29.03548       522638.68 \n\
                    \nThousand Double Precision Additions/second\n";
        let reading = read("aim9", text).unwrap();
        assert_eq!(counts(&reading), [3, 3]);
        let wanted = [
            "1 2.5.45 | test=add_double | operations_rate = 523025.66 thousand additions/s higher",
            "2 2.5.44 | test=add_double | operations_rate = 522638.68 thousand additions/s higher",
        ];
        has(&reading, &wanted);
        assert_eq!(unit("Link/Unlink Pairs/second").as_deref(), Some("pairs/s"));
    }

    #[test]
    fn a_cut_row_is_left_out() {
        let text = text("aim9/mail-two-kernels.txt");
        let cut = &text[..text.find("Link/Unlink Pairs/second").unwrap() + 10];
        let reading = read("aim9", cut).unwrap();
        assert_eq!(counts(&reading), [21]);
        let expected = ["line 14: the row does not say which operations it counts: left out"];
        assert_eq!(remarks(&reading), expected);
        let comma = "1 tcp_test 300,00 58982 196,60667 17694,60 TCP/IP Messages/second\n";
        assert!(error("aim9", comma).contains("no result"));
    }
}
