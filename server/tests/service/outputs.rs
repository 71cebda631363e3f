//! Tools' outputs as they are, such as curl sends them.

use serde_json::json;

use crate::support::Service;

/// A mail with a table of two kernels.
const MAIL: &str = include_str!("../../../demo/tiobench-2.5.60-mail.txt");

#[test]
fn a_mail_becomes_a_run_for_each_kernel_in_it() {
    let service = Service::start("mail");
    // What `curl --data-binary` says it sends.
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let query = "box=bigbox&set=filesystem=ext3&set=disk=hda&note=a+mail&name=mail.txt\
                 &started=2003-02-14T01:31:44Z";
    let answer = service.send(&form, query, MAIL.as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(service.send(&[], query, MAIL.as_bytes()).status, 200);

    let runs = service.get("/api/v1/runs?q=benchmark:tiobench+disk:hda").json();
    let mut labels: Vec<_> = runs["runs"].as_array().unwrap().iter().map(|run| &run["label"]).collect();
    labels.sort_by_key(ToString::to_string);
    assert_eq!(json!(labels), json!(["2.5.60-mm2", "2.5.60-mm2-ant"]));
    let id = runs["runs"][0]["id"].as_str().unwrap();
    let run = service.get(&format!("/api/v1/runs/{id}")).json();
    assert_eq!(run["factors"], json!({"disk": "hda", "filesystem": "ext3"}));
    assert_eq!((&run["note"], &run["started"]), (&json!("a mail"), &json!("2003-02-14T01:31:44Z")));
    assert_eq!(run["sources"][0]["name"], "mail.txt");
    assert_eq!(service.get(&format!("/api/v1/runs/{id}/sources/0")).text(), MAIL);
}

#[test]
fn an_output_that_breaks_off_is_refused_with_its_line() {
    let service = Service::start("breaks_off");
    let cut = MAIL.len() * 2 / 3;
    let answer = service.send(&[], "box=bigbox&format=tiobench", &MAIL.as_bytes()[..cut]);
    let detail = answer.problem(400);
    assert!(detail.contains("tiobench"), "{detail}");
    assert!(answer.json()["line"].as_u64().unwrap() > 1);
    assert_eq!(service.stored_rows(), 0);
}

#[test]
fn one_label_for_two_kernels_is_refused() {
    let service = Service::start("one_label");
    let answer = service.send(&[], "box=bigbox&label=x", MAIL.as_bytes());
    assert!(answer.problem(400).contains("one label (x) would mix"));
    assert_eq!(answer.json()["field"], "label");
    assert_eq!(service.stored_rows(), 0);
}
