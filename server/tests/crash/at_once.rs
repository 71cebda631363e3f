//! The same runs from many clients at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Barrier;
use std::thread;

use benchdata::content::RunId;
use serde_json::{Value as Json, json};

use crate::client::{Acknowledged, Client};
use crate::service::Service;
use crate::uploads::{Upload, run};

const CLIENTS: usize = 16;
const ROUNDS: u64 = 20;

/// Sends upload 0, 1, … by a client each, all at once.
fn send_at_once(client: &Client, uploads: &[&Upload]) -> Vec<Acknowledged> {
    let barrier = Barrier::new(uploads.len());
    let send = |upload: &Upload| {
        barrier.wait();
        client.send(upload).unwrap()
    };
    thread::scope(|scope| {
        let clients: Vec<_> = uploads.iter().map(|upload| scope.spawn(|| send(upload))).collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    })
}

/// Checks that each run was created by one of the answers and has one address in all;
/// returns the runs' ids.
fn created_once(answers: &[Acknowledged]) -> BTreeSet<RunId> {
    let mut created: BTreeMap<RunId, usize> = BTreeMap::new();
    let mut urls = BTreeSet::new();
    for run in answers.iter().flat_map(|answer| &answer.runs) {
        *created.entry(run.id).or_default() += usize::from(run.created);
        urls.insert(&run.url);
    }
    assert!(created.values().all(|&count| count == 1), "{answers:?}");
    assert_eq!(urls.len(), created.len());
    created.into_keys().collect()
}

#[test]
fn the_same_run_from_sixteen_clients_is_one_run() {
    let service = Service::start();
    let client = service.client();
    for number in 0..ROUNDS {
        let upload =
            if number % 2 == 0 { Upload::of_json(&fresh(number)) } else { Upload::of_output(number) };
        let answers = send_at_once(&client, &[&upload; CLIENTS]);
        assert_eq!(created_once(&answers).len(), upload.runs.len());
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1, "{answers:?}");
    }
    let sent: u64 = (0..ROUNDS).map(|number| if number % 4 == 3 { 2 } else { 1 }).sum();
    assert_eq!(client.stored().len() as u64, sent);
}

/// As the tool printed it, as JSON with the results in either order, and in arrays in every
/// order.
#[test]
fn runs_sent_in_all_forms_and_orders_at_once_are_stored_once() {
    let service = Service::start();
    let client = service.client();
    let mut expected = BTreeMap::new();
    for number in 0..ROUNDS {
        let output = Upload::of_output(4 * number);
        let a = serde_json::to_value(&output.runs[0]).unwrap();
        let (b, c) = (fresh(2 * number), fresh(2 * number + 1));
        let forms = [
            output,
            Upload::of_json(&a),
            Upload::of_json(&backwards(&a)),
            Upload::of_json(&json!([a, b, c])),
            Upload::of_json(&json!([c, backwards(&b), a])),
            Upload::of_json(&json!([backwards(&b), backwards(&c)])),
            Upload::of_json(&b),
            Upload::of_json(&backwards(&c)),
        ];
        let uploads: Vec<&Upload> = forms.iter().cycle().take(CLIENTS).collect();
        assert_eq!(created_once(&send_at_once(&client, &uploads)).len(), 3);
        expected.extend(forms[3].runs.iter().map(|run| (run.content_id().run_id(), run.clone())));
    }
    assert_eq!(client.stored(), expected);
}

/// Of two transactions that take the same new rows in different orders, one would fail. Boxes
/// and environments are known here: who waits for a new one meets nothing new after it.
#[test]
fn different_runs_of_the_same_new_series_are_all_stored() {
    let service = Service::start();
    let client = service.client();
    for round in 0..3 * ROUNDS {
        let run = |repeat: u64| {
            let mut run = small(fresh(round));
            run["repeat"] = repeat.into();
            run["box"] = format!("box-{}", repeat % 2).into();
            run["environment"] = json!({});
            if repeat.is_multiple_of(3) { backwards(&run) } else { run }
        };
        let uploads: Vec<Upload> = (0..CLIENTS as u64)
            .map(|client| Upload::of_json(&json!([run(2 * client + 2), run(2 * client + 3)])))
            .collect();
        let answers = send_at_once(&client, &uploads.iter().collect::<Vec<_>>());
        assert_eq!(created_once(&answers).len(), 2 * CLIENTS);
    }
}

/// The run with little in it, so that the database has more to do than we.
fn small(mut run: Json) -> Json {
    run["results"].as_array_mut().unwrap().truncate(3);
    run["sources"] = json!([]);
    run
}

/// A run whose box, environment, series and factors are all new.
fn fresh(number: u64) -> Json {
    let mut run = run(number);
    run["box"] = format!("box-{number}").into();
    run["environment"] = json!({format!("fact-{number}"): "1", "kernel.release": number.to_string()});
    run["factors"] = json!({format!("factor-{number}"): "1"});
    let results = run["results"].as_array_mut().unwrap();
    results.truncate(12);
    for result in results {
        result["case"][format!("parameter-{}", number / 2)] = "1".into();
    }
    run
}

/// The same run with its results in the opposite order.
fn backwards(run: &Json) -> Json {
    let mut run = run.clone();
    run["results"].as_array_mut().unwrap().reverse();
    run
}
