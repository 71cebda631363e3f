//! Many who connect and ask nothing.

use std::io::Write;
use std::net::TcpStream;

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use crate::service::Service;
use crate::uploads::{Upload, run};

const CONNECTIONS: u64 = 2000;

#[test]
fn two_thousand_idle_connections_keep_nobody_out() {
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, most, most).unwrap();
    let service = Service::start();
    let open = |number| {
        let mut connection = TcpStream::connect(service.address()).unwrap();
        if number % 2 == 0 {
            connection.write_all(b"POST /api/v1/runs HTTP/1.1\r\nHost:").unwrap();
        }
        connection
    };
    service.client().send(&Upload::of_json(&run(1))).unwrap();
    let frozen = service.client().freeze();
    let idle: Vec<TcpStream> = (0..CONNECTIONS).map(open).collect();
    assert_eq!(service.client().send(&Upload::of_json(&run(0))).unwrap().status, 201);
    assert_eq!(service.client().stored().len(), 2);
    assert!(service.client().is_as_frozen(&frozen), "a snapshot has changed");
    drop(idle);
}
