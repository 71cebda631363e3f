//! Lays lines over two axes out, each with its name at its end or in a list above.

use super::drawing::{Anchor, Drawing, LINE, MARK, Place, TEXT, half_width, spaced};
use super::font::{shortened, width, wrapped};
use super::ink::Ink;
use super::names::Names;
use super::plot::{Lines, Observed};

/// Names that take no more of the width stand at the ends of their lines, others above.
const NAMES: f64 = 0.3;

/// How far aside the marks of one line stand from those of the next.
const ASIDE: f64 = 3.0;

/// All marks of a level stand within this share of the way to the next, so that none seems to be of
/// another.
const NEAR: f64 = 0.25;

/// The radius of a mean's mark, and of an observation's beside it.
const RADII: (f64, f64) = (4.0, 2.0);

/// Where the axes are.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// How far aside the marks of one line stand from those of the next, no farther than [`ASIDE`].
    step_aside: f64,
}

/// Lays lines out under a title.
pub(super) fn drawing(title: &str, lines: &Lines, width: f64) -> Drawing {
    let names: Vec<&str> = lines.lines.iter().map(|line| line.name.as_str()).collect();
    let names = Names::placed(&names, NAMES * width - 2.0 * MARK, width - MARK);
    let has_names = names.width() > 0.0;
    let at_ends = has_names && names.are_beside;
    let mut heads = wrapped(title, TEXT, width, 3);
    heads.extend(wrapped(&lines.y.label, TEXT, width, 2));
    let listed = if names.are_beside { 0 } else { names.all_lines() };
    let top = (heads.len() + listed) as f64 * LINE + 10.0;
    let numbers = lines.y.ticks.iter().map(|(_, text)| self::width(text, TEXT)).fold(0.0, f64::max);
    let height = if width < 600.0 { 220.0 } else { 300.0 };
    let right = if at_ends { width - names.width() - 2.0 * MARK } else { width - 1.0 };
    let has_bars = lines.lines.iter().flat_map(|line| &line.points).any(|(_, it)| it.interval.is_some());
    let left = numbers + 8.0;
    let step_aside = if has_bars { step_aside(lines, right - left) } else { 0.0 };
    let frame = Frame { left, right, top, bottom: top + height, step_aside };
    let mut drawing = Drawing { width, height: frame.bottom + 2.0 * LINE + 6.0, shapes: Vec::new() };
    drawing.paragraph((0.0, TEXT), &heads, Ink::Text);
    if listed > 0 {
        drawing.list(&names, lines.lines.iter().map(|line| line.look), heads.len() as f64 * LINE);
    }
    axes(&mut drawing, lines, &frame);
    for number in 0..lines.lines.len() {
        draw_line(&mut drawing, lines, number, &frame);
    }
    if at_ends {
        write_names(&mut drawing, lines, &names, &frame);
    }
    drawing
}

/// How far aside marks may stand on an axis of this width. It is the shorter the more they need at its
/// ends.
fn step_aside(lines: &Lines, width: f64) -> f64 {
    let steps = lines.lines.len().saturating_sub(1).max(1) as f64;
    let mut places: Vec<f64> = lines
        .lines
        .iter()
        .flat_map(|line| line.points.iter().map(|(level, _)| lines.x.place(*level)))
        .collect();
    places.sort_by(f64::total_cmp);
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0);
    let room = gaps.reduce(f64::min).map_or(f64::INFINITY, |gap| NEAR * gap * width / (1.0 + NEAR * gap));
    ASIDE.min(room / steps)
}

impl Frame {
    /// Where a level is: marks that stand aside stay inside.
    fn x(&self, lines: &Lines, level: f64) -> f64 {
        self.x_at(lines, lines.x.place(level))
    }

    fn x_at(&self, lines: &Lines, place: f64) -> f64 {
        let inset = self.aside(lines, lines.lines.len() - 1);
        self.left + inset + place * (self.right - self.left - 2.0 * inset)
    }

    /// How far a line's marks stand to the side, so that those of others can be seen.
    fn aside(&self, lines: &Lines, number: usize) -> f64 {
        (number as f64 - (lines.lines.len() - 1) as f64 / 2.0) * self.step_aside
    }

    fn y(&self, lines: &Lines, value: f64) -> f64 {
        self.y_at(lines.y.place(value))
    }

    fn y_at(&self, place: f64) -> f64 {
        self.bottom - place * (self.bottom - self.top)
    }
}

