//! What was captured about boxes.

use std::collections::{BTreeMap, HashMap};

use benchdata::name::{Key, Value};
use tokio::task::spawn_blocking;

use super::error::Place;
use super::{DatabaseError, Pool};

/// The captured facts of a run.
pub(super) type Facts = BTreeMap<Key, Value>;

/// Captured facts by the ids of their environments. Many runs share one, and thousands of them take
/// milliseconds to read.
pub(super) async fn of_ids(pool: &Pool, ids: &[i32]) -> Result<HashMap<i32, Facts>, DatabaseError> {
    let rows =
        sqlx::query!(r#"SELECT id, facts::text AS "facts!" FROM environments WHERE id = ANY($1)"#, ids,);
    let rows = rows.fetch_all(pool).await?;
    let read = move || {
        let facts = rows.into_iter().map(|row| {
            let place = Place { table: "environments", row: row.id };
            Ok((row.id, place.column("facts", serde_json::from_str(&row.facts))?))
        });
        facts.collect()
    };
    spawn_blocking(read).await?
}
