//! Who may read, and how often anybody may ask.

use std::num::NonZeroU32;
use std::sync::Arc;

use server::access::{Access, Limiter};
use server::client::TrustedProxies;
use server::token::Scope;
use ureq::Agent;
use ureq::http::Request;

use crate::support::{Answer, Service, make_database, new_token, run, send};

fn get(service: &Service, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(format!("{}{path}", service.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(request.body(()).unwrap())
}

/// The tests' own proxy, behind which clients have addresses.
fn behind_a_proxy(access: Access) -> Access {
    Access { proxies: TrustedProxies(vec!["127.0.0.0/8".parse().unwrap()]), ..access }
}

#[test]
fn where_reading_is_private_nobody_reads_without_a_token() {
    let url = make_database("private");
    let service = Service::with(&url, "test", Access { private: true, ..Access::default() });
    let id = service.store(&run("a"));
    let bearer = format!("Bearer {}", service.secret);
    let cookie = service.cookie(&service.secret);
    for path in ["/", "/runs", "/compare.csv?q=", "/feed.atom", "/api/v1/runs", "/api/openapi.json"] {
        for headers in [vec![], vec![("Authorization", "Bearer runoff_0")]] {
            let answer = get(&service, path, &headers);
            // The client follows the way to the page that asks for a token.
            let is_asked = answer.text().contains(r#"name="token""#);
            assert!(answer.status == 401 || is_asked, "{path}: {}", answer.status);
        }
        assert_eq!(get(&service, path, &[("Authorization", &bearer)]).status, 200, "{path}");
        assert_eq!(get(&service, path, &[("Cookie", &cookie)]).status, 200, "{path}");
    }
    assert!(get(&service, &format!("/api/v1/runs/{id}"), &[]).problem(401).contains("reading needs a token"));
    for path in ["/healthz", "/readyz", "/sign-in", &server::views::STYLE.url] {
        assert_eq!(get(&service, path, &[]).status, 200, "{path}");
    }
    // A browser is led to sign in, and back.
    let agent: Agent = Agent::config_builder().max_redirects(0).http_status_as_error(false).build().into();
    let request = Request::get(format!("{}/runs?q=label:a", service.url)).header("Accept", "text/html");
    let answer = agent.run(request.body(()).unwrap()).unwrap();
    assert_eq!(answer.headers()["location"], "/sign-in?next=%2Fruns%3Fq%3Dlabel%3Aa");
}

/// The cookie was the token itself, with all its rights and for twenty years.
#[test]
fn a_browsers_cookie_is_signed_and_ends_with_its_token() {
    let url = make_database("cookies");
    let access = || Access { private: true, ..Access::default() };
    let service = Service::with(&url, "test", access());
    let cookie = service.cookie(&service.secret);
    assert!(cookie.starts_with("runoff_signed_in=") && !cookie.contains("runoff_0"), "{cookie}");
    assert!(!cookie.contains(&service.secret[..16]), "{cookie}");
    let status =
        |of: &Service, cookie: &str| get(of, "/runs", &[("Cookie", cookie), ("Accept", "text/plain")]).status;
    assert_eq!(status(&service, &cookie), 200);
    // Another instance has the same key.
    let other = Service::with(&url, "other", access());
    assert_eq!(status(&other, &cookie), 200);
    // Another token's id under the same signature is no cookie of this service.
    let (signature, named) = cookie.rsplit_once('1').unwrap();
    assert_eq!(status(&service, &format!("{signature}2{named}")), 401);
    // Nor does the API take it for a token.
    let secret = cookie.split_once('=').unwrap().1;
    assert_eq!(get(&service, "/api/v1/runs", &[("Authorization", &format!("Bearer {secret}"))]).status, 401);
    service.execute("UPDATE tokens SET revoked = created WHERE name = 'test'");
    assert_eq!(status(&service, &cookie), 401);
    assert_eq!(status(&other, &cookie), 401);
}

#[test]
fn a_browser_stays_signed_in_for_a_month() {
    let service = Service::start("months");
    let request = Request::post(format!("{}/sign-in", service.url))
        .header("Origin", &service.url)
        .header("Content-Type", "application/x-www-form-urlencoded");
    let answer = crate::support::send_once(request.body(format!("token={}", service.secret)).unwrap());
    let cookie = answer.header("set-cookie");
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
}

#[test]
fn one_client_too_fast_is_told_to_wait_and_others_are_not() {
    let limiter = Some(Arc::new(Limiter::new(NonZeroU32::MIN)));
    let access = behind_a_proxy(Access { limiter, ..Access::default() });
    let service = Service::with(&make_database("limits"), "test", access);
    let from = |address: &str| get(&service, "/api/v1/runs", &[("X-Forwarded-For", address)]);
    let refused = (0..200).map(|_| from("192.0.2.1")).find(|answer| answer.status != 200).unwrap();
    assert!(refused.problem(429).contains("ask again in a second"));
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(from("192.0.2.2").status, 200);
    // What a client writes itself makes it nobody else, who might ask 160 times. Sixteen times a
    // second the one may ask again.
    assert!((0..20).any(|_| from("192.0.2.9, 192.0.2.1").status == 429));
    // This machine has no limit.
    assert!((0..200).all(|_| service.get("/api/v1/runs").status == 200));
}

#[test]
fn metrics_are_for_this_machine_and_for_admins() {
    let service = Service::with(&make_database("meters"), "test", behind_a_proxy(Access::default()));
    let admin = format!("Bearer {}", service.token(&new_token("admin", Scope::Admin)));
    let upload = format!("Bearer {}", service.secret);
    let elsewhere = ("X-Forwarded-For", "192.0.2.1");
    assert_eq!(get(&service, "/metrics", &[elsewhere]).status, 401);
    assert_eq!(get(&service, "/metrics", &[elsewhere, ("Authorization", &upload)]).status, 401);
    // Allowed, and told that a test gathers none.
    assert_eq!(get(&service, "/metrics", &[elsewhere, ("Authorization", &admin)]).status, 404);
    assert_eq!(get(&service, "/metrics", &[]).status, 404);
}
