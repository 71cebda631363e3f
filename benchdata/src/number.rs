//! Numbers as text: the digits that were written, and no more than can be believed.

use crate::ratio::ALPHA;

/// The digits behind the point in the shortest text that gives `x` again.
#[must_use]
pub fn decimals(x: f64) -> usize {
    let written = || x.to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len());
    (0..POWERS.len()).find(|&few| suffice(x, few)).unwrap_or_else(written)
}

/// The same for several numbers: those of the one that needs most.
#[must_use]
pub fn most_decimals(numbers: impl Iterator<Item = f64>) -> usize {
    numbers.fold(0, |most, x| if suffice(x, most) { most } else { most.max(decimals(x)) })
}

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 10] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// Whether so few digits behind the point give `x` again, as far as that can be told without
/// writing it, which is slow: an integer below 2^50 divided by a power of ten is rounded
/// once, just as its text is when it is read.
fn suffice(x: f64, decimals: usize) -> bool {
    POWERS.get(decimals).is_some_and(|power| {
        let scaled = x.abs() * power;
        scaled < 2f64.powi(50) && (scaled + 0.5) as u64 as f64 / power == x.abs()
    })
}

/// `x` without the noise that a conversion leaves in its last digits: 1.501 s are 1501 ms,
/// not 1500.9999999999998.
#[must_use]
pub fn tidied(x: f64) -> f64 {
    format!("{x:.13e}").parse().unwrap_or(x)
}

/// The power of ten that `x` begins at: 2 for 275.79, 0 for 5.39, -3 for 0.00306.
#[must_use]
pub fn magnitude(x: f64) -> i32 {
    if x == 0.0 { 0 } else { x.abs().log10().floor() as i32 }
}

/// `decimals`, but at most seven significant digits of `x`, and two decimals always.
#[must_use]
pub fn shown_decimals(x: f64, decimals: usize) -> usize {
    let significant = usize::try_from(6 - magnitude(x)).unwrap_or(0);
    decimals.min(significant.max(2))
}

/// The decimals of a mean of several values that were written with `decimals`: at least
/// three significant digits, for the mean of 1, 2 and 1 is not 1.
#[must_use]
pub fn mean_decimals(mean: f64, decimals: usize) -> usize {
    decimals.max(usize::try_from(2 - magnitude(mean)).unwrap_or(0))
}

/// The decimals of half an interval beside a mean that is shown with `decimals`: the same,
/// but at least two significant digits, for an interval of 0.00 would claim too much.
#[must_use]
pub fn spread_decimals(half: f64, decimals: usize) -> usize {
    if half == 0.0 { decimals } else { decimals.max(usize::try_from(1 - magnitude(half)).unwrap_or(0)) }
}

/// More decimals are no easier to read than a power of ten.
pub const MOST_DECIMALS: usize = 15;

/// From here on, 2^53, doubles do not hold every integer: digits may be none that were written.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// From here on no digit of a number with a fraction, or of an interval, is read to its end.
const HUGE: f64 = 1e12;

/// Below it a number has more zeros than digits.
const TINY: f64 = 1e-8;

/// `x` with so many decimals, or where that would be very long as a power of ten with the same
/// digits, seven at most; never `-0`.
#[must_use]
pub fn fixed(x: f64, decimals: usize) -> String {
    let behind_first = decimals as i32 + magnitude(x);
    let is_huge = x.abs() >= MOST_WHOLE || (x.abs() >= HUGE && x.fract() != 0.0);
    if is_huge || (x != 0.0 && x.abs() < TINY && behind_first >= 0) {
        let behind_first = behind_first.clamp(0, 6) as usize;
        let rounded = format!("{x:.behind_first$e}").parse().unwrap_or(x);
        return format!("{rounded:e}");
    }
    let decimals = if x == 0.0 && decimals > MOST_DECIMALS { 0 } else { decimals };
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|b| b"0.".contains(&b)) => digits.to_owned(),
        _ => text,
    }
}

/// Half an interval with so many decimals, or where it is huge two significant digits.
#[must_use]
pub fn fixed_spread(half: f64, decimals: usize) -> String {
    if half >= HUGE { format!("{half:.1e}") } else { fixed(half, decimals) }
}

/// A share as a percentage with its sign, to three digits: 2.2282 is `+222.8 %`, 0.0606 is
/// `+6.06 %`. What is not 0 is not shown as such: -0.00001 is `-0.001 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let text = percentage(share);
    format!("{}{text}", if text.starts_with('-') { "" } else { "+" })
}

/// A share as a percentage without a sign where it is positive: 0.0404 is `4.04 %`.
#[must_use]
pub fn percentage(share: f64) -> String {
    // What rounds to 10.0 is not to be shown as 10.00.
    let decimals = if (share * 1e4).round().abs() < 1000.0 { 2 } else { 1 };
    format!("{} %", told_from(0.0, share * 100.0, decimals))
}

