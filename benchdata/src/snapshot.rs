//! Snapshots: a comparison frozen under the hash of its content.

use crate::comparison::ComparisonTable;

/// A comparison's JSON, and the hash that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The JSON, byte for byte what `/c/{hash}.json` answers: `b3sum` of it gives the hash.
    pub json: Vec<u8>,
    /// BLAKE3 of the JSON, 64 hexadecimal digits.
    pub hash: String,
}

/// How many digits of the hash stand in a permalink: 128 bits, and room in a mail's line.
pub const SHORT: usize = 32;

impl Snapshot {
    /// Freezes a comparison.
    ///
    /// # Errors
    /// Where the table cannot be written as JSON, which finite numbers always can.
    pub fn of(table: &ComparisonTable) -> Result<Self, serde_json::Error> {
        let json = serde_json::to_vec(table)?;
        let hash = blake3::hash(&json).to_hex().to_string();
        Ok(Self { json, hash })
    }

    /// The part of the hash that stands in a permalink.
    #[must_use]
    pub fn short(&self) -> &str {
        &self.hash[..SHORT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A snapshot of the form's first days, before cells had observations.
    #[test]
    fn an_old_snapshot_keeps_its_hash() {
        let json = include_bytes!("snapshot/before-observations.json");
        let table: ComparisonTable = serde_json::from_slice(json).unwrap();
        let again = Snapshot::of(&table).unwrap();
        assert_eq!(String::from_utf8(again.json).unwrap(), String::from_utf8(json.to_vec()).unwrap());
        assert_eq!(again.hash, "84ac3ab12257bdb8278afcd65219f38f88393e260b1668d484c9d2a8c6154aad");
    }
}
