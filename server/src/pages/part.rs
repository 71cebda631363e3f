//! What an address of a comparison says beside the comparison: which part is shown, a row whole or
//! the rows about one, or those that are better or worse; and the words for its permalink, typed
//! before signing in.

use axum::http::Uri;

use crate::problem::Problem;
use crate::views::Outcome;

/// What an address says beside the comparison itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Part {
    /// The id of the row that is shown whole.
    pub(super) row: Option<String>,
    /// The title for its permalink.
    pub(super) title: String,
    /// The note for it.
    pub(super) note: String,
    /// The number of a row of the part that is shown, as it was written.
    from: Option<String>,
    /// What came out in the rows that are shown, as it was written.
    only: Option<String>,
}

impl Part {
    /// What an address says of it, and the address of the whole.
    pub(super) fn of(uri: &Uri) -> (Self, Uri) {
        let mut part = Self::default();
        let mut whole = form_urlencoded::Serializer::new(String::new());
        for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
            match &*name {
                "row" => part.row = Some(value.into_owned()),
                "from" => part.from = Some(value.into_owned()),
                "only" => part.only = Some(value.into_owned()),
                "title" => part.title = value.into_owned(),
                "note" => part.note = value.into_owned(),
                _ => {
                    whole.append_pair(&name, &value);
                }
            }
        }
        let whole = format!("{}?{}", uri.path(), whole.finish());
        (part, whole.parse().unwrap_or_else(|_| uri.clone()))
    }

    /// Whether the address is that of the whole.
    pub(super) fn is_whole(&self) -> bool {
        self.row.is_none() && self.from.is_none() && self.only.is_none()
    }

    /// What came out in the rows that are shown, if not all are.
    ///
    /// # Errors
    /// 400 that names what there is.
    pub(super) fn only(&self) -> Result<Option<Outcome>, Problem> {
        let Some(only) = &self.only else { return Ok(None) };
        let known = Outcome::ALL.into_iter().find(|outcome| outcome.as_str() == only);
        let names = || Outcome::ALL.map(Outcome::as_str).join(" or ");
        let wrong =
            || Problem::bad_request(format!("only={only:?} picks no rows: it is {}", names())).field("only");
        known.map(Some).ok_or_else(wrong)
    }

    /// The number of a row, from 1, of the part that is shown of so many.
    ///
    /// # Errors
    /// 400 that says which rows there are.
    pub(super) fn from(&self, rows: usize) -> Result<usize, Problem> {
        let Some(from) = &self.from else { return Ok(1) };
        let number = from.parse().ok().filter(|number| (1..=rows).contains(number));
        let are = if rows == 0 { "there are none".to_owned() } else { format!("they are 1 to {rows}") };
        number.ok_or_else(|| {
            Problem::bad_request(format!("from={from:?} is no row of the table: {are}")).field("from")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_an_address_is_the_comparison() {
        let (part, whole) = Part::of(&"/compare?q=a%26b&row=4f9a&layout=delta".parse().unwrap());
        assert_eq!(part, Part { row: Some("4f9a".to_owned()), ..Part::default() });
        assert_eq!(whole, "/compare?q=a%26b&layout=delta");
    }

    /// 0, -1, x and 400 were answered with the first or last part.
    #[test]
    fn a_part_that_there_is_not_is_refused_with_those_that_there_are() {
        let of = |query: &str| Part::of(&format!("/c/4f9a?{query}").parse().unwrap()).0;
        assert_eq!(of("from=201").from(300).unwrap(), 201);
        assert_eq!(of("").from(0).unwrap(), 1);
        for wrong in ["0", "-1", "x", "", "301"] {
            let problem = of(&format!("from={wrong}")).from(300).unwrap_err();
            assert_eq!(problem.detail, format!("from={wrong:?} is no row of the table: they are 1 to 300"));
        }
        assert_eq!(of("only=worse").only().unwrap(), Some(Outcome::Worse));
        let problem = of("only=bad").only().unwrap_err();
        assert_eq!(problem.detail, "only=\"bad\" picks no rows: it is better or worse");
    }
}
