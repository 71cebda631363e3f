//! Request bodies: read with a limit, then decompressed with the same limit.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, EXPECT};
use axum::http::{HeaderMap, StatusCode};
use flate2::read::MultiGzDecoder;
use http_body_util::BodyExt;

use crate::problem::Problem;

/// A client that takes longer for its body is too slow or stuck.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long and how much of a refused body is still read, so that the client gets to read
/// why: many write all before they read, and see nothing but a broken connection else.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
const DRAIN_LIMIT: usize = 1 << 30;

/// Reads and decompresses a body of at most `limit` bytes, before and after decompression.
///
/// # Errors
/// 400 where it breaks off or does not decompress, 408 where it takes too long, 413 where it
/// exceeds the limit, 415 where its encoding is unknown.
pub async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Problem> {
    let encoding = match Encoding::of(headers) {
        Ok(encoding) => encoding,
        Err(problem) => return Err(refuse(headers, body, problem).await),
    };
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > limit) {
        return Err(refuse(headers, body, too_large(limit)).await);
    }
    let sent = match tokio::time::timeout(BODY_TIMEOUT, collect(headers, body, limit)).await {
        Ok(sent) => sent?,
        Err(_) => return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
    };
    match encoding {
        None => Ok(sent),
        Some(encoding) => tokio::task::spawn_blocking(move || encoding.decompress(&sent, limit))
            .await
            .map_err(Problem::internal)?,
    }
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

async fn collect(headers: &HeaderMap, mut body: Body, limit: usize) -> Result<Bytes, Problem> {
    let mut collected = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::bad_request(format!("the body breaks off: {error}")))?;
        if let Some(data) = frame.data_ref() {
            if collected.len() + data.len() > limit {
                return Err(refuse(headers, body, too_large(limit)).await);
            }
            collected.extend_from_slice(data);
        }
    }
    Ok(collected.into())
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

    fn decompress(self, sent: &[u8], limit: usize) -> Result<Bytes, Problem> {
        let decompressed = match self {
            Self::Gzip => read_most(MultiGzDecoder::new(sent), limit),
            Self::Zstd => zstd::Decoder::new(sent).and_then(|decoder| read_most(decoder, limit)),
        };
        match decompressed {
            Ok(bytes) if bytes.len() > limit => Err(too_large(limit)),
            Ok(bytes) => Ok(bytes.into()),
            Err(error) => {
                let detail = format!("the body is broken {self:?}: {error}").to_lowercase();
                Err(Problem::bad_request(detail).field("Content-Encoding"))
            }
        }
    }
}

/// All bytes, or, where there are more, `limit + 1` of them.
fn read_most(decoder: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    decoder.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
