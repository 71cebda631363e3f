//! The parts of Runoff's web service. `runoff-server` puts them together.

pub mod views;
