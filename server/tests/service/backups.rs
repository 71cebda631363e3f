//! Backups, by the program itself.

use std::process::{Command, Output};

use serde_json::json;
use server::token::Scope;
use ureq::http::Request;

use crate::support::{Service, make_database, new_token, run, send};

/// Where the pages are routed.
const PAGES: &str = include_str!("../../src/pages/mod.rs");

const FORMS: [&str; 8] = ["", ".txt", ".md", ".csv", ".json", ".svg", ".png", ".preview.png"];

fn program(command: &str, file: &std::path::Path, url: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_runoff-server");
    Command::new(program).arg(command).arg(file).env("DATABASE_URL", url).output().unwrap()
}

/// Stores runs with repeats, a sweep, a corrected and a withdrawn one, and freezes comparisons of
/// each layout; returns the paths of all that shows them.
fn fill(service: &Service) -> Vec<String> {
    let mut ids = Vec::new();
    for (number, label) in ["a", "a", "b", "b", "c"].into_iter().enumerate() {
        let mut run = run(label);
        run["started"] = json!(format!("2003-02-14T01:31:4{number}Z"));
        run["factors"] = json!({"elevator": "as", "fifo_batch": (16 << (number % 2)).to_string()});
        ids.push(service.store(&run));
    }
    let snapshots = ["delta", "summary", "metrics", "samples", "sweep"].map(|layout| {
        let asked =
            json!({"q": "label:a|b", "by": "label", "rows": "fifo_batch", "layout": layout, "title": layout});
        service.post_json("snapshots", &service.secret, &asked).json()["hash"].as_str().unwrap().to_owned()
    });
    let nick = service.token(&new_token("nick", Scope::Correct));
    let corrected = [
        (&ids[0], json!({"label": "d", "reason": "it had booted d"})),
        (&ids[4], json!({"withdrawn": true, "reason": "another disk"})),
    ];
    for (id, change) in corrected {
        assert_eq!(service.post_json(&format!("runs/{id}/corrections"), &nick, &change).status, 201);
    }
    let pages = ids.iter().map(|id| format!("/runs/{id}"));
    let json = ids.iter().flat_map(|id| ["", "/sources/0"].map(|of| format!("/api/v1/runs/{id}{of}")));
    let in_forms = |before: &str, after: &str| FORMS.map(|form| format!("{before}{form}{after}"));
    let frozen = snapshots.iter().flat_map(|hash| in_forms(&format!("/c/{}", &hash[..32]), ""));
    let compared = in_forms("/compare", "?q=benchmark:tiobench&by=label");
    let followed = in_forms("/history", "?q=box:bigbox&metric=rate");
    let others = [
        "/",
        "/runs",
        "/runs?q=label:b",
        "/boxes",
        "/boxes/bigbox",
        "/benchmarks",
        "/benchmarks/tiobench",
        "/docs/statistics",
        "/api",
        "/feed.atom",
        "/upload",
        "/sign-in",
        "/api/openapi.json",
        "/api/v1/runs",
        "/api/v1/completions?q=lab",
    ];
    let all = pages.chain(json).chain(frozen).chain(compared).chain(followed);
    all.chain(others.map(str::to_owned)).collect()
}

/// What is there, but for the service's own address, which is in no backup.
fn everything(service: &Service, paths: &[String]) -> Vec<Vec<u8>> {
    let get = |path: &String| {
        let request = Request::get(format!("{}{path}", service.url)).header("Accept", "text/html");
        let answer = send(request.body(()).unwrap());
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let text = String::from_utf8(answer.body).map(|text| text.replace(&service.url, ""));
        text.map_or_else(std::string::FromUtf8Error::into_bytes, String::into_bytes)
    };
    paths.iter().map(get).collect()
}

/// The routes of pages that none of these paths leads to.
fn left_out(paths: &[String]) -> Vec<&'static str> {
    let routes =
        PAGES.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")?.split_once("\", get("));
    let is_walked = |route: &str| {
        let (fixed, is_open) = route.split_once('{').map_or((route, false), |(fixed, _)| (fixed, true));
        let leads = |path: &str| if is_open { path.starts_with(fixed) } else { path == fixed };
        paths.iter().any(|path| leads(path.split('?').next().unwrap()))
    };
    routes.map(|(route, _)| route).filter(|route| !is_walked(route)).collect()
}

#[test]
fn what_is_restored_answers_byte_for_byte_as_before() {
    let outer = tempfile::tempdir().unwrap();
    let file = outer.path().join("runoff.backup");
    let source = make_database("backed_up");
    let service = Service::on(&source, "before");
    let paths = fill(&service);
    // Those are in the program.
    assert_eq!(left_out(&paths), ["/static/{file}"]);
    let before = everything(&service, &paths);
    let made = program("backup", &file, &source);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);

    let target = make_database("restored");
    let restored = program("restore", &file, &target);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let after = everything(&Service::on(&target, "after"), &paths);
    for ((before, after), path) in before.iter().zip(&after).zip(&paths) {
        assert!(before == after, "{path} differs");
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
