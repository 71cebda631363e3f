//! Round times on an axis.

use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

/// At most so many times have room beside each other.
const MOST: i64 = 6;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Steps of less than a month, in seconds.
const SECONDS: [i64; 13] = [
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    4 * DAY,
    7 * DAY,
    14 * DAY,
];

/// Longer ones, in months.
const MONTHS: [i64; 9] = [1, 2, 3, 6, 12, 24, 60, 120, 1200];

/// A month's length in seconds, on average.
const MONTH: i64 = 2_629_746;

type Format = &'static [BorrowedFormatItem<'static>];

const OF_MINUTES: Format = format_description!("[month]-[day] [hour]:[minute]");
const OF_DAYS: Format = format_description!("[year]-[month]-[day]");
const OF_MONTHS: Format = format_description!("[year]-[month]");
const OF_YEARS: Format = format_description!("[year]");

/// Round times from one to another, in seconds since 1970, each with its text in UTC: `02-14 06:00`,
/// `2003-02-14`, `2003-02` or `2003`, as their distance wants.
pub(super) fn round_times((from, to): (f64, f64)) -> Vec<(f64, String)> {
    let (from, to) = (from.ceil() as i64, to.floor() as i64);
    let step = SECONDS.into_iter().find(|step| (to - from) / step < MOST);
    let times = match step {
        Some(step) => every(from, to, step),
        None => every_few_months(from, to),
    };
    times.into_iter().map(|(at, text)| (at as f64, text)).collect()
}

fn every(from: i64, to: i64, step: i64) -> Vec<(i64, String)> {
    let format = if step < DAY { OF_MINUTES } else { OF_DAYS };
    let first = from.div_euclid(step) + i64::from(from.rem_euclid(step) > 0);
    let all = (first..).map(|number| number * step).take_while(|at| *at <= to);
    all.filter_map(|at| Some((at, text(OffsetDateTime::from_unix_timestamp(at).ok()?, format)?))).collect()
}

fn every_few_months(from: i64, to: i64) -> Vec<(i64, String)> {
    let is_enough = |months: &i64| (to - from) / (months * MONTH) < MOST;
    let step = MONTHS.into_iter().find(is_enough).unwrap_or(MONTHS[MONTHS.len() - 1]);
    let format = if step % 12 == 0 { OF_YEARS } else { OF_MONTHS };
    let Ok(begin) = OffsetDateTime::from_unix_timestamp(from) else { return Vec::new() };
    let begin = i64::from(begin.year()) * 12 + i64::from(u8::from(begin.month())) - 1;
    let all = (begin.div_euclid(step)..).map_while(|number| month(number * step));
    let inside = all.skip_while(|at| at.unix_timestamp() < from).take_while(|at| at.unix_timestamp() <= to);
    inside.filter_map(|at| Some((at.unix_timestamp(), text(at, format)?))).collect()
}

/// The begin of the month of this number, counted from the year 0.
fn month(number: i64) -> Option<OffsetDateTime> {
    let month = Month::try_from(u8::try_from(number.rem_euclid(12) + 1).ok()?).ok()?;
    let date = Date::from_calendar_date(i32::try_from(number.div_euclid(12)).ok()?, month, 1).ok()?;
    Some(date.with_time(Time::MIDNIGHT).assume_offset(UtcOffset::UTC))
}

fn text(at: OffsetDateTime, format: Format) -> Option<String> {
    at.format(format).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn texts(from: OffsetDateTime, to: OffsetDateTime) -> Vec<String> {
        let times = round_times((from.unix_timestamp() as f64, to.unix_timestamp() as f64));
        times.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn times_are_as_round_as_their_distance_wants() {
        let from = datetime!(2003-02-14 01:31:44 UTC);
        assert_eq!(
            texts(from, datetime!(2003-02-14 06:10 UTC)),
            ["02-14 02:00", "02-14 03:00", "02-14 04:00", "02-14 05:00", "02-14 06:00"]
        );
        assert_eq!(
            texts(from, datetime!(2003-02-19 00:00 UTC)),
            ["2003-02-15", "2003-02-16", "2003-02-17", "2003-02-18", "2003-02-19"]
        );
        assert_eq!(texts(from, datetime!(2003-08-30 00:00 UTC)), ["2003-03", "2003-05", "2003-07"]);
        assert_eq!(
            texts(from, datetime!(2006-01-01 00:00 UTC)),
            ["2003-07", "2004-01", "2004-07", "2005-01", "2005-07", "2006-01"]
        );
        assert_eq!(texts(from, datetime!(2026-01-01 00:00 UTC)), ["2005", "2010", "2015", "2020", "2025"]);
    }

    #[test]
    fn a_moment_and_all_of_time_have_few() {
        let at = datetime!(2003-02-14 01:31:44 UTC);
        assert_eq!(texts(at, at), [""; 0]);
        let all = texts(datetime!(0001-01-01 00:00 UTC), datetime!(9999-12-31 00:00 UTC));
        assert_eq!((all.len(), all[0].as_str()), (99, "0100"));
    }
}
