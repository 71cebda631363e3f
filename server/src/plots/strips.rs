//! Lays strips out: each side's name, its observations, its mean.

use super::drawing::{Anchor, Drawing, LINE, Shape, TEXT, half_width, spaced};
use super::font::{shortened, width, wrapped};
use super::ink::Ink;
use super::names::Names;
use super::plot::{Observed, Strip, Strips};

/// Names that take no more of the width stand beside their strips, others above.
const NAMES: f64 = 0.36;

/// How high a strip is.
const HEIGHT: f64 = 24.0;

/// Between a name and the marks below it, which are moved up to where they hide no other.
const CLEAR: f64 = 4.0;

/// Between names, strips and numbers.
const GAP: f64 = 10.0;

/// How far dots that would hide each other are moved apart.
const LANES: [f64; 5] = [0.0, -4.5, 4.5, -8.0, 8.0];

/// A dot's radius.
const DOT: f64 = 3.5;

/// Where things stand.
struct Places {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// From one strip to the next.
    step: f64,
    names_above: bool,
}

/// Lays strips out under a title.
pub(super) fn drawing(title: &str, strips: &Strips, width: f64) -> Drawing {
    let title = wrapped(title, TEXT, width, 3);
    let names: Vec<&str> = strips.strips.iter().map(|strip| strip.name.as_str()).collect();
    let names = Names::placed(&names, NAMES * width, width);
    let places = Places::of(strips, &names, width, title.len());
    let mut drawing = Drawing { width, height: places.bottom + 22.0, shapes: Vec::new() };
    drawing.paragraph((0.0, TEXT), &title, Ink::Text);
    axis(&mut drawing, strips, &places);
    for (number, (strip, name)) in strips.strips.iter().zip(&names.lines).enumerate() {
        draw_name(&mut drawing, name, &places, places.y(number));
        draw_strip(&mut drawing, strip, strips, &places, places.y(number));
    }
    drawing
}

impl Places {
    fn of(strips: &Strips, names: &Names, width: f64, title_lines: usize) -> Self {
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| self::width(text, TEXT)).fold(0.0, f64::max)
        };
        let means = strips.strips.iter().filter_map(|strip| Some(strip.observed.as_ref()?.text.as_str()));
        let numbers = widest(&mut means.chain([strips.axis.label.as_str()]));
        let names_above = !names.are_beside;
        let step = if names_above { HEIGHT + names.most_lines() as f64 * LINE + CLEAR } else { HEIGHT };
        let top = title_lines as f64 * LINE + 4.0;
        Self {
            left: if names_above { DOT } else { names.width() + GAP },
            right: width - numbers.min(width * NAMES) - GAP,
            top,
            bottom: top + step * strips.strips.len() as f64,
            step,
            names_above,
        }
    }

    /// The middle of the strip of this number.
    fn y(&self, number: usize) -> f64 {
        self.top + self.step * (number as f64 + 1.0) - HEIGHT / 2.0
    }

    /// Where upright lines go: from top to bottom, but through no name.
    fn stretches(&self) -> Vec<(f64, f64)> {
        if !self.names_above {
            return vec![(self.top, self.bottom)];
        }
        let count = ((self.bottom - self.top) / self.step).round() as usize;
        (0..count).map(|number| self.y(number)).map(|y| (y - HEIGHT / 3.0, y + HEIGHT / 2.0)).collect()
    }

    fn x(&self, strips: &Strips, value: f64) -> f64 {
        self.left + strips.axis.place(value) * (self.right - self.left)
    }
}

