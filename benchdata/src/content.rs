//! Content ids: a run is known by a hash of what it says.

use std::fmt;
use std::io::{BufWriter, Write};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::run::{Measurement, Run};

/// BLAKE3 of what a run says: box, benchmark, label, start, repeat, factors, results and
/// sources. Environment and note are left out, so that a second capture of the same run
/// is still the same run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentId(pub [u8; 32]);

/// A run's id in URLs and tables: the first 64 bits of its [`ContentId`], as 16
/// hexadecimal digits. The same run has the same id on every server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^[0-9a-f]{16}$"))]
pub struct RunId(pub u64);

impl ContentId {
    /// The run's id.
    #[must_use]
    pub fn run_id(&self) -> RunId {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0[..8]);
        RunId(u64::from_be_bytes(first))
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for RunId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        digits
            .then(|| u64::from_str_radix(text, 16).ok())
            .flatten()
            .map(Self)
            .ok_or_else(|| format!("{text:?} is no run's id: 16 hexadecimal digits"))
    }
}

impl TryFrom<String> for RunId {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> Self {
        id.to_string()
    }
}

/// BLAKE3 of a value as JSON, which is nowhere held whole.
///
/// # Errors
/// Where the value cannot be written as JSON.
pub fn hash_of_json(value: &impl Serialize) -> Result<[u8; 32], serde_json::Error> {
    // JSON is written by the letter, and hashed by the kilobyte.
    let mut writer = BufWriter::new(blake3::Hasher::new());
    serde_json::to_writer(&mut writer, value)?;
    writer.flush().map_err(serde_json::Error::io)?;
    Ok(*writer.get_ref().finalize().as_bytes())
}

impl Run {
    /// The hash of what the run says. The order of results does not count, nor do the
    /// sources' names.
    #[must_use]
    pub fn content_id(&self) -> ContentId {
        let mut results: Vec<&Measurement> = self.results.iter().collect();
        results.sort_by(|a, b| a.series.cmp(&b.series));
        let sources: Vec<String> =
            self.sources.iter().map(|s| blake3::hash(&s.bytes).to_hex().to_string()).collect();
        // To the microsecond, as databases keep it.
        let started = self.started.map(|at| at.unix_timestamp_nanos().div_euclid(1000));
        let said = (
            ("runoff/1", &self.box_name, &self.benchmark, &self.label),
            (started.map(|at| at.to_string()), self.repeat),
            (&self.factors, results, sources),
        );
        let hash = hash_of_json(&said);
        // Checked text and finite numbers can be written as JSON.
        debug_assert!(hash.is_ok(), "{hash:?}");
        ContentId(hash.unwrap_or_default())
    }
}
