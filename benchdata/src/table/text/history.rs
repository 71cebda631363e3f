//! Histories as text: the levels of the lines that changed, and of the others what they were.

use unicode_width::UnicodeWidthStr;

use super::super::footer::{Link, Note};
use super::super::grid::{Grid, Kind};
use super::super::history::{counted, grid_of_lines};
use super::super::{
    LevelCells, history_cautions, history_grid, history_headline, history_notes, history_title, level_cells,
};
use super::below::sides_below;
use super::{Charset, cells, folded, footer, joined, left_out, note_lines, paragraph, room};
use crate::history::{History, Line};

/// As many lines without a change have a row each; more are counted.
const MOST_STEADY: usize = 6;

/// A name that is as long takes two lines in a column at most.
const LONGEST_NAME: usize = 36;

/// A history as text: its levels, with its footer.
#[must_use]
pub fn render_history(history: &History, link: Option<Link>, charset: Charset) -> String {
    let mut lines = paragraph(&history_title(history));
    lines.extend(paragraph(&history_headline(history)));
    if let Some(note) = history_cautions(history) {
        lines.push(String::new());
        lines.extend(note_lines(&note));
    }
    let changed = history.lines.iter().filter(|line| line.levels.len() > 1);
    let grid = with_room(grid_of_lines(history, changed));
    let below = sides_below(&grid, &[], charset);
    let (cells, shown) = below.unwrap_or_else(|| (cells(&folded(grid.clone()), charset), grid.clone()));
    lines.extend(cells);
    lines.extend(steady(history));
    lines.push(String::new());
    let left_out = left_out(&room::left_out(grid, &shown), link);
    let notes: Vec<Note> = history_notes(history).into_iter().chain(left_out).collect();
    lines.extend(footer(&notes, &history.request.q, link));
    joined(&lines)
}

/// Names of kernels that would take more than two lines stand above their levels.
fn with_room(mut grid: Grid) -> Grid {
    let Some(from) = grid.columns.iter().position(|column| column.kind == Kind::Side) else { return grid };
    let rows = grid.sections.iter().flat_map(|section| &section.rows);
    if rows.map(|row| row[from].text.width()).max() > Some(LONGEST_NAME) {
        grid.columns[from].kind = Kind::Key;
    }
    grid
}

/// The lines without a change point: `rate, threads=4: 20 points, mean 40.22 MiB/s`. Of many only how
/// many there are.
fn steady(history: &History) -> Vec<String> {
    let cells = level_cells(history, &history_grid(history));
    let steady = history.lines.iter().zip(&cells).filter(|(line, _)| line.levels.len() < 2);
    let steady: Vec<(&Line, &Vec<LevelCells>)> = steady.collect();
    let items: Vec<String> = match steady.len() {
        0 => return Vec::new(),
        1..=MOST_STEADY => steady.iter().map(|(line, levels)| row(history, line, levels)).collect(),
        _ => [(true, "without a change point"), (false, "of too few points")]
            .into_iter()
            .map(|(judged, what)| (steady.iter().filter(|(line, _)| line.judged == judged).count(), what))
            .filter(|(lines, _)| *lines > 0)
            .map(|(lines, what)| format!("{} {what}", counted(lines, "line")))
            .collect(),
    };
    std::iter::once(String::new()).chain(items.iter().flat_map(|item| paragraph(item))).collect()
}

fn row(history: &History, line: &Line, levels: &[LevelCells]) -> String {
    let means = levels.iter().map(|level| format!(", mean {}", level.mean_with_unit()));
    let few = if line.judged { "" } else { ", too few points" };
    let points = counted(line.points.len(), "point");
    format!("{}: {points}{}{few}", history.line_name(line), means.collect::<String>())
}
