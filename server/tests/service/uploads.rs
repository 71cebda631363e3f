//! Runs that are stored: once each, all or none, to the last bit.

use std::collections::HashSet;
use std::sync::Barrier;
use std::thread;

use serde_json::json;

use crate::support::{Service, run};

#[test]
fn a_run_sent_again_is_the_same_run() {
    let service = Service::start("again");
    let first = service.send_json(&run("a"));
    assert_eq!(first.status, 201);
    let again = service.send_json(&run("a"));
    assert_eq!(again.status, 200);
    let url = first.json()["runs"][0]["url"].clone();
    assert_eq!(again.json()["runs"][0]["url"], url);
    assert_eq!(again.json()["runs"][0]["created"], false);
    assert_eq!(first.header("location"), url);
    assert!(url.as_str().unwrap().starts_with(&format!("{}/runs/", service.url)));
    assert_eq!(service.count("SELECT count(*) FROM runs"), 1);
}

#[test]
fn sixteen_clients_that_send_the_same_at_once_leave_one_run() {
    let service = Service::start("sixteen");
    for round in 0..5 {
        // Two runs in either order: a deadlock if rows were not taken in one order.
        let (a, b) = (run(&format!("a{round}")), run(&format!("b{round}")));
        let barrier = Barrier::new(16);
        let answers: Vec<_> = thread::scope(|scope| {
            let clients: Vec<_> = (0..16)
                .map(|client| {
                    let body = if client % 2 == 0 { json!([a, b]) } else { json!([b, a]) };
                    let (service, barrier) = (&service, &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        service.send_json(&body)
                    })
                })
                .collect();
            clients.into_iter().map(|client| client.join().unwrap()).collect()
        });
        let created = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(created, 1);
        assert!(answers.iter().all(|answer| [200, 201].contains(&answer.status)));
        let urls: HashSet<String> = answers
            .iter()
            .flat_map(|answer| answer.json()["runs"].as_array().unwrap().clone())
            .map(|run| run["url"].to_string())
            .collect();
        assert_eq!(urls.len(), 2);
    }
    assert_eq!(service.count("SELECT count(*) FROM runs"), 10);
    assert_eq!(service.count("SELECT count(*) FROM measurements"), 20);
    assert_eq!(service.count("SELECT count(*) FROM series"), 2);
    assert_eq!(service.count("SELECT count(*) FROM sources"), 10);
}

#[test]
fn an_array_holds_old_and_new_runs() {
    let service = Service::start("mixed");
    service.store(&run("a"));
    let answer = service.send_json(&json!([run("a"), run("b")]));
    assert_eq!(answer.status, 201);
    let created: Vec<_> =
        answer.json()["runs"].as_array().unwrap().iter().map(|run| run["created"] == true).collect();
    assert_eq!(created, [false, true]);
    assert_eq!(answer.header("location"), "");
    assert_eq!(service.count("SELECT count(*) FROM runs"), 2);
}

#[test]
fn another_run_under_the_same_id_is_refused() {
    let service = Service::start("collision");
    service.store(&run("a"));
    service.execute("UPDATE runs SET content_id = '\\x00'");
    let detail = service.send_json(&json!([run("a"), run("b")])).problem(409);
    assert!(detail.contains("another run has the id"), "{detail}");
    let stored =
        ["SELECT count(*) FROM runs", "SELECT count(*) FROM measurements", "SELECT count(*) FROM sources"];
    assert_eq!(stored.map(|count| service.count(count)), [1, 2, 1]);
    // Nor is its content id gone, by which it was found out.
    assert_eq!(service.count("SELECT count(*) FROM runs WHERE content_id = '\\x00'"), 1);
}

#[test]
fn doubles_come_back_bit_for_bit() {
    let service = Service::start("doubles");
    let samples = [0.1, -0.0, 5e-324, 2.225_073_858_507_201e-308, 9_007_199_254_740_993.0, 1.0 / 3.0, -1e99];
    let mut sent = run("a");
    sent["results"][0]["samples"] = json!(samples);
    sent["results"][1]["summary"] =
        json!({"n": 3, "min": 0.1, "mean": 0.3, "max": 0.300_000_000_000_000_04, "stddev": 0.1 + 0.02});
    let id = service.store(&sent);
    let run = service.get(&format!("/api/v1/runs/{id}")).json();
    let results = run["results"].as_array().unwrap();
    let rate = results.iter().find(|result| result["metric"] == "rate").unwrap();
    let back: Vec<u64> =
        rate["samples"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap().to_bits()).collect();
    assert_eq!(back, samples.map(f64::to_bits));
    let latency = results.iter().find(|result| result["metric"] == "latency").unwrap();
    assert_eq!(latency["summary"], sent["results"][1]["summary"]);
}

