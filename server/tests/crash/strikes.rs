//! What is killed while uploads are on their way, and how soon all is well again.

use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use nix::sys::signal::Signal;

use crate::campaign;
use crate::client::Client;
use crate::instance::{PATIENCE, POLL};
use crate::queue::Queue;
use crate::service::Service;
use crate::uploader::Uploader;
use crate::uploads::Upload;

const ROUNDS: usize = 25;

/// Within this the server answers after its database does.
const SOON: Duration = Duration::from_secs(5);

/// What is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Victim {
    Server,
    Postgres,
    /// In order, its open sessions ended: a restart by an operator.
    PostgresStopped,
    Both,
    /// On a test box, while it sends.
    Uploader,
}

impl Victim {
    /// As many of each, in any order.
    pub(crate) fn of_all_rounds(random: &mut Rng) -> Vec<Self> {
        let all = [Self::Server, Self::Postgres, Self::PostgresStopped, Self::Both, Self::Uploader];
        let mut victims: Vec<Self> = all.into_iter().cycle().take(campaign().unwrap_or(ROUNDS)).collect();
        random.shuffle(&mut victims);
        victims
    }
}

/// Kills the service or half of it, and waits until it answers again; returns how long that took
/// from when its database did.
pub(crate) fn strike_service(
    service: &mut Service,
    victim: Victim,
    known: &Upload,
    random: &mut Rng,
) -> Duration {
    match victim {
        Victim::Postgres | Victim::Both => service.signal_postgres(Signal::SIGKILL),
        Victim::PostgresStopped => service.signal_postgres(Signal::SIGINT),
        Victim::Server | Victim::Uploader => {}
    }
    if matches!(victim, Victim::Server | Victim::Both) {
        service.kill();
    }
    service.keep_running();
    // Sometimes the start is struck as well.
    if random.u8(0..4) == 0 {
        thread::sleep(Duration::from_millis(random.u64(0..300)));
        service.signal_postgres(Signal::SIGKILL);
        service.kill();
    }
    let late = time_to_answer(service, known);
    assert!(late <= SOON, "after {victim:?} the server answered {late:?} after its database");
    late
}

/// Waits until both the database and the server answer, the server a real page and a real upload.
fn time_to_answer(service: &mut Service, known: &Upload) -> Duration {
    let database = service.database();
    thread::scope(|scope| {
        let database = scope.spawn(move || when(|| database.answers()));
        let client = service.client();
        let server = when(|| {
            service.keep_running();
            answers(&client, known)
        });
        server.saturating_duration_since(database.join().unwrap())
    })
}

fn answers(client: &Client, known: &Upload) -> bool {
    client.lists() && client.send(known).is_ok()
}

/// When this became so.
fn when(mut is_so: impl FnMut() -> bool) -> Instant {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited for the service in vain");
        thread::sleep(POLL);
    }
    Instant::now()
}

/// Kills the next uploader that sends; returns whether one still did.
pub(crate) fn strike_uploader(test_boxes: &[Uploader], queue: &Queue, random: &mut Rng) -> bool {
    let begun = Instant::now();
    while !queue.is_done() {
        assert!(begun.elapsed() < PATIENCE, "the uploads do not proceed");
        if let Some(sending) = test_boxes.iter().find(|test_box| test_box.is_at_work()) {
            thread::sleep(Duration::from_millis(random.u64(0..60)));
            if sending.kill() {
                return true;
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    false
}
