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
    let size = ((SCALE * drawing.width).ceil() as u32, (SCALE * drawing.height).ceil() as u32);
    painted(drawing, size, Transform::from_scale(SCALE as f32, SCALE as f32))
}

/// The size of a picture that shows what a link leads to, in pixels across and down.
pub const PREVIEW: (u32, u32) = (1200, 630);

/// A drawing as a PNG file of the size of previews, in whose middle it stands.
///
/// # Errors
/// As [`PaintError`] says.
pub fn preview(drawing: &Drawing) -> Result<Vec<u8>, PaintError> {
    let (width, height) = (f64::from(PREVIEW.0), f64::from(PREVIEW.1));
    let scale = (width / drawing.width).min(height / drawing.height);
    let aside = |room: f64, taken: f64| ((room - scale * taken) / 2.0) as f32;
    let (right, down) = (aside(width, drawing.width), aside(height, drawing.height));
    let scale = scale as f32;
    painted(drawing, PREVIEW, Transform::from_scale(scale, scale).post_translate(right, down))
}

fn painted(
    drawing: &Drawing,
    (width, height): (u32, u32),
    to_pixels: Transform,
) -> Result<Vec<u8>, PaintError> {
    let mut pixels = Pixmap::new(width, height).ok_or(PaintError::Size { width, height })?;
    let [r, g, b] = Ink::Paper.colour();
    pixels.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
    let mut canvas = Canvas { pixels, to_pixels };
    drawing.shapes.iter().for_each(|shape| canvas.paint(shape));
    // On an opaque ground everything is opaque.
    let pixels = canvas.pixels.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]);
    Ok(encoded(&pixels.collect::<Vec<u8>>(), width, height)?)
}

fn encoded(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}

/// Pixels, and how places of a drawing become theirs.
struct Canvas {
    pixels: Pixmap,
    to_pixels: Transform,
}

impl Canvas {
    fn paint(&mut self, shape: &Shape) {
        match shape {
            Shape::Text { at, anchor, text, ink } => self.fill(text_path(*at, *anchor, text), *ink),
            Shape::Line { places, width, ink } => self.stroke(line(places), *width, *ink),
            Shape::Mark { at, radius, look, .. } => self.paint_mark(*at, *radius, *look),
            Shape::Ring { at } => self.stroke(circle(*at, RING), 1.0, Ink::Text),
        }
    }

    fn paint_mark(&mut self, at: Place, radius: f64, look: Look) {
        let Outline { corners, radius, rim } = Outline::of(look, radius);
        let corner = |(x, y): &Place| (at.0 + x * radius, at.1 + y * radius);
        let outline = || match corners {
            [] => circle(at, radius),
            corners => closed(line(&corners.iter().map(corner).collect::<Vec<_>>())),
        };
        let ink = Ink::Kind(look.kind);
        self.fill(outline(), if rim.is_some() { Ink::Paper } else { ink });
        if let Some(rim) = rim {
            self.stroke(outline(), rim, ink);
        }
    }

    fn fill(&mut self, path: PathBuilder, ink: Ink) {
        if let Some(path) = path.finish() {
            self.pixels.fill_path(&path, &colour(ink), FillRule::Winding, self.to_pixels, None);
        }
    }

    fn stroke(&mut self, path: PathBuilder, width: f64, ink: Ink) {
        let stroke = Stroke { width: width as f32, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = path.finish() {
            self.pixels.stroke_path(&path, &colour(ink), &stroke, self.to_pixels, None);
        }
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
