//! Work that would keep a thread of the runtime from other requests.

use tokio::task::{JoinError, spawn_blocking};

/// What is made of so many bytes takes less than a millisecond: handing it to another thread and
/// waking up again for the outcome costs a share of that.
const SHORT: usize = 1 << 15;

/// Does work on so many bytes, where they are many on a thread apart.
///
/// # Errors
/// Where the work panics there.
pub(crate) async fn aside<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    if bytes <= SHORT { Ok(work()) } else { spawn_blocking(work).await }
}
