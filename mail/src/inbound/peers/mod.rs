//! How much each address and each network does at the same time, and in a minute. Whoever has shown what only our mails
//! hold is known for a while; all others are strangers, who have what the known leave, share it by networks, and make
//! room for each other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::limits::Limits;
use super::network::{household, network};

const MINUTE: Duration = Duration::from_mins(1);
/// Addresses and networks that are counted before the quiet ones are forgotten.
const MANY: usize = 1000;
/// Addresses that are known at the same time.
const MOST_KNOWN: usize = 10_000;

pub(super) struct Peers {
    limits: Limits,
    crowd: Mutex<Crowd>,
}

#[derive(Default)]
struct Crowd {
    connections: usize,
    /// Connections of those who are known.
    known: usize,
    peers: HashMap<IpAddr, Counts>,
    networks: HashMap<IpAddr, Counts>,
    /// The connections of strangers, the oldest first.
    strangers: BTreeMap<u64, Stranger>,
    /// When each address showed last that it has to do with our mails.
    proven: HashMap<IpAddr, Instant>,
    next: u64,
}

struct Stranger {
    network: IpAddr,
    gone: CancellationToken,
}

/// What one address or network does.
struct Counts {
    connections: usize,
    /// When the minute began in which it sent so many.
    since: Instant,
    messages: u32,
}

/// A place among the connections; free again when dropped.
pub(super) struct ConnectionSlot {
    peers: Arc<Peers>,
    address: IpAddr,
    network: IpAddr,
    number: u64,
    gone: CancellationToken,
}

impl Peers {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            crowd: Mutex::default(),
        }
    }

    /// Nothing if there is no room. When all places are taken, a stranger leaves for the newcomer.
    pub(super) fn enter(self: &Arc<Self>, from: IpAddr) -> Option<ConnectionSlot> {
        let (address, network, now) = (household(from), network(from), Instant::now());
        let limits = &self.limits;
        let mut crowd = self.crowd();
        let is_full = |counts: Option<&Counts>, limit: usize| {
            counts.is_some_and(|counts| counts.connections >= limit)
        };
        if is_full(crowd.peers.get(&address), limits.connections_of_one)
            || is_full(crowd.networks.get(&network), limits.connections_of_network)
        {
            return None;
        }
        if crowd.connections >= limits.connections {
            crowd.evict(network)?.cancel();
        }
        crowd.count_in(address, network, now);
        crowd.next += 1;
        let (number, gone) = (crowd.next, CancellationToken::new());
        if crowd.knows(address, limits, now) && crowd.has_room_for_known(limits) {
            crowd.known += 1;
        } else {
            let gone = gone.clone();
            crowd.strangers.insert(number, Stranger { network, gone });
        }
        drop(crowd);
        Some(ConnectionSlot {
            peers: Arc::clone(self),
            address,
            network,
            number,
            gone,
        })
    }

    fn crowd(&self) -> MutexGuard<'_, Crowd> {
        self.crowd.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Crowd {
    /// The place that is given to a newcomer of this network: the oldest stranger's of the network that would have most
    /// of them. So nobody who has many networks' worth of connections keeps out who has one.
    fn evict(&mut self, newcomer: IpAddr) -> Option<CancellationToken> {
        let mut held: HashMap<IpAddr, usize> = HashMap::from([(newcomer, 1)]);
        for stranger in self.strangers.values() {
            *held.entry(stranger.network).or_default() += 1;
        }
        let networks = self.strangers.values().map(|stranger| stranger.network);
        // The first of equals, which is the one with the oldest.
        let most = networks
            .min_by_key(|network| Reverse((held.get(network).copied(), *network == newcomer)))?;
        let oldest =
            |(number, stranger): (&u64, &Stranger)| (stranger.network == most).then_some(*number);
        let oldest = self.strangers.iter().find_map(oldest)?;
        self.strangers.remove(&oldest).map(|stranger| stranger.gone)
    }

    fn count_in(&mut self, address: IpAddr, network: IpAddr, now: Instant) {
        self.connections += 1;
        for (all, one) in [(&mut self.peers, address), (&mut self.networks, network)] {
            if all.len() >= MANY {
                all.retain(|_, counts| counts.connections > 0 || counts.since + MINUTE > now);
            }
            all.entry(one)
                .or_insert_with(|| Counts::begin(now))
                .connections += 1;
        }
    }

    fn count_out(&mut self, address: IpAddr, network: IpAddr) {
        self.connections = self.connections.saturating_sub(1);
        for (all, one) in [(&mut self.peers, address), (&mut self.networks, network)] {
            let Some(counts) = all.get_mut(&one) else {
                continue;
            };
            counts.connections = counts.connections.saturating_sub(1);
            // Who has brought nothing leaves no trace: strangers decide how many there are.
            if counts.connections == 0 && counts.messages == 0 {
                all.remove(&one);
            }
        }
    }

    fn knows(&self, address: IpAddr, limits: &Limits, now: Instant) -> bool {
        let proven = self.proven.get(&address);
        proven.is_some_and(|at| now.duration_since(*at) < limits.remembered)
    }

    /// The known never take all places: then no stranger could become known.
    fn has_room_for_known(&self, limits: &Limits) -> bool {
        let room = limits
            .connections
            .saturating_sub(limits.connections_for_strangers);
        self.known < room.max(1)
    }

    fn remember(&mut self, address: IpAddr, limits: &Limits, now: Instant) {
        if self.proven.len() >= MOST_KNOWN && !self.proven.contains_key(&address) {
            self.proven
                .retain(|_, at| now.duration_since(*at) < limits.remembered);
            let oldest = self.proven.iter().min_by_key(|(_, at)| **at);
            let oldest = oldest.map(|(address, _)| *address);
            if let Some(oldest) = oldest.filter(|_| self.proven.len() >= MOST_KNOWN) {
                self.proven.remove(&oldest);
            }
        }
        self.proven.insert(address, now);
    }
}

