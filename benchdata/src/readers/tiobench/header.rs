//! The header of tiobench's table: two lines of words, wrapped or not, in any selection
//! of tiobench's columns, or one line by hand.

use super::lines::Line;
use super::title::test;
use super::{CPU, EFFICIENCY, LATENCY_AVG, LATENCY_MAX, OVER_2S, OVER_10S, RATE};
use crate::metric::MetricInfo;

/// What stands in a column of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Column {
    FileSize,
    BlockSize,
    Threads,
    /// A share of slow requests with a limit that no metric stands for: `>5s`.
    Other,
    Value {
        metric: &'static MetricInfo,
        /// Whether the header is tiobench's own, so that the unit is known.
        is_unit_known: bool,
        /// The test, where the header names it (tiobench up to 0.3.2).
        test: Option<&'static str>,
    },
}

/// What the first column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// tiobench's identifier.
    Identifier,
    /// The directory that the files were in (tiobench up to 0.3.2).
    Directory,
    /// A name under a heading of somebody's own.
    Name,
}

/// A header as far as it has been read.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub(super) line: usize,
    words: Vec<String>,
}

/// What a finished header says.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    pub(super) subject: Subject,
    pub(super) columns: Vec<Column>,
}

impl Columns {
    /// All columns of tiobench since 0.3.3.
    pub(super) fn of_tiobench() -> Self {
        let values = [RATE, CPU, LATENCY_AVG, LATENCY_MAX, OVER_2S, OVER_10S, EFFICIENCY];
        let values = values.map(|metric| value(metric, true));
        let columns = [Column::FileSize, Column::BlockSize, Column::Threads].into_iter().chain(values);
        Self { subject: Subject::Identifier, columns: columns.collect() }
    }
}

/// `(CPU%)` and `&2s` as `cpu%` and `2s`.
fn plain(word: &str) -> String {
    let word = word.trim_start_matches("&gt;").trim_start_matches(['>', '&', '(']);
    word.trim_end_matches([')', ':']).to_lowercase()
}

const TOP: [&str; 14] = [
    "file", "blk", "block", "num", "avg", "average", "maximum", "max", "lat%", "cpu", "seq", "rand", "read",
    "write",
];
/// More words than any header has, however it is wrapped.
const MOST_WORDS: usize = 50;
const RATES: [&str; 3] = ["rate", "mb/s", "mb/sec"];
const BOTTOM: [&str; 7] = ["size", "thr", "threads", "cpu%", "%cpu", "latency", "lat"];

/// A word of the header's upper line.
pub(super) fn is_top(word: &str) -> bool {
    TOP.contains(&plain(word).as_str())
}

fn is_bottom(word: &str) -> bool {
    BOTTOM.contains(&word) || RATES.contains(&word) || word == "eff" || is_limit(word)
}

