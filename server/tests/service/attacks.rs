//! The attacks of docs/SECURITY.md: none gets in, none takes the service down.

use std::io::{Read, Write};
use std::net::TcpStream;

use quick_xml::Reader;
use quick_xml::events::Event;
use scraper::{Html, Selector};
use serde_json::{Value as Json, json};
use ureq::http::Request;

use crate::support::{Answer, Service, run, send};

/// Texts that mean something to HTML, SVG, a sheet, a shell, SQL or a format string.
const HOSTILE: [&str; 6] = [
    "\"><script>alert(1)</script>",
    "'\"><img src=x onerror=alert(1)>",
    "=HYPERLINK(\"http://192.0.2.1\",\"x\")",
    "javascript:alert(1)",
    "'; DROP TABLE runs; --",
    "${jndi:ldap://192.0.2.1/x} {{7*7}} %s%n",
];

/// What each page and file may be asked for.
const PATHS: [&str; 10] = [
    "/",
    "/runs",
    "/compare",
    "/history",
    "/benchmarks",
    "/boxes",
    "/feed.atom",
    "/api",
    "/sign-in",
    "/upload",
];

const FORMS: [&str; 5] = [".txt", ".md", ".csv", ".json", ".svg"];

/// A run with the text wherever text can stand.
fn hostile(text: &str, label: &str) -> Json {
    let mut run = run(&format!("{text}{label}"));
    for field in ["box", "benchmark", "note"] {
        run[field] = text.into();
    }
    run["factors"]["elevator"] = text.into();
    run["environment"]["kernel.release"] = text.into();
    run["sources"][0]["name"] = text.into();
    run["sources"][0]["text"] = format!("{text}{label}").into();
    for result in run["results"].as_array_mut().unwrap() {
        result["case"]["test"] = text.into();
        result["unit"] = text.into();
    }
    run["results"][0]["metric"] = text.into();
    run
}

/// No element, attribute or address that a text of a user could have brought.
fn check_html(answer: &Answer, path: &str) {
    let page = Html::parse_document(&answer.text());
    for element in page.select(&Selector::parse("*").unwrap()) {
        let element = element.value();
        assert_ne!(element.attr("src"), Some("x"), "{path}");
        for (name, value) in element.attrs() {
            assert!(!name.starts_with("on"), "{path}: {name}={value}");
            let leads_out =
                ["javascript:", "data:text"].iter().any(|scheme| value.trim().starts_with(scheme));
            assert!(!matches!(name, "href" | "src" | "action") || !leads_out, "{path}: {name}={value}");
        }
        let is_ours = element.attr("src").is_some_and(|from| from.starts_with("/static/"));
        assert!(element.name() != "script" || is_ours, "{path} has a script");
    }
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
    assert!(!policy.contains("unsafe"), "{path}");
}

/// Well-formed, and nothing in it that runs.
fn check_xml(text: &str, path: &str) {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{path}: {error}")) {
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name();
                assert!(!matches!(name.as_ref(), "script" | "img" | "foreignObject"), "{path}");
                for attribute in element.attributes() {
                    let attribute = attribute.unwrap();
                    assert!(!attribute.key.as_ref().starts_with("on"), "{path}");
                    let leads = attribute.key.as_ref().ends_with("href");
                    assert!(!leads || !attribute.value.starts_with("javascript:"), "{path}");
                }
            }
            Event::Eof => return,
            _ => {}
        }
    }
}

/// No cell that a sheet would compute.
fn check_csv(text: &str, path: &str) {
    for line in text.lines() {
        for cell in line.split("\",\"").flat_map(|part| part.split(',')) {
            let cell = cell.trim_start_matches('"');
            let computes = cell.starts_with(['=', '@', '+'])
                || (cell.len() > 1 && cell.starts_with('-') && cell.parse::<f64>().is_err());
            assert!(!computes, "{path}: {cell}");
        }
    }
}

