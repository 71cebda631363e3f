//! Who may write.

use benchdata::name::Name;
use serde_json::json;
use server::database::tokens::{self, NewToken};
use server::token::Scope;
use time::Duration;

use crate::support::{RUNTIME, Service, new_token, now, run};

fn send_as(service: &Service, authorization: &[&str]) -> crate::support::Answer {
    let mut headers = vec![("Content-Type", "application/json")];
    headers.extend(authorization.iter().map(|value| ("Authorization", *value)));
    service.send_as(&headers, "", run("a").to_string().as_bytes())
}

#[test]
fn without_a_valid_token_nothing_is_stored() {
    let service = Service::start("unauthorized");
    let revoked = service.token(&new_token("revoked", Scope::Upload));
    let now = now();
    assert!(RUNTIME.block_on(tokens::revoke(&service.pool, "revoked", now)).unwrap());
    let expired =
        NewToken { expires: Some(now - Duration::seconds(1)), ..new_token("expired", Scope::Admin) };
    let expired = service.token(&expired);
    let cases = [
        (vec![], "a token is needed"),
        (vec!["Basic dXNlcg==".to_owned()], "not of the form `Bearer TOKEN`"),
        (vec![format!("Bearer {}x", service.secret)], "not known"),
        (vec!["Bearer ' OR ''='".to_owned()], "not known"),
        (vec![format!("Bearer {revoked}")], "\"revoked\" is revoked"),
        (vec![format!("Bearer {expired}")], "\"expired\" has expired"),
    ];
    for (authorization, detail) in cases {
        let authorization: Vec<&str> = authorization.iter().map(String::as_str).collect();
        let answer = send_as(&service, &authorization);
        assert!(answer.problem(401).contains(detail), "{}", answer.text());
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    assert_eq!(service.stored_rows(), 0);
}

#[test]
fn higher_scopes_include_upload() {
    let service = Service::start("scopes");
    for scope in [Scope::Correct, Scope::Admin] {
        let secret = service.token(&new_token(scope.as_str(), scope));
        assert!([200, 201].contains(&send_as(&service, &[&format!("bearer {secret}")]).status));
    }
}

#[test]
fn a_token_bound_to_a_box_sends_its_runs_alone() {
    let service = Service::start("bound");
    let bound = NewToken { box_name: Some(Name::new("smallbox").unwrap()), ..new_token("b", Scope::Upload) };
    let authorization = format!("Bearer {}", service.token(&bound));
    let mut small = run("a");
    small["box"] = json!("smallbox");
    let headers = [("Content-Type", "application/json"), ("Authorization", authorization.as_str())];
    let both = service.send_as(&headers, "", json!([small, run("a")]).to_string().as_bytes());
    let detail = both.problem(403);
    assert!(detail.contains("\"smallbox\"") && detail.contains("\"bigbox\""), "{detail}");
    assert_eq!(service.stored_rows(), 0);
    assert_eq!(service.send_as(&headers, "", small.to_string().as_bytes()).status, 201);
}

#[test]
fn last_use_is_noted() {
    let service = Service::start("last_use");
    service.store(&run("a"));
    let tokens = RUNTIME.block_on(tokens::list(&service.pool)).unwrap();
    assert!(tokens[0].last_used.unwrap() > tokens[0].created);
}
