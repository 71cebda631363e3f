//! Snapshots in the forms that never change, kept in memory: what any cache may keep for ever.

use std::sync::Arc;

use axum::body::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::form::Form;
use crate::problem::Problem;

/// How many bytes are kept at most.
const MOST_BYTES: u64 = 64 << 20;

/// About how many files these are.
const FILES: usize = 1000;

/// Which file: the hash of a snapshot as its address has it, and the form.
type Key = (String, Form);

/// The files.
#[derive(Debug, Clone)]
pub struct Frozen(Arc<Cache<Key, Bytes, Size>>);

impl Default for Frozen {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(FILES, MOST_BYTES, Size)))
    }
}

impl Frozen {
    /// A snapshot's file, made where it is not kept yet; by one alone of those who want it at the
    /// same time.
    ///
    /// # Errors
    /// As its making.
    pub async fn file(
        &self,
        hash: &str,
        form: Form,
        make: impl Future<Output = Result<Vec<u8>, Problem>>,
    ) -> Result<Bytes, Problem> {
        self.0.get_or_insert_async(&(hash.to_owned(), form), async { make.await.map(Bytes::from) }).await
    }
}

/// What a file counts for.
#[derive(Debug, Clone)]
struct Size;

impl Weighter<Key, Bytes> for Size {
    fn weight(&self, (hash, _): &Key, file: &Bytes) -> u64 {
        (hash.len() + file.len()) as u64
    }
}
