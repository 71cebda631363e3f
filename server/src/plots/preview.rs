//! What a link to a plot is shown with: as many of its panels as can be read.

use super::drawing::{Drawing, LINE, TEXT};
use super::font::wrapped;
use super::ink::Ink;
use super::plot::{Figure, Plot};
use super::png::PREVIEW;
use super::sheet::{self, MARGIN};
use super::{NARROW, WIDE, panel};

/// More panels beside each other are too small.
const MOST_COLUMNS: usize = 3;

/// More panels are worth letters so much smaller.
const WORTH: f64 = 0.95;

/// So many lines say what the marks mean.
const NOTES: usize = 2;

/// Lays the preview of a link out: of its panels those that have room, and at least one.
#[must_use]
pub fn preview(title: &str, plot: &Plot) -> Drawing {
    let plot = plot.clone().with_short_names();
    let mut best = arranged(title, &plot, 1);
    for columns in 2..=plot.panels.len().min(MOST_COLUMNS) {
        let other = arranged(title, &plot, columns);
        if taken(&other) * WORTH <= taken(&best) {
            best = other;
        }
    }
    best
}

/// The width of the picture that a drawing fits in: the less, the larger it is seen.
fn taken(drawing: &Drawing) -> f64 {
    drawing.width.max(drawing.height * f64::from(PREVIEW.0) / f64::from(PREVIEW.1))
}

/// So many panels beside each other, as wide as their height lets them be.
fn arranged(title: &str, plot: &Plot, columns: usize) -> Drawing {
    let least = if columns == 1 { WIDE } else { NARROW };
    let margins = MARGIN * (columns as f64 + 1.0);
    let narrow = filled(title, plot, columns, least);
    let room = (taken(&narrow) - margins) / columns as f64;
    if room > least { filled(title, plot, columns, room) } else { narrow }
}

/// Rows of panels of this width as long as there is room, between the head and what the marks mean.
fn filled(title: &str, plot: &Plot, columns: usize, width: f64) -> Drawing {
    let panels: Vec<Drawing> = plot.panels.iter().map(|it| panel(it, width)).collect();
    let across = columns as f64 * (width + MARGIN) + MARGIN;
    let with = |shown: usize| {
        let mut drawing = head(title, plot, shown, across);
        panels[..shown].chunks(columns).for_each(|row| sheet::put(&mut drawing, row.to_vec()));
        foot(&mut drawing, plot, shown);
        drawing
    };
    let mut filled = with(columns);
    for shown in columns + 1..=panels.len() {
        let more = with(shown);
        if taken(&more) > taken(&filled).max(across) {
            break;
        }
        filled = more;
    }
    filled
}

fn head(title: &str, plot: &Plot, shown: usize, width: f64) -> Drawing {
    // Lines say themselves what they are of.
    let is_said = shown < plot.panels.len() && matches!(plot.panels[0].figure, Figure::Lines(_));
    sheet::head(title, if is_said { "" } else { &plot.title }, plot, width)
}

/// How much is not drawn, and what the marks mean: of that as much as has room.
fn foot(drawing: &mut Drawing, plot: &Plot, shown: usize) {
    let mut text = String::new();
    for note in plot.drawn(shown).into_iter().chain(plot.notes_on(shown)) {
        let longer = format!("{text} {note}").trim_start().to_owned();
        if wrapped(&longer, TEXT, drawing.width - 2.0 * MARGIN, usize::MAX).len() <= NOTES {
            text = longer;
        }
    }
    sheet::write(drawing, &text, NOTES, Ink::Soft);
    drawing.height += MARGIN - LINE / 2.0;
}

#[cfg(test)]
mod tests {
    use super::super::plot;
    use super::super::tests::{check_labels, labelled, result, swept, texts};
    use super::*;

    fn says(drawing: &Drawing, words: &str) -> bool {
        texts(drawing).any(|(text, ..)| text.contains(words))
    }

    /// How many times as large as on a page all is seen.
    fn scale(drawing: &Drawing) -> f64 {
        f64::from(PREVIEW.0) / taken(drawing)
    }

    /// It was 3564 pixels high, of which others show the middle or the top.
    #[test]
    fn a_preview_has_as_many_panels_as_there_is_room_for() {
        let rows =
            |_| (0..12).map(|case| result(&case.to_string(), &[1.0, 2.0])).collect::<Vec<_>>().join(",");
        let few = plot(&labelled(&["a", "b"].map(str::to_owned), rows)).unwrap();
        let shown = preview("hard", &few);
        assert!(says(&shown, "Drawn: the first 4 of 12 rows."));
        assert!(scale(&shown) > 1.6 && shown.height < 0.53 * shown.width, "{}", shown.height);
        let all = preview("hard", &plot(&labelled(&["a".to_owned()], |_| result("read", &[1.0]))).unwrap());
        assert!(!says(&all, "Drawn"));
    }

    /// Of twelve sides with long names two panels took the middle half at a small size; of 21 sides three
    /// panels of 11 rows looked like all there is; and nothing said what bar and dashes are.
    #[test]
    fn a_preview_of_many_sides_uses_its_room_and_says_what_it_leaves_out() {
        let label =
            |side: usize| format!("linux-6.{side}.0-rc3-next-20250101-scheduler-eevdf-lag-v{side:03}");
        let rows =
            |_| (0..11).map(|case| result(&case.to_string(), &[1.0, 2.0])).collect::<Vec<_>>().join(",");
        for (sides, least) in [(12, 1.2), (21, 0.9)] {
            let labels: Vec<String> = (0..sides).map(label).collect();
            let plot = plot(&labelled(&labels, rows)).unwrap();
            let shown = preview("hard", &plot);
            assert!(scale(&shown) > least, "{sides} {}", scale(&shown));
            assert!(shown.height > 0.45 * shown.width, "{sides} {} {}", shown.height, shown.width);
            let panels = texts(&shown).filter(|(text, ..)| text.starts_with("test=")).count();
            assert!(says(&shown, &format!("Drawn: the first {panels} of 11 rows.")), "{panels}");
            assert!(says(&shown, "Bar: the mean and its own 95 % interval.") && says(&shown, "Dashed: "));
            check_labels(&shown);
        }
    }

    #[test]
    fn a_sweep_s_preview_says_what_its_lines_are() {
        let shown = preview("hard", &swept(2, 2));
        assert!(says(&shown, "The line joins the means.") && says(&shown, "rate over depth"));
        check_labels(&shown);
    }
}
