//! The service as clients see it: a real server on a real Postgres, over TCP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests too")]

mod access;
mod api_description;
mod attacks;
mod authorization;
mod backups;
mod bad_uploads;
mod catalog;
mod commands;
mod completions;
mod corrections;
mod costs;
mod feed;
mod history;
mod listing;
mod mistakes;
mod outages;
mod outputs;
mod pages;
mod queries;
mod reading;
mod rereads;
mod retention;
mod schema;
mod snapshots;
mod statements;
mod support;
mod upload_page;
mod uploads;
