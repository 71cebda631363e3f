//! Deleting runs for good, as docs/OPERATIONS says.

use serde_json::json;
use server::token::Scope;
use sqlx::AssertSqlSafe;

use crate::support::{RUNTIME, Service, new_token, run};

const OPERATIONS: &str = include_str!("../../../docs/OPERATIONS.md");

const ROWS: &str = "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM measurements)
    + (SELECT count(*) FROM sources) + (SELECT count(*) FROM corrections)";

/// The statements, for runs that were received before this.
fn deletion(before: &str) -> String {
    let (_, sql) = OPERATIONS.split_once("```sql\n").unwrap();
    let (sql, _) = sql.split_once("```").unwrap();
    let (start, end) = sql.split_once("'2016-01-01'").unwrap();
    format!("{start}'{before}'{end}")
}

#[test]
fn runs_are_deleted_for_good_and_snapshots_of_them_stay() {
    let service = Service::start("retention");
    let nick = service.token(&new_token("nick", Scope::Correct));
    let old = service.store(&run("a"));
    let correction = json!({"label": "c", "reason": "it had booted c"});
    assert_eq!(service.post_json(&format!("runs/{old}/corrections"), &nick, &correction).status, 201);
    let new = service.store(&run("b"));
    let frozen = service.post_json("snapshots", &service.secret, &json!({"by": "label"})).json();
    let snapshot = format!("/c/{}.json", frozen["hash"].as_str().unwrap());
    let before = service.get(&snapshot).body;

    let received = service.get(&format!("/api/v1/runs/{new}")).json()["received"].clone();
    let sql = deletion(received.as_str().unwrap());
    RUNTIME.block_on(sqlx::raw_sql(AssertSqlSafe(sql)).execute(&service.pool)).unwrap();

    // A run, its two measurements and its source.
    assert_eq!(service.count(ROWS), 4);
    assert_eq!(service.get(&format!("/runs/{old}")).status, 404);
    assert_eq!(service.get("/compare.json?by=label").json()["sides"][0]["name"], "b");
    assert_eq!(service.get(&snapshot).body, before);
    let page = snapshot.replace(".json", "");
    assert_eq!(service.get(&page).status, 200);
    assert_eq!(service.store(&run("a")), old);
}
