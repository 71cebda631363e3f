//! `/docs/statistics`

use axum::response::IntoResponse;

use super::frame::Visit;
use super::page;
use crate::problem::Problem;
use crate::views::{Document, Place};

/// The project's own page, so that a service without a way out has it too.
const STATISTICS: &str = include_str!("../../../docs/STATISTICS.md");

pub(super) async fn statistics(visit: Visit) -> Result<impl IntoResponse, Problem> {
    page(&Document::new(visit.frame(Place::Elsewhere), "Statistics", STATISTICS))
}