#[test]
fn compressed_bodies_are_the_same_runs() {
    let service = Service::start("compressed");
    let body = run("a").to_string();
    let mut gzip = flate2::read::GzEncoder::new(body.as_bytes(), flate2::Compression::fast());
    let mut gzipped = Vec::new();
    std::io::Read::read_to_end(&mut gzip, &mut gzipped).unwrap();
    let kind = ("Content-Type", "application/json");
    assert_eq!(service.send(&[kind, ("Content-Encoding", "gzip")], "", &gzipped).status, 201);
    let zstd = zstd::bulk::compress(body.as_bytes(), 3).unwrap();
    assert_eq!(service.send(&[kind, ("Content-Encoding", "zstd")], "", &zstd).status, 200);
    assert_eq!(service.send(&[kind, ("Content-Encoding", "identity")], "", body.as_bytes()).status, 200);
}

#[test]
fn a_start_finer_than_a_microsecond_is_the_same_run() {
    let service = Service::start("microsecond");
    let mut fine = run("a");
    fine["started"] = json!("1999-12-31T23:59:59.123456789+01:00");
    let id = service.store(&fine);
    let back = service.get(&format!("/api/v1/runs/{id}")).json();
    assert_eq!(back["started"], "1999-12-31T22:59:59.123456Z");
    fine["started"] = back["started"].clone();
    assert_eq!(service.send_json(&fine).status, 200);
}

#[test]
fn a_table_is_read_as_the_address_says() {
    let service = Service::start("mail_table");
    let table = "io_load:\nKernel       Time   Ratio\n2539mm1fb01  125.4  1.85\n2539mm1fb02  112.7  1.66\n";
    let address = |columns: &str| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("box", "b").append_pair("benchmark", "contest").append_pair("columns", columns);
        query.append_pair("label_pattern", "{kernel}fb{fifo_batch}").append_pair("runs", "3");
        query.finish()
    };
    let kind = [("Content-Type", "text/plain")];
    let answer = service.send(&kind, &address("Kernel:label,Time=elapsed:s:lower"), table.as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let uploaded = answer.json();
    assert!(uploaded["remarks"][0].as_str().unwrap().contains("Ratio"), "{uploaded}");
    let id = uploaded["runs"][1]["id"].as_str().unwrap();
    let run = service.get(&format!("/api/v1/runs/{id}")).json();
    assert_eq!(run["factors"], json!({"fifo_batch": "02", "kernel": "2539mm1"}));
    let elapsed = json!([{"case": {"test": "io_load"}, "metric": "elapsed", "unit": "s", "better": "lower",
                          "summary": {"n": 3, "mean": 112.7}}]);
    assert_eq!(run["results"], elapsed);
    let wrong = service.send(&kind, &address("Kernel:label,Speed:s"), table.as_bytes()).problem(400);
    assert!(wrong.contains("Speed"), "{wrong}");
}

/// A fault: which side of a mail's table was the baseline went by the alphabet.
#[test]
fn sides_of_a_text_are_in_its_order_also_where_some_are_left_out() {
    let service = Service::start("text_order");
    let send = |table: &str| {
        let query = "box=b&benchmark=contest&columns=Kernel%3Alabel%2CTime%3Delapsed%3As%3Alower";
        let answer = service.send(&[("Content-Type", "text/plain")], query, table.as_bytes());
        assert_eq!(answer.status, 201, "{}", answer.text());
    };
    send("io_load:\nKernel  Time\nzeta  125.4\nalpha  112.7\nmine  110.1\n");
    send("io_load:\nKernel  Time\nbeta  112.7\n");
    let sides = |labels: &str| -> Vec<String> {
        let table = service.get(&format!("/compare.json?q=benchmark:contest+label:{labels}")).json();
        let sides = table["sides"].as_array().unwrap().iter();
        sides.map(|side| side["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(sides("*"), ["zeta", "alpha", "mine", "beta"]);
    assert_eq!(sides("mine|zeta"), ["zeta", "mine"]);
    assert_eq!(sides("alpha|beta"), ["alpha", "beta"]);
    // A file's runs have its time for their start.
    let runs = ["zoo", "ant", "mole"].map(run).to_vec();
    assert_eq!(service.send_json(&json!(runs)).status, 201);
    let table = service.get("/compare.json?q=label:zoo|ant|mole&by=label").json();
    let sides: Vec<_> = table["sides"].as_array().unwrap().iter().map(|side| side["name"].clone()).collect();
    assert_eq!(sides, ["zoo", "ant", "mole"]);
}
