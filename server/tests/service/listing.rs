//! Lists of runs.

use serde_json::json;

use crate::support::{Service, run};

#[test]
fn pages_hold_every_run_once_the_newest_first() {
    let service = Service::start("pages");
    let runs: Vec<_> = (0..130).map(|n| run(&format!("label {n}"))).collect();
    // Runs of one upload are received at one moment: the id alone tells them apart.
    assert_eq!(service.send_json(&json!(runs)).status, 201);
    let last = service.store(&run("last"));

    let first = service.get("/api/v1/runs?q=label:l*").json();
    assert_eq!(first["runs"].as_array().unwrap().len(), 100);
    assert_eq!(first["runs"][0]["id"], last);
    assert_eq!(first["runs"][0]["box"], "bigbox");
    assert_eq!(first["runs"][0]["factors"], json!({"elevator": "as"}));
    assert_eq!(first["runs"][0]["results"], 2);
    // Newer runs do not move what the next page shows.
    service.store(&run("later"));
    let next = first["next"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    let second = service.get(&next).json();
    assert_eq!(second["next"], json!(null));
    let mut ids: Vec<String> = [&first, &second]
        .iter()
        .flat_map(|page| page["runs"].as_array().unwrap())
        .map(|run| run["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 131);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 131);
}

#[test]
fn wrong_addresses_of_lists() {
    let service = Service::start("bad_lists");
    for (query, field, detail) in [
        ("after=x", "after", "16 hexadecimal digits"),
        ("bogus=1", "bogus", "there are q, after"),
        ("q=label:a+vs+label:b", "q", "no sides"),
        ("q=junk", "q", "junk\n^^^^"),
    ] {
        let answer = service.get(&format!("/api/v1/runs?{query}"));
        assert!(answer.problem(400).contains(detail), "{}", answer.text());
        assert_eq!(answer.json()["field"], field);
    }
    let unknown_cursor = service.get("/api/v1/runs?after=0123456789abcdef").json();
    assert_eq!(unknown_cursor, json!({"runs": [], "next": null}));
}
