//! Runoff's words as types, and what is done with them: readers of tools' outputs,
//! statistics, comparisons, tables as text. Pure: no files, no network, no clock, and chance
//! only from a seed that is an argument.
//!
//! A [`run::Run`] is what is sent, stored and compared; [`readers`] make runs out of
//! what tools print; a [`query::Query`] selects runs; [`compare::compare`] sets sides
//! against each other in one [`comparison::ComparisonTable`], which [`table`] lays out and
//! writes, and [`snapshot`] freezes.

pub mod case;
pub mod change_points;
pub mod check;
mod choice;
pub mod columns;
pub mod compare;
pub mod comparison;
pub mod content;
pub mod contradiction;
mod detectable;
pub mod drift;
pub mod hints;
pub mod history;
pub mod in_words;
pub mod interval;
pub mod kernel_version;
pub mod key;
pub mod label_pattern;
pub mod mail;
pub mod metric;
pub mod name;
pub mod number;
pub mod outlier;
pub mod query;
pub mod rank;
pub mod ratio;
pub mod readers;
pub mod reading;
pub mod run;
pub mod snapshot;
pub mod source;
mod student;
pub mod summary;
pub mod table;
mod unique_keys;
pub mod unit;
pub mod volatile;
pub mod wire;