fn axes(drawing: &mut Drawing, lines: &Lines, frame: &Frame) {
    let Frame { left, right, top, bottom, .. } = *frame;
    for (y, text) in spaced(&lines.y.ticks, |value| frame.y(lines, value), |_| 0.6 * LINE) {
        drawing.line([(left, y), (right, y)], 1.0, Ink::Rule);
        drawing.text((left - 8.0, y + 0.36 * TEXT), Anchor::End, text, Ink::Soft);
    }
    for (x, text) in spaced(&lines.x.ticks, |level| frame.x(lines, level), half_width) {
        drawing.line([(x, top), (x, bottom)], 1.0, Ink::Rule);
        drawing.text((x, bottom + TEXT + 4.0), Anchor::Middle, text, Ink::Soft);
    }
    drawing.line([(left, bottom), (right, bottom)], 1.0, Ink::Soft);
    if let Some(at) = lines.x.break_at() {
        drawing.axis_break((frame.x_at(lines, at), bottom), false);
    }
    if let Some(at) = lines.y.break_at() {
        let y = frame.y_at(at);
        drawing.line([(left, top), (left, bottom)], 1.0, Ink::Soft);
        drawing.axis_break((left, y), true);
    }
    let label = shortened(&lines.x.label, TEXT, right - left);
    drawing.text((right, bottom + TEXT + 4.0 + LINE), Anchor::End, label, Ink::Text);
}

fn draw_line(drawing: &mut Drawing, lines: &Lines, number: usize, frame: &Frame) {
    let line = &lines.lines[number];
    let ink = Ink::Kind(line.look.kind);
    let aside = frame.aside(lines, number);
    let place = |level: f64, value: f64| (frame.x(lines, level) + aside, frame.y(lines, value));
    let means: Vec<Place> = line.points.iter().map(|(x, observed)| place(*x, observed.mean)).collect();
    drawing.line(means, 1.5, ink);
    for (x, Observed { values, interval, mean, .. }) in &line.points {
        if let Some((low, high)) = interval {
            drawing.line([place(*x, *low), place(*x, *high)], 1.0, ink);
        }
        if values.len() > 1 {
            values.iter().for_each(|value| drawing.mark(place(*x, *value), RADII.1, line.look));
        }
        drawing.mark(place(*x, *mean), RADII.0, line.look);
    }
}

/// Each line's name at its end, moved up or down where names would collide.
fn write_names(drawing: &mut Drawing, lines: &Lines, names: &Names, frame: &Frame) {
    let end = |number: usize| {
        let (level, last) = lines.lines[number].points.last()?;
        let x = frame.x(lines, *level) + frame.aside(lines, number) + RADII.0;
        Some(((x, frame.y(lines, last.mean)), number))
    };
    let mut ends: Vec<(Place, usize)> = (0..lines.lines.len()).filter_map(end).collect();
    ends.sort_by(|((_, a), _), ((_, b), _)| a.total_cmp(b));
    let wanted: Vec<f64> = ends.iter().map(|((_, y), _)| *y).collect();
    for ((end, number), y) in ends.iter().zip(spread(&wanted, LINE, frame.bottom)) {
        let at = (frame.right + MARK * 0.75, y);
        drawing.line([*end, at], 0.5, Ink::Soft);
        drawing.mark(at, RADII.0, lines.lines[*number].look);
        let name = (frame.right + 1.5 * MARK, y + 0.36 * TEXT);
        drawing.text(name, Anchor::Start, names.lines[*number].concat(), Ink::Text);
    }
}

/// Heights in ascending order, moved so that none is nearer than `step` to the next, and the
/// last no lower than `bottom`.
fn spread(wanted: &[f64], step: f64, bottom: f64) -> Vec<f64> {
    let mut spread: Vec<f64> = Vec::with_capacity(wanted.len());
    for y in wanted {
        spread.push(spread.last().map_or(*y, |above| y.max(above + step)));
    }
    let mut limit = bottom;
    for y in spread.iter_mut().rev() {
        *y = y.min(limit);
        limit = *y - step;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_moved_as_little_as_needed_and_stay_inside() {
        assert_eq!(spread(&[10.0, 50.0], 16.0, 300.0), [10.0, 50.0]);
        assert_eq!(spread(&[10.0, 12.0, 40.0], 16.0, 300.0), [10.0, 26.0, 42.0]);
        assert_eq!(spread(&[290.0, 295.0, 299.0], 16.0, 300.0), [268.0, 284.0, 300.0]);
        assert_eq!(spread(&[], 16.0, 300.0), [0.0; 0]);
    }
}
