//! Plain multi-row inserts: a narrow row a sample, 240 rows in a prepared statement.

use sqlx::{Connection, PgConnection, Postgres, QueryBuilder};

use super::clock::{Clock, least};
use crate::support::RUNTIME;

const TABLE: &str = "CREATE TABLE narrow_samples (
    run_id bigint, series_id integer, position integer, value float8, PRIMARY KEY (run_id, series_id, position))";

const BACKENDS: &str = "SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'runoff-server'";

/// A connection of its own.
pub(super) struct Inserts {
    connection: PgConnection,
    clock: Clock,
    runs: i64,
}

impl Inserts {
    pub(super) fn connect(url: &str) -> Self {
        RUNTIME.block_on(async {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql(TABLE).execute(&mut connection).await.unwrap();
            let pid: i32 =
                sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await.unwrap();
            Self { connection, clock: Clock::of_process(pid.cast_unsigned()), runs: 0 }
        })
    }

    /// The clocks of the processes that Postgres has for the service.
    pub(super) fn backends_of_service(&mut self) -> Vec<Clock> {
        let pids = sqlx::query_scalar(BACKENDS).fetch_all(&mut self.connection);
        let pids: Vec<i32> = RUNTIME.block_on(pids).unwrap();
        pids.into_iter().map(|pid| Clock::of_process(pid.cast_unsigned())).collect()
    }

    /// What the insert of a run's samples costs Postgres, if that is less than before.
    pub(super) fn cost(&mut self, before: f64, times: usize) -> f64 {
        let Self { connection, clock, runs } = self;
        least(
            before,
            times,
            || clock.now(),
            |_| {
                *runs += 1;
                insert(connection, *runs);
            },
        )
    }
}

fn insert(connection: &mut PgConnection, run: i64) {
    let samples = (0..48).flat_map(|series| (0..5).map(move |position| (series, position)));
    let mut sql =
        QueryBuilder::<Postgres>::new("INSERT INTO narrow_samples (run_id, series_id, position, value) ");
    sql.push_values(samples, |mut row, (series, position)| {
        row.push_bind(run).push_bind(series).push_bind(position).push_bind(f64::from(position) + 0.1);
    });
    RUNTIME.block_on(sql.build().execute(connection)).unwrap();
}
