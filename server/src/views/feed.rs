//! `/feed.atom` (RFC 4287).

use askama::Template;

/// A feed.
#[derive(Debug, Template)]
#[template(path = "feed.xml")]
pub struct Feed {
    /// What it is of.
    pub title: String,
    /// Its own address, which is its id too.
    pub itself: String,
    /// The page of the same.
    pub page: String,
    /// When its newest entry was made.
    pub updated: String,
    /// The newest first.
    pub entries: Vec<Entry>,
}

/// A run or a snapshot.
#[derive(Debug)]
pub struct Entry {
    /// In a line.
    pub title: String,
    /// Its page, whose address never changes.
    pub url: String,
    /// When it was stored.
    pub updated: String,
    /// A line more.
    pub summary: String,
}
