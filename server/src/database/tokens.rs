//! Tokens: made and revoked by the operator, looked up for every write.

use benchdata::name::Name;
use time::{Duration, OffsetDateTime};

use super::error::Place;
use super::{DatabaseError, Pool};
use crate::token::{Scope, Secret, Token};

/// How exactly `last_used` is kept: more would turn every request into a write.
const LAST_USED: Duration = Duration::minutes(1);

struct TokenRow {
    id: i32,
    name: String,
    scope: String,
    r#box: Option<String>,
    created: OffsetDateTime,
    expires: Option<OffsetDateTime>,
    revoked: Option<OffsetDateTime>,
    last_used: Option<OffsetDateTime>,
}

impl TryFrom<TokenRow> for Token {
    type Error = DatabaseError;

    fn try_from(row: TokenRow) -> Result<Self, DatabaseError> {
        let place = Place { table: "tokens", row: row.id };
        Ok(Self {
            id: row.id,
            name: place.column("name", Name::new(row.name))?,
            scope: place.column("scope", row.scope.parse())?,
            box_name: place.column("box", row.r#box.map(Name::new).transpose())?,
            created: row.created,
            expires: row.expires,
            revoked: row.revoked,
            last_used: row.last_used,
        })
    }
}

/// What a new token is made with.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// What its owner calls it.
    pub name: Name,
    /// What it may do.
    pub scope: Scope,
    /// The only box whose runs it may send.
    pub box_name: Option<Name>,
    /// When it ends to work.
    pub expires: Option<OffsetDateTime>,
}

/// Stores a token. `false` where one of that name exists, also a revoked one: names stand
/// in the history of runs and are never given twice.
///
/// # Errors
/// Where the database fails.
pub async fn create(
    pool: &Pool,
    token: &NewToken,
    secret: &Secret,
    now: OffsetDateTime,
) -> Result<bool, DatabaseError> {
    let sha256 = secret.sha256();
    let mut transaction = pool.begin().await?;
    let created = sqlx::query!(
        "INSERT INTO tokens (name, sha256, scope, box, created, expires) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (name) DO NOTHING",
        token.name.as_str(),
        sha256.as_slice(),
        token.scope.as_str(),
        token.box_name.as_ref().map(Name::as_str),
        now,
        token.expires,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(created.rows_affected() == 1)
}

/// The token with this secret, whether it still works or not. Notes that it was used.
///
/// # Errors
/// Where the database fails.
pub async fn by_secret(
    pool: &Pool,
    secret: &Secret,
    now: OffsetDateTime,
) -> Result<Option<Token>, DatabaseError> {
    let sha256 = secret.sha256();
    let row = sqlx::query_as!(
        TokenRow,
        "SELECT id, name, scope, box, created, expires, revoked, last_used FROM tokens WHERE sha256 = $1",
        sha256.as_slice(),
    )
    .fetch_optional(pool)
    .await?;
    used(pool, row, now).await
}

/// The token of this id, in the same way.
///
/// # Errors
/// Where the database fails.
pub async fn by_id(pool: &Pool, id: i32, now: OffsetDateTime) -> Result<Option<Token>, DatabaseError> {
    let row = sqlx::query_as!(
        TokenRow,
        "SELECT id, name, scope, box, created, expires, revoked, last_used FROM tokens WHERE id = $1",
        id,
    )
    .fetch_optional(pool)
    .await?;
    used(pool, row, now).await
}

/// Notes that a token was used.
async fn used(
    pool: &Pool,
    row: Option<TokenRow>,
    now: OffsetDateTime,
) -> Result<Option<Token>, DatabaseError> {
    let Some(token) = row.map(Token::try_from).transpose()? else { return Ok(None) };
    if token.last_used.is_none_or(|last_used| now - last_used >= LAST_USED) {
        sqlx::query!("UPDATE tokens SET last_used = $2 WHERE id = $1", token.id, now).execute(pool).await?;
    }
    Ok(Some(token))
}

/// All tokens, by name.
///
/// # Errors
/// Where the database fails.
pub async fn list(pool: &Pool) -> Result<Vec<Token>, DatabaseError> {
    let rows = sqlx::query_as!(
        TokenRow,
        "SELECT id, name, scope, box, created, expires, revoked, last_used FROM tokens ORDER BY name",
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(Token::try_from).collect()
}

/// Revokes a token from `now` on; one revoked before stays so from then. `false` where
/// there is none of that name.
///
/// # Errors
/// Where the database fails.
pub async fn revoke(pool: &Pool, name: &str, now: OffsetDateTime) -> Result<bool, DatabaseError> {
    let mut transaction = pool.begin().await?;
    let revoked =
        sqlx::query!("UPDATE tokens SET revoked = coalesce(revoked, $2) WHERE name = $1", name, now)
            .execute(&mut *transaction)
            .await?;
    transaction.commit().await?;
    Ok(revoked.rows_affected() == 1)
}
