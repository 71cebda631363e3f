//! Axes: from values to places, and where the numbers stand.

use std::ops::RangeInclusive;

use benchdata::number::{fixed, magnitude, tidied};

use super::calendar::round_times;
use crate::short_names::ShortNames;

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    /// How it is divided.
    pub scale: Scale,
    /// Its first and last value.
    pub ends: (f64, f64),
    /// Values that have no place on a logarithmic axis, 0 or below, in ascending order: they stand
    /// before its begin, and a break between.
    pub apart: Vec<f64>,
    /// Where numbers may stand, those first that should rather have one.
    pub ticks: Vec<(f64, String)>,
}

/// How an axis is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By factors of two.
    Log2,
    /// By factors of ten.
    Log10,
}

/// Values this many times apart are not seen on an even scale.
const WIDE_APART: f64 = 200.0;

/// An axis whose least value is below this share of the largest begins at 0.
const NEAR_ZERO: f64 = 0.6;

/// An axis spans at least this share of its values, so that nothing looks large on it that is
/// of no interest.
const LEAST_SPAN: f64 = 0.04;

/// An axis of times spans at least so many seconds.
const LEAST_TIME: f64 = 600.0;

/// More levels of 0 and below are no exceptions to a logarithmic axis.
const MOST_APART: usize = 2;

/// Each of them has this share of the axis.
const APART: f64 = 0.1;

/// The powers of ten whose numbers are written in full: from 0.0001 to a million.
const SHORT: RangeInclusive<i32> = -4..=6;

/// About as many steps has an even axis.
const STEPS: f64 = 5.0;

impl Axis {
    /// The axis of some values, of which these are the least and the largest.
    #[must_use]
    pub fn of_values(label: &str, (low, high): (f64, f64)) -> Self {
        if low > 0.0 && high / low > WIDE_APART {
            return Self::of_decades(label, (low, high));
        }
        if low == 0.0 && high == 0.0 {
            return Self {
                label: label.to_owned(),
                scale: Scale::Linear,
                ends: (0.0, 1.0),
                apart: Vec::new(),
                ticks: even((0.0, 1.0), 0),
            };
        }
        let least = LEAST_SPAN * high.abs().max(low.abs());
        let margin = ((high - low) * 0.06).max((least - (high - low)) / 2.0);
        let begins_at_zero = low >= 0.0 && low <= NEAR_ZERO * high;
        let ends = (if begins_at_zero { 0.0 } else { low - margin }, high + margin);
        let power = power(ends);
        let label = if power == 0 { label.to_owned() } else { format!("×1e{power} {label}") };
        let label = label.trim_end().to_owned();
        Self { label, scale: Scale::Linear, ends, apart: Vec::new(), ticks: even(ends, power) }
    }

    /// The logarithmic axis of values above 0.
    #[must_use]
    pub fn of_decades(label: &str, (low, high): (f64, f64)) -> Self {
        let ends = (low / 1.3, high * 1.3);
        let label = format!("{label} (log)");
        Self { label, scale: Scale::Log10, ends, apart: Vec::new(), ticks: decades(ends) }
    }

    /// The same of values of which some are 0.
    #[must_use]
    pub fn of_decades_and_0(label: &str, ends: (f64, f64)) -> Self {
        let mut axis = Self::of_decades(label, ends);
        axis.apart.push(0.0);
        axis.ticks.insert(0, (0.0, "0".to_owned()));
        axis
    }

    /// The axis of a sweep's levels, each with its text, in ascending order.
    #[must_use]
    pub fn of_levels(label: &str, levels: &[(f64, &str)]) -> Self {
        let (mut apart, above): (Vec<f64>, Vec<f64>) =
            levels.iter().map(|(x, _)| *x).partition(|x| *x <= 0.0);
        let scale = match above.as_slice() {
            _ if apart.len() > MOST_APART => Scale::Linear,
            [_, _, _, ..] if above.iter().copied().all(is_power_of_two) => Scale::Log2,
            [least, _, .., most] if most / least > WIDE_APART => Scale::Log10,
            _ => Scale::Linear,
        };
        if scale == Scale::Linear {
            apart.clear();
        }
        let on_scale = || levels.iter().map(|(x, _)| *x).filter(|x| !apart.contains(x));
        let low = on_scale().fold(f64::INFINITY, f64::min);
        let high = on_scale().fold(f64::NEG_INFINITY, f64::max);
        let mut ticks: Vec<(f64, String)> = levels.iter().map(|(x, text)| (*x, (*text).to_owned())).collect();
        // Powers of two are what people sweep and remember, so that these are told first.
        ticks.sort_by_key(|(x, _)| !is_power_of_two(*x));
        let label = if scale == Scale::Linear { label.to_owned() } else { format!("{label} (log)") };
        let mut axis = Self { label, scale, ends: (low, high), apart, ticks };
        let margin = 0.03;
        axis.ends = (axis.value(-margin), axis.value(1.0 + margin));
        if low == high {
            axis.ends = (low - 1.0, high + 1.0);
        }
        axis
    }

