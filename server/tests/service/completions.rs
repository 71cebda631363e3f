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
