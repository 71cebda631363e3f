//! What narrows a list of runs down.

/// The facets of a list, and the terms that it is narrowed by already.
#[derive(Debug, Clone, Default)]
pub struct Narrowing {
    /// Terms of the query, and the list's address without each.
    pub terms: Vec<(String, String)>,
    /// Keys that vary.
    pub keys: Vec<FacetView>,
    /// Whether there are more runs than were counted.
    pub is_cut: bool,
}

/// A key whose values vary.
#[derive(Debug, Clone)]
pub struct FacetView {
    /// The key.
    pub key: String,
    /// Its most frequent values.
    pub values: Vec<FacetValue>,
    /// How many more it has.
    pub more: usize,
}

impl FacetView {
    /// The page that lists all values, if there is one.
    pub(super) fn all(&self) -> Option<&'static str> {
        match self.key.as_str() {
            "box" => Some("/boxes"),
            "benchmark" => Some("/benchmarks"),
            _ => None,
        }
    }
}

/// A value of a key.
#[derive(Debug, Clone)]
pub struct FacetValue {
    /// The value.
    pub value: String,
    /// How many of the newest runs have it, possibly none.
    pub runs: i64,
    /// The list of these.
    pub url: String,
}