    /// The axis of times, in seconds since 1970.
    #[must_use]
    pub fn of_times(label: &str, (from, to): (f64, f64)) -> Self {
        let margin = (0.02 * (to - from)).max(LEAST_TIME / 2.0);
        let ends = (from - margin, to + margin);
        Self {
            label: label.to_owned(),
            scale: Scale::Linear,
            ends,
            apart: Vec::new(),
            ticks: round_times(ends),
        }
    }

    /// The axis of names in a row, 0 the first. Those in `first` should rather be seen.
    #[must_use]
    pub fn of_names(label: &str, names: &[&str], first: &[usize]) -> Self {
        let ends = (-0.5, names.len() as f64 - 0.5);
        let mut order: Vec<usize> = (0..names.len()).collect();
        // The others halfway between those before.
        order.sort_by_key(|at| (!first.contains(at), std::cmp::Reverse(at.trailing_zeros())));
        let all = ShortNames::of(names.iter().copied());
        let tick = |at: usize| (at as f64, all.short(names[at]));
        let ticks = order.into_iter().map(tick).collect();
        Self { label: label.to_owned(), scale: Scale::Linear, ends, apart: Vec::new(), ticks }
    }

    /// Where a value stands: from 0, the first end, to 1.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        if value <= 0.0 && !self.apart.is_empty() {
            let before = self.apart.iter().filter(|other| **other < value).count();
            return (before as f64 + 0.5) * APART;
        }
        let (low, high) = (self.scale.of(self.ends.0), self.scale.of(self.ends.1));
        let begin = self.break_at().unwrap_or(0.0);
        begin + ((self.scale.of(value) - low) / (high - low)).clamp(0.0, 1.0) * (1.0 - begin)
    }

    /// Where the break is, if there is one.
    #[must_use]
    pub fn break_at(&self) -> Option<f64> {
        (!self.apart.is_empty()).then_some(self.apart.len() as f64 * APART)
    }

    /// The value at a place.
    fn value(&self, place: f64) -> f64 {
        let (low, high) = (self.scale.of(self.ends.0), self.scale.of(self.ends.1));
        let at = low + place * (high - low);
        match self.scale {
            Scale::Linear => at,
            Scale::Log2 => at.exp2(),
            Scale::Log10 => 10_f64.powf(at),
        }
    }
}

impl Scale {
    fn of(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log2 => value.log2(),
            Self::Log10 => value.log10(),
        }
    }
}

fn is_power_of_two(x: f64) -> bool {
    x > 0.0 && x.log2().fract() == 0.0
}

/// The power of ten that an axis' numbers are multiples of, where they would be long.
fn power((low, high): (f64, f64)) -> i32 {
    let largest = magnitude(low.abs().max(high.abs()));
    if SHORT.contains(&largest) { 0 } else { largest }
}

/// Round numbers at even steps of 1, 2 or 5 times a power of ten, as multiples of another.
fn even((low, high): (f64, f64), power: i32) -> Vec<(f64, String)> {
    let multiple = |x: f64| tidied(x / 10_f64.powi(power));
    let places = |step: f64| usize::try_from(power - magnitude(step * 1.000_001)).unwrap_or(0);
    let text = |x: f64, step: f64| fixed(multiple(x), places(step));
    let rough = (high - low) / STEPS;
    let ten = 10_f64.powi(magnitude(rough));
    let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * ten).into_iter().find(|step| *step >= rough);
    let Some(step) = step.filter(|step| step.is_normal()) else { return Vec::new() };
    let first = (low / step).ceil();
    let all = (0..=10).map(|at| tidied((first + f64::from(at)) * step));
    all.take_while(|x| *x <= high).map(|x| (x, text(x, step))).collect()
}

