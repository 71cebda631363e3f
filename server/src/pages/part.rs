//! What an address of a comparison says beside the comparison: which part is shown, a row whole or
//! the rows from one on; and the words for its permalink, typed before signing in.

use axum::http::Uri;

/// What an address says beside the comparison itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Part {
    /// The id of the row that is shown whole.
    pub(super) row: Option<String>,
    /// The number of the first row that is shown, from 1.
    pub(super) from: usize,
    /// The title for its permalink.
    pub(super) title: String,
    /// The note for it.
    pub(super) note: String,
}

impl Part {
    /// What an address says of it, and the address of the whole.
    pub(super) fn of(uri: &Uri) -> (Self, Uri) {
        let mut part = Self { from: 1, ..Self::default() };
        let mut whole = form_urlencoded::Serializer::new(String::new());
        for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
            match &*name {
                "row" => part.row = Some(value.into_owned()),
                "from" => part.from = value.parse().unwrap_or(1),
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_an_address_is_the_comparison() {
        let (part, whole) = Part::of(&"/compare?q=a%26b&row=4f9a&layout=delta".parse().unwrap());
        assert_eq!(part, Part { row: Some("4f9a".to_owned()), from: 1, ..Part::default() });
        assert_eq!(whole, "/compare?q=a%26b&layout=delta");
        assert_eq!(Part::of(&"/c/4f9a?from=201".parse().unwrap()).0.from, 201);
    }
}
