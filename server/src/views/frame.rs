//! What stands around every page.

use super::assets::{ICON, SCRIPT, STYLE};

/// Which entry of the navigation a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// None of them.
    Elsewhere,
    /// `/runs`
    Runs,
    /// `/compare`
    Compare,
    /// `/history`
    History,
    /// `/benchmarks` and below
    Benchmarks,
    /// `/boxes` and below
    Boxes,
    /// `/upload`
    Upload,
    /// `/sign-in`
    SignIn,
}

/// What stands around every page.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Where we are.
    pub place: Place,
    /// The name of the token that is signed in with.
    pub signed_in: Option<String>,
    /// Scheme and host of this server, as the reader's browser knows it.
    pub origin: String,
}

impl Frame {
    /// The style sheet's URL.
    pub(super) fn style(&self) -> &'static str {
        &STYLE.url
    }

    /// The script's URL.
    pub(super) fn script(&self) -> &'static str {
        &SCRIPT.url
    }

    /// The icon's URL.
    pub(super) fn icon(&self) -> &'static str {
        &ICON.url
    }
}