/// A p value: three decimals, or `<0.001`; 0.0496 is not shown as 0.050.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { told_from(ALPHA, p, 3) }
}

/// `x` with so many decimals, and up to four more until it is told from `other`.
fn told_from(other: f64, x: f64, decimals: usize) -> String {
    let text = |decimals| fixed(x, decimals);
    let is_told = |text: &String| x == other || text.parse() != Ok(other);
    (decimals..=decimals + 4).map(text).find(is_told).unwrap_or_else(|| text(decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_digits_are_kept() {
        assert_eq!([5.39, 17.4, 0.00306, 208.0].map(decimals), [2, 1, 5, 0]);
        // Beyond what is found without writing the number.
        assert_eq!(
            [1.000_000_000_1, 1e-12, 1e300, 0.1 + 0.2, 123_456_789_012.345].map(decimals),
            [10, 12, 0, 17, 3]
        );
        assert_eq!([-0.5, 0.0, -3.0, f64::MIN_POSITIVE].map(decimals), [1, 0, 0, 324]);
        assert_eq!([275.79, 5.39, 0.00306, 1000.0, 0.0].map(magnitude), [2, 0, -3, 3, 0]);
        assert_eq!(shown_decimals(45_512.743_628, 6), 2);
        assert_eq!(shown_decimals(1.456_108, 6), 6);
        assert_eq!(shown_decimals(910_455.61, 2), 2);
    }

    #[test]
    fn conversions_invent_no_digits() {
        assert_eq!([tidied(0.1501 * 1e4), tidied(17.4), tidied(1.1 * 1.1)], [1501.0, 17.4, 1.21]);
    }

    #[test]
    fn signs_are_honest() {
        assert_eq!(percent(2.2282), "+222.8 %");
        assert_eq!(percent(-1.522_86), "-152.3 %");
        assert_eq!([0.0, -1e-17].map(percent), ["+0.00 %", "+0.00 %"]);
        assert_eq!([0.0606, 0.09996, 0.1].map(percent), ["+6.06 %", "+10.0 %", "+10.0 %"]);
        assert_eq!(percentage(0.0404), "4.04 %");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!([fixed(1e16, 2), fixed(1.5e-300, 301)], ["1e16", "1.5e-300"]);
        assert_eq!([0.0004, 0.0409].map(p_value), ["<0.001", "0.041"]);
    }

    /// A fault: p 0.050 stood beside either verdict, and +0.00 for what was below 0.
    #[test]
    fn numbers_near_a_limit_are_told_from_it() {
        assert_eq!([0.0496, 0.05, 0.049_98, 0.0504].map(p_value), ["0.0496", "0.050", "0.04998", "0.0504"]);
        assert_eq!([-0.000_02, -0.000_000_1].map(percent), ["-0.002 %", "-0.00001 %"]);
        assert_eq!(percentage(0.000_04), "0.004 %");
    }

    /// A fault: 10^15 + 1 was shown as 1e15, and an interval's half of 10^307 with seven digits.
    #[test]
    fn integers_that_a_double_holds_are_written_whole() {
        assert_eq!([1e15 + 1.0, -9e15].map(|x| fixed(x, 0)), ["1000000000000001", "-9000000000000000"]);
        assert_eq!([2.484_138e307, 31.5].map(|half| fixed_spread(half, 1)), ["2.5e307", "31.5"]);
    }

    /// A fault: beside an axis in multiples of 1e15 a mean stood with 16 digits, and one of 1e-9 with nine
    /// zeros.
    #[test]
    fn means_of_huge_and_tiny_values_have_few_digits() {
        assert_eq!(
            [1_008_465_503_735_766.9, -2.5e12].map(|x| fixed(x, 0)),
            ["1.008466e15", "-2500000000000"]
        );
        assert_eq!([fixed(1.009e-9, 12), fixed(0.000_012_3, 7)], ["1.009e-9", "0.0000123"]);
        assert_eq!(fixed_spread(30_586_432_845_505.0, 0), "3.1e13");
    }

    /// A fault: very small numbers had up to 17 digits, and a 0 among them 300 decimals.
    #[test]
    fn powers_of_ten_have_the_digits_asked_for() {
        assert_eq!(
            [fixed(1.267_878_593_415_6e-12, 14), fixed(1.434_704_67e-13, 14)],
            ["1.27e-12", "1.4e-13"]
        );
        assert_eq!([fixed(31.0 / 3.0 * 1e299, 2), fixed(0.0, 301)], ["1.033333e300", "0"]);
        assert_eq!([fixed(1e-17, 2), fixed(9.99e-12, 12)], ["0.00", "1e-11"]);
    }
}
