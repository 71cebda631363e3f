//! The pages in a real Chromium, against the real service.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests, and helpers of tests alone")]

mod accessibility;
mod away;
mod browser;
mod chromedriver;
mod compare;
mod corrections;
mod history;
mod journey;
mod pages;
mod runs;
mod service;
mod upload;
