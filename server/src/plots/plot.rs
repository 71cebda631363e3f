//! What is drawn, without where.

use super::alt;
use super::axis::{Axis, Scale};
use super::drawing::Link;
use super::font::spelled;
use crate::short_names::ShortNames;

/// A comparison or a history as panels.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// What it shows: `rate, MiB/s, higher is better`.
    pub title: String,
    /// What must be known before anything is seen: that the sides may not be what they are called.
    pub cautions: Vec<String>,
    /// Of what: the case, the box, and how many runs; nothing where the title says it.
    pub about: String,
    /// The panels, at least one.
    pub panels: Vec<Panel>,
    /// How many there would be to draw, and what: rows, lines, metrics.
    pub whole: (usize, &'static str),
    /// What the marks mean, and what is left out within the panels.
    pub notes: Vec<String>,
    /// The metrics that are not drawn.
    pub others: Vec<String>,
}

/// A picture of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Which of the table's rows or the history's lines it shows, if a single one.
    pub row: Option<usize>,
    /// How many of the plot's rows, lines or metrics are drawn on it, and on no panel before.
    pub share: usize,
    /// What it is about: `test=Random reads, threads=4`.
    pub title: String,
    /// What is seen, in words.
    pub alt: String,
    /// What is drawn.
    pub figure: Figure,
}

/// What a panel draws.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// What each side observed, one below the other.
    Strips(Strips),
    /// Values over a numeric key.
    Lines(Lines),
    /// How each side's observations are distributed.
    Curves(Curves),
    /// A line of a history.
    Course(Course),
}

/// Strips over one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Strips {
    /// The values.
    pub axis: Axis,
    /// The baseline's mean.
    pub guide: Option<f64>,
    /// From above.
    pub strips: Vec<Strip>,
}

/// What one side observed.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// The side.
    pub name: String,
    /// How it looks.
    pub look: Look,
    /// `None` where nothing was measured.
    pub observed: Option<Observed>,
}

/// Values, their mean, and how sure it is, in the axis' unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// The observations that are drawn.
    pub values: Vec<f64>,
    /// Those of them that are outliers.
    pub outliers: Vec<f64>,
    /// The least and the largest, where no observations are known.
    pub range: Option<(f64, f64)>,
    /// The mean.
    pub mean: f64,
    /// The mean's own 95 % interval, of several.
    pub interval: Option<(f64, f64)>,
    /// The mean as tables show it: `29.59`.
    pub text: String,
    /// Whether there are too many to be told apart as dots.
    pub is_dense: bool,
}

/// Lines over two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// The levels.
    pub x: Axis,
    /// The values.
    pub y: Axis,
    /// The lines.
    pub lines: Vec<Line>,
}

/// What one side observed at each level.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What tells it from the others, possibly nothing.
    pub name: String,
    /// How it looks.
    pub look: Look,
    /// From the left: the level, and what was observed there.
    pub points: Vec<(f64, Observed)>,
}

/// Distributions over one axis of values and one of shares.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    /// The values.
    pub x: Axis,
    /// The shares.
    pub y: Axis,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// The distribution of what one side observed.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The side.
    pub name: String,
    /// How it looks.
    pub look: Look,
    /// From the left: a value, and on the axis of shares how many observations are below it.
    pub points: Vec<(f64, f64)>,
}

/// A line of a history: what each of its runs measured, and the levels they keep to.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Time, or kernels in a row.
    pub x: Axis,
    /// The values.
    pub y: Axis,
    /// The points, from the left.
    pub points: Vec<CoursePoint>,
    /// The levels, from the left.
    pub levels: Vec<CourseLevel>,
    /// Where the change points are, and what is written there; those first that should rather be
    /// seen.
    pub changes: Vec<(f64, String)>,
}

/// A point of a history.
#[derive(Debug, Clone, PartialEq)]
pub struct CoursePoint {
    /// Where it stands.
    pub at: f64,
    /// Its value; its mark stands at the axis' end where that is beyond.
    pub value: f64,
    /// Whether it is far from the others of its level.
    pub is_outlier: bool,
    /// Leads to its runs.
    pub link: Link,
}

/// A level of a history.
#[derive(Debug, Clone, PartialEq)]
pub struct CourseLevel {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The mean of its points.
    pub mean: f64,
    /// The mean's own 95 % interval, of several.
    pub interval: Option<(f64, f64)>,
}

/// What tells a side or a line from others: colour and shape, both by number, and whether it
/// is hollow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Which colour and shape.
    pub kind: usize,
    /// Whether shapes are hollow.
    pub is_hollow: bool,
}

/// So many lines of a history are looked at one by one; more are an overview.
const MOST_WIDE: usize = 3;

/// What curves are.
const CURVES: &str = "Curves: of many observations, how many are below.";

/// How many colours and shapes there are.
pub(super) const KINDS: usize = 6;

impl Look {
    /// The look of the side or line of this number.
    #[must_use]
    pub fn of(number: usize) -> Self {
        Self { kind: number % KINDS, is_hollow: (number / KINDS) % 2 == 1 }
    }
}

impl Plot {
    /// Whether its panels stand beside each other, rather than below with the width of the page.
    #[must_use]
    pub fn is_in_columns(&self) -> bool {
        let is_narrow = |panel: &Panel| match panel.figure {
            Figure::Strips(_) | Figure::Curves(_) => self.panels.len() > 1,
            Figure::Course(_) => self.panels.len() > MOST_WIDE,
            Figure::Lines(_) => false,
        };
        self.panels.iter().all(is_narrow)
    }

