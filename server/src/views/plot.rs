//! A plot, as the page shows it.

use crate::plots::{self, NARROW, PaintError, Panel, Plot, WIDE, svg};

/// A plot.
#[derive(Debug, Clone)]
pub struct PlotView {
    /// What it shows.
    pub title: String,
    /// What is seen, in words: as much as others show beside a link's picture.
    pub alt: String,
    /// Its panels.
    pub panels: Vec<PanelView>,
    /// What the marks mean, and what is left out.
    pub notes: String,
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
    pub(super) fn of(plot: Plot) -> Result<Self, PaintError> {
        let is_wide = !plot.is_in_columns();
        let panels = plot.panels.iter().enumerate().map(|(number, panel)| {
            Ok(PanelView { id: format!("plot-{number}"), row: panel.row, svg: drawn(panel, is_wide)? })
        });
        let panels = panels.collect::<Result<Vec<_>, PaintError>>()?;
        Ok(Self { alt: cut(&plot.alt()), panels, notes: plot.notes.join(" "), title: plot.title })
    }
}

/// Sites that show a link's picture take no more words beside it.
const LONGEST_ALT: usize = 420;

/// A text's beginning, to the last word that is whole.
fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST_ALT) else { return text.to_owned() };
    let end = text[..end].rfind(' ').unwrap_or(end);
    format!("{} …", &text[..end])
}

fn drawn(panel: &Panel, is_wide: bool) -> Result<String, PaintError> {
    let narrow = plots::panel(panel, NARROW);
    if !is_wide {
        return svg::element(&narrow, "", &panel.alt);
    }
    let wide = svg::element(&plots::panel(panel, WIDE), "wide", &panel.alt)?;
    Ok(format!("{wide}\n{}", svg::element(&narrow.without_links(), "narrow", &panel.alt)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A preview's words were 7 KB of numbers.
    #[test]
    fn a_previews_words_are_few() {
        assert_eq!(cut("a 41.78 MiB/s"), "a 41.78 MiB/s");
        let long = cut(&"größer ".repeat(100));
        assert!(long.chars().count() <= LONGEST_ALT + 2 && long.ends_with("größer …"), "{long}");
    }
}
