//! The project's documents, written in Markdown, as pages.

use askama::Template;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::frame::{Frame, Place};

/// `/docs/…`
#[derive(Debug, Template)]
#[template(path = "document.html")]
pub struct Document {
    /// Around the page.
    pub frame: Frame,
    /// What it is about.
    pub title: &'static str,
    html: String,
}

impl Document {
    /// A document of this project, which is trusted to be no attack.
    #[must_use]
    pub fn new(frame: Frame, title: &'static str, markdown: &str) -> Self {
        Self { frame, title, html: rendered(markdown) }
    }
}

/// Headings get anchors, tables what those need who cannot see them.
fn rendered(markdown: &str) -> String {
    let mut events: Vec<Event> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut heading = String::new();
    for at in 0..events.len() {
        match &events[at] {
            Event::Start(Tag::Heading { level, .. }) => {
                let level = *level;
                heading = text_of_heading(&events[at..]);
                let id = Some(CowStr::from(anchor(&heading)));
                events[at] = Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() });
            }
            Event::Start(Tag::Table(_)) => events[at] = Event::Html(table_start(&heading).into()),
            Event::End(TagEnd::Table) => events[at] = Event::Html("</tbody></table></div>\n".into()),
            _ => {}
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    text.replace("<th>", "<th scope=\"col\">")
}

fn text_of_heading(events: &[Event]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let text = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    text.collect()
}

/// `Twelve hard cases` is at `#twelve-hard-cases`, as forges have it.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-")
}

fn table_start(caption: &str) -> String {
    format!(
        r#"<div class="scroll" role="group" aria-label="{caption}" tabindex="0"><table class="list"><caption>{caption}</caption>"#
    )
}