fn check_text(text: &str, path: &str) {
    let control = text.chars().find(|&c| c.is_control() && c != '\n');
    assert_eq!(control, None, "{path}");
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Asks for a path, which may refuse but not fail, and checks what comes.
fn check(service: &Service, path: &str) {
    let answer = service.get(path);
    assert!(answer.status < 500, "{path}: {} {}", answer.status, answer.text());
    match answer.header("content-type").split(';').next().unwrap() {
        "text/html" => check_html(&answer, path),
        "image/svg+xml" | "application/atom+xml" => check_xml(&answer.text(), path),
        "text/csv" => check_csv(&answer.text(), path),
        "text/plain" | "text/markdown" => check_text(&answer.text(), path),
        _ => {}
    }
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
}

#[test]
fn stored_text_is_text_everywhere() {
    let service = Service::start("stored_attacks");
    for text in HOSTILE {
        let ids = ["a", "b"].map(|label| service.store(&hostile(text, label)));
        let compared =
            json!({"q": format!("box:{}", quoted(text)), "by": "label", "title": text, "note": text});
        let made = service.post_json("snapshots", &service.secret, &compared);
        assert_eq!(made.status, 201, "{}", made.text());
        let made = made.json()["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
        let q = encoded(&format!("box:{}", quoted(text)));
        let once = [
            format!("/runs/{}", ids[0]),
            format!("/api/v1/runs/{}/sources/0", ids[0]),
            format!("/boxes/{}", percent(text)),
            format!("/benchmarks/{}", percent(text)),
            format!("/runs?q={q}"),
            format!("/feed.atom?q={q}"),
            format!("/history?q={q}"),
            format!("/compare?q={q}&by=label"),
            format!("/compare?q={q}&by=label&layout=samples"),
            made.clone(),
        ];
        let compared = format!("/compare{{}}?q={q}&by=label");
        let forms = FORMS.iter().flat_map(|form| [format!("{made}{form}"), compared.replace("{}", form)]);
        once.into_iter().chain(forms).chain(PATHS.map(str::to_owned)).for_each(|path| check(&service, &path));
    }
    assert_eq!(service.count("SELECT count(*) FROM runs"), 2 * HOSTILE.len() as i64);
}

#[test]
fn every_parameter_takes_text_as_text() {
    let service = Service::start("parameter_attacks");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let parameters = [
        "q",
        "by",
        "base",
        "side",
        "rows",
        "metric",
        "layout",
        "threshold",
        "sort",
        "after",
        "run",
        "next",
        "x",
        "lasting",
        "scale",
    ];
    for text in HOSTILE {
        for path in [
            "/runs",
            "/compare",
            "/compare.csv",
            "/compare.txt",
            "/history",
            "/feed.atom",
            "/sign-in",
            "/api/v1/runs",
        ] {
            for parameter in parameters {
                check(&service, &format!("{path}?{parameter}={}", encoded(text)));
            }
        }
        for path in ["/runs", "/c", "/boxes", "/benchmarks", "/api/v1/runs", "/static"] {
            check(&service, &format!("{path}/{}", percent(text)));
        }
    }
    assert_eq!(service.count("SELECT count(*) FROM runs"), 2);
}

#[test]
fn tricks_with_paths_reach_no_file() {
    let service = Service::start("path_attacks");
    for prefix in ["/static/", "/c/", "/", "/boxes/"] {
        for trick in [
            "../Cargo.toml",
            "..%2fCargo.toml",
            "%2e%2e/%2e%2e/etc/passwd",
            "....//etc/passwd",
            "%00",
            "style.css%00.png",
        ] {
            let status = raw(
                &service,
                &format!("GET {prefix}{trick} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
            );
            let status = status.split(' ').nth(1).unwrap_or_default().to_owned();
            assert!(["400", "404"].contains(&status.as_str()), "{prefix}{trick}: {status}");
        }
    }
}

/// Each of these is two requests to some proxy or server; here it is one, or none.
#[test]
fn requests_of_two_meanings_are_refused() {
    let service = Service::start("smuggling_attacks");
    let post = |headers: &str, body: &str| {
        raw(
            &service,
            &format!("POST /api/v1/runs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n\r\n{body}"),
        )
    };
    let smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
    let cases = [
        ("Content-Length: 5\r\nContent-Length: 6", "hello"),
        ("Content-Length: 6\r\nTransfer-Encoding: chunked", smuggled),
        ("Transfer-Encoding: chunked, identity", smuggled),
        ("Transfer-Encoding: xchunked", smuggled),
        ("Content-Length: +5", "hello"),
        ("Content-Length : 5", "hello"),
        ("X: a\nContent-Length: 5", "hello"),
    ];
    for (headers, body) in cases {
        let said = raw_status(&post(headers, body));
        assert!(
            said.len() <= 1 && said.iter().all(|status| (400..500).contains(status)),
            "{headers:?}: {said:?}"
        );
    }
}

#[test]
fn the_host_that_a_client_names_stands_in_no_shared_answer() {
    let service = Service::start("host_attacks");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let forged = |path: &str| {
        let request = Request::get(format!("{}{path}", service.url))
            .header("Host", "evil.example")
            .header("X-Forwarded-Host", "worse.example")
            .header("X-Forwarded-For", "127.0.0.1")
            .header("Forwarded", "host=worst.example");
        send(request.body(()).unwrap())
    };
    for path in
        PATHS.into_iter().chain(["/compare.txt", "/compare.csv", "/api/v1/runs", "/api/v1/openapi.json"])
    {
        let answer = forged(path);
        assert!(
            !answer.text().contains("worse.example") && !answer.text().contains("worst.example"),
            "{path}"
        );
        let is_shared =
            answer.headers.get("cache-control").is_some_and(|told| told.to_str().unwrap().contains("public"));
        assert!(!is_shared || !answer.text().contains("evil.example"), "{path}");
    }
}

#[test]
fn deep_and_wide_json_is_refused_at_little_cost() {
    let service = Service::start("json_attacks");
    let deep = "[".repeat(100_000);
    let deep_field = format!("{{\"schema\":\"runoff/1\",\"environment\":{}", "{\"a\":".repeat(100_000));
    let twice = run("a").to_string().replacen('{', "{\"label\":\"b\",", 1);
    let numbers = run("a").to_string().replace("42.07", "1e999");
    for body in [deep, deep_field, twice, numbers] {
        let answer = service.send(&[("Content-Type", "application/json")], "", body.as_bytes());
        answer.problem(400);
    }
    assert_eq!(service.stored_rows(), 0);
}

#[test]
fn a_pattern_of_many_stars_costs_no_more_than_another() {
    let service = Service::start("pattern_attacks");
    service.store(&run(&"a".repeat(200)));
    for q in [
        format!("label:{}b", "a*".repeat(90)),
        format!("label:{}", "*".repeat(180)),
        "label:**/**/**".to_owned(),
    ] {
        check(&service, &format!("/runs?q={}", encoded(&q)));
    }
    check(&service, &format!("/runs?q={}", encoded(&"label:a ".repeat(300))));
}

/// As a value stands in a query.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn percent(text: &str) -> String {
    encoded(text).replace('+', "%20")
}

/// All that is answered to these bytes until the connection is closed.
fn raw(service: &Service, bytes: &str) -> String {
    let mut connection = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    connection.write_all(bytes.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A connection that is refused may be reset.
    let _ = connection.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// The statuses of all answers in these bytes.
fn raw_status(answers: &str) -> Vec<u16> {
    let heads = answers.match_indices("HTTP/1.1 ");
    heads.map(|(at, found)| answers[at + found.len()..].split(' ').next().unwrap().parse().unwrap()).collect()
}
