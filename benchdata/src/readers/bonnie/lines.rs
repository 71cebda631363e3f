//! The lines that hold something, and rows that mail programs wrapped.

pub(super) struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    is_open: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let lines = text.lines().enumerate().map(|(at, raw)| (at + 1, raw.trim_end()));
        Self { lines: lines.filter(|(_, line)| !line.is_empty()).collect(), is_open: !text.ends_with('\n') }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The line's number in the text, from 1.
    pub(super) fn number(&self, at: usize) -> usize {
        self.lines[at].0
    }

    pub(super) fn body(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |(_, line)| line)
    }

    pub(super) fn words(&self, at: usize) -> Vec<&'a str> {
        self.body(at).split_whitespace().collect()
    }

    /// Whether the text ends within the line, so that its last word may be cut.
    pub(super) fn is_open(&self, at: usize) -> bool {
        self.is_open && at + 1 == self.len()
    }

    /// Adds the words of the lines that follow, as far as they are `most` and all cells:
    /// what a mail program wrapped. Gives the last line that belongs to the row.
    pub(super) fn join(
        &self,
        first: usize,
        words: &mut Vec<&'a str>,
        most: usize,
        is_cell: fn(&str) -> bool,
    ) -> usize {
        let mut at = first;
        while words.len() < most {
            let next = self.words(at + 1);
            let fits = !next.is_empty() && words.len() + next.len() <= most;
            if !fits || !next.iter().all(|word| is_cell(word)) {
                break;
            }
            words.extend(next);
            at += 1;
        }
        at
    }
}
