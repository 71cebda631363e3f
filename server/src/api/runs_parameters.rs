//! What an address of a list of runs asks for: `?q=…&after=…`.

use axum::extract::Query;
use axum::http::Uri;
use benchdata::content::RunId;
use benchdata::query::{self, Term};

use crate::problem::Problem;

/// Which runs.
#[derive(Debug)]
pub struct RunsParameters {
    /// The query as it was sent.
    pub q: String,
    /// Its terms.
    pub terms: Vec<Term>,
    /// The last run of the page before.
    pub after: Option<RunId>,
}

impl RunsParameters {
    /// Reads the part behind `?`.
    ///
    /// # Errors
    /// 400 that names the parameter at fault, and the place in the query.
    pub fn parse(uri: &Uri) -> Result<Self, Problem> {
        let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(uri)
            .map_err(|error| Problem::bad_request(error.body_text()))?;
        let mut asked = Self { q: String::new(), terms: Vec::new(), after: None };
        for (name, value) in pairs {
            match name.as_str() {
                "q" => asked.q = value,
                "after" => {
                    let after =
                        value.parse().map_err(|error: String| Problem::bad_request(error).field("after"));
                    asked.after = Some(after?);
                }
                _ => {
                    let detail = format!("no parameter is called {name:?}; there are q, after");
                    return Err(Problem::bad_request(detail).field(name));
                }
            }
        }
        let query = query::Query::parse(&asked.q).map_err(|error| Problem::of_query(&error, &asked.q))?;
        match <[Vec<Term>; 1]>::try_from(query.sides) {
            Ok([terms]) => asked.terms = terms,
            Err(_) => {
                let detail = "a list of runs has no sides: `vs` is for comparisons";
                return Err(Problem::bad_request(detail).field("q"));
            }
        }
        Ok(asked)
    }

    /// The address of the next page, below the host.
    #[must_use]
    pub fn next(&self, path: &str, after: RunId) -> String {
        self.address(path, Some(after))
    }

    /// The address of the first page, below the host.
    #[must_use]
    pub fn first(&self, path: &str) -> String {
        self.address(path, None)
    }

    fn address(&self, path: &str, after: Option<RunId>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.q.is_empty() {
            query.append_pair("q", &self.q);
        }
        query.extend_pairs(after.map(|after| ("after", after.to_string())));
        format!("{path}?{}", query.finish())
    }
}
