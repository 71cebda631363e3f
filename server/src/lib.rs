//! The parts of Runoff's web service. `runoff-server` puts them together.
//!
//! [`database`] holds all SQL and never sees axum; [`api`] and [`pages`] read requests,
//! call it and write responses; [`application`] is what all requests pass through.

pub mod access;
pub mod api;
pub mod application;
pub mod arguments;
mod aside;
mod asked;
mod audit;
pub mod backup;
pub mod body;
pub mod client;
pub mod comparison;
pub mod completion;
pub mod connections;
pub mod correct;
mod corrected;
pub mod correction;
mod coverage;
pub mod database;
pub mod form;
pub mod freeze;
pub mod frozen;
pub mod history;
pub mod meters;
pub mod near;
pub mod pages;
pub mod painting;
pub mod plots;
pub mod postgres;
mod postgres_programs;
pub mod private_postgres;
pub mod problem;
pub mod public_url;
pub mod reread;
mod sent;
pub mod serve;
pub mod short_names;
pub mod signed_in;
pub mod state;
pub mod telemetry;
pub mod token;
pub mod token_command;
mod utf8;
pub mod views;
