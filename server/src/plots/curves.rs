//! Lays distributions out: a curve of steps for each side, with marks that tell it from others.

use super::drawing::{Anchor, Drawing, LINE, MARK, Place, TEXT, half_width, spaced};
use super::font::{shortened, width, wrapped};
use super::ink::Ink;
use super::names::Names;
use super::plot::{Curve, Curves};

/// How high the axis of shares is.
const HEIGHT: f64 = 160.0;

/// How many marks a curve has.
const MARKS: usize = 6;

/// A mark's radius.
const RADIUS: f64 = 3.5;

/// Less far to the right is not seen.
const SEEN: f64 = 0.5;

/// Where the axes are.
struct Frame<'a> {
    curves: &'a Curves,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Lays curves out under a title.
pub(super) fn drawing(title: &str, curves: &Curves, width: f64) -> Drawing {
    let heads = wrapped(title, TEXT, width, 3);
    let listed = heads.len() as f64 * LINE;
    let names: Vec<&str> = curves.curves.iter().map(|curve| curve.name.as_str()).collect();
    let names = Names::placed(&names, 0.0, width - MARK);
    let label = listed + names.all_lines() as f64 * LINE;
    let top = label + LINE + 8.0;
    let numbers = curves.y.ticks.iter().map(|(_, text)| self::width(text, TEXT)).fold(0.0, f64::max);
    let frame = Frame { curves, left: numbers + 8.0, right: width - RADIUS, top, bottom: top + HEIGHT };
    let mut drawing = Drawing { width, height: frame.bottom + LINE + 6.0, shapes: Vec::new() };
    drawing.paragraph((0.0, TEXT), &heads, Ink::Text);
    drawing.list(&names, curves.curves.iter().map(|curve| curve.look), listed);
    drawing.text((0.0, label + TEXT), Anchor::Start, shortened(&curves.y.label, TEXT, width), Ink::Soft);
    frame.draw_axes(&mut drawing);
    for (number, curve) in curves.curves.iter().enumerate() {
        frame.draw_curve(&mut drawing, curve, number);
    }
    drawing
}

impl Frame<'_> {
    fn place(&self, (value, height): (f64, f64)) -> Place {
        let x = self.left + self.curves.x.place(value) * (self.right - self.left);
        (x, self.bottom - self.curves.y.place(height) * (self.bottom - self.top))
    }

    fn draw_axes(&self, drawing: &mut Drawing) {
        let Frame { curves, left, right, top, bottom } = *self;
        for (y, text) in spaced(&curves.y.ticks, |height| self.place((0.0, height)).1, |_| 0.6 * LINE) {
            drawing.line([(left, y), (right, y)], 1.0, Ink::Rule);
            drawing.text((left - 8.0, y + 0.36 * TEXT), Anchor::End, text, Ink::Soft);
        }
        let unit = shortened(&curves.x.label, TEXT, right - left);
        let room = right - width(&unit, TEXT) - 6.0;
        for (x, text) in spaced(&curves.x.ticks, |value| self.place((value, 0.0)).0, half_width) {
            drawing.line([(x, top), (x, bottom)], 1.0, Ink::Rule);
            if x + half_width(text) < room {
                drawing.text((x, bottom + TEXT + 4.0), Anchor::Middle, text, Ink::Soft);
            }
        }
        drawing.line([(left, bottom), (right, bottom)], 1.0, Ink::Soft);
        drawing.text((right, bottom + TEXT + 4.0), Anchor::End, unit, Ink::Soft);
    }

    fn draw_curve(&self, drawing: &mut Drawing, Curve { look, points, .. }: &Curve, number: usize) {
        let places: Vec<Place> = points.iter().map(|point| self.place(*point)).collect();
        drawing.line(steps(&places), 1.5, Ink::Kind(look.kind));
        // Not where those of other curves are.
        let aside = (number as f64 + 0.5) / self.curves.curves.len() as f64;
        let highest = points.last().map_or(1.0, |(_, height)| *height);
        let mut last = f64::NEG_INFINITY;
        for mark in 0..MARKS {
            let wanted = (mark as f64 + aside) / MARKS as f64 * highest;
            let place = points.iter().find(|(_, height)| *height >= wanted).map(|point| self.place(*point));
            // Where a curve goes straight up, one is enough.
            if let Some(place) = place.filter(|(x, _)| x - last >= SEEN) {
                drawing.mark(place, RADIUS, *look);
                last = place.0;
            }
        }
    }
}

/// From each place to the right, then up; places too near to the last to be seen are left out.
fn steps(places: &[Place]) -> Vec<Place> {
    let mut steps: Vec<Place> = Vec::new();
    for (number, (x, y)) in places.iter().copied().enumerate() {
        let is_near = |last: &Place| x - last.0 < SEEN && last.1 - y < SEEN;
        if number + 1 < places.len() && steps.last().is_some_and(is_near) {
            continue;
        }
        steps.extend(steps.last().map(|(_, before)| (x, *before)));
        steps.push((x, y));
    }
    steps
}
