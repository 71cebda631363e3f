//! The record of writes in the log, beside the one in the database.

use std::fmt::Display;

use crate::database::store::Stored;
use crate::token::Token;

/// Notes that something was written with a token: one line with the request's id.
pub(crate) fn wrote(token: &Token, what: &str, which: impl Display) {
    tracing::info!(token = %token.name, what, %which, "wrote");
}

/// Notes those runs of an upload that were not there before.
pub(crate) fn stored(token: &Token, stored: &[Stored]) {
    for run in stored.iter().filter(|run| run.created) {
        wrote(token, "run", run.id);
    }
}
