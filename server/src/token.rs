//! Tokens: who may write.

use std::fmt;
use std::str::FromStr;

use benchdata::name::Name;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// 256 random bits as `runoff_` and 64 hexadecimal digits: what a client sends. It is
/// shown once, when it is made; the database knows its SHA-256 alone.
pub struct Secret(String);

impl Secret {
    /// Makes the secret of a new token.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        Self(format!("runoff_{}", HEXLOWER.encode(&random)))
    }

    /// Takes what a client sent.
    #[must_use]
    pub fn sent(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The secret itself, for the one time it is shown.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it. No salt or slow hash is needed against 256 random bits.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What a token may do. Each scope includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Scope {
    /// Send runs.
    Upload,
    /// Correct words of stored runs.
    Correct,
    /// Everything.
    Admin,
}

impl Scope {
    /// `upload`, `correct` or `admin`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Correct => "correct",
            Self::Admin => "admin",
        }
    }
}

impl FromStr for Scope {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Upload, Self::Correct, Self::Admin]
            .into_iter()
            .find(|scope| scope.as_str() == text)
            .ok_or_else(|| format!("{text:?} is no scope"))
    }
}

/// A token as the database knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its row.
    pub id: i32,
    /// What its owner calls it.
    pub name: Name,
    /// What it may do.
    pub scope: Scope,
    /// The only box whose runs it may send; any if `None`.
    pub box_name: Option<Name>,
    /// When it was made.
    pub created: OffsetDateTime,
    /// When it ends to work, if ever.
    pub expires: Option<OffsetDateTime>,
    /// When it was revoked, if it was.
    pub revoked: Option<OffsetDateTime>,
    /// When it was last used, to a minute.
    pub last_used: Option<OffsetDateTime>,
}

/// Why a token may not do something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It was revoked.
    #[error("the token {0:?} is revoked")]
    Revoked(String),
    /// It has expired.
    #[error("the token {0:?} has expired")]
    Expired(String),
    /// Its scope does not reach so far.
    #[error("the token {name:?} has the scope {has:?}, this needs {needs:?}")]
    Scope {
        /// The token.
        name: String,
        /// Its scope.
        has: &'static str,
        /// The scope it would need.
        needs: &'static str,
    },
    /// It is bound to another box.
    #[error("the token {name:?} sends runs of the box {bound:?} alone, this one is of {asked:?}")]
    Box {
        /// The token.
        name: String,
        /// The box it is bound to.
        bound: String,
        /// The box of the run.
        asked: String,
    },
}

impl Token {
    /// Whether it works at all.
    ///
    /// # Errors
    /// Where it is revoked or has expired.
    pub fn check_valid(&self, now: OffsetDateTime) -> Result<(), Refusal> {
        if self.revoked.is_some() {
            return Err(Refusal::Revoked(self.name.to_string()));
        }
        if self.expires.is_some_and(|expires| expires <= now) {
            return Err(Refusal::Expired(self.name.to_string()));
        }
        Ok(())
    }

    /// Whether its scope includes `needed`.
    ///
    /// # Errors
    /// Where it does not.
    pub fn check_scope(&self, needed: Scope) -> Result<(), Refusal> {
        if self.scope >= needed {
            return Ok(());
        }
        let name = self.name.to_string();
        Err(Refusal::Scope { name, has: self.scope.as_str(), needs: needed.as_str() })
    }

    /// Whether it may send runs of this box.
    ///
    /// # Errors
    /// Where it is bound to another.
    pub fn check_box(&self, asked: &Name) -> Result<(), Refusal> {
        match &self.box_name {
            Some(bound) if bound != asked => Err(Refusal::Box {
                name: self.name.to_string(),
                bound: bound.to_string(),
                asked: asked.to_string(),
            }),
            _ => Ok(()),
        }
    }
}
