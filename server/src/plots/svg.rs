//! Drawings as SVG, in the colours of the reader's theme.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write};

use super::drawing::{Anchor, Drawing, Link, Place, RING, Shape, TEXT};
use super::font::width;
use super::ink::Ink;
use super::mark::Outline;
use super::plot::Look;

/// The style sheet that gives the inks their colours in both themes.
pub const STYLE: &str = include_str!("../../../static/plot.css");

/// A drawing as an element of a page; `class` beside `plot`, `alt` for those who cannot see it.
#[must_use]
pub fn element(drawing: &Drawing, class: &str, alt: &str) -> String {
    let (width, height) = (Rounded::from(drawing.width), Rounded::from(drawing.height));
    // An image holds nothing that leads elsewhere.
    let leads = drawing.shapes.iter().any(|shape| shape.link().is_some());
    let role = if leads { "group" } else { "img" };
    let (alt, shapes) = (escaped(alt), shapes(drawing));
    format!(
        "<svg class=\"plot {class}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"{role}\" aria-label=\"{alt}\">\n{shapes}</svg>"
    )
}

/// A drawing as a file of its own.
#[must_use]
pub fn file(drawing: &Drawing, alt: &str) -> String {
    let element = element(drawing, "", alt);
    let (head, shapes) = element.split_once('\n').unwrap_or((&element, ""));
    let head = head.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    let ground = "<rect class=\"fill-paper\" width=\"100%\" height=\"100%\"/>";
    format!("{head}\n<title>{}</title>\n<style>{STYLE}</style>\n{ground}\n{shapes}\n", escaped(alt))
}

/// The shapes, one element for neighbours that look alike: a plot has thousands.
fn shapes(drawing: &Drawing) -> String {
    let mut svg = String::new();
    for alike in drawing.shapes.chunk_by(is_alike) {
        let element = match &alike[0] {
            Shape::Text { at, anchor, text, ink } => written(*at, *anchor, text, *ink),
            Shape::Line { width, ink, .. } => lines(alike, *width, *ink),
            Shape::Mark { at, radius, look, link: Some(link) } => {
                linked(link, &linked_mark(alike, *at, *radius, *look))
            }
            Shape::Mark { radius, look, link: None, .. } => marks(alike, *radius, *look),
            Shape::Ring { at } => format!("<path class=\"line-ink\" d=\"{}\"/>", circle(*at, RING)),
        };
        svg.push_str(&element);
        svg.push('\n');
    }
    svg
}

/// Whether one element can draw both.
fn is_alike(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Line { width: a, ink: of_a, .. }, Shape::Line { width: b, ink: of_b, .. }) => {
            (a, of_a) == (b, of_b)
        }
        (
            Shape::Mark { radius: a, look: of_a, link: None, .. },
            Shape::Mark { radius: b, look: of_b, link: None, .. },
        ) => (a, of_a) == (b, of_b),
        _ => false,
    }
}

fn written(at: Place, anchor: Anchor, text: &str, ink: Ink) -> String {
    let class = match ink {
        Ink::Text => String::new(),
        ink => format!(" class=\"fill-{}\"", ink.name()),
    };
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (x, y) = rounded(at);
    // A viewer without the font that was measured with would have its own's wider letters cut off.
    let fitted = format!(" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"", width(text, TEXT));
    format!("<text{class} x=\"{x}\" y=\"{y}\"{anchor}{fitted}>{}</text>", escaped(text))
}

fn lines(shapes: &[Shape], width: f64, ink: Ink) -> String {
    let mut path = String::new();
    for shape in shapes {
        if let Shape::Line { places, .. } = shape {
            path.push_str(&line(places));
        }
    }
    let width = if width == 1.0 { String::new() } else { stroke(width) };
    format!("<path class=\"line-{}\"{width} d=\"{path}\"/>", ink.name())
}

fn line(places: &[Place]) -> String {
    let mut path = String::new();
    let mut last = None;
    for (x, y) in places.iter().copied().map(rounded) {
        let step = match last {
            None => format!("M{x} {y}"),
            Some(last) if last == (x, y) => String::new(),
            Some((before, _)) if before == x => format!("V{y}"),
            Some((_, before)) if before == y => format!("H{x}"),
            Some(_) => format!("L{x} {y}"),
        };
        path.push_str(&step);
        last = Some((x, y));
    }
    path
}

/// Marks of one look.
fn marks(shapes: &[Shape], radius: f64, look: Look) -> String {
    let Outline { corners, radius, rim } = Outline::of(look, radius);
    let mark = |at: Place| match (corners, rim) {
        ([], Some(_)) => circle(at, radius),
        // A stroke of no length with round ends.
        ([], None) => line(&[at]) + "h0",
        (corners, _) => polygon(at, corners, radius),
    };
    let path: String = shapes
        .iter()
        .filter_map(|shape| if let Shape::Mark { at, .. } = shape { Some(mark(*at)) } else { None })
        .collect();
    let kind = Ink::Kind(look.kind).name();
    match rim {
        Some(rim) => format!("<path class=\"line-{kind} hollow\"{} d=\"{path}\"/>", stroke(rim)),
        None if corners.is_empty() => {
            format!("<path class=\"line-{kind} dot\"{} d=\"{path}\"/>", stroke(2.0 * radius))
        }
        None => format!("<path class=\"fill-{kind}\" d=\"{path}\"/>"),
    }
}

/// A mark that leads somewhere. A stroke of no length has no size for who points at it.
fn linked_mark(alike: &[Shape], at: Place, radius: f64, look: Look) -> String {
    if look.is_hollow || !Outline::of(look, radius).corners.is_empty() {
        return marks(alike, radius, look);
    }
    let ((x, y), radius) = (rounded(at), Rounded::from(radius));
    format!("<circle class=\"fill-{}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>", Ink::Kind(look.kind).name())
}

fn circle((x, y): Place, radius: f64) -> String {
    let ((left, y), (r, across)) = (rounded((x - radius, y)), rounded((radius, 2.0 * radius)));
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z")
}

fn polygon((x, y): Place, corners: &[Place], radius: f64) -> String {
    let mut path = String::new();
    let mut last = None;
    for (right, down) in corners.iter().map(|(right, down)| (right * radius, down * radius)) {
        let (command, to) = match last {
            None => ('M', (x + right, y + down)),
            Some((x, y)) => ('l', (right - x, down - y)),
        };
        let (x, y) = rounded(to);
        let _ = write!(path, "{command}{x} {y}");
        last = Some((right, down));
    }
    path + "z"
}

fn stroke(width: f64) -> String {
    format!(" stroke-width=\"{}\"", Rounded::from(width))
}

/// For the mouse: for the keyboard, hundreds of marks would be hundreds of stops.
fn linked(Link { href, title }: &Link, mark: &str) -> String {
    let (href, title) = (escaped(href), escaped(title));
    format!("<a href=\"{href}\" tabindex=\"-1\"><title>{title}</title>{mark}</a>")
}

/// Tenths of a pixel, which are as fine as anybody can see.
#[derive(Clone, Copy, PartialEq)]
struct Rounded(i64);

impl From<f64> for Rounded {
    fn from(length: f64) -> Self {
        Self((length * 10.0).round() as i64)
    }
}

impl Display for Rounded {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        let sign = if self.0 < 0 { "-" } else { "" };
        match tenth {
            0 => write!(f, "{sign}{whole}"),
            tenth => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

fn rounded((x, y): Place) -> (Rounded, Rounded) {
    (x.into(), y.into())
}

fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    Cow::Owned(text.replace('"', "&quot;"))
}
