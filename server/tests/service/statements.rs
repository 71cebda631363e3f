//! How many statements uploads and pages take: a handful, however much they hold.

use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};
use server::database::{self, Behind};

use crate::support::{RUNTIME, Service, make_database, postgres_log, run};

/// A run of 48 series with 5 samples each.
fn large_run(label: &str) -> Json {
    let mut large = run(label);
    let results = (0..48).map(|thread| {
        json!({"case": {"threads": thread.to_string()}, "metric": "rate", "unit": "MiB/s",
               "samples": [1.1, 2.2, 3.3, 4.4, f64::from(thread)]})
    });
    large["results"] = results.collect();
    large
}

fn labelled(label: &str, n: usize) -> Json {
    let mut run = large_run(label);
    run["factors"] = json!({"n": n.to_string()});
    run
}

/// Makes Postgres log all statements of a database: a setting of it, so that the log holds its
/// statements alone while this is kept.
fn log_statements(setting: &'static str, url: &str) -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    let alone = ONE.lock().unwrap();
    RUNTIME.block_on(async {
        let pool = database::connect(url, Behind::Postgres).await.unwrap();
        sqlx::query(setting).execute(&pool).await.unwrap();
        pool.close().await;
    });
    alone
}

/// How many statements Postgres says it ran while `work` did its work.
fn statements(work: impl FnOnce()) -> usize {
    let before = postgres_log().len();
    work();
    let log = &postgres_log()[before..];
    let count = log.lines().filter(|line| line.contains("LOG:  execute") || line.contains("LOG:  statement"));
    count.count()
}

#[test]
fn a_comparison_takes_as_few_statements_for_many_runs_as_for_one() {
    let url = make_database("statements_of_comparisons");
    let _alone = log_statements("ALTER DATABASE statements_of_comparisons SET log_statement = 'all'", &url);
    let service = Service::on(&url, "test");
    let runs: Vec<_> = (0..100).map(|n| labelled(["a", "b"][n % 2], n)).collect();
    assert_eq!(service.send_json(&json!(runs)).status, 201);
    // The keys, the runs, their facts, their results, the series of these, the corrections.
    let compare = || assert_eq!(service.get("/compare.json?q=label:a|b&by=label").status, 200);
    assert_eq!(statements(compare), 6);
    let one_of_each = || assert_eq!(service.get("/compare.json?q=label:a|b+n:1..2&by=label").status, 200);
    assert_eq!(statements(one_of_each), 6);
    // The same for a history, and the withdrawn runs.
    assert_eq!(statements(|| assert_eq!(service.get("/history.json?q=label:a").status, 200)), 7);
    // The keys, the runs, what narrows them down, which the keys come first of again.
    assert!(statements(|| assert_eq!(service.get("/runs").status, 200)) <= 6);
}

#[test]
fn an_upload_takes_a_handful_of_statements() {
    let url = make_database("statements");
    let _alone = log_statements("ALTER DATABASE statements SET log_statement = 'all'", &url);
    let service = Service::on(&url, "test");
    service.store(&run("the first notes when the token was used"));

    let one = statements(|| drop(service.store(&large_run("a"))));
    let many: Vec<_> = (0..100).map(|n| large_run(&format!("b{n}"))).collect();
    let hundred = statements(|| assert_eq!(service.send_json(&json!(many)).status, 201));
    // The token, and one that stores all.
    assert_eq!([one, hundred], [2, 2]);
    assert_eq!(statements(|| assert_eq!(service.send_json(&large_run("a")).status, 200)), 2);
    assert_eq!(service.count("SELECT count(*) FROM measurements"), 2 + 101 * 48);
}

#[test]
fn uploads_that_wait_for_each_other_are_stored_together() {
    let url = make_database("statements_together");
    let _alone = log_statements("ALTER DATABASE statements_together SET log_statement = 'all'", &url);
    let service = Service::on(&url, "test");
    service.store(&run("the first notes when the token was used"));
    let runs: Vec<Json> = (0..16).map(|n| measured(f64::from(n))).collect();
    // While Postgres can store nothing, all but the first wait.
    let mut lock = RUNTIME.block_on(service.pool.begin()).unwrap();
    RUNTIME.block_on(sqlx::query("LOCK TABLE runs IN EXCLUSIVE MODE").execute(&mut *lock)).unwrap();
    let before = postgres_log().len();
    let logged = |what: &str| postgres_log()[before..].matches(what).count();
    let ids: Vec<String> = thread::scope(|scope| {
        let clients: Vec<_> = runs.iter().map(|run| scope.spawn(|| service.store(run))).collect();
        while logged("FROM tokens WHERE sha256") < runs.len() {
            thread::sleep(Duration::from_millis(10));
        }
        // Nothing tells from outside that the last of them waits.
        thread::sleep(Duration::from_secs(1));
        RUNTIME.block_on(lock.commit()).unwrap();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    // The first and the others, of which some may come late.
    assert!((2..=8).contains(&logged("WITH new_boxes")), "{}", logged("WITH new_boxes"));
    for (id, run) in ids.iter().zip(&runs) {
        let stored = service.get(&format!("/api/v1/runs/{id}")).json();
        assert_eq!([&stored["label"], &stored["results"]], [&run["label"], &run["results"]]);
    }
}

/// A run with values that no other has, and as many as no other.
fn measured(value: f64) -> Json {
    let mut run = run(&format!("measured {value}"));
    let samples: Vec<f64> = (0..=value as usize).map(|at| value + at as f64 / 100.0).collect();
    run["results"] = json!([{"case": {"threads": "1"}, "metric": "rate", "unit": "MiB/s", "better": "higher",
                             "samples": samples}]);
    run
}
