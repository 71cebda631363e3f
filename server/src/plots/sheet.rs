//! All of a plot on one sheet: title, panels, notes.

use super::drawing::{Drawing, LINE, TEXT};
use super::font::wrapped;
use super::ink::Ink;
use super::plot::Plot;
use super::{NARROW, WIDE, panel};

/// Around the sheet, and between its panels.
const MARGIN: f64 = 24.0;

/// The kind whose ink warns: orange, and dark enough to be read.
const CAUTION: usize = 1;

/// Lays a plot of a comparison of this title out.
#[must_use]
pub fn sheet(title: &str, plot: &Plot) -> Drawing {
    let mut sheet = Drawing { width: WIDE + 2.0 * MARGIN, height: MARGIN, shapes: Vec::new() };
    write(&mut sheet, title, 3, Ink::Text);
    for caution in &plot.cautions {
        write(&mut sheet, &format!("Caution: {caution}"), 3, Ink::Kind(CAUTION));
    }
    write(&mut sheet, &plot.title, 2, Ink::Soft);
    write(&mut sheet, &plot.about, 3, Ink::Soft);
    sheet.height += LINE;
    let (columns, width) = if plot.is_in_columns() { (2, NARROW) } else { (1, WIDE) };
    for row in plot.panels.chunks(columns) {
        let drawings = row.iter().map(|it| panel(it, width));
        let mut height: f64 = 0.0;
        for (column, drawing) in drawings.enumerate() {
            height = height.max(drawing.height);
            let right = MARGIN + column as f64 * (width + MARGIN);
            let down = sheet.height;
            sheet.put(drawing, (right, down));
        }
        sheet.height += height + LINE;
    }
    let others = if plot.others.is_empty() {
        String::new()
    } else {
        format!(" Not drawn: {}.", plot.others.join(", "))
    };
    write(&mut sheet, &(plot.notes.join(" ") + &others), 6, Ink::Soft);
    sheet.height += MARGIN - LINE / 2.0;
    sheet
}

/// Writes a text below what is there.
fn write(sheet: &mut Drawing, text: &str, lines: usize, ink: Ink) {
    let lines = wrapped(text, TEXT, WIDE, lines);
    let at = (MARGIN, sheet.height + TEXT - 2.0);
    sheet.paragraph(at, &lines, ink);
    sheet.height += lines.len() as f64 * LINE;
}
