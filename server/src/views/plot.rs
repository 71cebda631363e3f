//! A plot, as the page shows it.

use crate::plots::{self, NARROW, Panel, Plot, WIDE, svg};

/// A plot.
#[derive(Debug, Clone)]
pub struct PlotView {
    /// What it shows.
    pub title: String,
    /// Of what: the case, the box, how many runs.
    pub about: String,
    /// What is seen, in words.
    pub alt: String,
    /// Its panels.
    pub panels: Vec<PanelView>,
    /// What the marks mean, and what is left out.
    pub notes: String,
    /// The metrics that are not drawn, each with where it is, if anywhere.
    pub others: Vec<(String, Option<String>)>,
}

/// A panel.
#[derive(Debug, Clone)]
pub struct PanelView {
    /// Where links to it lead.
    pub id: String,
    /// Which of the table's rows or the history's lines it shows, if a single one.
    pub row: Option<usize>,
    /// The drawing, and where it has the width of the page, beside it one for phones.
    pub svg: String,
}

impl PlotView {
    /// A painted plot.
    pub(super) fn of(plot: Plot) -> Self {
        let is_wide = !plot.is_in_columns();
        let panels = plot.panels.iter().enumerate().map(|(number, panel)| PanelView {
            id: format!("plot-{number}"),
            row: panel.row,
            svg: drawn(panel, is_wide),
        });
        Self {
            alt: plot.alt(),
            panels: panels.collect(),
            notes: plot.all_notes().collect::<Vec<_>>().join(" "),
            others: plot.others.into_iter().map(|metric| (metric, None)).collect(),
            title: plot.title,
            about: plot.about,
        }
    }

    /// The same with the metrics that are not drawn leading to where they are.
    pub(super) fn with_others(mut self, lead: impl Fn(&str) -> String) -> Self {
        for (metric, url) in &mut self.others {
            *url = Some(lead(metric));
        }
        self
    }
}

fn drawn(panel: &Panel, is_wide: bool) -> String {
    let narrow = plots::panel(panel, NARROW);
    if !is_wide {
        return svg::element(&narrow, "", &panel.alt);
    }
    let wide = svg::element(&plots::panel(panel, WIDE), "wide", &panel.alt);
    format!("{wide}\n{}", svg::element(&narrow.without_links(), "narrow", &panel.alt))
}
