//! Queries: `box:bigbox label:2.5.60* threads:4..16 -elevator:noop`.

use std::fmt;

use crate::compare::is_of_versions;
use crate::key::RunKey;
use crate::name::is_unseen;

/// A parsed `q`: terms joined by spaces; `vs` between the terms of two or more sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// One list of terms for each side; one side where `vs` does not occur.
    pub sides: Vec<Vec<Term>>,
}

/// `key:value`, or `-key:value` for what must not match.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// What is selected by.
    pub key: RunKey,
    /// Whether it must not match.
    pub negated: bool,
    /// Any of these matches.
    pub patterns: Vec<Pattern>,
    /// Where the term stands in the query.
    pub at: Span,
}

/// What a value is held against.
#[derive(Debug, Clone, PartialEq)]
pub enum Pattern {
    /// Just this text.
    Exact(String),
    /// A text with `*` for any characters.
    Glob(String),
    /// A number from … to …, both included; open where `None`.
    Range(Option<f64>, Option<f64>),
}

/// A place in the query, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first character, from 0.
    pub start: usize,
    /// Behind the last.
    pub end: usize,
}

/// What is wrong with a query, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at character {}: {problem}", at.start + 1)]
pub struct QueryError {
    /// The place at fault.
    pub at: Span,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl QueryError {
    /// The query with a line of `^` below the place at fault.
    #[must_use]
    pub fn pointed(&self, query: &str) -> String {
        let width = self.at.end.saturating_sub(self.at.start).max(1);
        let shown = query.replace(is_unseen, "\u{fffd}");
        format!("{shown}\n{}{}", " ".repeat(self.at.start), "^".repeat(width))
    }
}

/// A longer query is a mistake or an attack.
const LONGEST: usize = 16_384;

impl Query {
    /// Parses a query. An empty one matches every run.
    ///
    /// # Errors
    /// The first place that is no `key:value`.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let characters: Vec<char> = text.chars().collect();
        if characters.len() > LONGEST {
            let at = Span { start: LONGEST, end: characters.len() };
            return Err(QueryError { at, problem: format!("a query has at most {LONGEST} characters") });
        }
        if let Some(start) = characters.iter().position(|&c| is_unseen(c)) {
            let found = characters[start];
            let problem = format!("the character {found:?} is in no name or value: a query holds none such");
            return Err(QueryError { at: Span { start, end: start + 1 }, problem });
        }
        let mut sides = vec![Vec::new()];
        for token in (Tokens { characters: &characters, at: 0 }) {
            let token = token?;
            if token.text(&characters) == "vs" {
                sides.push(Vec::new());
            } else if let Some(side) = sides.last_mut() {
                side.push(token.term(&characters)?);
            }
        }
        let vs = sides.len() > 1;
        if vs && sides.iter().any(Vec::is_empty) {
            let at = Span { start: 0, end: characters.len() };
            return Err(QueryError { at, problem: "`vs` needs terms on both its sides".into() });
        }
        Ok(Self { sides })
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides: Vec<String> = self.sides.iter().map(|side| side_text(side)).collect();
        f.write_str(&sides.join(" vs "))
    }
}

/// The terms of one side, as they are written in a query.
#[must_use]
pub fn side_text(terms: &[Term]) -> String {
    terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns: Vec<String> = self.patterns.iter().map(ToString::to_string).collect();
        write!(f, "{}{}:{}", if self.negated { "-" } else { "" }, self.key, patterns.join("|"))
    }
}

impl Term {
    /// Whether a value, or its absence, is what the term asks for.
    #[must_use]
    pub fn matches(&self, value: Option<&str>) -> bool {
        let found = value.is_some_and(|value| self.patterns.iter().any(|pattern| pattern.matches(value)));
        found != self.negated
    }
}

impl Pattern {
    /// Whether a value is what the pattern says.
    #[must_use]
    pub fn matches(&self, value: &str) -> bool {
        match self {
            Self::Exact(text) => value == text,
            Self::Glob(glob) => glob_matches(glob, value),
            Self::Range(from, to) => value.parse::<f64>().is_ok_and(|x| {
                x.is_finite() && from.is_none_or(|from| x >= from) && to.is_none_or(|to| x <= to)
            }),
        }
    }
}

/// The parts between stars must follow each other; the first and the last are bound to the
/// ends. Taking each part as early as it comes is enough.
fn glob_matches(glob: &str, value: &str) -> bool {
    let Some((first, rest)) = glob.split_once('*') else { return glob == value };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(inner) = value.strip_prefix(first).and_then(|inner| inner.strip_suffix(last)) else {
        return false;
    };
    let found =
        middle.split('*').try_fold(inner, |text, part| text.find(part).map(|at| &text[at + part.len()..]));
    found.is_some()
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |x: &Option<f64>| x.map(|x| x.to_string()).unwrap_or_default();
        match self {
            Self::Exact(text) => f.write_str(&quoted(text)),
            Self::Glob(text) => f.write_str(text),
            Self::Range(from, to) => write!(f, "{}..{}", bound(from), bound(to)),
        }
    }
}

