//! A clock that is set back.

use crate::rarely;
use crate::service::Service;
use crate::uploads::{Upload, run};

#[test]
fn a_clock_set_back_loses_nothing() {
    for _ in 0..rarely(1) {
        set_back();
    }
}

fn set_back() {
    let mut service = Service::start();
    let client = service.client();
    let uploads: Vec<Upload> = (0..9).map(|number| Upload::of_json(&run(number))).collect();
    let (first, rest) = uploads.split_at(3);
    let (second, third) = rest.split_at(3);

    first.iter().for_each(|upload| client.insist(upload));
    let frozen = client.freeze();
    service.set_clock("-2d");
    second.iter().for_each(|upload| client.insist(upload));
    assert!(client.is_as_frozen(&frozen), "a snapshot has changed");
    service.set_clock("-1d");
    third.iter().for_each(|upload| client.insist(upload));
    let newest = "SELECT count(*) FROM runs WHERE received = (SELECT max(received) FROM runs) AND factors->>'number' = '2'";
    assert_eq!(service.count(newest), 1, "the clock was not set back");
    assert_eq!(client.stored().len(), uploads.len());
    assert!(uploads.iter().all(|upload| client.has(upload)));
}
