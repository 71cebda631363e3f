//! Uploads while the server and its Postgres are killed, again and again.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{array, env, thread};

use benchdata::run::Run;
use fastrand::Rng;
use nix::sys::signal::Signal;
use serde_json::{Value as Json, json};

use crate::campaign;
use crate::client::Client;
use crate::service::Service;
use crate::uploader::Uploader;
use crate::uploads::{Upload, run};

const ROUNDS: usize = 24;

/// Uploads for each round.
const UPLOADS: usize = 8;
const CLIENTS: usize = 8;
const TEST_BOXES: usize = 2;

/// How long the uploads of one client or the progress of all may be held up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Names the seed that makes the same choices again; when exactly a kill strikes also
/// depends on the machine.
const SEED: &str = "RUNOFF_TEST_SEED";

/// No foreign key forbids these.
const STRAY: &str = "SELECT count(*) FROM measurements
    LEFT JOIN runs ON runs.id = run_id LEFT JOIN series ON series.id = series_id
    WHERE runs.id IS NULL OR series.id IS NULL";

/// What is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Server,
    Postgres,
    /// In order, its open sessions ended: a restart by an operator.
    PostgresStopped,
    Both,
}

/// An upload on its way.
struct Sending {
    upload: Upload,
    /// Whether its client tries again until the service acknowledges it, or gives it up.
    is_patient: bool,
}

/// What became of an upload.
struct Sent {
    upload: Upload,
    is_acknowledged: bool,
    /// How many times it was sent in vain.
    failures: usize,
    /// Whether it was stored by a request whose answer never came.
    is_unheard: bool,
}

/// What the clients still have to send.
struct Queue {
    waiting: Mutex<Receiver<Sending>>,
    /// How many are waiting or on their way.
    left: AtomicUsize,
}

#[test]
fn kills_lose_no_acknowledged_run_and_leave_none_twice_or_half() {
    let seed = env::var(SEED).map_or_else(|_| fastrand::u64(..), |seed| seed.parse().unwrap());
    println!("{SEED}={seed} makes the same choices again");
    let mut random = Rng::with_seed(seed);
    let mut service = Service::start();
    for number in 0..2 {
        service.client().send(&Upload::of_json(&frozen_run(number))).unwrap();
    }
    let frozen = service.client().freeze();
    let sent = send_and_kill(&mut service, &mut random);
    service.kill();
    service.wait_until_ready();
    let hit = sent.iter().filter(|sent| sent.failures > 0).count();
    let unheard = sent.iter().filter(|sent| sent.is_unheard).count();
    println!("{hit} of {} uploads were hit, {unheard} of them stored before the kill", sent.len());
    assert!(hit >= 20, "the kills hit {hit} uploads and so prove nothing");
    check(&service.client(), &sent);
    assert!(service.client().is_as_frozen(&frozen), "a snapshot has changed");
    assert_eq!(service.count(STRAY), 0, "measurements of no run or no series");
}

/// Sends all uploads and kills one victim after the other meanwhile.
fn send_and_kill(service: &mut Service, random: &mut Rng) -> Vec<Sent> {
    let victims = victims(random);
    let count = u64::try_from(UPLOADS * victims.len()).unwrap();
    let mut uploads: Vec<Sending> = (0..count).map(|number| sending(number, count, random)).collect();
    let (sender, receiver) = mpsc::channel();
    let queue = Queue { waiting: Mutex::new(receiver), left: AtomicUsize::new(0) };
    let client = service.client();
    let test_boxes: [Uploader; TEST_BOXES] = array::from_fn(|_| Uploader::of(service));
    thread::scope(|scope| {
        // Its end, also by a panic here, is the word to end for all clients.
        let sender = sender;
        let clients = [(); CLIENTS].map(|()| scope.spawn(|| send_all(&client, &queue)));
        let test_boxes = test_boxes.each_ref().map(|test_box| scope.spawn(|| upload_all(test_box, &queue)));
        for victim in victims {
            for sending in uploads.drain(..UPLOADS) {
                queue.left.fetch_add(1, Ordering::Relaxed);
                sender.send(sending).unwrap();
            }
            queue.wait_until_left(random.usize(1..=UPLOADS));
            thread::sleep(Duration::from_millis(random.u64(0..20)));
            strike(service, victim, random);
        }
        drop(sender);
        clients.into_iter().chain(test_boxes).flat_map(|client| client.join().unwrap()).collect()
    })
}

