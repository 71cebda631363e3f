//! Pages and their other forms, as caches and clients other than browsers see them.

use scraper::{Html, Selector};
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
    for suffix in [".json", ".csv", ".svg", ".png"] {
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

#[test]
fn what_never_changes_is_kept_in_memory() {
    let service = Service::start("frozen");
    let snapshot = freeze(&service);
    let bodies =
        || [".json", ".csv", ".svg", ".png"].map(|suffix| service.get(&format!("{snapshot}{suffix}")).body);
    let first = bodies();
    service.execute("DELETE FROM snapshots");
    assert_eq!(bodies(), first);
    for suffix in ["", ".txt", ".md"] {
        assert_eq!(service.get(&format!("{snapshot}{suffix}")).status, 404, "{suffix}");
    }
}

#[test]
fn a_plot_is_a_picture_and_the_preview_of_a_link() {
    let service = Service::start("plots");
    let snapshot = freeze(&service);
    for (page, picture) in
        [(snapshot.as_str(), format!("{snapshot}.preview.png")), ("/compare?by=label", String::new())]
    {
        let answer = get(&service, page, &[("Accept", "text/html")]);
        let html = Html::parse_document(&answer.text());
        let meta = |property: &str| {
            let selector = Selector::parse(&format!("meta[property='{property}']")).unwrap();
            html.select(&selector).next().unwrap().attr("content").unwrap().to_owned()
        };
        let image = meta("og:image");
        let path = image.strip_prefix(&service.url).unwrap();
        assert!(
            path == picture || picture.is_empty() && path.starts_with("/compare.preview.png?"),
            "{image}"
        );
        let alt = meta("og:image:alt");
        assert!(alt.contains("a 41.78 ± 3.62 MiB/s"), "{alt}");
        let png = service.get(path);
        assert_eq!((png.status, png.header("content-type")), (200, "image/png"));
        // Width and height behind the signature and the first chunk's head, as its page says.
        assert_eq!(png.body[..24], *b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xb0\0\0\x02\x76");
        assert_eq!([meta("og:image:width"), meta("og:image:height")], ["1200", "630"]);
        let whole = service.get(&path.replace(".preview.png", ".png"));
        assert!(whole.body.starts_with(b"\x89PNG\r\n\x1a\n"));
        let svg = service.get(&path.replace(".preview.png", ".svg"));
        assert_eq!((svg.status, svg.header("content-type")), (200, "image/svg+xml"));
        // Else the colours of the reader's theme would be refused.
        let policy = svg.header("content-security-policy");
        assert_eq!(policy, "default-src 'none'; style-src 'unsafe-inline'");
    }
    assert_eq!(service.get("/compare.png?q=label:nothing").status, 400);
    assert_eq!(service.get("/c/0123456789abcdef.svg").status, 404);
}

/// The page without its plots.
fn text_alone(page: &str) -> String {
    page.split("<svg")
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once("</svg>").unwrap().1 })
        .collect()
}

#[test]
fn a_row_is_shared_by_its_address() {
    let service = Service::start("rows");
    let snapshot = freeze(&service);
    let page = |path: &str| get(&service, path, &[("Accept", "text/html")]);
    for (whole, with) in [(snapshot.as_str(), "?"), ("/compare?by=label", "&")] {
        let html = Html::parse_document(&page(whole).text());
        let lead = Selector::parse(".grid tbody a[href*='row=']").unwrap();
        let lead = html.select(&lead).next().unwrap().attr("href").unwrap();
        let id = lead.rsplit_once("row=").unwrap().1;
        let row = page(&format!("{whole}{with}row={id}"));
        assert_eq!(row.status, 200, "{}", row.text());
        assert!(row.text().contains("All that is known of this row of"), "{}", row.text());
        // Each side's single run had two samples.
        for sample in ["42.07", "41.5"] {
            assert!(row.text().contains(sample), "{sample}: {}", row.text());
        }
        let none = page(&format!("{whole}{with}row=00000000"));
        assert!(none.status == 404 && none.text().contains("has no row"), "{}", none.text());
    }
    assert_eq!(get(&service, "/compare.txt?by=label&row=4f9a", &[]).status, 200);
}

