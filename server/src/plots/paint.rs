//! Paints a drawing by any backend of plotters.

use plotters::prelude::{Color, DrawingBackend, RGBColor, ShapeStyle, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{Anchor, Drawing, Ink, Place, Shape, TEXT};
use super::font;
use super::plot::{KINDS, Look};

/// Parts of a pixel: backends know whole numbers alone.
pub(super) const PARTS: f64 = 4.0;

/// Why nothing could be painted.
#[derive(Debug, thiserror::Error)]
#[error("a plot cannot be painted: {0}")]
pub struct PaintError(String);

impl PaintError {
    /// That of a backend.
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// The colours of the light theme, by which style sheets find them. Those of kinds are told
/// apart by all common eyes, and in print by their lightness and shapes (after Okabe and Ito
/// 2008).
pub(super) const INKS: [(Ink, RGBColor); 4 + KINDS] = [
    (Ink::Paper, RGBColor(0xfd, 0xfd, 0xfb)),
    (Ink::Text, RGBColor(0x1c, 0x1d, 0x1f)),
    (Ink::Soft, RGBColor(0x59, 0x5d, 0x63)),
    (Ink::Rule, RGBColor(0xdc, 0xdc, 0xd6)),
    (Ink::Kind(0), RGBColor(0x00, 0x5f, 0xa8)),
    (Ink::Kind(1), RGBColor(0xc4, 0x4b, 0x00)),
    (Ink::Kind(2), RGBColor(0x00, 0x7d, 0x5c)),
    (Ink::Kind(3), RGBColor(0x9b, 0x3d, 0x82)),
    (Ink::Kind(4), RGBColor(0x8a, 0x6a, 0x00)),
    (Ink::Kind(5), RGBColor(0x3d, 0x8f, 0xc4)),
];

/// Paints shapes.
///
/// # Errors
/// Where the backend fails, or the font.
pub(super) fn paint<B: DrawingBackend>(shapes: &[Shape], backend: &mut B) -> Result<(), PaintError> {
    shapes.iter().try_for_each(|shape| paint_shape(shape, backend))?;
    backend.present().map_err(PaintError::of)
}

fn paint_shape<B: DrawingBackend>(shape: &Shape, backend: &mut B) -> Result<(), PaintError> {
    match shape {
        Shape::Text { at: (x, y), anchor, text, ink } => {
            let anchor = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let em = TEXT * PARTS;
            let colour = colour(*ink);
            let style = TextStyle::from(font::font(em)).color(&colour).pos(Pos::new(anchor, VPos::Top));
            backend.draw_text(text, &style, parts((*x, y - font::DROP * TEXT))).map_err(PaintError::of)
        }
        Shape::Line { places, width, ink } => {
            let places = places.iter().copied().map(parts);
            backend.draw_path(places, &stroke(*ink, *width)).map_err(PaintError::of)
        }
        Shape::Mark { at, radius, look, .. } => paint_mark(*at, *radius, *look, backend),
        Shape::Ring { at } => {
            let (radius, rim) = ((6.0 * PARTS) as u32, stroke(Ink::Text, 1.0));
            backend.draw_circle(parts(*at), radius, &rim, false).map_err(PaintError::of)
        }
    }
}

/// A mark is filled, and a hollow one filled again inside: a rim drawn as a line has gaps.
fn paint_mark<B: DrawingBackend>(
    at: Place,
    radius: f64,
    look: Look,
    backend: &mut B,
) -> Result<(), PaintError> {
    let inside = look.is_hollow.then_some((0.6, Ink::Paper));
    for (share, ink) in [Some((1.0, Ink::Kind(look.kind))), inside].into_iter().flatten() {
        let (corners, radius) = (corners(look.kind), radius * share);
        let place = |(x, y): &Place| parts((at.0 + x * radius, at.1 + y * radius));
        let painted = if corners.is_empty() {
            backend.draw_circle(parts(at), (radius * PARTS) as u32, &colour(ink).filled(), true)
        } else {
            backend.fill_polygon(corners.iter().map(place).collect::<Vec<_>>(), &colour(ink))
        };
        painted.map_err(PaintError::of)?;
    }
    Ok(())
}

/// The shape of a kind: its corners about its centre; none of a circle.
fn corners(kind: usize) -> &'static [Place] {
    match kind % KINDS {
        0 => &[],
        1 => &[(0.0, -1.4), (1.25, 0.75), (-1.25, 0.75)],
        2 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        3 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        4 => &[(0.0, 1.4), (1.25, -0.75), (-1.25, -0.75)],
        _ => &[(-0.6, -1.3), (0.6, -1.3), (0.6, 1.3), (-0.6, 1.3)],
    }
}

/// An ink's colour in the light theme.
pub(super) fn colour(ink: Ink) -> RGBColor {
    let found = INKS.iter().find(|(of, _)| *of == ink);
    found.map_or(RGBColor(0, 0, 0), |(_, colour)| *colour)
}

fn stroke(ink: Ink, width: f64) -> ShapeStyle {
    colour(ink).stroke_width((width * PARTS) as u32)
}

fn parts((x, y): Place) -> (i32, i32) {
    ((x * PARTS).round() as i32, (y * PARTS).round() as i32)
}

/// A drawing's size in parts of a pixel.
pub(super) fn size(drawing: &Drawing) -> (u32, u32) {
    ((drawing.width * PARTS).ceil() as u32, (drawing.height * PARTS).ceil() as u32)
}
