//! The HTTP client: posts uploads, with patience where patience helps.

mod failure;

use std::cell::Cell;
use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use backon::{BackoffBuilder, ExponentialBuilder};
use benchdata::comparison::Request;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use ureq::Agent;
use ureq::http::{StatusCode, header};
use ureq::tls::{RootCerts, TlsConfig};

pub(crate) use failure::{Failure, FailureKind};

use crate::settings::{Settings, SettingsError};
use crate::terminal::say;
use failure::{problem, reason};

const CONNECT: Duration = Duration::from_secs(10);
const WHOLE: Duration = Duration::from_secs(120);
/// A server that has a request whole answers within this.
const ANSWER: Duration = Duration::from_secs(30);
/// Bytes a second: a line that is slower than this would need more patience for large uploads.
const SLOW_LINE: u64 = 64 << 10;
/// How long a server that says when to come again is waited for.
const MOST_ASKED: Duration = Duration::from_secs(60);
/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 16 << 20;
/// After this long without a word we say what we wait for.
const SILENCE: Duration = Duration::from_secs(1);

/// What the server says when it has an upload.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The upload's runs.
    pub(crate) runs: Vec<StoredRun>,
    /// What it remarks.
    #[serde(default)]
    pub(crate) remarks: Vec<String>,
}

impl Answer {
    /// Takes in what the server says of another upload.
    pub(crate) fn add(&mut self, other: &Self) {
        self.runs.extend_from_slice(&other.runs);
        self.remarks.extend_from_slice(&other.remarks);
    }
}

/// A run on the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredRun {
    /// Its id, 16 hexadecimal digits.
    pub(crate) id: String,
    /// Its page.
    pub(crate) url: String,
    /// Whether this upload stored it; otherwise it was there already.
    pub(crate) created: bool,
}

/// A snapshot on the server.
#[derive(Deserialize)]
pub(crate) struct Frozen {
    /// What it is called by: the hash of what it says.
    pub(crate) hash: String,
    /// Its page.
    pub(crate) url: String,
}

/// How long an upload is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Patience {
    /// With one attempt, which may take so long.
    Once(Duration),
    /// Again and again, so long in all.
    For(Duration),
}

impl Patience {
    /// One attempt, where nothing is said of how long that may take.
    pub(crate) const ONCE: Self = Self::Once(Duration::from_secs(20));

    fn limit(self) -> Duration {
        match self {
            Self::Once(limit) | Self::For(limit) => limit,
        }
    }
}

/// A connection to one server.
pub(crate) struct Client {
    agent: Agent,
    server: String,
    token: String,
    patience: Patience,
    /// Whether it has answered as a Runoff server does.
    is_known: Cell<bool>,
}

impl Client {
    /// A client that has so much patience.
    ///
    /// # Errors
    /// Where server or token are not set.
    pub(crate) fn new(settings: &Settings, patience: Patience) -> Result<Self, SettingsError> {
        let server = settings.server()?.value;
        let (token, is_known) = (settings.token()?, Cell::new(false));
        Ok(Self { agent: agent(), server, token, patience, is_known })
    }

    /// Posts an upload until the server has it, or to go on makes no sense.
    pub(crate) fn post(&self, body: &[u8]) -> Result<Answer, Failure> {
        let packed = gzip(body).map_err(|error| Failure::new(FailureKind::Broken, error.to_string()))?;
        let begin = Instant::now();
        let mut limit = self.patience.limit();
        let mut delays = ExponentialBuilder::new()
            .with_min_delay(Duration::from_millis(100))
            .with_max_delay(Duration::from_secs(2))
            .without_max_times()
            .with_jitter()
            .build();
        loop {
            let left = limit.saturating_sub(begin.elapsed());
            let failure = match saying_after_a_while(&self.server, || self.post_once(&packed, left)) {
                Err(failure) if failure.may_pass() && matches!(self.patience, Patience::For(_)) => failure,
                done => return done,
            };
            let asked = failure.retry_after.unwrap_or_default();
            if asked <= MOST_ASKED && limit == self.patience.limit() {
                // It is there, and says when: once, that time is not ours.
                limit += asked;
            }
            let delay = delays.next().unwrap_or_default().max(asked);
            if begin.elapsed() + delay >= limit {
                return Err(failure);
            }
            say(format_args!("{}; trying again in {:.1} s", failure.why, delay.as_secs_f64()));
            thread::sleep(delay);
        }
    }