impl Counts {
    fn begin(now: Instant) -> Self {
        Self {
            connections: 0,
            since: now,
            messages: 0,
        }
    }

    /// Counts one more message; whether it is within the limit of a minute.
    fn brings(&mut self, limit: u32, now: Instant) -> bool {
        if self.since + MINUTE <= now {
            self.since = now;
            self.messages = 0;
        }
        self.messages = self.messages.saturating_add(1);
        self.messages <= limit
    }
}

impl ConnectionSlot {
    /// Cancelled when the place is given to somebody else.
    pub(super) fn gone(&self) -> CancellationToken {
        self.gone.clone()
    }

    pub(super) fn is_stranger(&self) -> bool {
        self.peers.crowd().strangers.contains_key(&self.number)
    }

    /// It has shown what only our mails hold: it stays, and comes back as somebody who is known.
    pub(super) fn prove(&self) {
        let limits = &self.peers.limits;
        let mut crowd = self.peers.crowd();
        crowd.remember(self.address, limits, Instant::now());
        if crowd.has_room_for_known(limits) && crowd.strangers.remove(&self.number).is_some() {
            crowd.known += 1;
        }
    }

    /// Whether one more message may come from this address, and if it is not known from this network.
    pub(super) fn may_bring(&self) -> bool {
        let (limits, now) = (&self.peers.limits, Instant::now());
        let mut crowd = self.peers.crowd();
        let is_known = crowd.knows(self.address, limits, now);
        let of_one = crowd.peers.get_mut(&self.address);
        if !of_one.is_some_and(|counts| counts.brings(limits.messages_of_one, now)) {
            return false;
        }
        let network = crowd.networks.get_mut(&self.network);
        is_known || network.is_some_and(|counts| counts.brings(limits.messages_of_strangers, now))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut crowd = self.peers.crowd();
        let was_evicted = self.gone.is_cancelled();
        if crowd.strangers.remove(&self.number).is_none() && !was_evicted {
            crowd.known = crowd.known.saturating_sub(1);
        }
        crowd.count_out(self.address, self.network);
    }
}

#[cfg(test)]
mod tests;
