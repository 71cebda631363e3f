//! What pages show: one value for each template, without requests or the database.

mod api;
mod assets;
mod catalog;
#[cfg(test)]
mod catalog_samples;
mod comparison;
mod document;
mod facets;
#[cfg(test)]
mod fault_tests;
mod feed;
mod form_fields;
mod frame;
mod grid;
mod history;
#[cfg(test)]
mod history_samples;
pub mod links;
mod parts;
mod picked;
mod plot;
mod row;
mod runs;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
mod upload;
mod window;

pub use api::{ApiPage, Field, Fields, Operation};
pub use assets::{Asset, ICON, SCRIPT, STYLE};
pub use catalog::{
    BenchmarkPage, Benchmarks, BoxPage, Boxes, MetricLine, NewestRuns, Offer, ParameterLine, ReaderLine,
    TallyLine,
};
pub use comparison::{Choices, Compare, Comparison, Pick, Snapshot, notes};
pub use document::Document;
pub use facets::{FacetValue, FacetView, Narrowing};
pub use feed::{Entry, Feed};
pub use form_fields::{FormFields, words};
pub use frame::{Frame, Place};
pub use grid::{GridView, Group};
pub use history::{ChangeLine, EdgeRun, HistoryChoices, HistoryPage, HistoryView};
pub use parts::{Failure, Home, Moment, Problem, SignIn, SnapshotLine};
pub use plot::{PanelView, PlotView};
pub use row::{Observed, ObservedValue, RowPage, RowView};
pub use runs::{CorrectionForm, CorrectionLine, RunLine, RunPage, Runs, SourceLine};
pub use upload::{LinePart, Preview, PreviewLine, PreviewRun, RunFields, RunWords, Upload, UploadForm};
pub use window::{Outcome, Window};
