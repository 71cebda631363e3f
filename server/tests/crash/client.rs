//! A plain HTTP client, and what it finds stored.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::{Duration, Instant};

use benchdata::content::RunId;
use benchdata::run::Run;
use benchdata::source::Source;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use ureq::Agent;
use ureq::http::Response;

use crate::instance::{PATIENCE, POLL};
use crate::uploads::{Form, Upload, in_order};

/// Longer than the service may take for an answer while its Postgres is away.
const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub(crate) struct Client {
    agent: Agent,
    url: String,
    authorization: String,
}

/// The service's word that it has all runs of an upload.
#[derive(Debug)]
pub(crate) struct Acknowledged {
    pub(crate) status: u16,
    pub(crate) runs: Vec<AcknowledgedRun>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct AcknowledgedRun {
    pub(crate) id: RunId,
    pub(crate) url: String,
    pub(crate) created: bool,
}

impl Client {
    pub(crate) fn new(url: String, token: &str) -> Self {
        let config = Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false);
        Self { agent: config.proxy(None).build().into(), url, authorization: format!("Bearer {token}") }
    }

    pub(crate) fn is_ready(&self) -> bool {
        let answer = self.agent.get(format!("{}/readyz", self.url)).call();
        answer.is_ok_and(|answer| answer.status() == 200)
    }

    /// Whether the list of runs can be seen.
    pub(crate) fn lists(&self) -> bool {
        self.agent.get(format!("{}/runs", self.url)).call().is_ok_and(|answer| answer.status() == 200)
    }

    /// Sends an upload once; an error is one that may pass.
    pub(crate) fn send(&self, upload: &Upload) -> Result<Acknowledged, String> {
        let (query, kind, body) = match &upload.form {
            Form::Json(json) => (String::new(), "application/json", json.as_bytes()),
            Form::Output(output) => (output.query(), "text/plain", &*output.source.bytes),
        };
        let request = self
            .agent
            .post(format!("{}/api/v1/runs?{query}", self.url))
            .header("Authorization", &self.authorization)
            .header("Content-Type", kind);
        let mut answer = request.send(body).map_err(|error| error.to_string())?;
        let status = answer.status().as_u16();
        let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
        match status {
            200 | 201 => Ok(acknowledged(status, &text, upload)),
            503 => Err(text),
            _ => panic!("a good upload is answered {status}: {text}"),
        }
    }

    /// Sends an upload until it is acknowledged.
    pub(crate) fn insist(&self, upload: &Upload) {
        let begun = Instant::now();
        while let Err(error) = self.send(upload) {
            assert!(begun.elapsed() < PATIENCE, "not acknowledged in {PATIENCE:?}: {error}");
            thread::sleep(POLL);
        }
    }

    /// Whether all runs of an upload are there.
    pub(crate) fn has(&self, upload: &Upload) -> bool {
        upload.runs.iter().all(|run| self.run(run.content_id().run_id()) == *run)
    }

    /// All runs that are stored, whole, in the order of their ids.
    pub(crate) fn stored(&self) -> BTreeMap<RunId, Run> {
        self.listed().into_iter().map(|id| (id, self.run(id))).collect()
    }

    /// The ids of all runs, each of which must be listed once.
    fn listed(&self) -> BTreeSet<RunId> {
        let mut ids = BTreeSet::new();
        let mut next = Some(format!("{}/api/v1/runs", self.url));
        while let Some(url) = next {
            let page: Page = serde_json::from_slice(&self.get(&url)).unwrap();
            for Listed { id } in page.runs {
                assert!(ids.insert(id), "{id} is listed twice");
            }
            next = page.next;
        }
        ids
    }

    fn run(&self, id: RunId) -> Run {
        let mut json: Map<String, Json> =
            serde_json::from_slice(&self.get(&format!("{}/api/v1/runs/{id}", self.url))).unwrap();
        let links: Vec<SourceLink> = serde_json::from_value(json.remove("sources").unwrap()).unwrap();
        for known_to_the_server in ["id", "url", "received", "uploaded_by", "withdrawn", "corrections"] {
            json.remove(known_to_the_server).unwrap();
        }
        let mut run: Run = serde_json::from_value(json.into()).unwrap();
        run.sources = links
            .into_iter()
            .map(|link| Source { bytes: self.get(&link.url).into(), name: link.name })
            .collect();
        in_order(run)
    }

    /// A snapshot of all runs by label: its address, and what is there.
    pub(crate) fn freeze(&self) -> Frozen {
        let asked = json!({"q": "", "by": "label"}).to_string();
        let request = self
            .agent
            .post(format!("{}/api/v1/snapshots", self.url))
            .header("Authorization", &self.authorization)
            .header("Content-Type", "application/json");
        let mut answer = request.send(asked.as_bytes()).unwrap();
        let made: Made = serde_json::from_reader(answer.body_mut().as_reader()).unwrap();
        let url = format!("{}.json", made.url);
        Frozen { bytes: self.get(&url), url }
    }

    /// Whether the snapshot is as it was.
    pub(crate) fn is_as_frozen(&self, frozen: &Frozen) -> bool {
        self.get(&frozen.url) == frozen.bytes
    }

    /// What is there, also where the service must first find its database again.
    fn get(&self, url: &str) -> Vec<u8> {
        let begun = Instant::now();
        loop {
            let mut answer: Response<_> = self.agent.get(url).call().unwrap();
            if answer.status() == 200 {
                return answer.body_mut().read_to_vec().unwrap();
            }
            assert!(answer.status() == 503 && begun.elapsed() < PATIENCE, "{url}: {}", answer.status());
            thread::sleep(POLL);
        }
    }
}

/// A snapshot as it was when it was made.
pub(crate) struct Frozen {
    url: String,
    bytes: Vec<u8>,
}

#[derive(Deserialize)]
struct Made {
    url: String,
}

#[derive(Deserialize)]
struct Page {
    runs: Vec<Listed>,
    next: Option<String>,
}

#[derive(Deserialize)]
struct Listed {
    id: RunId,
}

#[derive(Deserialize)]
struct SourceLink {
    name: String,
    url: String,
}

#[derive(Deserialize)]
struct Answer {
    runs: Vec<AcknowledgedRun>,
}

fn acknowledged(status: u16, text: &str, upload: &Upload) -> Acknowledged {
    let Answer { runs } = serde_json::from_str(text).unwrap();
    let (answered, sent): (Vec<_>, Vec<_>) =
        runs.iter().zip(&upload.runs).map(|(run, sent)| (run.id, sent.content_id().run_id())).unzip();
    assert_eq!(runs.len(), upload.runs.len());
    assert_eq!(answered, sent);
    assert_eq!(status == 201, runs.iter().any(|run| run.created));
    Acknowledged { status, runs }
}
