//! The shapes of marks.

use super::drawing::Place;
use super::plot::{KINDS, Look};

/// A hollow mark's rim, as a share of its radius.
const RIM: f64 = 0.4;

/// A mark's outline.
pub(super) struct Outline {
    /// About its centre, for a radius of 1; none of a circle.
    pub(super) corners: &'static [Place],
    /// What to multiply them by: to the middle of the rim.
    pub(super) radius: f64,
    /// How thick the rim is of a hollow mark.
    pub(super) rim: Option<f64>,
}

impl Outline {
    /// That of a mark of this radius.
    pub(super) fn of(look: Look, radius: f64) -> Self {
        let rim = look.is_hollow.then_some(RIM * radius);
        Self { corners: corners(look.kind), radius: radius - rim.unwrap_or(0.0) / 2.0, rim }
    }
}

fn corners(kind: usize) -> &'static [Place] {
    match kind % KINDS {
        0 => &[],
        1 => &[(0.0, -1.4), (1.25, 0.75), (-1.25, 0.75)],
        2 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        3 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        4 => &[(0.0, 1.4), (1.25, -0.75), (-1.25, -0.75)],
        _ => &[(-0.6, -1.3), (0.6, -1.3), (0.6, 1.3), (-0.6, 1.3)],
    }
}
