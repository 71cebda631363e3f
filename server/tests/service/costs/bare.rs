//! A bare page: as many bytes as a list has, from memory.

use std::sync::mpsc;
use std::thread;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use ureq::Agent;

use super::clock::{Clock, least};

const BYTES: usize = 32 << 10;
const REQUESTS: usize = 100;

/// A thread that serves it, and at `/cost` how long it has had a processor.
pub(super) struct Bare(String);

impl Bare {
    /// Serves it until this program ends.
    pub(super) fn serve() -> Self {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(format!("http://{}", listener.local_addr().unwrap())).unwrap();
                let routes = Router::new()
                    .route("/", get(async || "x".repeat(BYTES)))
                    .route("/cost", get(async || Clock::of_this_thread().now().to_string()));
                axum::serve(listener, routes).await.unwrap();
            });
        });
        Self(receiver.recv().unwrap())
    }

    /// What the page costs, in nanoseconds.
    pub(super) fn cost(&self, agent: &Agent) -> f64 {
        let clock = || self.get(agent, "/cost").parse().unwrap();
        least(f64::INFINITY, REQUESTS, clock, |_| drop(self.get(agent, "/")))
    }

    fn get(&self, agent: &Agent, path: &str) -> String {
        agent.get(format!("{}{path}", self.0)).call().unwrap().body_mut().read_to_string().unwrap()
    }
}
