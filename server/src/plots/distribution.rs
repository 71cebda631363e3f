//! How many observations of each side lie where: for rows of many observations.

use benchdata::metric::Better;
use benchdata::number::{decimals, fixed, shown_decimals};

use super::alt::{self, MOST};
use super::axis::{Axis, Scale};
use super::plot::{Curve, Curves, Figure, Look, Panel};
use super::shown::Shown;

/// Of fewer observations a distribution says no more than dots.
const FEWEST: usize = 30;

/// From so many on there is a tail to be seen.
const FEWEST_OF_TAIL: usize = 100;

/// More curves are not told apart.
const MOST_CURVES: usize = 12;

/// Values this many times apart stand on a logarithmic axis under a tail.
const WIDE_APART: f64 = 10.0;

/// The panel of a row in which some side has many observations.
pub(super) fn panel(shown: &Shown, row: usize, case: &str) -> Option<Panel> {
    let sides = shown.table.sides.iter().enumerate();
    let many = sides.map(|(side, of)| (of.name.as_str(), Look::of(side), shown.ascending(row, side)));
    let many: Vec<(&str, Look, Vec<f64>)> =
        many.filter(|(.., values)| values.len() >= FEWEST).take(MOST_CURVES).collect();
    let most = many.iter().map(|(.., values)| values.len()).max()?;
    let is_tail = shown.table.rows[row].better == Some(Better::Lower) && most >= FEWEST_OF_TAIL;
    let height = |below: usize, all: usize| {
        let share = below as f64 / all as f64;
        // Each tenth of what remains is one step up.
        if is_tail { -(1.0 - share).log10() } else { share }
    };
    let curve = |(name, look, values): &(&str, Look, Vec<f64>)| {
        let at = |(below, value): (usize, &f64)| (*value, height(below, values.len()));
        let mut points: Vec<(f64, f64)> = values.iter().enumerate().map(at).collect();
        // On a tail's axis all of them are infinitely high.
        points.extend(values.last().filter(|_| !is_tail).map(|last| (*last, 1.0)));
        Curve { name: (*name).to_owned(), look: *look, points }
    };
    let ends = many.iter().filter_map(|(.., values)| Some((*values.first()?, *values.last()?)));
    let ends = ends.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)))?;
    let unit = shown.unit(row);
    let x = match ends {
        (low, high) if is_tail && low > 0.0 && high / low > WIDE_APART => Axis::of_decades(unit, ends),
        _ => Axis::of_values(unit, ends),
    };
    let y = if is_tail { tail(height(most - 1, most)) } else { shares() };
    let title = if is_tail { "the tail" } else { "the distribution" };
    let title = format!("{case}: {title}");
    let alt = format!("{}. {}", alt::cut(&title, MOST / 3 - 2), alt(shown, &many, unit));
    Some(Panel {
        row: Some(row),
        share: 0,
        title,
        alt,
        figure: Figure::Curves(Curves { x, y, curves: many.iter().map(curve).collect() }),
    })
}

fn shares() -> Axis {
    let ticks = [0, 50, 100, 25, 75].map(|share| (f64::from(share) / 100.0, format!("{share} %")));
    Axis {
        label: "observations below".to_owned(),
        scale: Scale::Linear,
        ends: (0.0, 1.0),
        apart: Vec::new(),
        ticks: ticks.to_vec(),
    }
}

/// The axis of shares below, each tenth of what remains as high as the one before.
fn tail(highest: f64) -> Axis {
    let whole = ["0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %"];
    let half = 2_f64.log10();
    let halves = ["50 %", "95 %", "99.5 %", "99.95 %", "99.995 %"];
    let ticks = whole.into_iter().zip(0..).map(|(text, tenths)| (f64::from(tenths), text));
    let ticks =
        ticks.chain(halves.into_iter().zip(0..).map(|(text, tenths)| (f64::from(tenths) + half, text)));
    let mut ticks: Vec<(f64, String)> = ticks.map(|(at, text)| (at, text.to_owned())).collect();
    // The end has a number, so that it is seen how far the curves go.
    let beyond = ticks.iter().map(|(at, _)| *at).filter(|at| *at >= highest - 1e-9);
    let end = beyond.fold(f64::INFINITY, f64::min).min(highest + half);
    ticks.retain(|(at, _)| *at <= end);
    let label = "share of observations below, stretched towards 100 %".to_owned();
    Axis { label, scale: Scale::Linear, ends: (0.0, end * 1.03), apart: Vec::new(), ticks }
}

/// `cfq: half at or below 405.1 us, 99 % at or below 8123.4 us`
fn alt(shown: &Shown, many: &[(&str, Look, Vec<f64>)], unit: &str) -> String {
    let blank = if unit.is_empty() { "" } else { " " };
    let told = many.iter().map(|(name, _, values)| {
        let below = |share: f64| {
            let value = values[(values.len() as f64 * share).ceil() as usize - 1];
            format!("{}{blank}{unit}", fixed(value, shown_decimals(value, decimals(value))))
        };
        format!(
            "{}: half at or below {}, 99 % at or below {}",
            shown.names.short(name),
            below(0.5),
            below(0.99)
        )
    });
    alt::joined(&told.collect::<Vec<_>>(), "sides", MOST - MOST / 3)
}
