//! From which address a request came.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::Request;
use ipnet::IpNet;

/// Proxies that are believed when they say for whom they ask.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub Vec<IpNet>);

impl TrustedProxies {
    /// The address that a request came from: the peer's, or, where the peer is a trusted proxy,
    /// the last one in `X-Forwarded-For` that is none. What stands before it, anybody may have
    /// written. `None` where the connection has no address, as in a test without one.
    #[must_use]
    pub fn client<B>(&self, request: &Request<B>) -> Option<IpAddr> {
        let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
        let peer = peer.ip().to_canonical();
        if !self.trusts(peer) {
            return Some(peer);
        }
        let headers = request.headers().get_all("x-forwarded-for").iter();
        let said: Vec<&str> =
            headers.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(',')).collect();
        let mut client = peer;
        for hop in said.iter().rev() {
            // Beyond a word that is no address, nothing can be believed.
            let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
            client = address.to_canonical();
            if !self.trusts(client) {
                break;
            }
        }
        Some(client)
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let mut request = Request::get("/");
        for value in forwarded {
            request = request.header("X-Forwarded-For", *value);
        }
        let mut request = request.body(()).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
        let proxies = TrustedProxies(proxies.iter().map(|net| net.parse().unwrap()).collect());
        proxies.client(&request).unwrap().to_string()
    }

    #[test]
    fn nobody_but_a_trusted_proxy_is_believed() {
        assert_eq!(client(&[], "192.0.2.7:5", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(client(&["10.0.0.0/8"], "192.0.2.7:5", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1:5", &["198.51.100.1"]), "198.51.100.1");
        // The client wrote the first itself.
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1:5", &["127.0.0.1, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1:5", &["198.51.100.1", "10.2.2.2"]), "198.51.100.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1:5", &["198.51.100.1, evil"]), "10.1.1.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1:5", &[]), "10.1.1.1");
        assert_eq!(client(&["::1/128"], "[::1]:5", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(client(&["127.0.0.0/8"], "[::ffff:127.0.0.1]:5", &["198.51.100.1"]), "198.51.100.1");
    }
}
