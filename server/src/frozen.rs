//! Snapshots kept in memory: the forms that never change, which any cache may keep for ever, and the
//! pages and texts, as long as nothing happens to their runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::body::Bytes;
use axum::http::HeaderValue;
use benchdata::content::RunId;
use benchdata::snapshot::SHORT;
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

/// Bytes under a tag that tells them from any others.
#[derive(Debug, Clone)]
pub struct Tagged {
    /// The bytes.
    pub body: Bytes,
    /// Their tag, a weak one: what is sent depends on what compression the client takes.
    pub tag: HeaderValue,
}

impl From<Bytes> for Tagged {
    fn from(body: Bytes) -> Self {
        let tag = format!("W/\"{}\"", &blake3::hash(&body).to_hex()[..SHORT]);
        // Digits and quotes are fit for a header.
        Self { body, tag: HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("W/\"\"")) }
    }
}

/// A page or a text of a snapshot none of whose runs was corrected, as those see it who are not
/// signed in.
#[derive(Debug)]
pub struct FrozenPage {
    /// When the snapshot was made.
    pub created: OffsetDateTime,
    /// Its runs.
    pub runs: Vec<RunId>,
    /// The page.
    pub tagged: Tagged,
    /// When the runs' corrections were last asked for, in milliseconds since 1970.
    asked: AtomicI64,
}

/// So many milliseconds a page is taken to be as it was: what is corrected through another instance
/// of the service may show as much later. This instance forgets its pages at each correction.
const TRUSTED: i64 = 1000;

impl FrozenPage {
    /// A page of runs that were uncorrected when they were asked for.
    #[must_use]
    pub fn new(created: OffsetDateTime, runs: Vec<RunId>, tagged: Tagged, asked: OffsetDateTime) -> Self {
        Self { created, runs, tagged, asked: AtomicI64::new(milliseconds(asked)) }
    }

    /// Whether the runs' corrections were asked for so lately that they need not be again.
    #[must_use]
    pub fn is_fresh(&self, now: OffsetDateTime) -> bool {
        (0..TRUSTED).contains(&(milliseconds(now) - self.asked.load(Ordering::Relaxed)))
    }

    /// Says when the runs were found uncorrected again.
    pub fn refresh(&self, asked: OffsetDateTime) {
        self.asked.store(milliseconds(asked), Ordering::Relaxed);
    }
}

fn milliseconds(at: OffsetDateTime) -> i64 {
    at.unix_timestamp() * 1000 + i64::from(at.millisecond())
}

/// Whose page: the hash as its address has it, the form, and where the service is.
type PageKey = (String, Form, String);

/// The files and pages.
#[derive(Debug, Clone)]
pub struct Frozen {
    files: Arc<Cache<Key, Tagged, Size>>,
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
    ) -> Result<Tagged, Problem> {
        let made = async { Ok(Tagged::from(Bytes::from(make.await?))) };
        self.files.get_or_insert_async(&(hash.to_owned(), form), made).await
    }

    /// The page that is kept of a snapshot.
    #[must_use]
    pub fn page(&self, hash: &str, form: Form, origin: &str) -> Option<Arc<FrozenPage>> {
        self.pages.get(&(hash.to_owned(), form, origin.to_owned()))
    }

    /// Keeps the page of a snapshot.
    pub fn keep_page(&self, hash: &str, form: Form, origin: &str, page: FrozenPage) {
        self.pages.insert((hash.to_owned(), form, origin.to_owned()), Arc::new(page));
    }

    /// Forgets all pages: a run was corrected.
    pub fn forget_pages(&self) {
        self.pages.clear();
    }
}

/// What a file or page counts for.
#[derive(Debug, Clone)]
struct Size;

impl Weighter<Key, Tagged> for Size {
    fn weight(&self, (hash, _): &Key, file: &Tagged) -> u64 {
        (hash.len() + file.body.len()) as u64
    }
}

impl Weighter<PageKey, Arc<FrozenPage>> for Size {
    fn weight(&self, (hash, _, origin): &PageKey, page: &Arc<FrozenPage>) -> u64 {
        (hash.len() + origin.len() + page.tagged.body.len() + size_of_val(page.runs.as_slice())) as u64
    }
}
