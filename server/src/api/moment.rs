//! Dates and times as people write them.

use time::format_description::BorrowedFormatItem;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime, PrimitiveDateTime};

const DAY: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
const MINUTE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day] [hour]:[minute]");
const SECOND: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");

/// A moment as RFC 3339 has it, or a date with or without a time, which are UTC.
///
/// # Errors
/// What is wrong, and what would be right.
pub(crate) fn moment(written: &str) -> Result<OffsetDateTime, String> {
    let written = written.trim();
    if let Ok(moment) = OffsetDateTime::parse(written, &Rfc3339) {
        return Ok(moment);
    }
    let blank = written.replacen(['T', 't'], " ", 1);
    let day = Date::parse(&blank, DAY).map(Date::midnight);
    let plain = day.or_else(|_| PrimitiveDateTime::parse(&blank, MINUTE));
    let plain = plain.or_else(|_| PrimitiveDateTime::parse(&blank, SECOND));
    plain.map(PrimitiveDateTime::assume_utc).map_err(|_| {
        format!(
            "{written:?} is no date that there is: write it as 2003-02-14, as 2003-02-14 01:31 (UTC), or with its zone as 2003-02-14T01:31:44Z"
        )
    })
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    /// 2024-05-05 was refused for a "separator component", and 2024-05-05 10:00 for a "character literal".
    #[test]
    fn a_plain_date_is_taken_and_a_wrong_one_told_in_words() {
        for (written, at) in [
            ("2024-05-05", datetime!(2024-05-05 00:00 UTC)),
            (" 2024-05-05 10:00", datetime!(2024-05-05 10:00 UTC)),
            ("2024-05-05T10:00:07", datetime!(2024-05-05 10:00:07 UTC)),
            ("2024-05-05T10:00:07Z", datetime!(2024-05-05 10:00:07 UTC)),
            ("2024-05-05T10:00:07.5+02:00", datetime!(2024-05-05 10:00:07.5 +2)),
        ] {
            assert_eq!(moment(written), Ok(at), "{written}");
        }
        for wrong in ["", "yesterday", "2024-02-30", "05.05.2024", "2024-05-05 25:00", "2024-05-05 10:00 CET"]
        {
            let error = moment(wrong).unwrap_err();
            assert!(error.contains("is no date that there is: write it as 2003-02-14"), "{error}");
        }
    }
}
