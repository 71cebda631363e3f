//! What a page's address asks for, read so that a mistake in one word does not lose the others.

use axum::extract::Query;
use axum::http::Uri;
use benchdata::comparison::Request;
use benchdata::history::HistoryRequest;
use benchdata::in_words::in_words;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// What the part of an address behind `?` may ask for.
pub(crate) trait Asked: DeserializeOwned + Default {
    /// The parameters there are.
    const PARAMETERS: &'static [&'static str];
}

impl Asked for Request {
    const PARAMETERS: &'static [&'static str] = &["q", "by", "base", "rows", "metric", "threshold", "layout"];
}

impl Asked for HistoryRequest {
    const PARAMETERS: &'static [&'static str] = &["q", "metric", "by", "rows", "lasting", "threshold"];
}

/// What can be read of an address, for the form that is to be mended, and what cannot.
#[derive(Debug)]
pub(crate) struct Wrong<T> {
    /// What can be read.
    pub(crate) read: T,
    /// What cannot: at least one.
    pub(crate) mistakes: Vec<Mistake>,
}

/// A parameter that cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct Mistake {
    /// What was written there.
    pub(crate) typed: String,
    /// What is wrong with it, in plain words.
    pub(crate) problem: Problem,
}

impl<T> From<Wrong<T>> for Problem {
    fn from(wrong: Wrong<T>) -> Self {
        let first = wrong.mistakes.into_iter().next();
        first.map_or_else(|| Self::bad_request("this address cannot be read"), |mistake| mistake.problem)
    }
}

/// What the part behind `?` asks for.
///
/// # Errors
/// What can be read of it, and each mistake.
pub(crate) fn asked<T: Asked>(uri: &Uri) -> Result<T, Box<Wrong<T>>> {
    let (mut kept, mut mistakes): (Vec<(String, String)>, Vec<Mistake>) = (Vec::new(), Vec::new());
    for (name, mut typed) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned() {
        let before = kept.iter().find(|(known, _)| *known == name);
        let problem = match before {
            _ if !T::PARAMETERS.contains(&name.as_str()) => no_such(&name, T::PARAMETERS),
            Some((_, before)) => {
                let problem = twice(&name, before, &typed);
                // The field holds both.
                typed = [before.as_str(), if name == "q" { " vs " } else { "," }, typed.as_str()].concat();
                problem
            }
            None => match read::<T>(&[(&name, &typed)]) {
                Ok(_) => {
                    kept.push((name, typed));
                    continue;
                }
                Err(detail) => Problem::bad_request(detail).field(name),
            },
        };
        mistakes.push(Mistake { typed, problem });
    }
    let read = read::<T>(&kept).unwrap_or_default();
    if mistakes.is_empty() { Ok(read) } else { Err(Box::new(Wrong { read, mistakes })) }
}

fn read<T: Asked>(pairs: &[(impl AsRef<str>, impl AsRef<str>)]) -> Result<T, String> {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let uri =
        Uri::builder().path_and_query(format!("/?{query}")).build().map_err(|error| error.to_string())?;
    match Query::try_from_uri(&uri) {
        Ok(Query(asked)) => Ok(asked),
        Err(error) => {
            let said = innermost(&error);
            let name = pairs.first().map(|(name, _)| format!("{}: ", name.as_ref())).unwrap_or_default();
            Err(in_words(said.strip_prefix(&name).unwrap_or(&said)))
        }
    }
}

/// What went wrong itself, without who was at work.
pub(crate) fn innermost(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

/// 400: there is no such parameter.
pub(crate) fn no_such(name: &str, parameters: &[&str]) -> Problem {
    let detail = format!("no parameter is called {name:?}; there are {}", parameters.join(", "));
    Problem::bad_request(detail).field(name)
}

/// 400: a parameter is given as one text and as another.
pub(crate) fn twice(name: &str, first: &str, second: &str) -> Problem {
    let detail = match name {
        "q" => format!(
            "q is given twice: write one query; two sides of a comparison have vs between them, {first} vs {second}"
        ),
        _ => format!("{name} is given twice, as {first:?} and {second:?}: give it once"),
    };
    Problem::bad_request(detail).field(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong<T: Asked + std::fmt::Debug>(address: &str) -> (T, Vec<(String, String, String)>) {
        let Wrong { read, mistakes } = *asked::<T>(&address.parse().unwrap()).unwrap_err();
        let told = mistakes
            .into_iter()
            .map(|Mistake { typed, problem }| (problem.field.unwrap_or_default(), typed, problem.detail));
        (read, told.collect())
    }

    fn mistake(field: &str, typed: &str, told: &str) -> (String, String, String) {
        (field.to_owned(), typed.to_owned(), told.to_owned())
    }

    /// It spoke of deserializing, and the page had lost its form.
    #[test]
    fn a_word_that_cannot_be_read_keeps_the_others() {
        let (kept, told) = wrong::<Request>("/compare?q=label:a&threshold=abc&by=label&layout=foo");
        assert_eq!((kept.q.as_str(), kept.by.len()), ("label:a", 1));
        let share = "threshold=\"abc\" is no share from 0 to below 1: write it as 2% or 0.02";
        let layouts = "no layout is called \"foo\"; there are delta, summary, metrics, samples, sweep";
        assert_eq!(told, [mistake("threshold", "abc", share), mistake("layout", "foo", layouts)]);
        let (kept, told) = wrong::<HistoryRequest>("/history?q=label:a&lasting=1&by=x");
        assert_eq!(kept.q, "label:a");
        let lasting = "lasting=\"1\" is no number of points from 2 to 100";
        let orders = "no order is called \"x\"; there are time, kernel";
        assert_eq!(told, [mistake("lasting", "1", lasting), mistake("by", "x", orders)]);
    }

    /// "duplicate field `q`" and "unknown field `foo`" were serde's words.
    #[test]
    fn what_is_there_twice_or_unknown_is_told_in_words() {
        let (kept, told) = wrong::<Request>("/compare?q=label:a&q=label:b&by=label&by=box&foo=1");
        assert_eq!((kept.q.as_str(), told[0].1.as_str()), ("label:a", "label:a vs label:b"));
        let details: Vec<&str> = told.iter().map(|(_, _, detail)| detail.as_str()).collect();
        assert_eq!(
            details,
            [
                "q is given twice: write one query; two sides of a comparison have vs between them, label:a vs label:b",
                "by is given twice, as \"label\" and \"box\": give it once",
                "no parameter is called \"foo\"; there are q, by, base, rows, metric, threshold, layout",
            ]
        );
    }

    #[test]
    fn every_parameter_is_one() {
        fn check<T: Asked>() {
            for name in T::PARAMETERS {
                let error = read::<T>(&[(*name, "\0")]).err().unwrap_or_default();
                assert!(!error.contains("nothing is called"), "{name}: {error}");
            }
        }
        check::<Request>();
        check::<HistoryRequest>();
    }
}
