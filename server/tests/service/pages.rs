//! Pages and their other forms, as caches and clients other than browsers see them.

use serde_json::json;
use ureq::http::Request;

use crate::support::{Answer, Service, run, send};

fn get(service: &Service, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(format!("{}{path}", service.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(request.body(()).unwrap())
}

/// The path of a new snapshot.
fn freeze(service: &Service) -> String {
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let request = Request::post(format!("{}/api/v1/snapshots", service.url))
        .header("Authorization", format!("Bearer {}", service.secret))
        .header("Content-Type", "application/json");
    let answer = send(request.body(json!({"q": "", "by": "label"}).to_string()).unwrap());
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned()
}

#[test]
fn a_shared_cache_keeps_only_what_everybody_gets() {
    let service = Service::start("caches");
    let snapshot = freeze(&service);
    for suffix in [".json", ".csv"] {
        let answer = get(&service, &format!("{snapshot}{suffix}"), &[]);
        assert!(answer.header("cache-control").starts_with("public, "), "{suffix}");
        assert!(!answer.text().contains(&service.url), "{suffix}");
    }
    for suffix in [".txt", ".md"] {
        let answer = get(&service, &format!("{snapshot}{suffix}"), &[]);
        assert!(answer.header("cache-control").starts_with("private, "), "{suffix}");
        assert!(answer.text().contains(&service.url), "{suffix}");
    }
    for path in [&snapshot, "/compare?by=label"] {
        for accept in ["text/html", "text/plain", "application/json"] {
            let answer = get(&service, path, &[("Accept", accept)]);
            assert!(answer.header("content-type").starts_with(accept), "{path}");
            assert_eq!(answer.header("cache-control"), "private, no-cache", "{path}");
            let vary: Vec<&str> =
                answer.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
            assert!(vary.contains(&"accept, user-agent"), "{path}: {vary:?}");
        }
    }
}
