//! Drawings as SVG, in the colours of the reader's theme.

use plotters::backend::SVGBackend;
use plotters::prelude::RGBColor;

use super::drawing::{Drawing, Ink, Link, Shape, TEXT};
use super::font;
use super::paint::{INKS, PARTS, PaintError, colour, paint, size};

/// The style sheet that gives the inks their colours in both themes.
pub const STYLE: &str = include_str!("../../../static/plot.css");

/// A drawing as an element of a page; `class` beside `plot`, `alt` for those who cannot see it.
///
/// # Errors
/// As [`PaintError`] says.
pub fn element(drawing: &Drawing, class: &str, alt: &str) -> Result<String, PaintError> {
    let shapes = shapes(drawing)?;
    let (width, height) = size(drawing);
    let alt = escaped(alt);
    // An image holds nothing that leads elsewhere.
    let leads = drawing.shapes.iter().any(|shape| shape.link().is_some());
    let role = if leads { "group" } else { "img" };
    Ok(format!(
        "<svg class=\"plot {class}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"{role}\" \
         aria-label=\"{alt}\">\n{shapes}</svg>",
        drawing.width, drawing.height
    ))
}

/// A drawing as a file of its own.
///
/// # Errors
/// As [`PaintError`] says.
pub fn file(drawing: &Drawing, alt: &str) -> Result<String, PaintError> {
    let element = element(drawing, "", alt)?;
    let (head, shapes) = element.split_once('\n').unwrap_or((&element, ""));
    let head = head.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    let RGBColor(r, g, b) = colour(Ink::Paper);
    let ground = format!(
        "<rect class=\"fill-{}\" width=\"100%\" height=\"100%\" fill=\"#{r:02X}{g:02X}{b:02X}\"/>",
        name(Ink::Paper)
    );
    Ok(format!("{head}\n<title>{}</title>\n<style>{STYLE}</style>\n{ground}\n{shapes}\n", escaped(alt)))
}

/// What plotters paints, with inks as classes beside their light colours, and the font's name
/// in the style sheet.
fn shapes(drawing: &Drawing) -> Result<String, PaintError> {
    let mut shapes = String::new();
    for alike in drawing.shapes.chunk_by(|a, b| a.link() == b.link()) {
        let painted = painted(alike, size(drawing))?;
        match alike.first().and_then(Shape::link) {
            Some(link) => shapes.push_str(&linked(link, &painted)),
            None => shapes.push_str(&painted),
        }
    }
    let em = TEXT * PARTS;
    let texts = [
        (" opacity=\"1\"".to_owned(), String::new()),
        (" stroke=\"none\" stroke-width=\"1\"".to_owned(), String::new()),
        (format!(" font-family=\"{}\" font-size=\"{}\"", font::FAMILY, font::size_in_svg(em)), String::new()),
        ("dy=\"0.76em\"".to_owned(), format!("dy=\"{}\"", font::DROP * em)),
    ];
    for (from, to) in texts {
        shapes = shapes.replace(&from, &to);
    }
    for (ink, RGBColor(r, g, b)) in INKS {
        for (attribute, class) in [("fill", "fill"), ("stroke", "line")] {
            let coloured = format!("{attribute}=\"#{r:02X}{g:02X}{b:02X}\"");
            shapes = shapes.replace(&coloured, &format!("class=\"{class}-{}\" {coloured}", name(ink)));
        }
    }
    Ok(shapes)
}

fn painted(shapes: &[Shape], size: (u32, u32)) -> Result<String, PaintError> {
    let mut svg = String::new();
    paint(shapes, &mut SVGBackend::with_string(&mut svg, size))?;
    let (_, elements) = svg.split_once(">\n").unwrap_or_default();
    Ok(elements.trim_end().trim_end_matches("</svg>").to_owned())
}

/// For the mouse: for the keyboard, hundreds of marks would be hundreds of stops.
fn linked(Link { href, title }: &Link, shapes: &str) -> String {
    let (href, title, shapes) = (escaped(href), escaped(title), shapes.trim_end());
    format!("<a href=\"{href}\" tabindex=\"-1\"><title>{title}</title>{shapes}</a>\n")
}

fn name(ink: Ink) -> String {
    match ink {
        Ink::Paper => "paper".to_owned(),
        Ink::Text => "ink".to_owned(),
        Ink::Soft => "soft".to_owned(),
        Ink::Rule => "rule".to_owned(),
        Ink::Kind(kind) => kind.to_string(),
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}
