//! The service and its Postgres killed at any moment, again and again.

use std::fs;
use std::path::Path;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use server::private_postgres::PrivatePostgres;
use ureq::Agent;

use crate::commands::{start, stdout, token};
use crate::support::{Service, open_directory, run};

const UPLOADS: usize = 200;
const CLIENTS: usize = 4;

/// After how many uploads what is killed.
const KILLS: [(usize, Victim); 5] = [
    (13, Victim::Service),
    (47, Victim::Postgres),
    (96, Victim::Service),
    (140, Victim::Postgres),
    (171, Victim::Service),
];

#[derive(Clone, Copy)]
enum Victim {
    Service,
    Postgres,
}

fn kill_postgres(data: &Path) {
    let pid_file = fs::read_to_string(data.join("postgres/postmaster.pid")).unwrap();
    let pid = pid_file.lines().next().unwrap().parse().unwrap();
    kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
}

/// Sends a run until somebody acknowledges it, as an uploader with a spool does.
fn send_until_stored(url: &RwLock<String>, secret: &str, label: &str) {
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(10)))
        .build()
        .into();
    let body = run(label).to_string();
    loop {
        let address = format!("{}/api/v1/runs", url.read().unwrap());
        let sent = agent
            .post(address)
            .header("Content-Type", "application/json")
            .header("Authorization", format!("Bearer {secret}"))
            .send(&body);
        match sent.map(|answer| answer.status().as_u16()) {
            Ok(200 | 201) => return,
            // Gone, or without its database.
            Err(_) | Ok(503) => thread::sleep(Duration::from_millis(20)),
            Ok(status) => panic!("{status}"),
        }
    }
}

#[test]
fn what_was_acknowledged_is_there_once_and_whole() {
    let (_outer, data) = open_directory();
    let secret = stdout(&token(&data, &["create", "test"]));
    let (mut service, address) = start(&data);
    let url = RwLock::new(address);
    let (next, stored) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= UPLOADS {
                        return;
                    }
                    send_until_stored(&url, secret.trim(), &format!("run {n}"));
                    stored.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for (after, victim) in KILLS {
            while stored.load(Ordering::Relaxed) < after {
                thread::sleep(Duration::from_millis(1));
            }
            match victim {
                Victim::Postgres => kill_postgres(&data),
                Victim::Service => {
                    service.kill().unwrap();
                    service.wait().unwrap();
                    let (again, address) = start(&data);
                    service = again;
                    *url.write().unwrap() = address;
                }
            }
        }
    });
    service.kill().unwrap();
    service.wait().unwrap();

    let postgres = PrivatePostgres::start(&data).unwrap();
    let left = Service::on(postgres.url(), "reader");
    let uploads = i64::try_from(UPLOADS).unwrap();
    assert_eq!(left.count("SELECT count(DISTINCT label) FROM runs"), uploads);
    assert_eq!(left.count("SELECT count(*) FROM runs"), uploads);
    assert_eq!(left.count("SELECT count(*) FROM measurements"), 2 * uploads);
    assert_eq!(left.count("SELECT count(*) FROM sources"), uploads);
}