/// `>2s`, without its sign.
fn is_limit(word: &str) -> bool {
    word.strip_suffix('s').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

fn is_known(word: &str) -> bool {
    TOP.contains(&word) || is_bottom(word)
}

fn plain_words(line: &Line) -> Vec<String> {
    line.words.iter().map(|word| plain(word.text)).collect()
}

/// Whether one line shows tiobench's columns `Thr`, `Rate` and `(CPU%)`, or a hand-made
/// selection of them.
pub(super) fn shows_columns(line: &Line) -> Option<Subject> {
    if !(3..=20).contains(&line.words.len()) {
        return None;
    }
    let words = plain_words(line);
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    if !has(&["thr"]) || !has(&RATES) || !has(&["cpu%"]) {
        return None;
    }
    Some(if has(&["rate"]) { Subject::Identifier } else { Subject::Name })
}

impl Header {
    /// The header that begins with this line.
    pub(super) fn begun_by(line: &Line) -> Option<Self> {
        let words = plain_words(line);
        let is_upper = words.iter().all(|word| TOP.contains(&word.as_str()));
        let has_rate = words.iter().any(|word| RATES.contains(&word.as_str()));
        let header = Self { line: line.number, words };
        let begins = header.words.len() >= 3 && (is_upper || has_rate) && header.is_sound();
        begins.then_some(header)
    }

    /// Goes on with a further line, if that is part of the header.
    pub(super) fn take(&mut self, line: &Line) -> bool {
        let before = self.words.len();
        self.words.extend(plain_words(line));
        if self.words.len() > MOST_WORDS || !self.is_sound() {
            self.words.truncate(before);
        }
        self.words.len() > before
    }

    /// At most one word that is no column's: the name of the first column.
    fn is_sound(&self) -> bool {
        let mut unknown = self.words.iter().enumerate().filter(|(_, word)| !is_known(word));
        match (unknown.next(), unknown.next()) {
            (None, _) => true,
            (Some((at, _)), None) => !self.words[..at].iter().any(|word| is_bottom(word)),
            _ => false,
        }
    }

    /// A word that is no column's, in a line that is plainly a header.
    pub(super) fn strange_column<'a>(line: &Line<'a>) -> Option<&'a str> {
        shows_columns(line)?;
        let words = plain_words(line);
        let known = words.iter().filter(|word| is_known(word)).count();
        let first = words.iter().position(|word| is_bottom(word))?;
        let strange = words.iter().skip(first).position(|word| !is_known(word))?;
        (known >= 5).then(|| line.words[first + strange].text)
    }

    /// The columns, if this is tiobench's header.
    ///
    /// # Errors
    /// What is ambiguous in it.
    pub(super) fn columns(&self) -> Result<Option<Columns>, String> {
        let name = self.words.iter().position(|word| !is_known(word));
        let bottom =
            name.map_or_else(|| self.words.iter().position(|word| is_bottom(word)), |at| Some(at + 1));
        let Some(bottom) = bottom else { return Ok(None) };
        let (upper, lower) = self.words.split_at(bottom);
        let mut columns = Vec::new();
        let mut above = Above::new(upper);
        let mut words = lower.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            columns.push(match word {
                "size" => above.size().ok_or("`Size` without `File` or `Blk` above it")?,
                "thr" | "threads" => Column::Threads,
                "cpu%" | "%cpu" => above.of_test(CPU),
                "2s" => value(OVER_2S, true),
                "10s" => value(OVER_10S, true),
                limit if is_limit(limit) => Column::Other,
                "eff" => value(EFFICIENCY, true),
                "latency" => value(above.latency().ok_or("`Latency` without `Avg` or `Maximum`")?, true),
                rate if RATES.contains(&rate) => above.of_test(RATE),
                _ => match (latency(word), words.next_if(|next| ["lat", "latency"].contains(next))) {
                    (Some(metric), Some(_)) => value(metric, false),
                    _ => return Ok(None),
                },
            });
        }
        above.check_guess()?;
        let is_twice = (1..columns.len()).any(|at| columns[..at].contains(&columns[at]));
        let has_rate = columns.iter().any(|column| is_metric(column, RATE));
        let has_more = columns.iter().any(|column| is_metric(column, CPU) || is_metric(column, LATENCY_MAX));
        let subject = match name.map(|at| self.words[at].as_str()) {
            Some("identifier") => Subject::Identifier,
            Some("dir") => Subject::Directory,
            _ => Subject::Name,
        };
        Ok((!is_twice && has_rate && has_more).then_some(Columns { subject, columns }))
    }
}

fn value(metric: &'static MetricInfo, is_unit_known: bool) -> Column {
    Column::Value { metric, is_unit_known, test: None }
}

pub(super) fn is_metric(column: &Column, wanted: &MetricInfo) -> bool {
    matches!(column, Column::Value { metric, .. } if *metric == wanted)
}

fn latency(word: &str) -> Option<&'static MetricInfo> {
    match word {
        "avg" | "average" => Some(LATENCY_AVG),
        "max" | "maximum" => Some(LATENCY_MAX),
        _ => None,
    }
}

/// What the header's upper line says of the columns in the lower one, in their order.
struct Above {
    sizes: std::vec::IntoIter<Column>,
    latencies: std::vec::IntoIter<&'static MetricInfo>,
    tests: Vec<&'static str>,
    rates: usize,
    cpus: usize,
    /// The upper line is missing, so that its usual words are taken.
    is_lost: bool,
}

impl Above {
    fn new(upper: &[String]) -> Self {
        let size = |word: &String| match word.as_str() {
            "file" => Some(Column::FileSize),
            "blk" | "block" => Some(Column::BlockSize),
            _ => None,
        };
        let tests = upper.windows(2).filter_map(|pair| test(&pair[0], &pair[1])).collect();
        let mut sizes: Vec<Column> = upper.iter().filter_map(size).collect();
        let mut latencies: Vec<_> = upper.iter().filter_map(|word| latency(word)).collect();
        let is_lost = !upper.iter().any(|word| is_top(word));
        if is_lost {
            sizes = vec![Column::FileSize, Column::BlockSize];
            latencies = vec![LATENCY_AVG, LATENCY_MAX];
        }
        Self { sizes: sizes.into_iter(), latencies: latencies.into_iter(), tests, rates: 0, cpus: 0, is_lost }
    }

    /// One `Size` or `Latency` alone may be either of two.
    fn check_guess(&self) -> Result<(), String> {
        if self.is_lost && (self.sizes.len() == 1 || self.latencies.len() == 1) {
            return Err("a header whose upper line (`File Blk Num Avg Maximum`) is missing".to_owned());
        }
        Ok(())
    }

    fn size(&mut self) -> Option<Column> {
        self.sizes.next()
    }

    fn latency(&mut self) -> Option<&'static MetricInfo> {
        self.latencies.next()
    }

    /// A rate or its CPU%: the nth is the nth test's, where the header names tests.
    fn of_test(&mut self, metric: &'static MetricInfo) -> Column {
        let count = if metric == RATE { &mut self.rates } else { &mut self.cpus };
        let test = self.tests.get(*count).copied();
        *count += 1;
        Column::Value { metric, is_unit_known: true, test }
    }
}
