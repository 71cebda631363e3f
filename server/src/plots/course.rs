//! Lays a line of a history out: its points, the levels that they keep to, the change points.

use super::drawing::{Anchor, Drawing, LINE, Shape, TEXT, half_width, spaced};
use super::font::wrapped;
use super::ink::Ink;
use super::plot::{Course, CoursePoint, Look};

/// How high the axis of values is.
const HEIGHT: f64 = 132.0;

/// A point's radius by how many there are for a pixel of the width.
const RADII: [(f64, f64); 3] = [(0.15, 3.0), (0.6, 2.2), (f64::INFINITY, 1.6)];

/// Between the ends of the axis and its first and last place.
const INSET: f64 = 7.0;

/// The marks of points beyond the axis: above and below it.
const BEYOND: [Look; 2] = [Look { kind: 1, is_hollow: true }, Look { kind: 4, is_hollow: true }];

/// Their radius, by which they stand inside the axis.
const BESIDE: f64 = 4.0;

/// The least height of a level's interval, so that it is seen.
const LEAST: f64 = 3.0;

/// Where the axes are.
struct Frame<'a> {
    course: &'a Course,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Lays a line out under a title.
pub(super) fn drawing(title: &str, course: &Course, width: f64) -> Drawing {
    let heads = wrapped(title, TEXT, width, 3);
    let qualities = wrapped(&course.y.label, TEXT, width, 2);
    let changes = if course.changes.is_empty() { 0.0 } else { LINE };
    let top = (heads.len() + qualities.len()) as f64 * LINE + changes + 8.0;
    let numbers = course.y.ticks.iter().map(|(_, text)| super::font::width(text, TEXT)).fold(0.0, f64::max);
    let frame = Frame { course, left: numbers + 8.0, right: width - 1.0, top, bottom: top + HEIGHT };
    let mut drawing = Drawing { width, height: frame.bottom + 2.0 * LINE + 6.0, shapes: Vec::new() };
    drawing.paragraph((0.0, TEXT), &heads, Ink::Text);
    drawing.paragraph((0.0, TEXT + heads.len() as f64 * LINE), &qualities, Ink::Soft);
    frame.draw_intervals(&mut drawing);
    frame.draw_axes(&mut drawing);
    frame.draw_changes(&mut drawing);
    frame.draw_points(&mut drawing);
    frame.draw_levels(&mut drawing);
    drawing
}

impl Frame<'_> {
    /// Rings at the ends stay inside.
    fn x(&self, at: f64) -> f64 {
        self.left + INSET + self.course.x.place(at) * (self.right - self.left - 2.0 * INSET)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - self.course.y.place(value) * (self.bottom - self.top)
    }

    /// The nearest place to `x` where a text is inside the drawing.
    fn inside(&self, x: f64, text: &str) -> f64 {
        let half = half_width(text);
        x.min(self.right - half).max(half)
    }

    fn draw_axes(&self, drawing: &mut Drawing) {
        let Frame { course, left, right, top, bottom } = *self;
        for (y, text) in spaced(&course.y.ticks, |value| self.y(value), |_| 0.6 * LINE) {
            drawing.line([(left, y), (right, y)], 0.5, Ink::Rule);
            drawing.text((left - 8.0, y + 0.36 * TEXT), Anchor::End, text, Ink::Soft);
        }
        for (place, text) in self.apart(&course.x.ticks) {
            drawing.line([(place, bottom), (place, bottom + 4.0)], 1.0, Ink::Soft);
            drawing.text((self.inside(place, text), bottom + TEXT + 6.0), Anchor::Middle, text, Ink::Soft);
        }
        drawing.line([(left, top), (left, bottom), (right, bottom)], 1.0, Ink::Soft);
        drawing.text((right, bottom + TEXT + 4.0 + LINE), Anchor::End, course.x.label.as_str(), Ink::Soft);
    }

    /// Those texts beside the axis of places that stand apart, and where each belongs.
    fn apart<'t>(&self, texts: &'t [(f64, String)]) -> Vec<(f64, &'t str)> {
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let mut apart = Vec::new();
        for (at, text) in texts {
            let (middle, half) = (self.inside(self.x(*at), text), half_width(text));
            let has_room = half <= self.right / 2.0;
            if has_room && taken.iter().all(|(other, reach)| (middle - other).abs() >= half + reach) {
                taken.push((middle, half));
                apart.push((self.x(*at), text.as_str()));
            }
        }
        apart
    }

    fn draw_intervals(&self, drawing: &mut Drawing) {
        for level in &self.course.levels {
            let Some((low, high)) = level.interval else { continue };
            let (low, high) = (self.y(low), self.y(high));
            let (middle, height) = (f64::midpoint(low, high), (low - high).max(LEAST));
            drawing.line([(self.x(level.from), middle), (self.x(level.to), middle)], height, Ink::Rule);
        }
    }

    fn draw_levels(&self, drawing: &mut Drawing) {
        for level in &self.course.levels {
            let y = self.y(level.mean);
            drawing.line([(self.x(level.from), y), (self.x(level.to), y)], 1.5, Ink::Text);
        }
    }

    fn draw_changes(&self, drawing: &mut Drawing) {
        for (at, _) in &self.course.changes {
            drawing.dashes(self.x(*at), (self.top, self.bottom), Ink::Soft);
        }
        for (place, text) in self.apart(&self.course.changes) {
            drawing.text((self.inside(place, text), self.top - 6.0), Anchor::Middle, text, Ink::Text);
        }
    }

    fn draw_points(&self, drawing: &mut Drawing) {
        let points = &self.course.points;
        let density = points.len() as f64 / drawing.width;
        let radius = RADII.iter().find(|(most, _)| density <= *most).map_or(1.0, |(_, radius)| *radius);
        for CoursePoint { at, value, is_outlier, link } in points {
            let (low, high) = self.course.y.ends;
            let beyond = if *value > high { Some(BEYOND[0]) } else { (*value < low).then_some(BEYOND[1]) };
            let (look, radius) = beyond.map_or((Look::of(0), radius), |look| (look, BESIDE));
            let inset = if beyond.is_some() { BESIDE } else { 0.0 };
            let place = (self.x(*at), self.y(*value).clamp(self.top + inset, self.bottom - inset));
            drawing.shapes.push(Shape::Mark { at: place, radius, look, link: Some(link.clone()) });
            if *is_outlier && beyond.is_none() {
                drawing.shapes.push(Shape::Ring { at: place });
            }
        }
    }
}
