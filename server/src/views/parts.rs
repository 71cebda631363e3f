//! Small pages, and what several pages show.

use askama::Template;
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use super::catalog::Offer;
use super::frame::{Frame, Place};
use super::runs::RunLine;

/// A time, for machines and for readers, in UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// `2003-02-14T01:31:44Z`
    pub iso: String,
    /// `2003-02-14 01:31 UTC`
    pub text: String,
}

const MINUTE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");

impl From<OffsetDateTime> for Moment {
    fn from(at: OffsetDateTime) -> Self {
        let at = at.to_offset(time::UtcOffset::UTC);
        // Only a year beyond 9999 cannot be written so; it is shown as it is.
        let written = |text: Result<String, time::error::Format>| text.unwrap_or_else(|_| at.to_string());
        Self { iso: written(at.format(&Rfc3339)), text: written(at.format(MINUTE)) }
    }
}

/// What went wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What went wrong.
    pub what: String,
    /// The input with a line of `^` under the place at fault, possibly nothing.
    pub pointed: String,
    /// What to do, possibly nothing.
    pub help: String,
}

/// A snapshot in a list.
#[derive(Debug, Clone)]
pub struct SnapshotLine {
    /// Its hash.
    pub hash: String,
    /// What it compares.
    pub title: String,
    /// When it was made.
    pub made: Moment,
}

/// `/`
#[derive(Debug, Template)]
#[template(path = "home.html")]
pub struct Home {
    /// Around the page.
    pub frame: Frame,
    /// The newest runs.
    pub runs: Vec<RunLine>,
    /// The newest snapshots.
    pub snapshots: Vec<SnapshotLine>,
}

/// `/sign-in`
#[derive(Debug, Template)]
#[template(path = "sign_in.html")]
pub struct SignIn {
    /// Around the page.
    pub frame: Frame,
    /// The path to go on to.
    pub next: String,
    /// Why the last try failed.
    pub problem: Option<Problem>,
}

/// Any page that could not be shown.
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub struct Failure {
    /// Around the page.
    pub frame: Frame,
    /// In a few words.
    pub title: String,
    /// What went wrong.
    pub problem: Problem,
    /// What it was to be a part of, which there is.
    pub whole: Option<Offer>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn moments_are_in_utc() {
        let at = Moment::from(datetime!(2003-02-14 02:31:44 +1));
        assert_eq!((at.iso.as_str(), at.text.as_str()), ("2003-02-14T01:31:44Z", "2003-02-14 01:31 UTC"));
    }
}
