//! The forms in which comparisons and histories are given: HTML, text, Markdown, CSV, JSON,
//! SVG, PNG.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, IntoResponseParts, Response, ResponseParts};
use benchdata::comparison::ComparisonTable;
use benchdata::history::History;
use benchdata::table::{self, Link, csv, markdown, text};

use crate::painting::Painting;
use crate::plots;
use crate::problem::Problem;

/// A form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// Its plot, for mails.
    Png,
    /// The begin of its plot, of the size in which links are previewed.
    Preview,
}

/// The suffixes of addresses.
const SUFFIXES: [(&str, Form); 7] = [
    (".preview.png", Form::Preview),
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
            Some(form) if form.is_frozen() => Caching::ForEver,
            // They hold the permalink, with the host that this client asked, and on top what
            // happened since.
            Some(Self::Text | Self::Markdown) => Caching::OneClient,
            _ => Caching::Negotiated,
        }
    }

    /// Whether a snapshot in this form is the same for everybody and for ever.
    #[must_use]
    pub fn is_frozen(self) -> bool {
        matches!(self, Self::Json | Self::Csv | Self::Svg | Self::Png | Self::Preview)
    }

    /// The answer that consists of this.
    pub fn answer(self, body: impl Into<Body>) -> Response {
        let mut response = ([(header::CONTENT_TYPE, self.media_type())], body.into()).into_response();
        if self == Self::Svg {
            // It holds its own style sheet, and nothing else that could do anything.
            let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
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
            Self::Png | Self::Preview => "image/png",
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
pub async fn written(
    painting: &Painting,
    form: Form,
    table: ComparisonTable,
    link: Link<'_>,
) -> Result<Vec<u8>, Problem> {
    Ok(match form {
        Form::Markdown => markdown::render(&table, Some(link)).into_bytes(),
        Form::Csv => csv::render(&table).map_err(Problem::internal)?,
        Form::Json => serde_json::to_vec(&table).map_err(Problem::internal)?,
        Form::Text | Form::Html => text::render(&table, Some(link), text::Charset::Ascii).into_bytes(),
        Form::Svg | Form::Png | Form::Preview => {
            painting.file(form, table::short_title(&table), move || plots::plot(&table)).await?
        }
    })
}

/// A history in a form other than HTML.
///
/// # Errors
/// As [`written`].
pub async fn written_history(
    painting: &Painting,
    form: Form,
    history: History,
    link: Link<'_>,
) -> Result<Vec<u8>, Problem> {
    Ok(match form {
        Form::Markdown => markdown::render_history(&history, Some(link)).into_bytes(),
        Form::Csv => csv::render_history(&history).map_err(Problem::internal)?,
        Form::Json => serde_json::to_vec(&history).map_err(Problem::internal)?,
        Form::Text | Form::Html => {
            text::render_history(&history, Some(link), text::Charset::Ascii).into_bytes()
        }
        Form::Svg | Form::Png | Form::Preview => {
            painting.file(form, table::history_title(&history), move || plots::plot_history(&history)).await?
        }
    })
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
        assert_eq!(Form::of_path("4f9a.preview.png"), ("4f9a", Some(Form::Preview)));
        assert_eq!(Form::of_path("4f9a.gif"), ("4f9a.gif", None));
    }
}
