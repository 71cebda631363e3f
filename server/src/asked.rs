//! What a page's address asks for, read so that a mistake in one word does not lose the others.

use std::error::Error;

use axum::extract::Query;
use axum::http::Uri;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// What the part behind `?` asks for.
///
/// # Errors
/// What can be read of it, for the form that is to be mended, and a 400 that says in plain words
/// what cannot.
pub(crate) fn asked<T: DeserializeOwned + Default>(uri: &Uri) -> Result<T, Box<(T, Problem)>> {
    let error = match Query::<T>::try_from_uri(uri) {
        Ok(Query(asked)) => return Ok(asked),
        Err(error) => error,
    };
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned();
    let (readable, wrong): (Vec<_>, Vec<_>) =
        pairs.partition(|pair| read::<T>(std::slice::from_ref(pair)).is_some());
    let mut problem = Problem::bad_request(innermost(&error));
    if let Some((name, _)) = wrong.into_iter().next() {
        let detail = problem.detail.strip_prefix(&format!("{name}: ")).map(str::to_owned);
        problem = Problem::bad_request(detail.unwrap_or(problem.detail)).field(name);
    }
    Err(Box::new((read(&readable).unwrap_or_default(), problem)))
}

fn read<T: DeserializeOwned>(pairs: &[(String, String)]) -> Option<T> {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let uri = Uri::builder().path_and_query(format!("/?{query}")).build().ok()?;
    Query::try_from_uri(&uri).ok().map(|Query(asked)| asked)
}

/// What went wrong itself, without who was at work.
fn innermost(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

#[cfg(test)]
mod tests {
    use benchdata::comparison::Request;
    use benchdata::history::HistoryRequest;

    use super::*;

    /// It spoke of deserializing, and the page had lost its form.
    #[test]
    fn a_word_that_cannot_be_read_keeps_the_others() {
        let uri: Uri = "/compare?q=label:a&threshold=abc&by=label".parse().unwrap();
        let (kept, problem) = *asked::<Request>(&uri).unwrap_err();
        assert_eq!((kept.q.as_str(), kept.by.len()), ("label:a", 1));
        let says = "threshold=\"abc\" is no share from 0 to below 1: write it as 2% or 0.02";
        assert_eq!((problem.detail.as_str(), problem.field.as_deref()), (says, Some("threshold")));
        let uri: Uri = "/history?q=label:a&lasting=1".parse().unwrap();
        let (kept, problem) = *asked::<HistoryRequest>(&uri).unwrap_err();
        assert_eq!(kept.q, "label:a");
        assert!(
            !problem.detail.contains("deserialize") && problem.detail.contains('1'),
            "{}",
            problem.detail
        );
    }
}
