//! Shapes at places, in pixels of a page.

use super::font;
use super::ink::Ink;
use super::names::Names;
use super::plot::Look;

/// The height of text, in pixels an em.
pub(super) const TEXT: f64 = 12.0;

/// From one line of text to the next.
pub(super) const LINE: f64 = 16.0;

/// Room for a mark beside its name.
pub(super) const MARK: f64 = 16.0;

/// The radius of the circle around an outlier.
pub(super) const RING: f64 = 6.0;

/// A picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What is drawn, later shapes over earlier ones.
    pub shapes: Vec<Shape>,
}

/// A place: to the right, and down.
pub(super) type Place = (f64, f64);

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A text, whose baseline begins, is centred or ends at a place.
    Text {
        /// The place.
        at: Place,
        /// Which end of the text is there.
        anchor: Anchor,
        /// What it says.
        text: String,
        /// Its colour.
        ink: Ink,
    },
    /// A line through places.
    Line {
        /// The places.
        places: Vec<Place>,
        /// How thick it is.
        width: f64,
        /// Its colour.
        ink: Ink,
    },
    /// A mark.
    Mark {
        /// Its centre.
        at: Place,
        /// From there to its rim, about.
        radius: f64,
        /// Its shape and colour.
        look: Look,
        /// Where it leads, if anywhere.
        link: Option<Link>,
    },
    /// A circle around an outlier.
    Ring {
        /// Its centre.
        at: Place,
    },
}

/// What a mark leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// An address below the host.
    pub href: String,
    /// What is told of the mark.
    pub title: String,
}

/// Which end of a text is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its begin.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Shape {
    /// Where it leads.
    pub(super) fn link(&self) -> Option<&Link> {
        match self {
            Self::Mark { link, .. } => link.as_ref(),
            _ => None,
        }
    }
}

impl Drawing {
    /// Writes a text.
    pub(super) fn text(&mut self, at: Place, anchor: Anchor, text: impl Into<String>, ink: Ink) {
        self.shapes.push(Shape::Text { at, anchor, text: text.into(), ink });
    }

    /// Draws a line.
    pub(super) fn line(&mut self, places: impl Into<Vec<Place>>, width: f64, ink: Ink) {
        self.shapes.push(Shape::Line { places: places.into(), width, ink });
    }

    /// Draws a mark.
    pub(super) fn mark(&mut self, at: Place, radius: f64, look: Look) {
        self.shapes.push(Shape::Mark { at, radius, look, link: None });
    }

    /// Draws a dashed upright line.
    pub(super) fn dashes(&mut self, x: f64, (top, bottom): (f64, f64), ink: Ink) {
        const DASH: f64 = 4.0;
        let dashes = ((bottom - top) / (2.0 * DASH)).ceil() as usize;
        for dash in 0..dashes {
            let from = top + dash as f64 * 2.0 * DASH;
            self.line([(x, from), (x, (from + DASH).min(bottom))], 1.0, ink);
        }
    }

    /// Marks a break of a level axis, or of an upright one.
    pub(super) fn axis_break(&mut self, (x, y): Place, is_upright: bool) {
        const AWAY: f64 = 2.5;
        let moved = |by: f64| if is_upright { (x, y + by) } else { (x + by, y) };
        self.line([moved(-AWAY), moved(AWAY)], 3.0, Ink::Paper);
        for (x, y) in [moved(-AWAY), moved(AWAY)] {
            self.line([(x - 4.0, y + 3.0), (x + 4.0, y - 3.0)], 1.0, Ink::Soft);
        }
    }

    /// Writes a text in lines below each other, the first one's baseline at a place.
    pub(super) fn paragraph(&mut self, (x, y): Place, lines: &[String], ink: Ink) {
        for (number, line) in lines.iter().enumerate() {
            self.text((x, y + number as f64 * LINE), Anchor::Start, line.as_str(), ink);
        }
    }

    /// The same without links: what is narrow is for fingers, which no mark is large enough for.
    #[must_use]
    pub fn without_links(mut self) -> Self {
        for shape in &mut self.shapes {
            if let Shape::Mark { link, .. } = shape {
                *link = None;
            }
        }
        self
    }

    /// Writes names with their marks below each other, from a height on.
    pub(super) fn list(&mut self, names: &Names, looks: impl Iterator<Item = Look>, top: f64) {
        const RADIUS: f64 = 4.0;
        let mut baseline = top + TEXT;
        for (lines, look) in names.lines.iter().zip(looks) {
            self.mark((RADIUS + 1.0, baseline - 0.36 * TEXT), RADIUS, look);
            self.paragraph((MARK, baseline), lines, Ink::Text);
            baseline += lines.len() as f64 * LINE;
        }
    }

    /// Puts another drawing on this one, its corner at a place.
    pub(super) fn put(&mut self, other: Self, (right, down): Place) {
        let moved = |(x, y): Place| (x + right, y + down);
        self.shapes.extend(other.shapes.into_iter().map(|shape| match shape {
            Shape::Text { at, anchor, text, ink } => Shape::Text { at: moved(at), anchor, text, ink },
            Shape::Line { places, width, ink } => {
                Shape::Line { places: places.into_iter().map(moved).collect(), width, ink }
            }
            Shape::Mark { at, radius, look, link } => Shape::Mark { at: moved(at), radius, look, link },
            Shape::Ring { at } => Shape::Ring { at: moved(at) },
        }));
    }
}

/// Those numbers of an axis that stand apart, the first of them first in line, and where.
/// `half` is how far a text reaches from its middle.
pub(super) fn spaced(
    ticks: &[(f64, String)],
    place: impl Fn(f64) -> f64,
    half: impl Fn(&str) -> f64,
) -> Vec<(f64, &str)> {
    let mut spaced: Vec<(f64, &str)> = Vec::new();
    for (value, text) in ticks {
        let at = place(*value);
        if spaced.iter().all(|(other, shown)| (at - other).abs() >= half(text) + half(shown)) {
            spaced.push((at, text.as_str()));
        }
    }
    spaced
}

/// Half the room that a number takes below an axis.
pub(super) fn half_width(text: &str) -> f64 {
    font::width(text, TEXT) / 2.0 + 3.0
}
