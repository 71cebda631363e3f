//! Snapshots: comparisons frozen under the hash of their content.

use time::OffsetDateTime;

use super::{DatabaseError, Pool};

/// A stored snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// When it was first made.
    pub created: OffsetDateTime,
    /// The comparison as JSON: the very bytes that were hashed.
    pub comparison: String,
    /// A title in the maker's words.
    pub title: Option<String>,
    /// A remark in the maker's words.
    pub note: Option<String>,
}

/// Stores a snapshot. `false` where it is there already, with whatever title it got first.
///
/// # Errors
/// Where the database fails.
pub async fn store(
    pool: &Pool,
    hash: &[u8],
    snapshot: &Snapshot,
    created_by: Option<i32>,
) -> Result<bool, DatabaseError> {
    let stored = sqlx::query!(
        "INSERT INTO snapshots (hash, created, created_by, comparison, title, note)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (hash) DO NOTHING",
        hash,
        snapshot.created,
        created_by,
        snapshot.comparison,
        snapshot.title,
        snapshot.note,
    )
    .execute(pool)
    .await?;
    Ok(stored.rows_affected() == 1)
}

/// The snapshot with this hash.
///
/// # Errors
/// Where the database fails.
pub async fn load(pool: &Pool, hash: &[u8]) -> Result<Option<Snapshot>, DatabaseError> {
    let snapshot = sqlx::query_as!(
        Snapshot,
        "SELECT created, comparison, title, note FROM snapshots WHERE hash = $1",
        hash,
    )
    .fetch_optional(pool)
    .await?;
    Ok(snapshot)
}
