//! Completion of queries.

use serde_json::json;

use crate::support::{Service, run};

#[test]
fn keys_and_values_complete_the_last_term() {
    let service = Service::start("completions");
    for (label, elevator) in [("2.5.60", "as"), ("2.5.60-mm2", "deadline"), ("2.6 final", "deadline")] {
        let mut run = run(label);
        run["factors"] = json!({"elevator": elevator});
        service.store(&run);
    }
    for (q, completed) in [
        ("ele", json!(["elevator:", "env.kernel.release:"])),
        ("label:2.5* -elev", json!(["label:2.5* -elevator:"])),
        ("rel", json!(["env.kernel.release:"])),
        ("elevator:", json!(["elevator:deadline", "elevator:as"])),
        ("elevator:d", json!(["elevator:deadline"])),
        ("label:2.5.60 elevator:", json!(["label:2.5.60 elevator:as"])),
        ("label:2.5.60 vs elevator:as|DE", json!(["label:2.5.60 vs elevator:as|deadline"])),
        ("label:\"2.6 f", json!(["label:\"2.6 final\""])),
        ("env.kernel.release:2.6", json!(["env.kernel.release:\"2.6 final\""])),
        ("metric:r", json!(["metric:rate"])),
        ("threads:", json!(["threads:1"])),
        ("nokey:", json!([])),
        ("nokey:x box:", json!([])),
        (":", json!([])),
        ("box:b\u{0}", json!([])),
    ] {
        let q = form_urlencoded::byte_serialize(q.as_bytes()).collect::<String>();
        let answer = service.get(&format!("/api/v1/completions?q={q}"));
        assert_eq!((answer.status, &answer.json()["completions"]), (200, &completed), "{q}");
    }
}

/// Of four elevators only the newest thousand runs' was offered.
#[test]
fn levels_that_no_new_run_has_complete_a_factor() {
    let service = Service::start("completions_older");
    let with = |label: &str, elevator: &str| {
        let mut run = run(label);
        run["factors"] = json!({"elevator": elevator});
        run
    };
    service.store(&with("old", "kyber"));
    let newer: Vec<_> = (0..1000).map(|at| with(&at.to_string(), "cfq")).collect();
    for part in newer.chunks(250) {
        assert_eq!(service.send_json(&json!(part)).status, 201);
    }
    let completed = service.get("/api/v1/completions?q=elevator:").json()["completions"].clone();
    assert_eq!(completed, json!(["elevator:cfq", "elevator:kyber"]));
}
