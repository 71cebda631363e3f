//! The service as clients see it: a real server on a real Postgres, over TCP.

mod authorization;
mod bad_uploads;
mod commands;
mod listing;
mod outages;
mod queries;
mod reading;
mod support;
mod uploads;
