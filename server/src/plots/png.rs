//! Drawings as PNG, for mails and the previews of links.

use tiny_skia::{FillRule, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use super::drawing::{Anchor, Drawing, Place, RING, Shape, TEXT};
use super::font;
use super::ink::Ink;
use super::mark::Outline;
use super::plot::Look;

/// So many pixels for each of a page, across and down.
const SCALE: f64 = 2.0;

/// Why nothing could be painted.
#[derive(Debug, thiserror::Error)]
pub enum PaintError {
    /// It is too large for memory, or has no size.
    #[error("a plot of {width} x {height} pixels cannot be painted")]
    Size {
        /// Across.
        width: u32,
        /// Down.
        height: u32,
    },
    /// The file cannot be written.
    #[error("a plot cannot be written: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// A drawing as a PNG file.
///
/// # Errors
/// As [`PaintError`] says.
pub fn file(drawing: &Drawing) -> Result<Vec<u8>, PaintError> {
    let (width, height) = ((SCALE * drawing.width).ceil() as u32, (SCALE * drawing.height).ceil() as u32);
    let mut painted = Pixmap::new(width, height).ok_or(PaintError::Size { width, height })?;
    let [r, g, b] = Ink::Paper.colour();
    painted.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
    drawing.shapes.iter().for_each(|shape| paint(shape, &mut painted));
    // On an opaque ground everything is opaque.
    let pixels: Vec<u8> = painted.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]).collect();
    Ok(encoded(&pixels, width, height)?)
}

fn encoded(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}

fn paint(shape: &Shape, on: &mut Pixmap) {
    match shape {
        Shape::Text { at, anchor, text, ink } => fill(text_path(*at, *anchor, text), *ink, on),
        Shape::Line { places, width, ink } => stroke(line(places), *width, *ink, on),
        Shape::Mark { at, radius, look, .. } => paint_mark(*at, *radius, *look, on),
        Shape::Ring { at } => stroke(circle(*at, RING), 1.0, Ink::Text, on),
    }
}

fn paint_mark(at: Place, radius: f64, look: Look, on: &mut Pixmap) {
    let Outline { corners, radius, rim } = Outline::of(look, radius);
    let corner = |(x, y): &Place| (at.0 + x * radius, at.1 + y * radius);
    let outline = || match corners {
        [] => circle(at, radius),
        corners => closed(line(&corners.iter().map(corner).collect::<Vec<_>>())),
    };
    let ink = Ink::Kind(look.kind);
    fill(outline(), if rim.is_some() { Ink::Paper } else { ink }, on);
    if let Some(rim) = rim {
        stroke(outline(), rim, ink, on);
    }
}

fn line(places: &[Place]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (number, (x, y)) in places.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        if number == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path
}

fn closed(mut path: PathBuilder) -> PathBuilder {
    path.close();
    path
}

fn circle((x, y): Place, radius: f64) -> PathBuilder {
    let mut path = PathBuilder::new();
    path.push_circle(x as f32, y as f32, radius as f32);
    path
}

fn text_path((x, y): Place, anchor: Anchor, text: &str) -> PathBuilder {
    let width = font::width(text, TEXT);
    let from = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut glyphs = Glyphs { path: PathBuilder::new(), from, baseline: y };
    for letter in text.chars() {
        font::outline(letter, &mut glyphs);
        glyphs.from += font::advance(letter) * TEXT;
    }
    glyphs.path
}

fn fill(path: PathBuilder, ink: Ink, on: &mut Pixmap) {
    if let Some(path) = path.finish() {
        on.fill_path(&path, &colour(ink), FillRule::Winding, scale(), None);
    }
}

fn stroke(path: PathBuilder, width: f64, ink: Ink, on: &mut Pixmap) {
    let stroke = Stroke { width: width as f32, line_join: LineJoin::Round, ..Stroke::default() };
    if let Some(path) = path.finish() {
        on.stroke_path(&path, &colour(ink), &stroke, scale(), None);
    }
}

fn scale() -> Transform {
    Transform::from_scale(SCALE as f32, SCALE as f32)
}

fn colour(ink: Ink) -> Paint<'static> {
    let [r, g, b] = ink.colour();
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint
}

/// Letters as a path, one behind the other.
struct Glyphs {
    path: PathBuilder,
    /// Where the next begins.
    from: f64,
    baseline: f64,
}

impl Glyphs {
    /// A place of the font, whose units count up from the baseline.
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let unit = TEXT / font::UNITS;
        ((self.from + f64::from(x) * unit) as f32, (self.baseline - f64::from(y) * unit) as f32)
    }
}

impl OutlineBuilder for Glyphs {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