/// Of 300 rows a page had 154 KB, its snapshot 288.
#[test]
fn pages_of_many_rows_and_sides_stay_small() {
    let service = Service::start("sizes");
    let result = |at: usize| {
        let file = format!("path/to/some/deep/directory/with-a-long-name-{at:03}.dat");
        json!({"case": {"file": file}, "metric": "time", "unit": "s", "better": "lower", "samples": [1.25, 1.5, 1.375]})
    };
    let of = |benchmark: &str, label: &str, results: usize| {
        let mut run = run(label);
        run["benchmark"] = json!(benchmark);
        run["results"] = json!((0..results).map(result).collect::<Vec<_>>());
        service.store(&run);
    };
    for label in ["a", "b"] {
        of("rows", label, 300);
    }
    for side in 0..12 {
        of("sides", &format!("a-label-of-sixty-characters-which-is-more-than-most-have-{side:02}"), 12);
    }
    for q in ["rows", "sides"] {
        for layout in ["delta", "summary", "metrics", "samples"] {
            let path = format!("/compare?q=benchmark:{q}&layout={layout}");
            let page = get(&service, &path, &[("Accept", "text/html")]).text();
            let bytes = text_alone(&page).len();
            assert!((10_000..100_000).contains(&bytes), "{path}: {bytes}");
        }
    }
    // What does not fit is on the next page.
    let next =
        get(&service, "/compare?q=benchmark:rows&layout=delta&from=299", &[("Accept", "text/html")]).text();
    assert!(next.contains(" to 300 of 300") && next.contains("long-name-299.dat"), "{next}");
}

#[test]
fn a_nul_is_nowhere_a_failure_of_the_server() {
    let service = Service::start("nul");
    freeze(&service);
    for path in [
        "/runs?q=label:%00",
        "/runs?q=%00:x",
        "/runs?after=%00",
        "/compare?q=label:%00",
        "/compare?run=%00",
        "/api/v1/runs?q=elevator:a*%00",
        "/compare?by=%00",
        "/compare?by=label&base=%00",
        "/compare?by=label&metric=%00",
        "/compare?by=label&rows=%00",
        "/compare?by=label&layout=%00",
        "/history?q=label:%00",
        "/history?q=label:*&metric=%00",
        "/history?q=label:*&rows=%00",
        "/history?q=label:*&lasting=%00",
        "/runs/%00",
        "/c/%00",
        "/benchmarks/%00",
        "/boxes/%00",
        "/api/v1/runs/%00/sources/%00",
        "/static/%00",
    ] {
        let answer = service.get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
    }
    let pointed = service.get("/api/v1/runs?q=label:%00").problem(400);
    assert!(pointed.ends_with("label:\u{fffd}\n      ^"), "{pointed}");
}

#[test]
fn an_address_that_is_not_utf8_is_refused() {
    let service = Service::start("not_utf8");
    for (query, field) in [("box=b&label=%ff%fe", "label"), ("set=a=%e9&box=b", "set"), ("%ff=x", "\u{fffd}")]
    {
        let answer = service.send(&[], query, b"x");
        assert!(answer.problem(400).contains("UTF-8"));
        assert_eq!(answer.json()["field"], field);
    }
    for path in ["/api/v1/runs?q=label:%ff", "/api/v1/runs/%ff"] {
        assert!(service.get(path).problem(400).contains("UTF-8"), "{path}");
    }
    for path in ["/compare?q=label:%ff", "/c/%ff", "/boxes/%ff", "/sign-in?next=/%ff"] {
        assert_eq!(service.get(path).status, 400, "{path}");
    }
    assert_eq!(service.stored_rows(), 0);
}

