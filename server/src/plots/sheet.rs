//! All of a plot on one sheet: title, panels, notes.

use super::drawing::{Drawing, LINE, TEXT};
use super::font::wrapped;
use super::ink::Ink;
use super::plot::Plot;
use super::{NARROW, WIDE, panel};

/// Around the sheet, and between its panels.
pub(super) const MARGIN: f64 = 24.0;

/// The kind whose ink warns: orange, and dark enough to be read.
const CAUTION: usize = 1;

/// Lays a plot of a comparison of this title out.
#[must_use]
pub fn sheet(title: &str, plot: &Plot) -> Drawing {
    let mut sheet = head(title, &plot.title, plot, WIDE + 2.0 * MARGIN);
    rows(plot).for_each(|row| put(&mut sheet, row));
    let others = plot.others.join(", ");
    let others = (!others.is_empty()).then(|| format!("Not drawn: {others}."));
    let notes: Vec<String> = plot.all_notes().chain(others).collect();
    write(&mut sheet, &notes.join(" "), 6, Ink::Soft);
    sheet.height += MARGIN - LINE / 2.0;
    sheet
}

/// What stands above the panels.
pub(super) fn head(title: &str, of: &str, plot: &Plot, width: f64) -> Drawing {
    let mut sheet = Drawing { width, height: MARGIN, shapes: Vec::new() };
    write(&mut sheet, title, 3, Ink::Text);
    for caution in &plot.cautions {
        write(&mut sheet, &format!("Caution: {caution}"), 3, Ink::Kind(CAUTION));
    }
    write(&mut sheet, of, 2, Ink::Soft);
    write(&mut sheet, &plot.about, 3, Ink::Soft);
    sheet.height += LINE;
    sheet
}

/// The panels, those together that stand beside each other.
fn rows(plot: &Plot) -> impl Iterator<Item = Vec<Drawing>> {
    let (columns, width) = if plot.is_in_columns() { (2, NARROW) } else { (1, WIDE) };
    plot.panels.chunks(columns).map(move |row| row.iter().map(|it| panel(it, width)).collect())
}

/// Puts a row of panels below what is there.
pub(super) fn put(sheet: &mut Drawing, row: Vec<Drawing>) {
    let down = sheet.height;
    let height = row.iter().map(|drawing| drawing.height).fold(0.0, f64::max);
    let mut right = MARGIN;
    for drawing in row {
        let width = drawing.width;
        sheet.put(drawing, (right, down));
        right += width + MARGIN;
    }
    sheet.height += height + LINE;
}

/// Writes a text below what is there.
pub(super) fn write(sheet: &mut Drawing, text: &str, lines: usize, ink: Ink) {
    let lines = wrapped(text, TEXT, sheet.width - 2.0 * MARGIN, lines);
    let at = (MARGIN, sheet.height + TEXT - 2.0);
    sheet.paragraph(at, &lines, ink);
    sheet.height += lines.len() as f64 * LINE;
}
