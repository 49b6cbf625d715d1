//! How much each address does at the same time, and in a minute.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::limits::Limits;

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
    /// Connections of those who have many networks.
    sites: HashMap<IpAddr, usize>,
    /// Who has named nobody yet that mail is taken for, the oldest first: they make room for others.
    strangers: BTreeMap<u64, CancellationToken>,
    next: u64,
}

struct Peer {
    connections: usize,
    /// When the minute began in which it sent so many.
    since: Instant,
    messages: u32,
}

/// A place among the connections; free again when dropped.
pub(super) struct ConnectionSlot {
    peers: Arc<Peers>,
    address: IpAddr,
    site: Option<IpAddr>,
    number: u64,
    gone: CancellationToken,
}

impl Peers {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            known: Mutex::default(),
        }
    }

    /// Nothing if there is no room. When all places are taken, a stranger leaves for the newcomer.
    pub(super) fn enter(self: &Arc<Self>, from: IpAddr) -> Option<ConnectionSlot> {
        let (address, site, now) = (household(from), site(from), Instant::now());
        let mut known = self.known();
        if !known.has_room(&self.limits, address, site) {
            return None;
        }
        if known.connections >= self.limits.connections {
            let (_, oldest) = known.strangers.pop_first()?;
            oldest.cancel();
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
        peer.connections += 1;
        if let Some(site) = site {
            *known.sites.entry(site).or_default() += 1;
        }
        known.connections += 1;
        known.next += 1;
        let (number, gone) = (known.next, CancellationToken::new());
        known.strangers.insert(number, gone.clone());
        drop(known);
        Some(ConnectionSlot {
            peers: Arc::clone(self),
            address,
            site,
            number,
            gone,
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Whether one more of this address and of its site may come in.
    fn has_room(&self, limits: &Limits, address: IpAddr, site: Option<IpAddr>) -> bool {
        let of_one = self.peers.get(&address).map_or(0, |peer| peer.connections);
        let of_site = site.and_then(|site| self.sites.get(&site)).copied();
        of_one < limits.connections_of_one && of_site.unwrap_or(0) < limits.connections_of_site
    }
}

impl ConnectionSlot {
    /// Cancelled when the place is given to somebody else.
    pub(super) fn gone(&self) -> CancellationToken {
        self.gone.clone()
    }

    /// Somebody who brings mail stays.
    pub(super) fn keep(&self) {
        self.peers.known().strangers.remove(&self.number);
    }

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

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut known = self.peers.known();
        known.connections -= 1;
        known.strangers.remove(&self.number);
        if let Some(site) = self.site
            && let Some(count) = known.sites.get_mut(&site)
        {
            *count -= 1;
            if *count == 0 {
                known.sites.remove(&site);
            }
        }
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

/// What a provider gives to one customer, who may have thousands of networks in it.
fn site(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Some(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into())
        }
        IpAddr::V4(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_site_with_many_networks_has_few_places() {
        let peers = Arc::new(Peers::new(&Limits {
            connections_of_one: 2,
            connections_of_site: 3,
            ..Limits::default()
        }));
        let enter = |address: &str| peers.enter(address.parse().unwrap());
        let mut inside: Vec<_> = ["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:2::1"]
            .map(|address| enter(address).unwrap())
            .into();
        assert!(enter("2001:db8:1:3::1").is_none());
        assert!(enter("2001:db8:2:1::1").is_some());
        assert!(enter("192.0.2.1").is_some());
        inside.pop();
        assert!(enter("2001:db8:1:1::3").is_none());
        assert!(enter("2001:db8:1:3::1").is_some());
    }

    #[tokio::test]
    async fn the_oldest_stranger_makes_room() {
        let peers = Arc::new(Peers::new(&Limits {
            connections: 3,
            ..Limits::default()
        }));
        let enter = || peers.enter([192, 0, 2, 1].into());
        let places = [(); 3].map(|()| enter().unwrap());
        places[0].keep();
        let newcomer = enter().unwrap();
        let gone = places.each_ref().map(|place| place.gone().is_cancelled());
        assert_eq!(gone, [false, true, false]);
        drop(places);
        newcomer.keep();
        let kept = [(); 2].map(|()| enter().unwrap());
        kept.iter().for_each(ConnectionSlot::keep);
        // Nobody has to leave who brings mail.
        assert!(enter().is_none());
    }
}
