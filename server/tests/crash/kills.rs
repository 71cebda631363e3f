//! Uploads while the server, its Postgres and the uploaders are killed, again and again.

use std::time::{Duration, Instant};
use std::{array, env, thread};

use benchdata::run::Run;
use fastrand::Rng;
use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::instance::PATIENCE;
use crate::queue::{Queue, Sending};
use crate::service::Service;
use crate::strikes::{Victim, strike_service, strike_uploader};
use crate::uploader::Uploader;
use crate::uploads::{Upload, run};

/// Uploads for each round.
const UPLOADS: usize = 16;
const CLIENTS: usize = 8;
const TEST_BOXES: usize = 2;

/// Names the seed that makes the same choices again; when exactly a kill strikes also
/// depends on the machine.
const SEED: &str = "RUNOFF_TEST_SEED";

/// No foreign key forbids these.
const STRAY: &str = "SELECT count(*) FROM measurements
    LEFT JOIN runs ON runs.id = run_id LEFT JOIN series ON series.id = series_id
    WHERE runs.id IS NULL OR series.id IS NULL";

/// What became of an upload.
struct Sent {
    upload: Upload,
    /// By the service, or by its being in a spool.
    is_acknowledged: bool,
    /// How many times it was sent in vain.
    failures: usize,
    /// Whether it was stored by a request whose answer never came.
    is_unheard: bool,
}

impl Sent {
    fn new(upload: Upload) -> Self {
        Self { upload, is_acknowledged: false, failures: 0, is_unheard: false }
    }
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
    let victims = Victim::of_all_rounds(random);
    let count = u64::try_from(UPLOADS * victims.len()).unwrap();
    let mut uploads: Vec<Sending> = (0..count).map(|number| sending(number, count, random)).collect();
    let (sender, queue) = Queue::new();
    let client = service.client();
    let test_boxes: [Uploader; TEST_BOXES] = array::from_fn(|_| Uploader::of(service));
    let known = Upload::of_json(&frozen_run(0));
    thread::scope(|scope| {
        // Its end, also by a panic here, is the word to end for all clients.
        let sender = sender;
        let clients = [(); CLIENTS].map(|()| scope.spawn(|| send_all(&client, &queue)));
        let sending = test_boxes.each_ref().map(|test_box| scope.spawn(|| upload_all(test_box, &queue)));
        let (mut latest, mut killed) = (Duration::ZERO, 0);
        for victim in victims {
            for sending in uploads.drain(..UPLOADS) {
                queue.announce();
                sender.send(sending).unwrap();
            }
            if victim == Victim::Uploader {
                killed += usize::from(strike_uploader(&test_boxes, &queue, random));
                continue;
            }
            // While all clients are at work, however fast the machine is.
            let pace = queue.wait_until_left(random.usize(CLIENTS..=UPLOADS));
            thread::sleep(pace.mul_f64(random.f64()));
            latest = latest.max(strike_service(service, victim, &known, random));
        }
        println!("{killed} uploaders were killed; the server answered at most {latest:?} after its database");
        assert!(killed > 0, "no uploader was killed");
        drop(sender);
        clients.into_iter().chain(sending).flat_map(|client| client.join().unwrap()).collect()
    })
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

/// A client: sends what is waiting, each until it is acknowledged or given up.
fn send_all(client: &Client, queue: &Queue) -> Vec<Sent> {
    let mut all = Vec::new();
    while let Some(Sending { upload, is_patient }) = queue.next() {
        let mut sent = Sent::new(upload);
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
    while let Some(Sending { upload, is_patient }) = queue.next() {
        let arguments = [test_box.prepare(&upload), vec!["--retry-for".to_owned(), "1".to_owned()]].concat();
        let mut sent = Sent::new(upload);
        while !sent.is_acknowledged && (is_patient || sent.failures == 0) {
            let before = test_box.spooled();
            let ended = test_box.mortal(&arguments);
            assert!(matches!(ended.code, Some(0 | 3) | None), "{ended:?}");
            let was_killed = ended.code.is_none();
            sent.is_acknowledged = !was_killed || !test_box.spooled().is_subset(&before);
            sent.failures += usize::from(ended.code != Some(0));
        }
        queue.done();
        all.push(sent);
    }
    let flushed = test_box.runoff(&["flush", "--retry-for", "60"]);
    assert_eq!(flushed.code, Some(0), "{flushed:?}");
    assert!(test_box.spooled().is_empty());
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
