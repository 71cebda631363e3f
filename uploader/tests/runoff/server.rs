//! A server of one endpoint that answers as told, so that the wrong answers can be had too.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use benchdata::wire::runs_from_json;
use flate2::read::GzDecoder;
use serde_json::json;

/// How the server treats one request.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// As Runoff does: 201 with the runs' addresses, 200 if all were there already.
    Store,
    /// The same, after a while.
    StoreLate(Duration),
    /// A status, header lines, a body.
    Answer(u16, &'static str, &'static str),
    /// The connection is cut in the middle of the answer, although the runs are stored.
    Cut,
}

/// A request as it came in, its body unpacked.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) line: String,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

pub(crate) struct Server {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    stored: Arc<Mutex<HashSet<String>>>,
}

impl Server {
    /// A server that gives these replies, one a request, and the last one from then on.
    pub(crate) fn replying(replies: &[Reply]) -> Self {
        let replies = replies.to_vec();
        Self::choosing(move |at| replies[at.min(replies.len() - 1)].clone())
    }

    /// A server that gives these replies, one a request, over and over.
    pub(crate) fn cycling(replies: &[Reply]) -> Self {
        let replies = replies.to_vec();
        Self::choosing(move |at| replies[at % replies.len()].clone())
    }

    fn choosing(reply: impl Fn(usize) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let stored = Arc::new(Mutex::new(HashSet::new()));
        let (seen, storing) = (Arc::clone(&requests), Arc::clone(&stored));
        thread::spawn(move || {
            for (at, stream) in listener.incoming().enumerate() {
                let mut stream = stream.unwrap();
                // A client that was killed has sent no whole request.
                let Some(request) = read(&mut stream) else { continue };
                seen.lock().unwrap().push(request.clone());
                answer(&mut stream, &reply(at), &request, &mut storing.lock().unwrap());
            }
        });
        Self { url, requests, stored }
    }

    pub(crate) fn storing() -> Self {
        Self::replying(&[Reply::Store])
    }

    /// How many runs it has.
    pub(crate) fn stored(&self) -> usize {
        self.stored.lock().unwrap().len()
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

/// An address where nothing listens.
pub(crate) fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut lines = (&mut reader).lines().map_while(Result::ok);
    let line = lines.next()?;
    let headers: HashMap<String, String> = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned())))
        .collect();
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    if headers.get("content-encoding").is_some_and(|encoding| encoding == "gzip") {
        let mut unpacked = Vec::new();
        GzDecoder::new(body.as_slice()).read_to_end(&mut unpacked).unwrap();
        body = unpacked;
    }
    Some(Request { line, headers, body })
}

fn answer(stream: &mut TcpStream, reply: &Reply, request: &Request, stored: &mut HashSet<String>) {
    let (status, headers, body) = match reply {
        Reply::Answer(status, headers, body) => (*status, *headers, (*body).to_owned()),
        Reply::StoreLate(delay) => {
            thread::sleep(*delay);
            store(request, stored)
        }
        Reply::Store | Reply::Cut => store(request, stored),
    };
    let mut text = format!("HTTP/1.1 {status} Said\r\nConnection: close\r\n{headers}");
    write!(text, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let sent = if matches!(reply, Reply::Cut) { text.len() - body.len() / 2 } else { text.len() };
    // A client that has enough may be gone.
    let _ = stream.write_all(&text.as_bytes()[..sent]);
}

fn store(request: &Request, stored: &mut HashSet<String>) -> (u16, &'static str, String) {
    if request.line.starts_with("GET") {
        return (200, "", "ok".to_owned());
    }
    if request.line.starts_with("POST /api/v1/snapshots ") {
        let (hash, url) = ("ef1bf170".repeat(8), "http://runoff.example/c/ef1bf170");
        return (201, "Content-Type: application/json\r\n", json!({"hash": hash, "url": url}).to_string());
    }
    let runs = runs_from_json(&request.body).unwrap();
    let runs: Vec<_> = runs
        .iter()
        .map(|run| {
            let id = run.content_id().run_id().to_string();
            let url = format!("http://runoff.example/runs/{id}");
            json!({"created": stored.insert(id.clone()), "id": id, "url": url})
        })
        .collect();
    let is_new = runs.iter().any(|run| run["created"] == true);
    let body = json!({"runs": runs, "remarks": ["seen by a test"]}).to_string();
    (if is_new { 201 } else { 200 }, "Content-Type: application/json\r\n", body)
}
