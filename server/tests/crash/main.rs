//! Nothing acknowledged is lost, nothing is stored twice or by half: real clients, the real
//! service and its real Postgres, killed at random moments and asked all at once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail as tests do"
)]

mod at_once;
mod client;
mod cut_connections;
mod full_disk;
mod kills;
mod relay;
mod service;
mod uploader;
mod uploads;
