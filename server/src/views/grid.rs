//! A table of cells.

/// Which edge of its column a cell keeps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// What a cell says about the contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// The verdict is better.
    Better,
    /// The verdict is worse.
    Worse,
    /// No verdict.
    Plain,
    /// No value.
    Missing,
}

/// One field.
#[derive(Debug, Clone)]
pub struct Cell {
    /// What it shows; numbers come padded so that decimal points meet.
    pub text: String,
    /// Its edge.
    pub align: Align,
    /// Its tone.
    pub tone: Tone,
    /// Whether it names its row.
    pub is_heading: bool,
}

impl Cell {
    /// Its classes in the style sheet.
    pub(super) fn class(&self) -> &'static str {
        match (self.align, self.tone) {
            (Align::Left, Tone::Plain) => "",
            (Align::Left, Tone::Better) => "better",
            (Align::Left, Tone::Worse) => "worse",
            (Align::Left, Tone::Missing) => "missing",
            (Align::Right, Tone::Plain) => "right",
            (Align::Right, Tone::Better) => "right better",
            (Align::Right, Tone::Worse) => "right worse",
            (Align::Right, Tone::Missing) => "right missing",
        }
    }
}

/// A column's head.
#[derive(Debug, Clone)]
pub struct Heading {
    /// Its name.
    pub text: String,
    /// The unit of its values, possibly none.
    pub unit: String,
    /// The edge of its cells.
    pub align: Align,
}

/// A line of cells.
#[derive(Debug, Clone)]
pub struct Row {
    /// As many as there are headings.
    pub cells: Vec<Cell>,
    /// Whether a rule stands above it.
    pub starts_group: bool,
}

/// Rows under a title.
#[derive(Debug, Clone)]
pub struct Section {
    /// What the rows have in common, possibly nothing.
    pub title: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct Grid {
    /// What it shows, for those who cannot see the page around it.
    pub caption: String,
    /// The columns.
    pub headings: Vec<Heading>,
    /// The rows.
    pub sections: Vec<Section>,
}