/// A value as a query writes it: in quotes where it would otherwise be taken apart.
#[must_use]
pub fn quoted(value: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !"\"|*\\".contains(c);
    let is_plain = !value.is_empty() && value.chars().all(plain);
    if is_plain && matches!(pattern(value.to_owned(), false, false), Ok(Pattern::Exact(_))) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The numbers from … to …, `None` where it is no range: `v6.1..v6.2` is a value.
fn range(text: &str, is_of_versions: bool) -> Option<Result<Pattern, String>> {
    let (from, to) = text.split_once("..")?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite());
    Some(match (number(from), number(to)) {
        (Some(x), _) | (_, Some(x)) if is_of_versions && x.fract() != 0.0 => Err(format!(
            "{text} would be of numbers, of which 6.10 is less than 6.2: name versions one by one, as in 6.9|6.10"
        )),
        (Some(from), Some(to)) if from > to => {
            Err(format!("no number is from {from} to {to}: write {to}..{from}"))
        }
        (Some(from), Some(to)) => Ok(Pattern::Range(Some(from), Some(to))),
        (Some(from), None) if to.is_empty() => Ok(Pattern::Range(Some(from), None)),
        (None, Some(to)) if from.is_empty() => Ok(Pattern::Range(None, Some(to))),
        (None, None) if !from.is_empty() || !to.is_empty() => return None,
        _ => Err(format!(
            "{text} is no range: a range is 4.., ..16 or 4..16, and a value with .. in it stands in quotes"
        )),
    })
}

/// Cuts a query at blanks outside quotes.
struct Tokens<'a> {
    characters: &'a [char],
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, QueryError>;

    fn next(&mut self) -> Option<Self::Item> {
        let blank = |c: &char| c.is_whitespace();
        self.at += self.characters[self.at..].iter().take_while(|c| blank(c)).count();
        let start = self.at;
        let mut quote = None;
        while let Some(c) = self.characters.get(self.at) {
            match (c, quote) {
                ('\\', Some(_)) => self.at += 1,
                ('"', None) => quote = Some(self.at),
                ('"', Some(_)) => quote = None,
                (c, None) if blank(c) => break,
                _ => {}
            }
            self.at += 1;
        }
        let end = self.at.min(self.characters.len());
        self.at = end;
        if let Some(quote) = quote {
            let at = Span { start: quote, end };
            return Some(Err(QueryError { at, problem: "this quote is not closed".into() }));
        }
        (start < end).then_some(Ok(Token(Span { start, end })))
    }
}

struct Token(Span);

impl Token {
    fn text(&self, characters: &[char]) -> String {
        characters[self.0.start..self.0.end].iter().collect()
    }

    fn term(&self, characters: &[char]) -> Result<Term, QueryError> {
        let at = self.0;
        let whole = &characters[at.start..at.end];
        let negated = whole[0] == '-';
        let body = at.start + usize::from(negated);
        let Some(colon) = characters[body..at.end].iter().position(|&c| c == ':').map(|i| body + i) else {
            let problem =
                format!("expected key:value, such as label:2.5.60*, found {}", self.text(characters));
            return Err(QueryError { at, problem });
        };
        let name: String = characters[body..colon].iter().collect();
        let key = RunKey::parse(&name).map_err(|error| QueryError {
            at: Span { start: body, end: colon },
            problem: format!("{name:?} is no key: {error}"),
        })?;
        let values = Span { start: colon + 1, end: at.end };
        let patterns = patterns(characters, values, is_of_versions(&name))?;
        Ok(Term { key, negated, patterns, at })
    }
}

/// The alternatives between `|`.
fn patterns(characters: &[char], at: Span, is_of_versions: bool) -> Result<Vec<Pattern>, QueryError> {
    let mut found = Vec::new();
    let (mut text, mut was_quoted, mut in_quotes) = (String::new(), false, false);
    let mut position = at.start;
    loop {
        let c = (position < at.end).then(|| characters[position]);
        match c {
            Some('"') if in_quotes => in_quotes = false,
            Some('"') if text.is_empty() && !was_quoted => (was_quoted, in_quotes) = (true, true),
            Some('\\') if in_quotes && position + 1 < at.end => {
                position += 1;
                text.push(characters[position]);
            }
            Some('|') | None if !in_quotes => {
                if text.is_empty() && !was_quoted {
                    let problem = "expected a value; an empty one is written \"\"".to_owned();
                    return Err(QueryError {
                        at: Span { start: position.min(at.end), end: at.end },
                        problem,
                    });
                }
                let pattern = pattern(std::mem::take(&mut text), was_quoted, is_of_versions);
                found.push(pattern.map_err(|problem| QueryError { at, problem })?);
                was_quoted = false;
            }
            Some('"') => return Err(partly_quoted(position)),
            Some(_) if was_quoted && !in_quotes => return Err(partly_quoted(position)),
            Some(c) => text.push(c),
            None => {}
        }
        if c.is_none() {
            return Ok(found);
        }
        position += 1;
    }
}

fn partly_quoted(position: usize) -> QueryError {
    let problem = "quotes stand around a whole value, in which `*` and `..` mean nothing else; \
                   without quotes, * stands for a blank too";
    QueryError { at: Span { start: position, end: position + 1 }, problem: problem.to_owned() }
}

fn pattern(text: String, was_quoted: bool, is_of_versions: bool) -> Result<Pattern, String> {
    if was_quoted {
        return Ok(Pattern::Exact(text));
    }
    match range(&text, is_of_versions) {
        Some(range) => range,
        None if text.contains('*') => Ok(Pattern::Glob(text)),
        None => Ok(Pattern::Exact(text)),
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