/// As many of each, in any order.
fn victims(random: &mut Rng) -> Vec<Victim> {
    let all = [Victim::Server, Victim::Postgres, Victim::PostgresStopped, Victim::Both];
    let mut victims: Vec<Victim> = all.into_iter().cycle().take(campaign().unwrap_or(ROUNDS)).collect();
    random.shuffle(&mut victims);
    victims
}

fn strike(service: &mut Service, victim: Victim, random: &mut Rng) {
    match victim {
        Victim::Server => {}
        Victim::Postgres | Victim::Both => service.signal_postgres(Signal::SIGKILL),
        Victim::PostgresStopped => service.signal_postgres(Signal::SIGINT),
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
    service.wait_until_ready();
}

/// A run of the snapshot.
fn frozen_run(number: u64) -> Json {
    let mut run = run(number);
    run["box"] = "frozen".into();
    run
}

/// A real output, a run as JSON, or an array of runs.
fn sending(number: u64, count: u64, random: &mut Rng) -> Sending {
    let upload = match number % 5 {
        0 | 1 => Upload::of_output(number),
        2 | 3 => Upload::of_json(&run(number)),
        _ => Upload::of_json(&json!([run(number), run(number + count), run(number + 2 * count)])),
    };
    Sending { upload, is_patient: random.bool() }
}

impl Queue {
    fn next(&self) -> Option<Sending> {
        self.waiting.lock().unwrap().recv().ok()
    }

    fn done(&self) {
        self.left.fetch_sub(1, Ordering::Relaxed);
    }

    fn wait_until_left(&self, count: usize) {
        let deadline = Instant::now() + PATIENCE;
        while self.left.load(Ordering::Relaxed) > count {
            assert!(Instant::now() < deadline, "the uploads do not proceed");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A client: sends what is waiting, each until it is acknowledged or given up.
fn send_all(client: &Client, queue: &Queue) -> Vec<Sent> {
    let mut all = Vec::new();
    while let Some(Sending { upload, is_patient }) = queue.next() {
        let mut sent = Sent { upload, is_acknowledged: false, failures: 0, is_unheard: false };
        let begun = Instant::now();
        while !sent.is_acknowledged && (is_patient || sent.failures == 0) {
            match client.send(&sent.upload) {
                Ok(answer) => {
                    sent.is_acknowledged = true;
                    sent.is_unheard = answer.status == 200;
                }
                Err(error) => {
                    assert!(begun.elapsed() < PATIENCE, "not acknowledged in {PATIENCE:?}: {error}");
                    sent.failures += 1;
                    thread::sleep(Duration::from_millis(20));
                }
            }
        }
        queue.done();
        all.push(sent);
    }
    all
}

/// A test box: sends what is waiting by the real uploader, which keeps in its spool what it
/// must, and at last flushes that.
fn upload_all(test_box: &Uploader, queue: &Queue) -> Vec<Sent> {
    let mut all = Vec::new();
    while let Some(Sending { upload, .. }) = queue.next() {
        let arguments = [test_box.prepare(&upload), vec!["--retry-for".to_owned(), "1".to_owned()]].concat();
        let ended = test_box.runoff(&arguments);
        assert!(matches!(ended.code, Some(0 | 3)), "{ended:?}");
        let failures = usize::from(ended.code == Some(3));
        queue.done();
        all.push(Sent { upload, is_acknowledged: true, failures, is_unheard: false });
    }
    let flushed = test_box.runoff(&["flush", "--retry-for", "60"]);
    assert_eq!(flushed.code, Some(0), "{flushed:?}");
    assert_eq!(test_box.spooled(), 0);
    all
}

/// Every acknowledged upload is stored as it was sent; of the others all or nothing is.
fn check(client: &Client, sent: &[Sent]) {
    let mut stored = client.stored();
    stored.retain(|_, run| run.box_name.as_str() != "frozen");
    let mut kept = 0;
    for Sent { upload, is_acknowledged, .. } in sent {
        let there: Vec<Run> =
            upload.runs.iter().filter_map(|run| stored.remove(&run.content_id().run_id())).collect();
        if there.is_empty() && !is_acknowledged {
            continue;
        }
        assert_eq!(there, upload.runs);
        kept += usize::from(!is_acknowledged);
    }
    let given_up = sent.iter().filter(|sent| !sent.is_acknowledged).count();
    println!("{given_up} uploads were given up, {kept} of them are stored");
    assert!(stored.is_empty(), "nobody sent {stored:?}");
}