/// Powers of ten; over a few of them also 2 and 5 times these.
fn decades((low, high): (f64, f64)) -> Vec<(f64, String)> {
    let digits: &[f64] = if high / low < 1e3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let powers = magnitude(low)..=magnitude(high);
    let step = 1 + powers.clone().count() / 8;
    let powers = powers.step_by(step).map(|power| 10_f64.powi(power));
    let all = digits.iter().flat_map(|digit| powers.clone().map(move |power| tidied(digit * power)));
    let decimals = |x: f64| usize::try_from(-magnitude(x * 1.000_001)).unwrap_or(0);
    let are_short = SHORT.contains(&magnitude(low)) && SHORT.contains(&magnitude(high));
    let text = |x: f64| if are_short { fixed(x, decimals(x)) } else { format!("{x:e}") };
    all.filter(|x| (low..=high).contains(x)).map(|x| (x, text(x))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn values_near_each_other_fill_the_axis_and_others_begin_at_0() {
        let near = Axis::of_values("s", (29.27, 34.06));
        assert_eq!((texts(&near), near.place(29.27) < 0.1), (vec!["30", "32", "34"], true));
        let far = Axis::of_values("s", (5.39, 17.4));
        assert_eq!((texts(&far), far.place(0.0)), (vec!["0", "5", "10", "15"], 0.0));
        assert_eq!(texts(&Axis::of_values("ms", (0.0021, 0.0029))), ["0.0022", "0.0024", "0.0026", "0.0028"]);
    }

    #[test]
    fn values_wide_apart_stand_on_a_logarithmic_axis() {
        let axis = Axis::of_values("ms", (0.8, 750.0));
        assert_eq!((axis.scale, axis.label.as_str()), (Scale::Log10, "ms (log)"));
        assert_eq!(texts(&axis), ["1", "10", "100"]);
        assert_eq!(
            texts(&Axis::of_values("ms", (0.8, 180.0))),
            ["1", "10", "100", "2", "20", "200", "5", "50"]
        );
        let decade = |from: f64| axis.place(10.0 * from) - axis.place(from);
        assert!((decade(1.0) - decade(10.0)).abs() < 1e-9);
        assert_eq!(Axis::of_values("ms", (0.0, 900.0)).scale, Scale::Linear);
    }

    #[test]
    fn a_single_value_and_extreme_ones_have_an_axis() {
        for (low, high) in
            [(0.0, 0.0), (7.0, 7.0), (-1.0, -1.0), (1e-300, 1e-300), (1e300, 1.7e300), (-5.0, 5.0)]
        {
            let axis = Axis::of_values("s", (low, high));
            assert!((0.0..=1.0).contains(&axis.place(low)), "{axis:?}");
            assert!(axis.ticks.len() <= 11 && axis.ends.0 < axis.ends.1, "{axis:?}");
        }
    }

    /// Their axes had one number, of 16 digits, and that of 0 invented 1e-11.
    #[test]
    fn huge_and_tiny_values_are_multiples_of_a_power_of_ten() {
        for (ends, label, first) in [
            ((9.9e14, 1.11e15), "×1e15 B", "1.00"),
            ((9.9e-10, 1.11e-9), "×1e-9 B", "1.00"),
            ((0.0, 0.0), "B", "0.0"),
        ] {
            let axis = Axis::of_values("B", ends);
            assert_eq!((axis.label.as_str(), texts(&axis)[0]), (label, first));
            assert!(axis.ticks.len() >= 2 && texts(&axis).iter().all(|text| text.len() <= 4), "{axis:?}");
        }
        assert_eq!(Axis::of_values("", (1e7, 2e7)).label, "×1e7");
        assert_eq!(texts(&Axis::of_values("B", (3e2, 3e9))), ["1e4", "1e6", "1e8"]);
    }

    #[test]
    fn powers_of_two_are_evenly_spaced_and_told_first_among_others() {
        let levels = [(32.0, "32"), (64.0, "64"), (128.0, "128"), (256.0, "256")];
        let axis = Axis::of_levels("mbrs", &levels);
        assert_eq!((axis.scale, axis.label.as_str()), (Scale::Log2, "mbrs (log)"));
        let gap = |a, b| axis.place(a) - axis.place(b);
        assert!((gap(64.0, 32.0) - gap(256.0, 128.0)).abs() < 1e-9);
        let mixed = Axis::of_levels("fb", &[(1.0, "01"), (10.0, "10"), (16.0, "16"), (18.0, "18")]);
        assert_eq!((mixed.scale, texts(&mixed)), (Scale::Linear, vec!["01", "16", "10", "18"]));
        // Its levels 0, 1 and 10 were on one spot, and had no ticks.
        let with_0 = [(0.0, "0"), (1.0, "1"), (10.0, "10"), (100.0, "100"), (1000.0, "1000")];
        let axis = Axis::of_levels("depth", &with_0);
        assert_eq!((axis.scale, axis.break_at(), axis.ticks.len()), (Scale::Log10, Some(0.1), 5));
        let places = with_0.map(|(level, _)| axis.place(level));
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 0.06), "{places:?}");
        let with_unlimited = [(-1.0, "-1"), (0.0, "0"), (4.0, "4"), (8.0, "8"), (16.0, "16")];
        let axis = Axis::of_levels("depth", &with_unlimited);
        let places = with_unlimited.map(|(level, _)| axis.place(level));
        assert_eq!((axis.scale, axis.break_at()), (Scale::Log2, Some(0.2)));
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 0.06), "{places:?}");
        let even = Axis::of_levels("nice", &[(-20.0, "-20"), (-10.0, "-10"), (0.0, "0"), (10.0, "10")]);
        assert_eq!((even.scale, even.break_at()), (Scale::Linear, None));
        let far = Axis::of_levels("jobs", &[(1.0, "1"), (10.0, "10"), (1000.0, "1000")]);
        assert_eq!(far.scale, Scale::Log10);
    }
}
