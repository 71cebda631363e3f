//! Backups, by the program itself.

use std::process::{Command, Output};

use serde_json::json;

use ureq::http::Request;

use crate::support::{Service, make_database, run, send};

fn program(command: &str, file: &std::path::Path, url: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_runoff-server");
    Command::new(program).arg(command).arg(file).env("DATABASE_URL", url).output().unwrap()
}

/// Every page and form of a service with one run, one comparison and one snapshot.
fn everything(service: &Service, run: &str, snapshot: &str) -> Vec<(String, Vec<u8>)> {
    let run_pages =
        [format!("/runs/{run}"), format!("/api/v1/runs/{run}"), format!("/api/v1/runs/{run}/sources/0")];
    let forms = ["", ".txt", ".md", ".csv", ".json", ".svg", ".png"];
    let snapshots = forms.iter().map(|form| format!("/c/{snapshot}{form}"));
    let compared = forms.iter().map(|form| format!("/compare{form}?q=benchmark:tiobench&by=label"));
    let others = ["/", "/runs", "/boxes", "/boxes/bigbox", "/benchmarks", "/benchmarks/tiobench"];
    let paths = run_pages.into_iter().chain(snapshots).chain(compared).chain(others.map(str::to_owned));
    paths
        .map(|path| (path.clone(), service.get(&path)))
        .map(|(path, answer)| {
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            // The address of the service is not in the backup.
            let body = String::from_utf8(answer.body.clone()).map(|text| text.replace(&service.url, ""));
            (path, body.map_or(answer.body, String::into_bytes))
        })
        .collect()
}

#[test]
fn what_is_restored_answers_byte_for_byte_as_before() {
    let outer = tempfile::tempdir().unwrap();
    let file = outer.path().join("runoff.backup");
    let source = make_database("backed_up");
    let service = Service::on(&source, "before");
    let id = service.store(&run("a"));
    service.store(&run("b"));
    let request = Request::post(format!("{}/api/v1/snapshots", service.url))
        .header("Authorization", format!("Bearer {}", service.secret))
        .header("Content-Type", "application/json");
    let made = send(request.body(json!({"q": "benchmark:tiobench", "by": "label"}).to_string()).unwrap());
    let snapshot = made.json()["hash"].as_str().unwrap()[..32].to_owned();
    let before = everything(&service, &id, &snapshot);
    let made = program("backup", &file, &source);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);

    let target = make_database("restored");
    let restored = program("restore", &file, &target);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let after = everything(&Service::on(&target, "after"), &id, &snapshot);
    for (before, after) in before.iter().zip(&after) {
        assert!(before == after, "{} differs", before.0);
    }

    // What is there already is not lost.
    let refused = program("restore", &file, &target);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("restore into an empty one"), "{said}");
}

#[test]
fn a_backup_that_fails_leaves_no_file() {
    let outer = tempfile::tempdir().unwrap();
    let file = outer.path().join("nowhere/runoff.backup");
    let refused = program("backup", &file, &make_database("not_backed_up"));
    assert!(!refused.status.success());
    let truncated = outer.path().join("cut.backup");
    std::fs::write(&truncated, b"PGDMP").unwrap();
    let refused = program("restore", &truncated, &make_database("not_restored"));
    assert!(!refused.status.success());
    assert_eq!(std::fs::read_dir(outer.path()).unwrap().count(), 1);
}
