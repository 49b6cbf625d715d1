//! How much each address does at the same time, and in a minute.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Limits;

const MINUTE: Duration = Duration::from_mins(1);
/// Addresses that are remembered before the quiet ones are forgotten.
const MANY: usize = 1000;

pub(super) struct Peers {
    limits: Limits,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    connections: usize,
    peers: HashMap<IpAddr, Peer>,
}

struct Peer {
    connections: usize,
    /// When the minute began in which it sent so many.
    since: Instant,
    messages: u32,
}

/// A place among the connections; free again when dropped.
pub(super) struct Place {
    peers: Arc<Peers>,
    address: IpAddr,
}

impl Peers {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            known: Mutex::default(),
        }
    }

    pub(super) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let (address, now) = (household(address), Instant::now());
        let mut known = self.known();
        if known.connections >= self.limits.connections {
            return None;
        }
        if known.peers.len() >= MANY {
            known
                .peers
                .retain(|_, peer| peer.connections > 0 || peer.since + MINUTE > now);
        }
        let peer = known.peers.entry(address).or_insert(Peer {
            connections: 0,
            since: now,
            messages: 0,
        });
        if peer.connections >= self.limits.connections_of_one {
            return None;
        }
        peer.connections += 1;
        known.connections += 1;
        drop(known);
        Some(Place {
            peers: Arc::clone(self),
            address,
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Whether one more message may come from this address.
    pub(super) fn may_bring(&self) -> bool {
        let now = Instant::now();
        let mut known = self.peers.known();
        let Some(peer) = known.peers.get_mut(&self.address) else {
            return false;
        };
        if peer.since + MINUTE <= now {
            peer.since = now;
            peer.messages = 0;
        }
        peer.messages += 1;
        peer.messages <= self.peers.limits.messages_of_one
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut known = self.peers.known();
        known.connections -= 1;
        if let Some(peer) = known.peers.get_mut(&self.address) {
            peer.connections -= 1;
        }
    }
}

/// Whoever has one address of IPv6 has a whole network of them.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}
