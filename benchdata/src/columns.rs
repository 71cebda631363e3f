//! What the sender says of a table's columns:
//! `Kernel:label,Thr=threads:case,Rate:MiB/s:higher`.

use std::str::FromStr;

use crate::metric::Better;
use crate::name::{Key, Name, NameError};
use crate::unit::Unit;

/// The columns to read, in the order in which the table's header has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What stands over it in the table, with single blanks.
    pub header: String,
    /// What it holds.
    pub role: Role,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// The label of what was tested.
    Label,
    /// A factor's level.
    Factor(Key),
    /// A parameter of the case.
    Case(Key),
    /// What was measured.
    Metric {
        /// The metric's name.
        name: Name,
        /// The unit of its values.
        unit: Unit,
        /// Which way is better, if either.
        better: Option<Better>,
    },
}

/// Why a text does not name columns.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// A column without its header or its role.
    #[error(
        "{0:?} is no column: write HEADER:label, HEADER:factor, HEADER:case or, of values, their unit and which way is better, such as Rate:MiB/s:higher"
    )]
    NoRole(String),
    /// More behind a role than it takes.
    #[error("{column:?} ends in {found:?}: only a unit is followed by something, by higher or lower")]
    Direction {
        /// The column as written.
        column: String,
        /// What stands there instead.
        found: String,
    },
    /// A name or unit that cannot be one.
    #[error("{name:?} {error}: name the column otherwise with HEADER=NAME:…")]
    Name {
        /// As written, or made from the header.
        name: String,
        /// What is wrong with it.
        error: NameError,
    },
    /// Two columns of one name.
    #[error("{0:?} stands for two columns: name one otherwise with HEADER=NAME:…")]
    Twice(String),
    /// Nothing that was measured.
    #[error("no column has values: give those that were measured their unit, such as Time:s:lower")]
    NoValues,
}

impl Columns {
    /// The columns.
    pub fn iter(&self) -> impl Iterator<Item = &Column> {
        self.0.iter()
    }
}

impl FromStr for Columns {
    type Err = ColumnsError;

    /// `HEADER[=NAME]:ROLE,…`, where a role is `label`, `factor`, `case`, or a unit and maybe
    /// `:higher` or `:lower`. Without NAME the header is the name, `Avg lat` as `avg_lat`.
    fn from_str(text: &str) -> Result<Self, ColumnsError> {
        let columns: Vec<Column> = text.split(',').map(column).collect::<Result<_, _>>()?;
        for (at, column) in columns.iter().enumerate() {
            if columns[..at].iter().any(|before| before.role.name() == column.role.name()) {
                return Err(ColumnsError::Twice(column.role.name().to_owned()));
            }
        }
        let has_values = columns.iter().any(|column| matches!(column.role, Role::Metric { .. }));
        if has_values { Ok(Self(columns)) } else { Err(ColumnsError::NoValues) }
    }
}

impl Role {
    fn name(&self) -> &str {
        match self {
            Self::Label => "label",
            Self::Factor(key) | Self::Case(key) => key.as_str(),
            Self::Metric { name, .. } => name.as_str(),
        }
    }
}

fn column(text: &str) -> Result<Column, ColumnsError> {
    let mut parts = text.split(':').map(str::trim);
    let (named, role, direction) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let (header, name) = named.split_once('=').unwrap_or((named, ""));
    let header = header.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(role) = role.filter(|role| !role.is_empty() && !header.is_empty()) else {
        return Err(ColumnsError::NoRole(text.trim().to_owned()));
    };
    let name = if name.trim().is_empty() { tidied(&header) } else { name.trim().to_owned() };
    let wrong = |name: &str| {
        let name = name.to_owned();
        move |error| ColumnsError::Name { name, error }
    };
    let odd =
        |found: &str| ColumnsError::Direction { column: text.trim().to_owned(), found: found.to_owned() };
    let better = match direction {
        None => None,
        Some("higher") => Some(Better::Higher),
        Some("lower") => Some(Better::Lower),
        Some(other) => return Err(odd(other)),
    };
    let key = || Key::new(&name).map_err(wrong(&name));
    let role = match (role, direction) {
        ("label" | "factor" | "case", Some(more)) => return Err(odd(more)),
        ("label", None) => Role::Label,
        ("factor", None) => Role::Factor(key()?),
        ("case", None) => Role::Case(key()?),
        (unit, _) => Role::Metric {
            name: Name::new(&name).map_err(wrong(&name))?,
            unit: Unit::new(unit).map_err(wrong(unit))?,
            better,
        },
    };
    match parts.next() {
        Some(more) => Err(odd(more)),
        None => Ok(Column { header, role }),
    }
}

/// A header as a name: `Avg lat` as `avg_lat`, `(CPU%)` as `cpu`.
fn tidied(header: &str) -> String {
    let parts = header.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(text: &str) -> Vec<(String, Role)> {
        let columns: Columns = text.parse().unwrap();
        columns.0.into_iter().map(|column| (column.header, column.role)).collect()
    }

    fn metric(name: &str, unit: &str, better: Option<Better>) -> Role {
        Role::Metric { name: Name::new(name).unwrap(), unit: Unit::new(unit).unwrap(), better }
    }

    #[test]
    fn a_column_is_a_header_maybe_a_name_and_a_role() {
        let key = |name| Key::new(name).unwrap();
        let text =
            "Kernel:label,Thr=threads:case, fb:factor ,Rate:MiB/s:higher,Avg  lat=latency:ms:lower,(CPU%):%";
        let expected = [
            ("Kernel", Role::Label),
            ("Thr", Role::Case(key("threads"))),
            ("fb", Role::Factor(key("fb"))),
            ("Rate", metric("rate", "MiB/s", Some(Better::Higher))),
            ("Avg lat", metric("latency", "ms", Some(Better::Lower))),
            ("(CPU%)", metric("cpu", "%", None)),
        ];
        assert_eq!(columns(text), expected.map(|(header, role)| (header.to_owned(), role)));
        assert_eq!(columns("Max lat:ms")[0].1, metric("max_lat", "ms", None));
    }

    #[test]
    fn what_is_wrong_with_a_column_is_said_with_what_would_be_right() {
        let error = |text: &str| text.parse::<Columns>().unwrap_err().to_string();
        for text in ["", "Kernel", "Kernel:", ":label", "Kernel:label,,Time:s"] {
            assert!(error(text).contains("is no column: write HEADER:label"), "{text}: {}", error(text));
        }
        assert_eq!(
            error("Rate:MiB/s:up"),
            r#""Rate:MiB/s:up" ends in "up": only a unit is followed by something, by higher or lower"#
        );
        for text in ["Kernel:label:higher", "Thr:case:lower", "Rate:MiB/s:higher:lower"] {
            assert!(error(text).contains("only a unit is followed"), "{text}: {}", error(text));
        }
        assert!(error("Kernel:label").contains("no column has values"));
        assert!(error("A:label,B:label,C:s").contains(r#""label" stands for two columns"#));
        assert!(error("Latency:ms,Latency:ms").contains(r#""latency" stands for two columns"#));
        assert!(error("Kernel=a b:factor,T:s").contains(r#""a b" has the character"#));
        assert!(error("Run:case,T:s").contains("word of its own"));
        assert!(error("%:case,T:s").contains("must not be empty: name the column otherwise"));
    }
}
