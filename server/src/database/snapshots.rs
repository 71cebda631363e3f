//! Snapshots: comparisons frozen under the hash of their content.

use benchdata::snapshot::Snapshot;
use time::OffsetDateTime;

use super::{DatabaseError, Pool};

/// What is kept beside a snapshot, and is no part of its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// When it was first made.
    pub created: OffsetDateTime,
    /// A title in the maker's words.
    pub title: Option<String>,
    /// A remark in the maker's words.
    pub note: Option<String>,
}

/// A stored snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSnapshot {
    /// What was frozen.
    pub snapshot: Snapshot,
    /// What was said about it.
    pub about: About,
    /// The name of the token it was made with.
    pub made_by: String,
}

/// Stores a snapshot that was made with a token. `false` where it is there already, with what was said about it first.
///
/// # Errors
/// Where the database fails.
pub async fn store(
    pool: &Pool,
    snapshot: &Snapshot,
    about: &About,
    made_by: i32,
) -> Result<bool, DatabaseError> {
    let mut transaction = pool.begin().await?;
    let stored = sqlx::query!(
        "INSERT INTO snapshots (hash, created, created_by, comparison, title, note)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (hash) DO NOTHING",
        snapshot.hash,
        about.created,
        made_by,
        snapshot.json,
        about.title,
        about.note,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(stored.rows_affected() == 1)
}

/// How many snapshots were made with a token from `since` on, counted to `most`.
///
/// # Errors
/// Where the database fails.
pub async fn made_since(
    pool: &Pool,
    made_by: i32,
    since: OffsetDateTime,
    most: i64,
) -> Result<i64, DatabaseError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "n!" FROM
           (SELECT FROM snapshots WHERE created >= $2 AND created_by = $1 LIMIT $3) AS made"#,
        made_by,
        since,
        most,
    );
    Ok(count.fetch_one(pool).await?)
}

/// A snapshot in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedSnapshot {
    /// The part of its hash that a permalink has.
    pub short_hash: String,
    /// When it was first made.
    pub created: OffsetDateTime,
    /// What it compares.
    pub title: Option<String>,
}

/// The newest snapshots.
///
/// # Errors
/// Where the database fails.
pub async fn newest(pool: &Pool, most: u16) -> Result<Vec<ListedSnapshot>, DatabaseError> {
    let listed = sqlx::query_as!(
        ListedSnapshot,
        r#"SELECT left(hash, 32) AS "short_hash!", created, title FROM snapshots ORDER BY created DESC, hash LIMIT $1"#,
        i64::from(most),
    );
    Ok(listed.fetch_all(pool).await?)
}

/// The snapshot whose hash is or begins with `hash`, lower-case hexadecimal digits.
///
/// # Errors
/// Where the database fails.
pub async fn load(pool: &Pool, hash: &str) -> Result<Option<StoredSnapshot>, DatabaseError> {
    // No digit sorts behind g.
    let row = sqlx::query!(
        r#"SELECT hash, comparison, snapshots.created, title, note, tokens.name AS made_by
           FROM snapshots JOIN tokens ON tokens.id = created_by
           WHERE hash >= $1 AND hash < $1 || 'g' ORDER BY hash LIMIT 1"#,
        hash,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| StoredSnapshot {
        snapshot: Snapshot { json: row.comparison, hash: row.hash },
        about: About { created: row.created, title: row.title, note: row.note },
        made_by: row.made_by,
    }))
}
