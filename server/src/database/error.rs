//! What can go wrong with the database.

use std::fmt::Display;

/// Why the database did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The URL is no Postgres URL.
    #[error("DATABASE_URL is no Postgres URL: {0}")]
    Url(#[source] sqlx::Error),
    /// It is away or overloaded: the same may succeed later.
    #[error("the database cannot be reached: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// The schema cannot be brought up to date.
    #[error("the database's schema: {0}")]
    Migrate(#[source] sqlx::migrate::MigrateError),
    /// A row holds what no row should.
    #[error("row {row} of {table} has a wrong {column}: {problem}")]
    Row {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's key.
        row: String,
        /// What is wrong.
        problem: String,
    },
    /// Work on another thread did not end.
    #[error("a worker thread failed: {0}")]
    Worker(#[from] tokio::task::JoinError),
    /// Anything else, which is a mistake in this program or in the database.
    #[error("the database refused: {0}")]
    Sql(#[source] sqlx::Error),
}

impl From<sqlx::Error> for DatabaseError {
    fn from(error: sqlx::Error) -> Self {
        if is_passing(&error) { Self::Unavailable(error) } else { Self::Sql(error) }
    }
}

/// SQLSTATEs, or their classes, of what passes: connection exception, out of resources,
/// operator intervention (shutdown, statement timeout), serialization failure, deadlock.
const PASSING: [&str; 5] = ["08", "53", "57", "40001", "40P01"];

fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| PASSING.iter().any(|passing| code.starts_with(passing)))
        }
        _ => false,
    }
}

/// Where a value of a row stands, for [`DatabaseError::Row`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<R> {
    pub(super) table: &'static str,
    pub(super) row: R,
}

impl<R: Display> Place<R> {
    /// The value of a column, or the error that says where it stands.
    pub(super) fn column<T, E: Display>(
        &self,
        column: &'static str,
        value: Result<T, E>,
    ) -> Result<T, DatabaseError> {
        value.map_err(|problem| DatabaseError::Row {
            table: self.table,
            column,
            row: self.row.to_string(),
            problem: problem.to_string(),
        })
    }
}
