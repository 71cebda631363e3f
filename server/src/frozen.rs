//! Snapshots kept in memory: the forms that never change, which any cache may keep for ever, and the
//! pages, as long as nothing happens to their runs.

use std::sync::Arc;

use axum::body::Bytes;
use benchdata::content::RunId;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use time::OffsetDateTime;

use crate::form::Form;
use crate::problem::Problem;

/// How many bytes are kept at most.
const MOST_BYTES: u64 = 32 << 20;

/// About how many files these are.
const FILES: usize = 1000;

/// Which file: the hash of a snapshot as its address has it, and the form.
type Key = (String, Form);

/// The page of a snapshot none of whose runs was corrected, as those see it who are not signed in.
#[derive(Debug)]
pub struct FrozenPage {
    /// When the snapshot was made.
    pub created: OffsetDateTime,
    /// Its runs.
    pub runs: Vec<RunId>,
    /// The page.
    pub html: Bytes,
}

/// Whose page: the hash as its address has it, and where the service is.
type PageKey = (String, String);

/// The files and pages.
#[derive(Debug, Clone)]
pub struct Frozen {
    files: Arc<Cache<Key, Bytes, Size>>,
    pages: Arc<Cache<PageKey, Arc<FrozenPage>, Size>>,
}

impl Default for Frozen {
    fn default() -> Self {
        Self {
            files: Arc::new(Cache::with_weighter(FILES, MOST_BYTES / 2, Size)),
            pages: Arc::new(Cache::with_weighter(FILES, MOST_BYTES / 2, Size)),
        }
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
        self.files.get_or_insert_async(&(hash.to_owned(), form), async { make.await.map(Bytes::from) }).await
    }

    /// The page that is kept of a snapshot.
    #[must_use]
    pub fn page(&self, hash: &str, origin: &str) -> Option<Arc<FrozenPage>> {
        self.pages.get(&(hash.to_owned(), origin.to_owned()))
    }

    /// Keeps the page of a snapshot.
    pub fn keep_page(&self, hash: &str, origin: &str, page: FrozenPage) {
        self.pages.insert((hash.to_owned(), origin.to_owned()), Arc::new(page));
    }
}

/// What a file or page counts for.
#[derive(Debug, Clone)]
struct Size;

impl Weighter<Key, Bytes> for Size {
    fn weight(&self, (hash, _): &Key, file: &Bytes) -> u64 {
        (hash.len() + file.len()) as u64
    }
}

impl Weighter<PageKey, Arc<FrozenPage>> for Size {
    fn weight(&self, (hash, origin): &PageKey, page: &Arc<FrozenPage>) -> u64 {
        (hash.len() + origin.len() + page.html.len() + size_of_val(page.runs.as_slice())) as u64
    }
}
