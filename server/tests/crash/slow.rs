//! Clients that take their time, and such as fall silent in the middle.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::rarely;
use crate::service::Service;
use crate::uploads::{Upload, run};

const SLOW: u64 = 16;
const SILENT: u64 = 16;
const QUICK: u64 = 40;

/// A slow client's request goes out in so many pieces.
const PIECES: usize = 20;

#[test]
fn slow_and_silent_clients_hold_up_nobody_and_leave_nothing_half() {
    for _ in 0..rarely(1) {
        kill_under_slow_clients();
    }
}

/// Quick clients, slow ones and silent ones send, each its own run, and the server is killed
/// meanwhile.
fn kill_under_slow_clients() {
    let mut service = Service::start();
    let client = service.client();
    let upload = |number| Upload::of_json(&run(number));
    let request = |number| service.request(&upload(number));
    let slow: Vec<Vec<u8>> = (0..SLOW).map(request).collect();
    let silent: Vec<TcpStream> =
        (SLOW..SLOW + SILENT).map(|number| fall_silent(service.address(), &request(number))).collect();
    let address = service.address().to_owned();
    let quick = SLOW + SILENT..SLOW + SILENT + QUICK;

    for number in quick.start..quick.start + QUICK / 2 {
        assert_eq!(client.send(&upload(number)).unwrap().status, 201, "silent clients keep others out");
    }
    thread::scope(|scope| {
        let slow: Vec<_> = slow.iter().map(|request| scope.spawn(|| trickle(&address, request))).collect();
        scope.spawn(|| quick.clone().for_each(|number| client.insist(&upload(number))));
        thread::sleep(Duration::from_millis(fastrand::u64(0..1500)));
        service.kill();
        service.wait_until_ready();
        for (number, slow) in (0..SLOW).zip(slow) {
            let stored = slow.join().unwrap();
            assert!(!stored || client.has(&upload(number)), "an acknowledged run is lost");
            client.insist(&upload(number));
        }
    });
    let mut sent: Vec<_> = (0..SLOW).chain(quick).flat_map(|number| upload(number).runs).collect();
    sent.sort_by_key(|run| run.content_id().run_id());
    assert_eq!(client.stored().into_values().collect::<Vec<_>>(), sent);
    drop(silent);
}

/// Sends half of a request and nothing more.
fn fall_silent(address: &str, request: &[u8]) -> TcpStream {
    let mut connection = TcpStream::connect(address).unwrap();
    connection.write_all(&request[..request.len() / 2]).unwrap();
    connection
}

/// Sends a request in pieces; returns whether it was acknowledged.
fn trickle(address: &str, request: &[u8]) -> bool {
    let Ok(mut connection) = TcpStream::connect(address) else { return false };
    for piece in request.chunks(request.len().div_ceil(PIECES)) {
        if connection.write_all(piece).is_err() {
            return false;
        }
        thread::sleep(Duration::from_millis(fastrand::u64(0..150)));
    }
    let mut answer = String::new();
    // Where the server was killed, it breaks off.
    let _ = connection.read_to_string(&mut answer);
    answer.starts_with("HTTP/1.1 201 ")
}
