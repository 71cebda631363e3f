//! The parts that a section too wide for a mail is cut into.

use std::mem::take;

use unicode_width::UnicodeWidthStr;

use super::super::grid::Column;
use super::columns::{GROUP_WIDTH, spans, total};
use super::{GAP, WIDTH};

/// The columns of each part that a section must be cut into to fit, keys in all of them.
///
/// A second side stands beside the first, as far as it can. A further one goes on to the next
/// part rather than to be torn, and nothing stands behind the rest of one that was.
pub(super) fn parts(columns: &[Column], widths: &[usize]) -> Vec<Vec<usize>> {
    let (keys, others): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|&at| columns[at].kind.is_key());
    let cutter = Cutter { columns, widths, keys };
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    for span in spans(columns, &others) {
        let mut pieces = cutter.pieces(&span, &part);
        if pieces.len() > 1 && !cutter.may_begin(&pieces[0], &part) {
            parts.push(take(&mut part));
            pieces = cutter.pieces(&span, &part);
        }
        part.append(&mut pieces[0]);
        if pieces.len() > 1 {
            parts.push(take(&mut part));
            parts.extend(pieces.drain(1..));
        }
    }
    parts.push(part);
    let filled = parts.into_iter().filter(|part| !part.is_empty());
    filled.map(|part| [&cutter.keys[..], &part].concat()).collect()
}

/// Cuts a section's columns.
struct Cutter<'a> {
    columns: &'a [Column],
    widths: &'a [usize],
    keys: Vec<usize>,
}

impl Cutter<'_> {
    /// A side's columns in as many pieces as must be, the first of which stands behind `part`.
    fn pieces(&self, span: &[usize], part: &[usize]) -> Vec<Vec<usize>> {
        let mut pieces = vec![Vec::new()];
        let (mut last, mut room) = (0, self.room(part));
        for &at in span {
            let is_full = self.width(&[&pieces[last][..], &[at]].concat()) > room;
            let is_alone = pieces[last].is_empty() && (last > 0 || part.is_empty());
            if is_full && !is_alone {
                pieces.push(Vec::new());
                (last, room) = (last + 1, self.room(&[]));
            }
            pieces[last].push(at);
        }
        pieces
    }

    /// Whether a side may begin behind a part and end elsewhere: the second may, where its
    /// name has room.
    fn may_begin(&self, piece: &[usize], part: &[usize]) -> bool {
        part.is_empty() || spans(self.columns, part).len() == 1 && !piece.is_empty() && self.holds_name(piece)
    }

    fn holds_name(&self, piece: &[usize]) -> bool {
        let name = piece.first().map_or("", |&at| self.columns[at].group.as_str());
        self.width(piece) >= name.width().min(GROUP_WIDTH)
    }

    /// How much of a line the keys and a part leave.
    fn room(&self, part: &[usize]) -> usize {
        match self.width(&[&self.keys[..], part].concat()) {
            0 => WIDTH,
            taken => WIDTH.saturating_sub(taken + GAP.len()),
        }
    }

    fn width(&self, columns: &[usize]) -> usize {
        total(columns.iter().map(|&at| self.widths[at]))
    }
}
