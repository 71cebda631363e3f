//! Drives the real `runoff` against a small HTTP server that answers by script.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests, and helpers of tests alone")]

mod bisect;
mod capture;
mod check;
mod compare;
mod faults;
mod json;
mod killed;
mod leftovers;
mod machine;
mod outputs;
mod run;
mod send;
mod server;
mod settings;
mod setup;
mod spool;
mod sweep;
mod testbox;
mod tools;
