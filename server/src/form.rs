//! The forms in which a comparison is given: HTML, text, Markdown, CSV, JSON, SVG, PNG.

use std::convert::Infallible;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, IntoResponseParts, Response, ResponseParts};
use benchdata::comparison::ComparisonTable;
use benchdata::table::{self, Link, csv, markdown, text};

use crate::plots::{self, png, svg};
use crate::problem::Problem;

/// A form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A page.
    Html,
    /// For mail.
    Text,
    /// For trackers and wikis.
    Markdown,
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
    /// Its plot, for pages and print.
    Svg,
    /// Its plot, for mails and the previews of links.
    Png,
}

/// The suffixes of addresses.
const SUFFIXES: [(&str, Form); 6] = [
    (".txt", Form::Text),
    (".md", Form::Markdown),
    (".csv", Form::Csv),
    (".json", Form::Json),
    (".svg", Form::Svg),
    (".png", Form::Png),
];

impl Form {
    /// Takes the form's suffix off an address; `None` where it has none.
    #[must_use]
    pub fn of_path(path: &str) -> (&str, Option<Self>) {
        let found =
            SUFFIXES.iter().find_map(|(suffix, form)| Some((path.strip_suffix(suffix)?, Some(*form))));
        found.unwrap_or((path, None))
    }

    /// The form that a client wants of an address without a suffix: what it asks for, text for
    /// curl, else a page.
    #[must_use]
    pub fn wanted(headers: &HeaderMap) -> Self {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let accept: &str = header(header::ACCEPT);
        if accept.contains("text/html") {
            return Self::Html;
        }
        if accept.contains("application/json") {
            return Self::Json;
        }
        let takes_anything = accept.is_empty() || accept == "*/*";
        let is_terminal =
            ["curl/", "Wget/", "HTTPie/"].iter().any(|name| header(header::USER_AGENT).starts_with(name));
        if accept.contains("text/plain") || (takes_anything && is_terminal) { Self::Text } else { Self::Html }
    }

    /// What caches may do with a snapshot in the form that its address names, or, where it
    /// names none, in the one that was wanted.
    #[must_use]
    pub fn snapshot_caching(named: Option<Self>) -> Caching {
        match named {
            Some(Self::Json | Self::Csv | Self::Svg | Self::Png) => Caching::ForEver,
            // They hold the permalink, with the host that this client asked, and on top what
            // happened since.
            Some(Self::Text | Self::Markdown) => Caching::OneClient,
            Some(Self::Html) | None => Caching::Negotiated,
        }
    }

    /// The media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::Text => "text/plain; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// What caches may do with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// Keep it for everybody and for ever.
    ForEver,
    /// Keep it for the client that asked, and ask each time whether it is still so.
    OneClient,
    /// Ask again each time, since another client gets another form.
    Negotiated,
}

impl IntoResponseParts for Caching {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        let control = match self {
            Self::ForEver => "public, max-age=31536000, immutable",
            Self::OneClient | Self::Negotiated => "private, no-cache",
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
        if self == Self::Negotiated {
            response.headers_mut().append(header::VARY, HeaderValue::from_static("accept, user-agent"));
        }
        Ok(response)
    }
}

/// A comparison in a form other than HTML, which the pages write.
///
/// # Errors
/// 404 of the plot of a comparison without results; 500 where a writer fails, which none does
/// in memory.
pub async fn written(form: Form, table: ComparisonTable, link: Link<'_>) -> Result<Response, Problem> {
    let body = match form {
        Form::Markdown => markdown::render(&table, Some(link)).into_bytes(),
        Form::Csv => csv::render(&table).map_err(Problem::internal)?,
        Form::Json => serde_json::to_vec(&table).map_err(Problem::internal)?,
        Form::Text | Form::Html => text::render(&table, Some(link), text::Charset::Ascii).into_bytes(),
        Form::Svg | Form::Png => {
            // Painting takes a while, which other requests should not wait for.
            tokio::task::spawn_blocking(move || plotted(form, &table)).await.map_err(Problem::internal)??
        }
    };
    let mut response = ([(header::CONTENT_TYPE, form.media_type())], body).into_response();
    if form == Form::Svg {
        // It holds its own style sheet, and nothing else that could do anything.
        let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

/// A comparison's plot.
fn plotted(form: Form, table: &ComparisonTable) -> Result<Vec<u8>, Problem> {
    let none = || Problem::not_found("this comparison has no results that could be plotted");
    let plot = plots::plot(table).ok_or_else(none)?;
    let sheet = plots::sheet(&table::title(table), &plot);
    let file = match form {
        Form::Png => png::file(&sheet),
        _ => svg::file(&sheet, &plot.alt()).map(String::into_bytes),
    };
    file.map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(accept: &str, agent: &str) -> Form {
        let headers = [(header::ACCEPT, accept), (header::USER_AGENT, agent)];
        Form::wanted(&headers.map(|(name, value)| (name, value.parse().unwrap())).into_iter().collect())
    }

    #[test]
    fn curl_gets_text_and_browsers_get_pages() {
        assert_eq!(wanted("*/*", "curl/7.88.1"), Form::Text);
        assert_eq!(wanted("text/html", "curl/7.88.1"), Form::Html);
        assert_eq!(wanted("text/plain", "anything"), Form::Text);
        assert_eq!(wanted("application/json", "curl/7.88.1"), Form::Json);
        assert_eq!(wanted("text/html,application/xhtml+xml,*/*;q=0.8", "Mozilla/5.0"), Form::Html);
        assert_eq!(wanted("*/*", "Mozilla/5.0"), Form::Html);
    }

    #[test]
    fn suffixes_name_forms() {
        assert_eq!(Form::of_path("4f9a.txt"), ("4f9a", Some(Form::Text)));
        assert_eq!(Form::of_path("4f9a"), ("4f9a", None));
        assert_eq!(Form::of_path("4f9a.png"), ("4f9a", Some(Form::Png)));
        assert_eq!(Form::of_path("4f9a.gif"), ("4f9a.gif", None));
    }
}
