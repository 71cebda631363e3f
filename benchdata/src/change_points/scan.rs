//! Where the largest step of a stretch is: the largest difference of means before and after a
//! place, over windows of many lengths, so that neither a short level between two long ones nor
//! a small step between two long ones is missed (wild binary segmentation, Fryzlewicz 2014; with
//! windows in a grid: seeded binary segmentation, Kovács, Bühlmann, Li and Munk 2023).

use std::ops::Range;

/// A step.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    /// The difference of means in standard errors, less its window's handicap.
    pub(super) score: f64,
    /// The first value behind it.
    pub(super) at: usize,
    /// The window that it shows in.
    pub(super) window: Range<usize>,
}

/// The windows and places at which steps are looked for in a stretch.
pub(super) struct Scan {
    count: usize,
    lasting: usize,
    scales: Vec<Scale>,
}

/// The windows of one length.
struct Scale {
    length: usize,
    shift: usize,
    /// There are more short windows than long ones, so that chance has more steps to offer in
    /// them: √(2 ln(e × count ÷ length)) (Dümbgen and Spokoiny 2001).
    handicap: f64,
    /// 1/before + 1/after for each count of values before, from the fewest on.
    weights: Vec<f64>,
}

/// In how many windows of one length each value lies.
const OVERLAP: usize = 4;

impl Scan {
    /// Windows for so many values: all of them, then half as many and so on, to the shortest that
    /// has room for two levels.
    pub(super) fn new(count: usize, lasting: usize) -> Self {
        let least = 2 * lasting;
        let halves = std::iter::successors(Some(count), |length| Some(length.div_ceil(2)));
        let lengths = halves.take_while(|&length| length > least).chain([least]);
        let scales = lengths.map(|length| Scale::new(length, count, lasting)).collect();
        Self { count, lasting, scales }
    }

    /// All of so many values in one window.
    pub(super) fn whole(count: usize, lasting: usize) -> Self {
        Self { count, lasting, scales: vec![Scale::new(count, count, lasting)] }
    }

    /// How many places in windows are looked at.
    pub(super) fn places(&self) -> usize {
        self.scales.iter().map(|scale| scale.starts(self.count).count() * scale.weights.len()).sum()
    }

    /// The largest step of values whose standard deviation is 1. `sums` is room for their sums.
    pub(super) fn largest(&self, values: &[f64], sums: &mut Vec<f64>) -> Option<Step> {
        sum(values, sums);
        let mut best: Option<Step> = None;
        for scale in &self.scales {
            for start in scale.starts(self.count) {
                let least = best.as_ref().map_or(f64::NEG_INFINITY, |step| step.score);
                if let Some((score, before)) = scale.best(sums, start, self.lasting, least) {
                    let window = start..start + scale.length;
                    best = Some(Step { score, at: start + before, window });
                }
            }
        }
        best
    }

    /// Whether any step scores more.
    pub(super) fn exceeds(&self, values: &[f64], score: f64, sums: &mut Vec<f64>) -> bool {
        sum(values, sums);
        self.scales.iter().any(|scale| {
            let mut starts = scale.starts(self.count);
            starts.any(|start| scale.best(sums, start, self.lasting, score).is_some())
        })
    }
}

impl Scale {
    fn new(length: usize, count: usize, lasting: usize) -> Self {
        let weight = |before| 1.0 / before as f64 + 1.0 / (length - before) as f64;
        Self {
            length,
            shift: (length / OVERLAP).max(1),
            handicap: (2.0 * (1.0 + (count as f64 / length as f64).ln())).sqrt(),
            weights: (lasting..=length.saturating_sub(lasting)).map(weight).collect(),
        }
    }

    /// Where windows begin: the last ends with the values.
    fn starts(&self, count: usize) -> impl Iterator<Item = usize> {
        let last = count - self.length;
        (0..last).step_by(self.shift).chain([last])
    }

    /// The largest step of the window that begins here, if it scores more than `least`: its
    /// score, and how many values stand before it.
    fn best(&self, sums: &[f64], start: usize, lasting: usize, least: f64) -> Option<(f64, usize)> {
        let first = sums[start];
        let mean = (sums[start + self.length] - first) / self.length as f64;
        let mut best = (least + self.handicap).max(0.0).powi(2);
        let mut found = None;
        for (before, (sum, weight)) in (lasting..).zip(sums[start + lasting..].iter().zip(&self.weights)) {
            let excess = sum - first - before as f64 * mean;
            let square = excess * excess * weight;
            if square > best {
                best = square;
                found = Some(before);
            }
        }
        found.map(|before| (best.sqrt() - self.handicap, before))
    }
}

/// The sums of the first 0, 1, 2, … values.
fn sum(values: &[f64], sums: &mut Vec<f64>) {
    sums.clear();
    sums.push(0.0);
    let mut total = 0.0;
    sums.extend(values.iter().map(|x| {
        total += x;
        total
    }));
}
