//! Numbers as people print them: rounded or cut, so that what others give is only near.

use super::text::number;

/// A number, and one in its last digit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Printed {
    pub(super) value: f64,
    last: f64,
}

/// How a number stands to what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Rounded,
    /// The digits behind its last one were dropped.
    Cut,
    Wrong,
}

impl Printed {
    /// `-18.4`, `+5.9`, `.870`, `8.26%`.
    pub(super) fn of(word: &str) -> Option<Self> {
        let (sign, digits) = match word.strip_prefix('-') {
            Some(digits) => (-1.0, digits),
            None => (1.0, word.strip_prefix('+').unwrap_or(word)),
        };
        let value = sign * number(digits)?;
        let behind = digits.trim_end_matches('%').split_once('.').map_or(0, |(_, behind)| behind.len());
        Some(Self { value, last: 10_f64.powf(-(behind as f64)) })
    }

    /// How it stands to what two other printed numbers give, by a function that rises or falls
    /// with each: both may have been anything that is rounded to them.
    pub(super) fn to(self, one: Self, other: Self, given: impl Fn(f64, f64) -> f64) -> Agreement {
        let ends = |printed: Self| [-0.5, 0.5].map(|half| printed.value + half * printed.last);
        let corners = ends(one).into_iter().flat_map(|a| ends(other).map(|b| given(a, b)));
        let (low, high) =
            corners.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        self.between(low, high)
    }

    /// How it stands to a number.
    pub(super) fn to_exact(self, value: f64) -> Agreement {
        self.between(value, value)
    }

    fn between(self, low: f64, high: f64) -> Agreement {
        // A double's own error is no difference.
        match (low - self.value).max(self.value - high) / self.last {
            off if off <= 0.500_001 => Agreement::Rounded,
            off if off < 1.0 => Agreement::Cut,
            _ => Agreement::Wrong,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Agreement::{Cut, Rounded, Wrong};
    use super::*;

    fn printed(word: &str) -> Printed {
        Printed::of(word).unwrap()
    }

    #[test]
    fn what_rounding_or_cutting_explains_agrees() {
        let gain = |base: f64, new: f64| 100.0 * (base - new) / base;
        // 6.03 % of the printed, but maybe 5.97 % of the measured.
        let of = |gained: &str| printed(gained).to(printed("1.327"), printed("1.247"), gain);
        assert_eq!((of("5.97"), of("-5.97"), of("5.87")), (Rounded, Wrong, Wrong));
        let speedup = |base: f64, new: f64| 100.0 * (base / new - 1.0);
        assert_eq!(printed("35.6").to(printed("8.008"), printed("5.905"), speedup), Rounded);
        assert_eq!(printed("20.7").to(printed("13.814"), printed("11.438"), speedup), Cut);
        assert_eq!(printed("-18.4").to(printed("5.041"), printed("6.171"), speedup), Cut);
    }

    #[test]
    fn a_number_is_what_is_rounded_to_it() {
        assert_eq!(printed("60.66122").to_exact(60.661_225), Rounded);
        assert_eq!(printed(".870").to_exact(0.8702), Rounded);
        assert_eq!(printed("104.8").to_exact(104.862), Cut);
        assert_eq!(printed("+5").to_exact(-5.0), Wrong);
        assert_eq!(Printed::of("x"), None);
    }
}
