//! A name server on this machine that says what a test tells it to, over UDP and TCP.

mod answering;
mod serving;

use std::collections::HashMap;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::task::JoinSet;

use serving::{free_port, serve_tcp, serve_udp};

/// What the server says about one domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// It has a mail server.
    Mx,
    /// So many that they do not fit into one packet: the rest has to be fetched over TCP.
    ManyMx,
    /// It takes no mail (RFC 7505).
    NullMx,
    /// A mail server beside the record that says there is none.
    NullMxAndMx,
    /// No mail server, but an address.
    Ipv4,
    Ipv6,
    /// No mail server; the question for the IPv4 address fails, the one for IPv6 finds nothing.
    Ipv4Fails,
    /// It exists and has nothing.
    Nothing,
    NoSuchDomain,
    ServerFailure,
    Refused,
    /// Names other servers, as one does that looks nothing up for others.
    SendsOn,
    /// Never answers.
    Silence,
    /// A mail server, after a while.
    Late(Duration),
    /// Another name stands for it, of which the same answer tells what is known.
    Alias(&'static str),
    /// The same, but the answer tells only the other name.
    BareAlias(&'static str),
    /// Exactly these.
    Publishes(Vec<Published>),
}

/// One record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Published {
    /// The strings that it is made of.
    Text(Vec<String>),
    Exchange(u16, String),
    /// What is asked about the other name is told in the same answer.
    Alias(String),
    Address(Ipv4Addr),
    AddressV6(Ipv6Addr),
    /// What an address is called.
    Pointer(String),
}

#[derive(Default)]
struct Table {
    domains: HashMap<String, Says>,
    otherwise: Option<Says>,
    asked: HashMap<String, usize>,
    /// How long records live, five minutes if nothing is said.
    lives: Option<Duration>,
}

/// Stops when dropped.
pub struct DnsServer {
    address: SocketAddr,
    table: Arc<Mutex<Table>>,
    _tasks: JoinSet<()>,
}

impl DnsServer {
    /// On a free port of the loopback; domains that it was not told about do not exist.
    pub async fn start() -> Self {
        let (udp, tcp) = free_port().await;
        let address = udp.local_addr().unwrap();
        let table = Arc::new(Mutex::new(Table::default()));
        let mut tasks = JoinSet::new();
        tasks.spawn(serve_udp(udp, Arc::clone(&table)));
        tasks.spawn(serve_tcp(tcp, Arc::clone(&table)));
        Self {
            address,
            table,
            _tasks: tasks,
        }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn says(&self, domain: &str, says: Says) {
        self.table().domains.insert(domain.to_owned(), says);
    }

    /// About domains that it was not told about.
    pub fn says_otherwise(&self, says: Says) {
        self.table().otherwise = Some(says);
    }

    /// How long the records live that it tells from now on.
    pub fn lives(&self, lives: Duration) {
        self.table().lives = Some(lives);
    }

    /// How many questions about the domain arrived, repeated ones included.
    pub fn asked(&self, domain: &str) -> usize {
        self.table().asked.get(domain).copied().unwrap_or_default()
    }

    pub fn asked_in_all(&self) -> usize {
        self.table().asked.values().sum()
    }

    pub fn stop(self) {
        drop(self);
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap()
    }
}
