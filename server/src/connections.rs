//! Connections of clients: how long one may take to ask, and how all end.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tower::ServiceExt;

/// How long to wait where no connection can be taken, which only an end of others mends.
const OUT_OF_FILES: Duration = Duration::from_millis(100);

/// How long a connection is borne with.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Until the head of a request is whole, also of the next one on a connection kept open.
    pub head: Duration,
    /// Until the requests are answered that were begun before the word to end.
    pub drain: Duration,
}

/// Answers requests until `stop` comes, and then those that have begun.
pub async fn answer(
    listener: TcpListener,
    routes: Router,
    patience: Patience,
    stop: impl Future<Output = ()>,
) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(patience.head);
    let open = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, client) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        let routes = routes.clone().map_request(move |request| from(client, request));
        let connection = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended");
            }
        });
    }
    // Who connects from now on is told at once that nobody listens.
    drop(listener);
    if tokio::time::timeout(patience.drain, open.shutdown()).await.is_err() {
        tracing::warn!("some requests took longer than {:?} and were cut off", patience.drain);
    }
}

/// Lets this process have as many connections as the system allows it.
pub fn allow_many() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, most)| setrlimit(Resource::RLIMIT_NOFILE, most, most));
    if let Err(error) = raised {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, client)) => {
                // Small responses must not wait for the acknowledgement of the one before.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY");
                }
                return (stream, client);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not taken");
                sleep(OUT_OF_FILES).await;
            }
        }
    }
}

fn from(client: SocketAddr, request: Request<Incoming>) -> Request {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(client));
    request
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(200);

    /// A connection to a service of these routes that has no more patience than this.
    async fn connect(patience: Patience, stop: impl Future<Output = ()> + Send + 'static) -> TcpStream {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let routes = Router::new()
            .route("/", get(|ConnectInfo(client): ConnectInfo<SocketAddr>| async move { client.to_string() }))
            .route("/sent", post(|body: String| async move { body }));
        tokio::spawn(answer(listener, routes, patience, stop));
        TcpStream::connect(address).await.unwrap()
    }

    /// All that is said until the other side closes the connection, which it must.
    async fn rest(connection: &mut TcpStream) -> String {
        let mut said = String::new();
        tokio::time::timeout(LONG, connection.read_to_string(&mut said)).await.unwrap().unwrap();
        said
    }

    #[tokio::test]
    async fn who_never_asks_is_cut_off() {
        let mut silent = connect(Patience { head: SHORT, drain: LONG }, pending()).await;
        assert_eq!(rest(&mut silent).await, "");
    }

    #[tokio::test]
    async fn a_head_that_never_ends_is_cut_off() {
        let mut slow = connect(Patience { head: SHORT, drain: LONG }, pending()).await;
        slow.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ").await.unwrap();
        assert!(!rest(&mut slow).await.contains("200 OK"));
    }

    #[tokio::test]
    async fn a_connection_kept_open_and_not_used_is_cut_off() {
        let mut idle = connect(Patience { head: SHORT, drain: LONG }, pending()).await;
        let client = idle.local_addr().unwrap().to_string();
        idle.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        let said = rest(&mut idle).await;
        assert!(said.starts_with("HTTP/1.1 200 OK") && said.ends_with(&client), "{said}");
    }

    #[tokio::test]
    async fn what_has_begun_is_answered_after_the_word_to_end() {
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let stopped = async { stopped.await.unwrap() };
        let mut begun = connect(Patience { head: LONG, drain: LONG }, stopped).await;
        let head = "POST /sent HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";
        begun.write_all(head.as_bytes()).await.unwrap();
        let mut go_on = [0; 25];
        begun.read_exact(&mut go_on).await.unwrap();
        stop.send(()).unwrap();
        begun.write_all(b"whole").await.unwrap();
        let said = rest(&mut begun).await;
        assert!(said.starts_with("HTTP/1.1 200 OK") && said.ends_with("whole"), "{said}");
    }
}
