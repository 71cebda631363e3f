//! Request bodies: read with a limit, then decompressed with the same limit.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, EXPECT};
use axum::http::{HeaderMap, StatusCode};
use flate2::read::MultiGzDecoder;
use http_body_util::BodyExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use crate::problem::Problem;

/// A client that takes longer for its body is too slow or stuck.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long and how much of a refused body is still read, so that the client gets to read
/// why: many write all before they read, and see nothing but a broken connection else.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
const DRAIN_LIMIT: usize = 1 << 30;

/// Bodies beyond this many bytes are large.
const LARGE: usize = 1 << 20;

/// A large body and what is read from it take many times its length: one is taken at a time, the
/// others wait for their turn, small ones for none.
static TURNS: Semaphore = Semaphore::const_new(1);

/// The turn of a large body, until it is dropped: to be kept as long as what was read from it.
pub type Turn = Option<SemaphorePermit<'static>>;

async fn take(turn: &mut Turn) -> Result<(), Problem> {
    if turn.is_none() {
        *turn = Some(TURNS.acquire().await.map_err(Problem::internal)?);
    }
    Ok(())
}

/// Reads and decompresses a body of at most `limit` bytes, before and after decompression.
///
/// # Errors
/// 400 where it breaks off or does not decompress, 408 where it takes too long, 413 where it
/// exceeds the limit, 415 where its encoding is unknown.
pub async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<(Bytes, Turn), Problem> {
    let encoding = match Encoding::of(headers) {
        Ok(encoding) => encoding,
        Err(problem) => return Err(refuse(headers, body, problem).await),
    };
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > limit) {
        return Err(refuse(headers, body, too_large(limit)).await);
    }
    let mut turn = None;
    let sent = collect(headers, body, limit, &mut turn).await?;
    let Some(encoding) = encoding else { return Ok((sent, turn)) };
    let small = LARGE.min(limit);
    let decompressed = match encoding.decompress(sent.clone(), small).await? {
        bytes if bytes.len() <= small => bytes,
        _ if small == limit => return Err(too_large(limit)),
        _ => {
            take(&mut turn).await?;
            encoding.decompress(sent, limit).await?
        }
    };
    if decompressed.len() > limit {
        return Err(too_large(limit));
    }
    Ok((decompressed, turn))
}

/// Reads what is left of a body that nobody wants, within bounds, and hands back why. A
/// client that asks before it sends is not made to send.
pub async fn refuse(headers: &HeaderMap, body: Body, problem: Problem) -> Problem {
    if !headers.contains_key(EXPECT) {
        let _drained = tokio::time::timeout(DRAIN_TIMEOUT, drain(body)).await;
    }
    problem
}

async fn drain(mut body: Body) {
    let mut read = 0;
    while let Some(Ok(frame)) = body.frame().await {
        read += frame.data_ref().map_or(0, Bytes::len);
        if read > DRAIN_LIMIT {
            return;
        }
    }
}

/// The body as it was sent. The time that it waits for its turn is not the client's.
async fn collect(
    headers: &HeaderMap,
    mut body: Body,
    limit: usize,
    turn: &mut Turn,
) -> Result<Bytes, Problem> {
    let mut collected = Vec::new();
    let mut deadline = Instant::now() + BODY_TIMEOUT;
    while let Some(frame) = timeout_at(deadline, body.frame()).await.map_err(|_| too_slow())? {
        let frame = frame.map_err(|error| Problem::bad_request(format!("the body breaks off: {error}")))?;
        if let Some(data) = frame.data_ref() {
            if collected.len() + data.len() > limit {
                return Err(refuse(headers, body, too_large(limit)).await);
            }
            if turn.is_none() && collected.len() + data.len() > LARGE {
                take(turn).await?;
                deadline = Instant::now() + BODY_TIMEOUT;
            }
            collected.extend_from_slice(data);
        }
    }
    Ok(collected.into())
}

fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")
}

fn too_large(limit: usize) -> Problem {
    let detail = format!("the body exceeds {limit} bytes, the most that is taken: send fewer runs at once");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
}

/// A `Content-Encoding`.
#[derive(Debug, Clone, Copy)]
enum Encoding {
    Gzip,
    Zstd,
}

impl Encoding {
    fn of(headers: &HeaderMap) -> Result<Option<Self>, Problem> {
        let named: Vec<String> = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .flat_map(|header| header.as_bytes().split(|&byte| byte == b','))
            .map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase())
            .collect();
        let detail = match named.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] | ["identity"] => return Ok(None),
            ["gzip" | "x-gzip"] => return Ok(Some(Self::Gzip)),
            ["zstd"] => return Ok(Some(Self::Zstd)),
            [other] => format!("the encoding {other:?} is not known: use gzip, zstd or none"),
            _ => format!("the body is encoded {} times: use gzip or zstd once, or none", named.len()),
        };
        Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).field("Content-Encoding"))
    }

    /// All bytes, or, where there are more, `limit + 1` of them.
    async fn decompress(self, sent: Bytes, limit: usize) -> Result<Bytes, Problem> {
        let decompressed = tokio::task::spawn_blocking(move || match self {
            Self::Gzip => read_most(MultiGzDecoder::new(&*sent), limit),
            Self::Zstd => zstd::Decoder::new(&*sent).and_then(|decoder| read_most(decoder, limit)),
        });
        decompressed.await.map_err(Problem::internal)?.map(Bytes::from).map_err(|error| {
            let detail = format!("the body is broken {self:?}: {error}").to_lowercase();
            Problem::bad_request(detail).field("Content-Encoding")
        })
    }
}

/// All bytes, or, where there are more, `limit + 1` of them.
fn read_most(decoder: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    decoder.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read_bytes(length: usize) -> (Bytes, Turn) {
        read(&HeaderMap::new(), Body::from(vec![b'x'; length]), 2 * LARGE).await.unwrap()
    }

    /// Several at once took many times their lengths of memory, each.
    #[tokio::test]
    async fn a_large_body_waits_for_the_one_before_and_a_small_one_does_not() {
        let (first, turn) = read_bytes(LARGE + 1).await;
        assert_eq!(first.len(), LARGE + 1);
        assert!(read_bytes(LARGE).await.1.is_none());
        let second = tokio::spawn(read_bytes(LARGE + 1));
        tokio::task::yield_now().await;
        assert!(TURNS.try_acquire().is_err() && !second.is_finished());
        drop(turn);
        assert!(second.await.unwrap().1.is_some());
    }
}
