//! What an address of a list of runs asks for: `?q=…&sort=…&after=…`.

use axum::http::Uri;
use benchdata::content::RunId;
use benchdata::query::{self, Term};

use crate::asked::{no_such, twice};
use crate::database::Sort;
use crate::problem::Problem;

/// Which runs.
#[derive(Debug)]
pub struct RunsParameters {
    /// The query as it was sent.
    pub q: String,
    /// Its terms.
    pub terms: Vec<Term>,
    /// The order.
    pub sort: Sort,
    /// The last run of the page before.
    pub after: Option<RunId>,
}

impl RunsParameters {
    /// Reads the part behind `?`.
    ///
    /// # Errors
    /// 400 that names the parameter at fault, and the place in the query.
    pub fn parse(uri: &Uri) -> Result<Self, Problem> {
        let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned();
        let pairs: Vec<(String, String)> = pairs.collect();
        let mut asked = Self { q: String::new(), terms: Vec::new(), sort: Sort::default(), after: None };
        for (at, (name, value)) in pairs.iter().enumerate() {
            if let Some((_, before)) = pairs[..at].iter().find(|(before, _)| before == name) {
                return Err(twice(name, before, value));
            }
            match name.as_str() {
                "q" => asked.q.clone_from(value),
                "sort" => asked.sort = sort(value)?,
                "after" => {
                    let after =
                        value.parse().map_err(|error: String| Problem::bad_request(error).field("after"));
                    asked.after = Some(after?);
                }
                _ => return Err(no_such(name, &["q", "sort", "after"])),
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
        address(path, &self.q, self.sort, Some(after))
    }

    /// The address of the first page, below the host.
    #[must_use]
    pub fn first(&self, path: &str) -> String {
        address(path, &self.q, self.sort, None)
    }

    /// The address of the page of runs in the same order that match another query.
    #[must_use]
    pub fn narrowed(&self, q: &str) -> String {
        address("/runs", q, self.sort, None)
    }

    /// The address of the page of the same runs in another order.
    #[must_use]
    pub fn sorted(&self, sort: Sort) -> String {
        address("/runs", &self.q, sort, None)
    }
}

fn address(path: &str, q: &str, sort: Sort, after: Option<RunId>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if !q.is_empty() {
        query.append_pair("q", q);
    }
    if sort != Sort::default() {
        query.append_pair("sort", sort.as_str());
    }
    query.extend_pairs(after.map(|after| ("after", after.to_string())));
    format!("{path}?{}", query.finish())
}

fn sort(name: &str) -> Result<Sort, Problem> {
    let found = Sort::ALL.into_iter().find(|sort| sort.as_str() == name);
    found.ok_or_else(|| {
        let names = Sort::ALL.map(Sort::as_str).join(", ");
        Problem::bad_request(format!("no order is called {name:?}; there are {names}")).field("sort")
    })
}
