//! What signs the cookies of readers who are signed in.

use super::{DatabaseError, Pool};

/// The key of all instances: `made` where there was none yet.
///
/// # Errors
/// Where the database fails.
pub async fn cookie_key(pool: &Pool, made: &[u8]) -> Result<Vec<u8>, DatabaseError> {
    let mut transaction = pool.begin().await?;
    sqlx::query!("INSERT INTO cookie_key (bytes) VALUES ($1) ON CONFLICT DO NOTHING", made)
        .execute(&mut *transaction)
        .await?;
    let key = sqlx::query_scalar!("SELECT bytes FROM cookie_key").fetch_one(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(key)
}
