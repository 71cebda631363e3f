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
mod clock;
mod cut_connections;
mod full_disk;
mod idle;
mod instance;
mod kills;
mod pair;
mod pgbouncer;
mod queue;
mod relay;
mod scale_out;
mod service;
mod slow;
mod strikes;
mod tls;
mod uploader;
mod uploads;

/// How many times to strike in a campaign; `make faults` says it.
fn campaign() -> Option<usize> {
    std::env::var("RUNOFF_FAULT_ROUNDS").ok().map(|rounds| rounds.parse().unwrap())
}

/// How many times to do what takes long: for one in fifty of a campaign's rounds, else so often.
fn rarely(otherwise: usize) -> usize {
    campaign().map_or(otherwise, |rounds| rounds.div_ceil(50))
}
