//! Several servers on one database: on replicas, behind a pooler, and over a failover.

use std::thread;
use std::time::Duration;

use server::database::{self, Behind};

use crate::client::Client;
use crate::instance::{Instance, make_token};
use crate::pair::{Pair, execute, runtime};
use crate::pgbouncer::PgBouncer;
use crate::rarely;
use crate::uploads::{Upload, run};

const INSTANCES: usize = 3;
const UPLOADS: u64 = 40;
const FAILOVERS: usize = 2;

/// `--database-url URL`, and what else is said.
fn arguments(url: &str, more: &[&str]) -> Vec<String> {
    [&["--database-url", url], more].concat().into_iter().map(str::to_owned).collect()
}

fn instance(pair: &Pair, arguments: &[String]) -> Instance {
    let mut instance = Instance::spawn(arguments, pair.directory().join("server.log"));
    instance.wait_until_ready();
    instance
}

/// Sends uploads by one client for each of these addresses, some of them twice; checks that each
/// is stored, once.
fn send_from_all(urls: &[String], token: &str) {
    let clients: Vec<Client> = urls.iter().map(|url| Client::new(url.clone(), token)).collect();
    thread::scope(|scope| {
        for (n, client) in clients.iter().enumerate() {
            scope.spawn(move || {
                for number in 0..UPLOADS {
                    let own = Upload::of_json(&run(number + UPLOADS * n as u64));
                    client.send(&own).unwrap();
                    assert!(client.has(&own), "what was just stored is not there");
                    client.send(&Upload::of_json(&run(number))).unwrap();
                }
            });
        }
    });
    assert_eq!(clients[0].stored().len() as u64, UPLOADS * clients.len() as u64);
}

#[test]
fn servers_that_start_at_once_migrate_once_even_if_one_is_killed() {
    for _ in 0..rarely(1) {
        let pair = Pair::start();
        let log = pair.directory().join("server.log");
        let mut instances =
            [(); INSTANCES].map(|()| Instance::spawn(&arguments(&pair.url(), &[]), log.clone()));
        thread::sleep(Duration::from_millis(fastrand::u64(0..300)));
        instances[0].kill();
        for instance in &mut instances {
            instance.wait_until_ready();
        }
        let token = make_token(&arguments(&pair.url(), &[]));
        send_from_all(&instances.each_ref().map(Instance::url), &token);
    }
}

#[test]
fn servers_behind_pgbouncer_in_transaction_mode_store_and_show() {
    let pair = Pair::start();
    let pooler = PgBouncer::before(&pair.primary_url(), pair.directory());
    let through = arguments(&pooler.url(), &["--pooler"]);
    let instances = [(); INSTANCES].map(|()| instance(&pair, &through));
    let token = make_token(&through);
    send_from_all(&instances.each_ref().map(Instance::url), &token);
    let client = Client::new(instances[0].url(), &token);
    let frozen = client.freeze();
    let straight = instance(&pair, &arguments(&pair.primary_url(), &[]));
    assert!(client.is_as_frozen(&frozen));
    assert_eq!(Client::new(straight.url(), &token).stored(), client.stored());
}

/// Read while the replica keeps up, while it does not, and while either is away.
#[test]
fn what_was_just_uploaded_is_seen_through_a_replica_that_lags() {
    let mut pair = Pair::start();
    pair.replicate();
    let reading = arguments(&pair.primary_url(), &["--database-read-url", &pair.replica_url()]);
    let server = instance(&pair, &reading);
    let client = Client::new(server.url(), &make_token(&arguments(&pair.primary_url(), &[])));
    let [first, second] = [0, 1].map(|number| Upload::of_json(&run(number)));

    client.send(&first).unwrap();
    assert!(client.has(&first));
    assert!(reads_from_replica(&pair));
    execute(&pair.replica_url(), &["SELECT pg_wal_replay_pause()"]);
    client.send(&second).unwrap();
    assert!(client.has(&second), "the replica lags, but the primary has it");
    assert!(!reads_from_replica(&pair));
    execute(&pair.replica_url(), &["SELECT pg_wal_replay_resume()"]);
    pair.stop_primary();
    assert!(client.has(&first), "the primary is away, but the replica has it");
}

fn reads_from_replica(pair: &Pair) -> bool {
    runtime().block_on(async {
        let primary = database::connect(&pair.primary_url(), Behind::Postgres).await.unwrap();
        let replica = database::connect(&pair.replica_url(), Behind::Postgres).await.unwrap();
        let reader = database::reader(&primary, Some(&replica)).await;
        sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(reader).await.unwrap()
    })
}

#[test]
fn a_failover_loses_no_acknowledged_run_and_leaves_none_twice() {
    let mut pair = Pair::start();
    let server = instance(&pair, &arguments(&pair.url(), &[]));
    let client = Client::new(server.url(), &make_token(&arguments(&pair.url(), &[])));
    client.send(&Upload::of_json(&run(0))).unwrap();
    let frozen = client.freeze();
    let mut number = 1;
    for _ in 0..rarely(FAILOVERS) {
        pair.replicate();
        let end = number + UPLOADS;
        thread::scope(|scope| {
            let client = &client;
            scope.spawn(move || {
                (number..end).for_each(|number| client.insist(&Upload::of_json(&run(number))))
            });
            thread::sleep(Duration::from_millis(fastrand::u64(0..500)));
            pair.fail_over();
        });
        number = end;
        assert!(client.is_as_frozen(&frozen), "a snapshot has changed");
    }
    let stored: Vec<_> = client.stored().into_values().collect();
    let mut sent: Vec<_> = (0..number).flat_map(|number| Upload::of_json(&run(number)).runs).collect();
    sent.sort_by_key(|run| run.content_id().run_id());
    assert_eq!(stored, sent);
}
