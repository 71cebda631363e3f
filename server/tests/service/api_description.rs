//! The API's description, and the page made of it.

use serde_json::Value as Json;

use crate::support::Service;

/// The operations that docs/API.md has headings for: `## `POST /api/v1/runs``.
fn documented() -> Vec<(String, String)> {
    let docs = include_str!("../../../docs/API.md");
    let headings = docs.lines().filter(|line| line.starts_with("## `"));
    let operations = headings.flat_map(|line| line.split('`').filter(|part| part.contains("/api/v1/")));
    let operation = |text: &str| {
        let (method, path) = text.split_once(' ').unwrap();
        let path = path.split('?').next().unwrap().replace("ID", "{id}").replace("/N", "/{position}");
        (method.to_lowercase(), path)
    };
    operations.map(operation).collect()
}

fn operations(description: &Json) -> Vec<(String, String)> {
    let paths = description["paths"].as_object().unwrap().iter();
    let methods = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
    });
    methods.collect()
}

#[test]
fn description_docs_and_service_have_the_same_operations() {
    let service = Service::start("openapi");
    let description = service.get("/api/openapi.json").json();
    assert_eq!(description["openapi"], "3.1.0");
    let mut described = operations(&description);
    for (method, path) in &described {
        // Another method is refused, so the address is known.
        let path = path.replace("{id}", "0123456789abcdef").replace("{position}", "0");
        let answer = service.get(&path);
        assert!(!answer.text().contains("there is nothing at this address"), "{path}");
        assert_eq!(answer.status == 405, method == "post" && path != "/api/v1/runs", "{method} {path}");
    }
    described.retain(|(_, path)| path.starts_with("/api/v1/"));
    let mut documented = documented();
    described.sort();
    documented.sort();
    assert_eq!(described, documented);
}

#[test]
fn the_page_shows_every_operation_and_loads_nothing_from_elsewhere() {
    let service = Service::start("api_page");
    let page = service.get("/api").text();
    for (method, path) in operations(&service.get("/api/openapi.json").json()) {
        assert!(page.contains(&format!("<code>{} {path}</code>", method.to_uppercase())), "{method} {path}");
    }
    assert!(!page.contains("https://"), "{page}");
    assert!(page.len() < 100_000);
}

#[test]
fn no_two_operations_have_one_id_on_the_page() {
    let service = Service::start("api_ids");
    let page = scraper::Html::parse_document(&service.get("/api").text());
    let with_id = scraper::Selector::parse("[id]").unwrap();
    let mut ids: Vec<&str> = page.select(&with_id).filter_map(|element| element.attr("id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "{ids:?}");
    assert!(ids.contains(&"make_correction") && ids.contains(&"make_snapshot"), "{ids:?}");
}