    /// The same with all texts as a PNG can show them.
    #[must_use]
    pub fn spelled(mut self) -> Self {
        self.panels.iter_mut().for_each(Panel::spell);
        let own = [&mut self.title, &mut self.about].into_iter().chain(&mut self.cautions);
        for text in own.chain(&mut self.notes).chain(&mut self.others) {
            *text = spelled(text);
        }
        self
    }

    /// What is seen, in words.
    #[must_use]
    pub fn alt(&self) -> String {
        let panels: Vec<String> = self.panels.iter().map(|panel| panel.alt.clone()).collect();
        if panels.first().is_some_and(|first| first.starts_with(&self.title)) {
            return alt::joined(&panels, "panels", alt::MOST);
        }
        let title = alt::cut(&self.title, alt::MOST / 2);
        let room = alt::MOST - title.chars().count() - 2;
        format!("{title}. {}", alt::joined(&panels, "panels", room))
    }

    /// The same with long names of sides as what tells them apart.
    #[must_use]
    pub fn with_short_names(mut self) -> Self {
        for panel in &mut self.panels {
            let mut names = panel.names();
            let all = ShortNames::of(names.iter().map(|name| name.as_str()));
            names.iter_mut().for_each(|name| **name = all.short(name));
        }
        self
    }

    /// How much so many of its panels show, if that is not all.
    #[must_use]
    pub fn drawn(&self, panels: usize) -> Option<String> {
        let (all, what) = self.whole;
        let shown: usize = self.panels.iter().take(panels).map(|panel| panel.share).sum();
        let first = if shown > 1 { "the first " } else { "" };
        (shown < all).then(|| format!("Drawn: {first}{shown} of {all} {what}."))
    }

    /// What is seen on so many of its panels.
    pub fn notes_on(&self, panels: usize) -> impl Iterator<Item = String> {
        let has_curves = self.panels.iter().take(panels).any(|it| matches!(it.figure, Figure::Curves(_)));
        self.notes.iter().cloned().chain(has_curves.then(|| CURVES.to_owned()))
    }

    /// What is seen on all of them, and what on none.
    pub fn all_notes(&self) -> impl Iterator<Item = String> {
        self.notes_on(self.panels.len()).chain(self.drawn(self.panels.len()))
    }

    /// The same, saying where an axis of values does not begin at 0 though it could, and where one is
    /// broken.
    pub(super) fn with_cuts_said(mut self) -> Self {
        let axes = self.panels.iter().filter_map(|panel| match &panel.figure {
            Figure::Strips(it) => Some(&it.axis),
            Figure::Lines(it) => Some(&it.y),
            Figure::Course(it) => Some(&it.y),
            Figure::Curves(_) => None,
        });
        let has_break = self.panels.iter().any(Panel::has_break);
        let cut = axes.clone().filter(|axis| axis.scale == Scale::Linear && axis.ends.0 > 0.0).count();
        let cut = match (cut, axes.count()) {
            (0, _) => None,
            (1, 1) => Some("The axis does not begin at 0."),
            (cut, all) if cut == all => Some("No axis begins at 0."),
            _ => Some("Not every axis begins at 0."),
        };
        let broken = has_break.then_some("Before a break stands what has no place on a logarithmic axis.");
        self.notes.extend([cut, broken].into_iter().flatten().map(str::to_owned));
        self
    }
}

impl Panel {
    /// Whether some of its values stand apart from an axis.
    fn has_break(&self) -> bool {
        matches!(&self.figure, Figure::Lines(it) if it.x.break_at().or(it.y.break_at()).is_some())
    }

    /// Spells all that is written on it as a PNG can show it.
    fn spell(&mut self) {
        self.title = spelled(&self.title);
        self.names().into_iter().for_each(|name| *name = spelled(name));
        let axes = match &mut self.figure {
            Figure::Strips(it) => vec![&mut it.axis],
            Figure::Lines(it) => vec![&mut it.x, &mut it.y],
            Figure::Curves(it) => vec![&mut it.x, &mut it.y],
            Figure::Course(it) => vec![&mut it.x, &mut it.y],
        };
        for axis in axes {
            axis.label = spelled(&axis.label);
            axis.ticks.iter_mut().for_each(|(_, text)| *text = spelled(text));
        }
    }

    /// The names of its sides or lines.
    fn names(&mut self) -> Vec<&mut String> {
        match &mut self.figure {
            Figure::Strips(it) => it.strips.iter_mut().map(|strip| &mut strip.name).collect(),
            Figure::Lines(it) => it.lines.iter_mut().map(|line| &mut line.name).collect(),
            Figure::Curves(it) => it.curves.iter_mut().map(|curve| &mut curve.name).collect(),
            Figure::Course(_) => Vec::new(),
        }
    }
}

impl Observed {
    /// The least and the largest value that must be on the axis.
    #[must_use]
    pub fn extent(&self) -> (f64, f64) {
        let ends = [Some((self.mean, self.mean)), self.interval, self.range].into_iter().flatten();
        let all = ends.chain(self.values.iter().map(|x| (*x, *x)));
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (from, to)| (low.min(from), high.max(to)))
    }
}
