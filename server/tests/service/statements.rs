//! How many statements an upload takes: a handful, however much it holds.

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

/// How many statements Postgres says it ran while `work` did its work.
fn statements(work: impl FnOnce()) -> usize {
    let before = postgres_log().len();
    work();
    let log = &postgres_log()[before..];
    let count = log.lines().filter(|line| line.contains("LOG:  execute") || line.contains("LOG:  statement"));
    count.count()
}

#[test]
fn an_upload_takes_a_handful_of_statements() {
    let url = make_database("statements");
    // A setting of the database, so that the log holds its statements alone.
    RUNTIME.block_on(async {
        let pool = database::connect(&url, Behind::Postgres).await.unwrap();
        let log_all = "ALTER DATABASE statements SET log_statement = 'all'";
        sqlx::query(log_all).execute(&pool).await.unwrap();
        pool.close().await;
    });
    let service = Service::on(&url, "test");
    service.store(&run("the first notes when the token was used"));

    let one = statements(|| drop(service.store(&large_run("a"))));
    let many: Vec<_> = (0..100).map(|n| large_run(&format!("b{n}"))).collect();
    let hundred = statements(|| assert_eq!(service.send_json(&json!(many)).status, 201));
    // The token; begin, boxes, environments, runs, keys, series, measurements, sources, commit;
    // and a ping for each connection taken from the pool.
    assert!((8..=12).contains(&one), "{one}");
    assert_eq!(hundred, one);
    let again = statements(|| assert_eq!(service.send_json(&large_run("a")).status, 200));
    assert!((5..=8).contains(&again), "{again}");
    assert_eq!(service.count("SELECT count(*) FROM measurements"), 2 + 101 * 48);
}