    fn post_once(&self, packed: &[u8], limit: Duration) -> Result<Answer, Failure> {
        let limit = limit + Duration::from_secs(packed.len() as u64 / SLOW_LINE);
        match self.send("runs", "gzip", packed, limit)? {
            Answer { runs, .. } if runs.is_empty() => Err(self.not_runoff()),
            answer => {
                self.is_known.set(true);
                Ok(answer)
            }
        }
    }

    /// Freezes a comparison, once.
    ///
    /// # Errors
    /// Where the server does not.
    pub(crate) fn freeze(&self, request: &Request) -> Result<Frozen, Failure> {
        let body = serde_json::to_vec(request);
        let body = body.map_err(|error| Failure::new(FailureKind::Broken, error.to_string()))?;
        saying_after_a_while(&self.server, || self.send("snapshots", "identity", &body, WHOLE))
    }

    /// Asks the server whether it takes the token: with no runs, of which it says so after that.
    ///
    /// # Errors
    /// Where it does not, or cannot be asked.
    pub(crate) fn check_token(&self) -> Result<(), Failure> {
        let ask = || self.send::<Answer>("runs", "identity", b"[]", self.patience.limit());
        let answer = saying_after_a_while(&self.server, ask);
        match answer {
            Err(failure) if failure.status == Some(StatusCode::BAD_REQUEST) => Ok(()),
            Err(failure) => Err(failure),
            Ok(_) => Err(self.not_runoff()),
        }
    }

    fn send<T: DeserializeOwned>(
        &self,
        what: &str,
        encoding: &str,
        body: &[u8],
        limit: Duration,
    ) -> Result<T, Failure> {
        let sent = self
            .agent
            .post(format!("{}/api/v1/{what}", self.server))
            .config()
            .timeout_global(Some(limit))
            .build()
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_ENCODING, encoding)
            .send(body);
        let mut response = sent.map_err(|error| Failure::unreachable(&self.server, &error))?;
        let text = response
            .body_mut()
            .with_config()
            .limit(LONGEST_ANSWER)
            .read_to_vec()
            .map_err(|error| Failure::unreachable(&self.server, &error))?;
        if !response.status().is_success() {
            return Err(Failure::of_answer(&self.server, &response, &text));
        }
        serde_json::from_slice(&text).map_err(|_| self.not_runoff())
    }

    fn not_runoff(&self) -> Failure {
        let why = format!("{} does not answer as a Runoff server does: is the address right?", self.server);
        // Of a known server, something on the way to it has a bad moment.
        let kind = if self.is_known.get() { FailureKind::Unavailable } else { FailureKind::Denied };
        Failure::new(kind, why)
    }
}

/// Asks a server whether it is alive, once.
pub(crate) fn ping(server: &str) -> Result<(), String> {
    let answer = saying_after_a_while(server, || agent().get(format!("{server}/healthz")).call());
    match answer {
        Ok(response) if response.status().is_success() => Ok(()),
        Ok(response) => Err(format!("it answers {}", response.status())),
        Err(error) => Err(reason(&error).1),
    }
}

/// Gets what stands at an address, once. No token is shown.
///
/// # Errors
/// Says why it cannot be had.
pub(crate) fn fetch(url: &str) -> Result<Vec<u8>, String> {
    let mut response =
        saying_after_a_while(url, || agent().get(url).call()).map_err(|error| reason(&error).1)?;
    let body = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
    let text = body.map_err(|error| reason(&error).1)?;
    if response.status().is_success() { Ok(text) } else { Err(problem(response.status(), &text)) }
}

fn agent() -> Agent {
    // The machine's own certificates: a server inside a company has one of the company's.
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    Agent::config_builder()
        .timeout_connect(Some(CONNECT))
        .timeout_global(Some(WHOLE))
        .timeout_recv_response(Some(ANSWER))
        .user_agent(concat!("runoff/", env!("CARGO_PKG_VERSION")))
        .tls_config(tls)
        .http_status_as_error(false)
        // A redirected POST becomes a GET, which would store nothing.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .build()
        .new_agent()
}

fn gzip(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(body)?;
    packer.finish()
}

/// Does something, and says on the way what it waits for, should it take long.
fn saying_after_a_while<T>(server: &str, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    let server = server.to_owned();
    // Where the system has no thread left, nothing is said.
    let _ = thread::Builder::new().spawn(move || {
        if waiting.recv_timeout(SILENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            say(format_args!("waiting for {server} …"));
        }
    });
    let result = work();
    drop(done);
    result
}
