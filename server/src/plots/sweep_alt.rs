//! What is seen of lines over a key's levels, in words.

use benchdata::compare::Level;
use benchdata::metric::Better;

use super::alt;
use super::plot::{Line, Observed};
use crate::short_names::ShortNames;

/// A level whose mean is this share below, or above, those of its neighbours is told.
const FAR: f64 = 0.1;

/// Fewer levels are seen without.
const FEWEST: usize = 5;

/// More dips would be noise.
const MOST_DIPS: usize = 8;

/// Lines, and what they stand over.
pub(super) struct Seen<'a> {
    pub(super) lines: &'a [Line],
    /// In ascending order.
    pub(super) levels: &'a [Level<'a>],
    pub(super) better: Option<Better>,
}

impl Seen<'_> {
    /// `elapsed over fifo_batch from 01 to 32, 17 levels. lowest 109.1 s at 08, highest 319.4 s at
    /// 30; dips at 02, 08, 16, 32`
    pub(super) fn words(&self, metric: &str, key: &str, unit: &str) -> String {
        let ends = [self.levels.first(), self.levels.last()].map(|level| level.map_or("", |(_, text)| text));
        let (from, to) = (alt::name(ends[0]), alt::name(ends[1]));
        let head = format!(
            "{} over {} from {from} to {to}, {} levels. ",
            alt::name(metric),
            alt::name(key),
            self.levels.len()
        );
        let names = ShortNames::of(self.lines.iter().map(|line| line.name.as_str()));
        let each = |name: &dyn Fn(&str) -> String| {
            let parts: Vec<String> =
                self.lines.iter().filter_map(|line| self.of_line(line, &name(&line.name), unit)).collect();
            head.clone() + &parts.join("; ")
        };
        let in_all = |of: &dyn Fn(&str) -> String| {
            let means = self.lines.iter().flat_map(|line| {
                let of = of(&line.name);
                line.points.iter().map(move |(x, it)| (format!("{of} at {}", self.text(*x)), it.clone()))
            });
            let extremes = alt::extremes(&means.collect::<Vec<_>>(), unit).unwrap_or_default();
            format!("{head}{} lines, {extremes}{}", self.lines.len(), self.best(&names))
        };
        alt::first_short_enough([
            &|| each(&str::to_owned),
            &|| each(&|name| names.short(name)),
            &|| in_all(&|name| format!(" of {}", names.short(name))),
            &|| in_all(&|_| String::new()),
        ])
    }

    fn of_line(&self, line: &Line, name: &str, unit: &str) -> Option<String> {
        let at = |(x, it): &(f64, Observed)| (format!(" at {}", self.text(*x)), it.clone());
        let extremes = alt::extremes(&line.points.iter().map(at).collect::<Vec<_>>(), unit)?;
        let colon = if name.is_empty() { "" } else { ": " };
        Some(format!("{name}{colon}{extremes}{}", self.course(line)))
    }

    /// Where a line dips, or where higher is better peaks, and whether it goes one way alone.
    fn course(&self, line: &Line) -> String {
        let means: Vec<f64> = line.points.iter().map(|(_, it)| it.mean).collect();
        if means.len() < FEWEST {
            return String::new();
        }
        let goes = |is: fn(&f64, &f64) -> bool| means.windows(2).all(|pair| is(&pair[0], &pair[1]));
        if goes(f64::lt) {
            return "; rises throughout".to_owned();
        }
        if goes(f64::gt) {
            return "; falls throughout".to_owned();
        }
        let is_peak = self.better == Some(Better::Higher);
        let stands_out = |at: usize| {
            let beside =
                [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| means.get(at));
            let is_far = |other: &f64| match is_peak {
                true => means[at] > other * (1.0 + FAR),
                false => means[at] < other * (1.0 - FAR),
            };
            beside.clone().all(is_far)
        };
        let out: Vec<&str> =
            (0..means.len()).filter(|at| stands_out(*at)).map(|at| self.text(line.points[at].0)).collect();
        match out.len() {
            1..=MOST_DIPS => format!("; {} at {}", if is_peak { "peaks" } else { "dips" }, out.join(", ")),
            _ => String::new(),
        }
    }

    /// Which line is most often the best.
    fn best(&self, names: &ShortNames) -> String {
        let Some(better) = self.better else { return String::new() };
        let at_level = |x: f64| {
            let points = self.lines.iter().enumerate().filter_map(|(line, of)| {
                Some((line, of.points.iter().find(|(other, _)| *other == x)?.1.mean))
            });
            match better {
                Better::Lower => points.min_by(|(_, a), (_, b)| a.total_cmp(b)),
                Better::Higher => points.max_by(|(_, a), (_, b)| a.total_cmp(b)),
            }
        };
        let best: Vec<usize> =
            self.levels.iter().filter_map(|(x, _)| at_level(*x)).map(|(line, _)| line).collect();
        let count = |line: usize| best.iter().filter(|other| **other == line).count();
        let Some(most) = (0..self.lines.len()).max_by_key(|line| count(*line)) else { return String::new() };
        format!("; best at {} of {} levels: {}", count(most), best.len(), names.short(&self.lines[most].name))
    }

    fn text(&self, level: f64) -> &str {
        self.levels.iter().find(|(x, _)| *x == level).map_or("", |(_, text)| text)
    }
}