/// What a client of 1996 gets for a path.
fn get_without_host(service: &Service, path: &str) -> String {
    use std::io::{Read, Write};
    let mut connection = std::net::TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    write!(connection, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_request_without_a_host_gets_relative_addresses() {
    let service = Service::start("no_host");
    let snapshot = freeze(&service);
    for path in ["/", "/runs", "/compare", "/history", "/benchmarks", "/boxes", "/sign-in", &snapshot] {
        assert!(get_without_host(&service, path).starts_with("HTTP/1.0 200"), "{path}");
    }
    assert!(get_without_host(&service, &format!("{snapshot}.txt")).contains(&format!(" {snapshot}\n")));
}

#[test]
fn a_form_from_another_site_is_refused() {
    let service = Service::start("other_site");
    let own = service.url.clone();
    let post = |site: &str, origin: &str| {
        let mut request = Request::post(format!("{}/sign-out", service.url));
        for (name, value) in [("Sec-Fetch-Site", site), ("Origin", origin)] {
            if !value.is_empty() {
                request = request.header(name, value);
            }
        }
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
        agent.run(request.body(()).unwrap()).unwrap().status().as_u16()
    };
    for (site, origin) in [
        ("none", "http://evil.example"),
        ("", "http://evil.example"),
        ("none", "null"),
        ("cross-site", &own),
        ("same-site", ""),
    ] {
        assert_eq!(post(site, origin), 403, "{site} {origin}");
    }
    for (site, origin) in [("", ""), ("none", ""), ("none", &own), ("", &own), ("same-origin", &own)] {
        assert_eq!(post(site, origin), 303, "{site} {origin}");
    }
}

#[test]
fn the_statistics_are_explained_without_a_way_out() {
    let service = Service::start("docs");
    let answer = get(&service, "/docs/statistics", &[]);
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("<h3 id=\"single-run\">single-run</h3>"), "{}", answer.text());
}

/// The row pages, link previews and pictures of a comparison said nothing of the one thing to know.
#[test]
fn a_caution_stands_before_every_number() {
    let service = Service::start("cautions");
    for (label, scheduler) in [("as", "cfq"), ("cfq", "cfq")] {
        let mut run = run(label);
        run["factors"]["elevator"] = label.into();
        run["environment"] = json!({"block.sda.scheduler": scheduler, "target.device": "sda"});
        service.store(&run);
    }
    let html = |path: &str| {
        send(Request::get(format!("{}{path}", service.url)).header("Accept", "text/html").body(()).unwrap())
            .text()
    };
    let table = service.get("/compare.json?by=elevator").json();
    let caution = table["warnings"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(table["warnings"][0]["severe"], true, "{table}");
    let page = html("/compare?by=elevator");
    let row = page.split("row=").nth(1).unwrap()[..8].to_owned();
    let made = service.post_json("snapshots", &service.secret, &json!({"by": "elevator"})).json();
    let snapshot = made["url"].as_str().unwrap().strip_prefix(&service.url).unwrap();
    for path in [
        "/compare?by=elevator",
        &format!("/compare?by=elevator&row={row}"),
        snapshot,
        &format!("{snapshot}?row={row}"),
    ] {
        let page = html(path);
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{path} lacks {text}: {page}"));
        assert!(page.matches(&caution).count() >= 2, "{path}: {page}");
        assert!(at("id=\"caution\"") < at("<table"), "{path}");
        let described = page.split("og:description\" content=\"").nth(1).unwrap();
        assert!(described.starts_with("Caution: "), "{path}: {described}");
    }
    assert!(service.get("/compare.svg?by=elevator").text().contains("Caution: "));
}

/// What was guessed was sent as if it had been chosen: splitting by another key was answered 400.
#[test]
fn the_form_of_a_comparison_holds_what_was_asked_alone() {
    let service = Service::start("guessed_form");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let asked = Request::get(format!("{}/compare?q=box:bigbox", service.url)).header("Accept", "text/html");
    let page = Html::parse_document(&send(asked.body(()).unwrap()).text());
    let value = |css: &str, attribute: &str| {
        let selector = Selector::parse(css).unwrap();
        page.select(&selector).next().and_then(|it| it.attr(attribute)).unwrap_or_default().to_owned()
    };
    assert_eq!((value("#by", "value"), value("#by", "placeholder")), (String::new(), "label".to_owned()));
    assert_eq!(value("#base option[selected]", "value"), "");
    // A permalink is of what is seen.
    assert_eq!(value("input[type=hidden][name=by]", "value"), "label");
    assert_eq!(value("input[type=hidden][name=base]", "value"), "a");
}

/// They were lost on the way through the sign-in page.
#[test]
fn title_and_note_come_back_from_signing_in() {
    let service = Service::start("words_kept");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let sent = Request::post(format!("{}/c", service.url))
        .header("Origin", &service.url)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("q=box:bigbox&by=label&title=A+%26+b&note=As+asked+on+the+list.")
        .unwrap();
    let answer = crate::support::send_once(sent);
    assert_eq!(answer.status, 303);
    let sign_in: ureq::http::Uri = answer.header("location").parse().unwrap();
    let (_, back) = form_urlencoded::parse(sign_in.query().unwrap().as_bytes()).next().unwrap();
    let page = Request::get(format!("{}{back}", service.url)).header("Accept", "text/html");
    let page = Html::parse_document(&send(page.body(()).unwrap()).text());
    let first = |css: &str| {
        let selector = Selector::parse(css).unwrap();
        page.select(&selector).next().unwrap_or_else(|| panic!("no {css} at {back}"))
    };
    assert_eq!(first("details[open] #title").attr("value"), Some("A & b"));
    assert_eq!(first("#note").text().collect::<String>(), "As asked on the list.");
}