fn axis(drawing: &mut Drawing, strips: &Strips, places: &Places) {
    let Places { left, right, bottom, .. } = *places;
    let baseline = bottom + TEXT + 4.0;
    let is_inside = |at: f64, text: &str| at - half_width(text) > -4.0 && at + half_width(text) < right + GAP;
    for (x, text) in spaced(&strips.axis.ticks, |value| places.x(strips, value), half_width) {
        for (top, bottom) in places.stretches() {
            drawing.line([(x, top), (x, bottom)], 1.0, Ink::Rule);
        }
        if is_inside(x, text) {
            drawing.text((x, baseline), Anchor::Middle, text, Ink::Soft);
        }
    }
    drawing.line([(left, bottom), (right, bottom)], 1.0, Ink::Soft);
    let unit = shortened(&strips.axis.label, TEXT, drawing.width * NAMES);
    drawing.text((drawing.width, baseline), Anchor::End, unit, Ink::Soft);
    if let Some(mean) = strips.guide {
        for stretch in places.stretches() {
            drawing.dashes(places.x(strips, mean), stretch, Ink::Soft);
        }
    }
}

fn draw_name(drawing: &mut Drawing, name: &[String], places: &Places, y: f64) {
    if places.names_above {
        let last = y - HEIGHT / 2.0 - CLEAR;
        drawing.paragraph((0.0, last - name.len().saturating_sub(1) as f64 * LINE), name, Ink::Text);
    } else {
        drawing.text((places.left - GAP, y + TEXT * 0.36), Anchor::End, name.concat(), Ink::Text);
    }
}

fn draw_strip(drawing: &mut Drawing, strip: &Strip, strips: &Strips, places: &Places, y: f64) {
    let baseline = y + TEXT * 0.36;
    let Some(observed) = &strip.observed else {
        drawing.text((drawing.width, baseline), Anchor::End, "-", Ink::Soft);
        return;
    };
    drawing.text((drawing.width, baseline), Anchor::End, observed.text.as_str(), Ink::Text);
    let x = |value: f64| places.x(strips, value);
    let interval = observed.interval.map(|(low, high)| [(x(low), y), (x(high), y)]);
    if let Some(interval) = interval.filter(|_| !observed.is_dense) {
        drawing.line(interval, 9.0, Ink::Rule);
    }
    if let Some((low, high)) = observed.range {
        drawing.line([(x(low), y), (x(high), y)], 2.0, Ink::Kind(strip.look.kind));
    }
    values(drawing, strip, observed, y, x);
    // Under so many strokes it would not be seen.
    if let Some(interval) = interval.filter(|_| observed.is_dense) {
        drawing.line(interval, 3.0, Ink::Text);
    }
    if observed.values.len() != 1 {
        drawing.line([(x(observed.mean), y - 9.0), (x(observed.mean), y + 9.0)], 2.0, Ink::Text);
    }
}

/// The observations: dots, or where there are too many short upright lines.
fn values(drawing: &mut Drawing, strip: &Strip, observed: &Observed, y: f64, x: impl Fn(f64) -> f64) {
    let outliers: Vec<f64> = observed.outliers.iter().map(|value| x(*value)).collect();
    let places = observed.values.iter().map(|value| x(*value)).collect();
    for (at, lane) in if observed.is_dense { level(places) } else { apart(places) } {
        let place = (at, y + lane);
        if observed.is_dense {
            drawing.line([(at, y - 5.0), (at, y + 5.0)], 0.5, Ink::Kind(strip.look.kind));
        } else {
            drawing.mark(place, DOT, strip.look);
        }
        if !observed.is_dense && outliers.contains(&at) {
            drawing.shapes.push(Shape::Ring { at: place });
        }
    }
}

/// Places in a single lane.
fn level(places: Vec<f64>) -> Vec<(f64, f64)> {
    places.into_iter().map(|at| (at, LANES[0])).collect()
}

/// Places from the left, each in the first lane where it hides no other.
fn apart(mut places: Vec<f64>) -> Vec<(f64, f64)> {
    places.sort_by(f64::total_cmp);
    let mut last = [f64::NEG_INFINITY; LANES.len()];
    let lane = |last: &[f64], at: f64| last.iter().position(|other| at - other >= 1.6 * DOT).unwrap_or(0);
    let place = |at: f64| {
        let lane = lane(&last, at);
        last[lane] = at;
        (at, LANES[lane])
    };
    places.into_iter().map(place).collect()
}
