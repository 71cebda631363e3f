//! Stands between a client and the service, and cuts them off in the middle.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

/// Where the connection breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The service has half of the request.
    Request,
    /// The service has answered, and the client has half of the answer.
    Answer,
}

pub(crate) struct Relay {
    listener: TcpListener,
    service: String,
}

impl Relay {
    pub(crate) fn to(service: &str) -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").unwrap(), service: service.to_owned() }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// Waits for a client, hands on half of what is said, does `meanwhile`, and breaks both
    /// connections.
    pub(crate) fn cut(&self, cut: Cut, meanwhile: impl FnOnce()) {
        let (client, _) = self.listener.accept().unwrap();
        let service = TcpStream::connect(&self.service).unwrap();
        match cut {
            Cut::Request => hand_on_half(&client, &service),
            Cut::Answer => {
                let (mut from, mut to) = (client.try_clone().unwrap(), service.try_clone().unwrap());
                // It ends with the connections.
                thread::spawn(move || io::copy(&mut from, &mut to));
                hand_on_half(&service, &client);
            }
        }
        meanwhile();
        for connection in [client, service] {
            // The other end may have closed it.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

fn hand_on_half(mut from: &TcpStream, mut to: &TcpStream) {
    let mut buffer = [0; 4096];
    let read = from.read(&mut buffer).unwrap();
    assert!(read > 0, "the connection was closed");
    to.write_all(&buffer[..read / 2]).unwrap();
}
