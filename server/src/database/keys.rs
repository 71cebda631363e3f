//! The factors, case parameters and captured facts that were ever seen.

use benchdata::name::RESERVED;

use super::{DatabaseError, Pool};
use crate::near::near;

/// What a key names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A factor of runs.
    Factor,
    /// A parameter of a case.
    Parameter,
    /// A captured fact.
    Fact,
}

/// All keys ever seen.
#[derive(Debug, Clone, Default)]
pub struct KnownKeys(Vec<(Kind, String)>);

impl KnownKeys {
    /// Whether a key of this kind was ever seen.
    #[must_use]
    pub fn has(&self, kind: Kind, name: &str) -> bool {
        self.of(kind).any(|known| known == name)
    }

    /// `; near are …`, or nothing where no key of these kinds is spelled alike.
    pub(super) fn near(&self, name: &str, kinds: &[Kind]) -> String {
        let of_every_run = if kinds.contains(&Kind::Factor) { RESERVED.as_slice() } else { &[] };
        near(name, kinds.iter().flat_map(|&kind| self.of(kind)).chain(of_every_run.iter().copied()))
    }

    /// The keys of a kind, by name.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(of, _)| *of == kind).map(|(_, name)| name.as_str())
    }
}

/// All keys ever seen: some hundred at most, since tools and facts are few.
///
/// # Errors
/// Where the database fails.
pub async fn known(pool: &Pool) -> Result<KnownKeys, DatabaseError> {
    let rows = sqlx::query!("SELECT kind, name FROM keys ORDER BY kind, name").fetch_all(pool).await?;
    let kind = |kind: &str| match kind {
        "factor" => Some(Kind::Factor),
        "parameter" => Some(Kind::Parameter),
        "fact" => Some(Kind::Fact),
        _ => None,
    };
    Ok(KnownKeys(rows.into_iter().filter_map(|row| Some((kind(&row.kind)?, row.name))).collect()))
}
