//! Units as tools write them, and the base unit they are compared in.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::name::{Name, NameError};

/// What a unit measures. Values of one quantity can be compared, by [`Unit::in_units_of`];
/// different quantities never share a column.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// Base unit: second.
    Time,
    /// Base unit: byte.
    Data,
    /// Base unit: byte a second.
    DataRate,
    /// Any unit Runoff has no table for: comparable only with itself, spelled alike but for
    /// `/sec`, which is `/s`.
    Other(String),
}

/// A unit as the tool or the sender wrote it: `MiB/s`, `ms`, `ops/s`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unit(Name);

const TIME: &[(&str, f64)] = &[
    ("ns", 1e-9),
    ("nsec", 1e-9),
    ("us", 1e-6),
    ("µs", 1e-6),
    ("usec", 1e-6),
    ("ms", 1e-3),
    ("msec", 1e-3),
    ("s", 1.0),
    ("sec", 1.0),
    ("min", 60.0),
    ("h", 3600.0),
];

// Powers of 1024 only where the i says so: a reader whose tool prints "MB" and means
// 2^20 gives MiB.
const DATA: &[(&str, f64)] = &[
    ("B", 1.0),
    ("kB", 1e3),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
    ("bit", 0.125),
    ("kbit", 125.0),
    ("Mbit", 125e3),
    ("Gbit", 125e6),
    ("Kibit", 128.0),
    ("Mibit", 131_072.0),
    ("Gibit", 134_217_728.0),
];

/// Units of which each is a thousand of the one before. Those of data have rates too.
const LADDERS: &[&[&str]] = &[
    &["ns", "us", "ms", "s"],
    &["ns", "µs", "ms", "s"],
    &["nsec", "usec", "msec", "sec"],
    &["B", "kB", "MB", "GB", "TB"],
    &["B", "KB", "MB", "GB", "TB"],
    &["bit", "kbit", "Mbit", "Gbit"],
    &["B/s", "kB/s", "MB/s", "GB/s", "TB/s"],
    &["B/s", "KB/s", "MB/s", "GB/s", "TB/s"],
    &["bit/s", "kbit/s", "Mbit/s", "Gbit/s"],
];

/// The unit that is 1000 to the power of `steps` of a unit: of `us` 1 step up, `ms`. `None`
/// where there is none, as of `MiB` or `ops/s`.
#[must_use]
pub fn thousandfold(written: &str, steps: i32) -> Option<&'static str> {
    LADDERS.iter().find_map(|ladder| {
        let at = ladder.iter().position(|unit| *unit == written)?;
        ladder.get(at.checked_add_signed(steps as isize)?).copied()
    })
}

fn factor(table: &[(&str, f64)], written: &str) -> Option<f64> {
    table.iter().find(|(name, _)| *name == written).map(|&(_, factor)| factor)
}

impl Unit {
    /// Checks a unit's text.
    ///
    /// # Errors
    /// As [`Name::new`].
    pub fn new(written: impl AsRef<str>) -> Result<Self, NameError> {
        Name::new(written).map(Self)
    }

    /// As written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    fn tidied(&self) -> (Quantity, f64) {
        let written = self.as_str();
        if let Some(factor) = factor(TIME, written) {
            return (Quantity::Time, factor);
        }
        if let Some(factor) = factor(DATA, written) {
            return (Quantity::Data, factor);
        }
        let Some(counted) = written.strip_suffix("/s").or_else(|| written.strip_suffix("/sec")) else {
            return (Quantity::Other(written.to_owned()), 1.0);
        };
        match factor(DATA, counted) {
            Some(factor) => (Quantity::DataRate, factor),
            None => (Quantity::Other(format!("{counted}/s")), 1.0),
        }
    }

    /// What the unit measures.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        self.tidied().0
    }

    /// How many of `other` one of this unit is: `ms` to `us` is 1000.
    /// `None` between different quantities.
    #[must_use]
    pub fn in_units_of(&self, other: &Self) -> Option<f64> {
        let ((quantity, factor), (other_quantity, other_factor)) = (self.tidied(), other.tidied());
        (quantity == other_quantity).then(|| factor / other_factor)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(written: &str) -> Unit {
        Unit::new(written).unwrap()
    }

    #[test]
    fn units_of_one_quantity_convert_and_others_do_not() {
        assert_eq!(unit("MiB/s").in_units_of(&unit("B/s")), Some(1_048_576.0));
        assert_eq!(unit("MB/s").in_units_of(&unit("B/s")), Some(1e6));
        assert_eq!(unit("ms").in_units_of(&unit("s")), Some(1e-3));
        assert_eq!(unit("ms").in_units_of(&unit("MiB/s")), None);
        assert_eq!(unit("ops/s").in_units_of(&unit("ops/s")), Some(1.0));
        assert_eq!(unit("ops/s").in_units_of(&unit("events/s")), None);
    }

    /// A fault: `MB/sec` was no rate of data, and could not be compared with `MB/s`.
    #[test]
    fn a_second_may_be_sec() {
        assert_eq!(unit("MB/sec").in_units_of(&unit("kB/s")), Some(1e3));
        assert_eq!(unit("ops/sec").in_units_of(&unit("ops/s")), Some(1.0));
        assert_eq!(unit("ops/sec").in_units_of(&unit("events/sec")), None);
    }

    #[test]
    fn a_thousand_of_a_unit_is_another_if_anything() {
        assert_eq!(thousandfold("us", 1), Some("ms"));
        assert_eq!(thousandfold("us", 2), Some("s"));
        assert_eq!(thousandfold("s", -2), Some("us"));
        assert_eq!(thousandfold("kB/s", 2), Some("GB/s"));
        let none = [("s", 1), ("ns", -1), ("MiB/s", 1), ("ops/s", 1), ("%", -1)];
        assert_eq!(none.map(|(unit, steps)| thousandfold(unit, steps)), [None; 5]);
        for ladder in LADDERS {
            for pair in ladder.windows(2) {
                let factor = unit(pair[1]).in_units_of(&unit(pair[0])).unwrap();
                assert!((factor - 1000.0).abs() < 1e-9, "{pair:?}: {factor}");
            }
        }
    }

    #[test]
    fn mb_is_decimal_and_mib_binary() {
        assert_eq!(unit("MiB").in_units_of(&unit("MB")), Some(1.048_576));
    }
}
