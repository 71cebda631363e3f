//! How many statements uploads and pages take: a handful, however much they hold.

use std::sync::{Mutex, MutexGuard};

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
    // The keys, the runs, their results, the series of these, the corrections.
    let compare = || assert_eq!(service.get("/compare.json?q=label:a|b&by=label").status, 200);
    assert_eq!(statements(compare), 5);
    let one_of_each = || assert_eq!(service.get("/compare.json?q=label:a|b+n:1..2&by=label").status, 200);
    assert_eq!(statements(one_of_each), 5);
    // The same for a history, and the withdrawn runs.
    assert_eq!(statements(|| assert_eq!(service.get("/history.json?q=label:a").status, 200)), 6);
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
    // The token; begin, what the runs refer to, the runs, commit.
    assert_eq!([one, hundred], [5, 5]);
    assert_eq!(statements(|| assert_eq!(service.send_json(&large_run("a")).status, 200)), 5);
    assert_eq!(service.count("SELECT count(*) FROM measurements"), 2 + 101 * 48);
}
