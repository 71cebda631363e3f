//! What pages and uploads cost beside what they cannot cost less than, and that no ratio has
//! doubled since it was recorded here.
//!
//! Processor time is measured, which depends little on what else the machine does, and of several
//! turns the least counts: noise only adds, and where it added too much, further turns are taken.
//! Both sides of a ratio are built alike.

mod bare;
mod clock;
mod inserts;

use std::array;

use serde_json::{Value as Json, json};
use ureq::Agent;

use crate::commands::{program, start_on};
use crate::support::{Service, make_database, run};

use bare::Bare;
use clock::{Clock, least};
use inserts::Inserts;

const FEWEST_TURNS: usize = 6;
const MOST_TURNS: usize = 48;

/// Requests of each kind in a turn.
const REQUESTS: usize = 2;

/// What each page cost when this was written, in bare pages: processor time of the service.
const PAGES: [(&str, f64); 11] = [
    ("/", 27.0),
    ("/runs", 55.0),
    ("/runs?q=kernel:3", 34.0),
    ("/runs/RUN", 99.0),
    ("/compare?q=kernel:0|1+n:3..4&by=label", 310.0),
    ("/compare.txt?q=kernel:0|1+n:3..4&by=label", 295.0),
    ("/compare.svg?q=kernel:0|1+n:3..4&by=label", 298.0),
    ("/history?q=threads:0+n:3", 53.0),
    ("/c/SNAPSHOT", 35.0),
    ("/boxes", 12.0),
    ("/feed.atom", 33.0),
];

/// What an upload of 240 samples cost, in bare pages.
const UPLOAD: f64 = 38.0;

/// What it cost Postgres, in multi-row inserts of the same samples.
const ROWS: f64 = 1.0;

#[test]
fn no_page_and_no_upload_costs_twice_what_it_did() {
    let url = make_database("costs");
    let service = Service::on(&url, "test");
    let pages = fill(&service);
    let (mut child, address) = start_on(
        program(&["--listen", "127.0.0.1:0"]).env("DATABASE_URL", &url).env("RUST_LOG", "server::serve=info"),
    );
    let agent = Agent::new_with_defaults();
    let (server, bare, mut inserts) = (Clock::of_process(child.id()), Bare::serve(), Inserts::connect(&url));

    let (mut bare_page, mut of_pages) = (f64::INFINITY, [f64::INFINITY; PAGES.len()]);
    let (mut upload, mut rows, mut plain) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    let mut now = Vec::new();
    for turn in 0..MOST_TURNS {
        bare_page = bare_page.min(bare.cost(&agent));
        for (page, cost) in pages.iter().zip(&mut of_pages) {
            *cost = least(*cost, REQUESTS, || server.now(), |_| get(&agent, &format!("{address}{page}")));
        }
        let bodies: [String; REQUESTS] = array::from_fn(|at| large(20 + turn, at).to_string());
        let post = |at: usize| post(&agent, &format!("{address}/api/v1/runs"), &service.secret, &bodies[at]);
        let backends = inserts.backends_of_service();
        let database = || backends.iter().map(Clock::now).sum();
        let before = server.now();
        rows = least(rows, REQUESTS, database, post);
        upload = upload.min((server.now() - before) / REQUESTS as f64);
        plain = inserts.cost(plain, REQUESTS);
        let ratios = of_pages.iter().zip(PAGES).map(|(cost, (page, was))| (page, cost / bare_page, was));
        now = ratios.collect();
        now.extend([("an upload", upload / bare_page, UPLOAD), ("an upload's rows", rows / plain, ROWS)]);
        if turn + 1 >= FEWEST_TURNS && now.iter().all(|(_, now, was)| *now < 2.0 * was) {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let table: String = now.iter().map(|(what, now, was)| format!("{what}: {now:.1}, was {was}\n")).collect();
    println!("{table}");
    assert!(now.iter().all(|(_, now, was)| *now < 2.0 * was), "in bare pages, or in plain inserts:\n{table}");
}

/// Stores runs and a snapshot; returns the addresses of the pages.
fn fill(service: &Service) -> Vec<String> {
    for kernel in 0..10 {
        let runs: Vec<Json> = (0..20).map(|n| large(kernel, n)).collect();
        assert_eq!(service.send_json(&json!(runs)).status, 201);
    }
    let asked = json!({"q": "kernel:0|1 n:3..4", "by": "label"});
    let frozen = service.post_json("snapshots", &service.secret, &asked).json();
    let listed = service.get("/api/v1/runs").json();
    let (snapshot, run) = (frozen["hash"].as_str().unwrap(), listed["runs"][0]["id"].as_str().unwrap());
    PAGES.iter().map(|(page, _)| page.replace("SNAPSHOT", snapshot).replace("RUN", run)).collect()
}

/// A run of 48 series with 5 samples each.
fn large(kernel: usize, n: usize) -> Json {
    let mut large = run(&format!("6.{kernel}"));
    large["factors"] = json!({"n": n.to_string(), "kernel": kernel.to_string()});
    large["started"] = json!(format!("2003-03-14T{:02}:{n:02}:00Z", kernel % 24));
    let results = (0..48).map(|thread| {
        let samples = [40.1 + n as f64 / 7.0, 42.2, 43.3 + kernel as f64, 44.4, f64::from(thread)];
        json!({"case": {"threads": thread.to_string()}, "metric": "rate", "unit": "MiB/s", "better": "higher",
               "samples": samples})
    });
    large["results"] = results.collect();
    large
}

fn get(agent: &Agent, url: &str) {
    let mut answer = agent.get(url).header("Accept", "text/html").call().unwrap();
    answer.body_mut().read_to_vec().unwrap();
}

fn post(agent: &Agent, url: &str, secret: &str, body: &str) {
    let request = agent.post(url).header("Authorization", format!("Bearer {secret}"));
    let mut answer = request.header("Content-Type", "application/json").send(body).unwrap();
    assert_eq!(answer.status(), 201);
    answer.body_mut().read_to_vec().unwrap();
}
