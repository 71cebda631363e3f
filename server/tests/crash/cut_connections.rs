//! Uploads on connections that break, by the death of the server or of the client.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::relay::{Cut, Relay};
use crate::service::Service;
use crate::uploader::{Ended, Uploader};
use crate::uploads::{Form, Upload, run};

/// Flushes the spool of `uploader`; what waits there must then be stored, once.
fn flush(service: &Service, uploader: &Uploader, upload: &Upload) -> Ended {
    assert_eq!(uploader.spooled().len(), 1);
    let flushed = uploader.runoff(&["flush", "--retry-for", "0"]);
    assert_eq!(flushed.code, Some(0), "{flushed:?}");
    assert_eq!(flushed.stdout.lines().count(), upload.runs.len());
    assert_eq!(uploader.spooled().len(), 0);
    let stored: Vec<_> = service.client().stored().into_values().collect();
    let mut sent = upload.runs.clone();
    sent.sort_by_key(|run| run.content_id().run_id());
    assert_eq!(stored, sent);
    flushed
}

/// Sends through a relay that breaks the connections, while the server dies.
fn send_to_a_dying_server(cut: Cut) -> Ended {
    let mut service = Service::start();
    let uploader = Uploader::of(&service);
    let relay = Relay::to(service.address());
    let upload = Upload::of_output(2);
    let mut arguments = uploader.prepare(&upload);
    arguments.extend(["--retry-for".to_owned(), "0".to_owned()]);
    let sending = uploader.command(&arguments).env("RUNOFF_SERVER", relay.url()).spawn().unwrap();
    relay.cut(cut, || service.kill());
    let sent = Ended::from(sending.wait_with_output().unwrap());
    assert_eq!((sent.code, sent.stdout.as_str()), (Some(3), ""), "{sent:?}");
    assert!(sent.stderr.contains("1 upload kept in the spool: nothing is lost"), "{sent:?}");
    service.wait_until_ready();
    flush(&service, &uploader, &upload)
}

#[test]
fn a_server_killed_while_it_answers_has_the_runs_already() {
    let flushed = send_to_a_dying_server(Cut::Answer);
    assert!(flushed.stderr.contains("2 runs stored before"), "{flushed:?}");
}

#[test]
fn a_server_killed_while_it_listens_has_nothing_yet() {
    let flushed = send_to_a_dying_server(Cut::Request);
    assert!(!flushed.stderr.contains("stored before"), "{flushed:?}");
}

#[test]
fn an_uploader_killed_before_it_hears_the_answer_left_the_runs_in_its_spool() {
    let service = Service::start();
    let uploader = Uploader::of(&service);
    let relay = Relay::to(service.address());
    let upload = Upload::of_output(2);
    let arguments = uploader.prepare(&upload);
    let mut sending = uploader.command(&arguments).env("RUNOFF_SERVER", relay.url()).spawn().unwrap();
    relay.cut(Cut::Answer, || sending.kill().unwrap());
    sending.wait().unwrap();
    let flushed = flush(&service, &uploader, &upload);
    assert!(flushed.stderr.contains("2 runs stored before"), "{flushed:?}");
}

/// The bytes of a request that sends `upload`, the second part half of its body.
fn halves(service: &Service, upload: &Upload) -> (Vec<u8>, Vec<u8>) {
    let Form::Json(body) = &upload.form else { panic!("no JSON") };
    let mut request = service.request(upload);
    let second = request.split_off(request.len() - body.len() / 2);
    (request, second)
}

#[test]
fn a_server_told_to_end_stores_and_acknowledges_what_it_has_begun() {
    let mut service = Service::start();
    let upload = Upload::of_json(&run(0));
    let (first, second) = halves(&service, &upload);
    let mut connection = TcpStream::connect(service.address()).unwrap();
    connection.write_all(&first).unwrap();
    thread::sleep(Duration::from_millis(200));
    service.terminate();
    while TcpStream::connect(service.address()).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
    connection.write_all(&second).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    assert!(service.ends_well());
    service.wait_until_ready();
    assert_eq!(service.client().stored().into_values().collect::<Vec<_>>(), upload.runs);
}

#[test]
fn a_client_that_breaks_off_leaves_nothing_behind() {
    let service = Service::start();
    let upload = Upload::of_json(&run(0));
    let (first, _) = halves(&service, &upload);
    let mut connection = TcpStream::connect(service.address()).unwrap();
    connection.write_all(&first).unwrap();
    drop(connection);
    assert_eq!(service.client().send(&Upload::of_json(&run(1))).unwrap().status, 201);
    assert_eq!(service.client().stored().len(), 1);
    assert_eq!(service.client().send(&upload).unwrap().status, 201, "it was not there");
}
