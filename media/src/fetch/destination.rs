//! Where an address leads, and whether one may go there.

use std::net::{IpAddr, SocketAddr};

use postrider_domain::network::AllowPrivate;
use reqwest::dns::{Name, Resolve, Resolving};
use url::{Host, Url};

use super::error::FetchError;

pub(super) struct Destination {
    pub host: String,
    literal: Option<IpAddr>,
    port: u16,
}

impl Destination {
    pub fn of(url: &Url) -> Result<Self, FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(FetchError::Credentials);
        }
        let port = url.port_or_known_default().ok_or(FetchError::Scheme)?;
        // `127.1`, `0x7f000001` and `2130706433` are addresses by now: the parser reads them as browsers do.
        let literal = match url.host().ok_or(FetchError::NotReachable)? {
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
            Host::Domain(_) => None,
        };
        Ok(Self {
            host: url.host_str().unwrap_or_default().to_owned(),
            literal,
            port,
        })
    }

    /// Those of the host's addresses that one may go to.
    pub async fn addresses(&self, allowed: &AllowPrivate) -> Result<Vec<SocketAddr>, FetchError> {
        let addresses: Vec<IpAddr> = match self.literal {
            Some(ip) => vec![ip],
            None => tokio::net::lookup_host((self.host.as_str(), self.port))
                .await
                .map_err(|_| FetchError::NotReachable)?
                .map(|address| address.ip())
                .collect(),
        };
        self.reachable(&addresses, allowed)
    }

    pub fn reachable(
        &self,
        addresses: &[IpAddr],
        allowed: &AllowPrivate,
    ) -> Result<Vec<SocketAddr>, FetchError> {
        let with_port = |ip: &IpAddr| SocketAddr::new(*ip, self.port);
        let mut addresses: Vec<SocketAddr> = addresses.iter().map(with_port).collect();
        if addresses.is_empty() {
            return Err(FetchError::NotReachable);
        }
        addresses.retain(|address| allowed.may_reach(*address));
        if addresses.is_empty() {
            return Err(FetchError::PrivateAddress);
        }
        Ok(addresses)
    }
}

/// Knows no host: whatever was not looked up and checked before is not found.
pub(super) struct Nobody;

impl Resolve for Nobody {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(async { Err("the host was not checked".into()) })
    }
}
