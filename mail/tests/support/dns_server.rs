//! A name server on this machine that says what a test tells it to, over UDP and TCP. The file stands alone, so
//! that tests of other crates can include it: `#[path]` at the `mod`, and `#[expect(dead_code)]` where they do not
//! need all of it.

use std::collections::HashMap;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use hickory_resolver::proto::op::{Message, ResponseCode};
use hickory_resolver::proto::rr::rdata::{A, AAAA, CNAME, MX, NS, PTR, SOA, TXT};
use hickory_resolver::proto::rr::{Name, RData, Record, RecordType};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::task::JoinSet;

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

async fn free_port() -> (Arc<UdpSocket>, TcpListener) {
    loop {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        // Somebody else may have the same port for UDP.
        if let Ok(udp) = UdpSocket::bind(tcp.local_addr().unwrap()).await {
            return (Arc::new(udp), tcp);
        }
    }
}

async fn serve_udp(socket: Arc<UdpSocket>, table: Arc<Mutex<Table>>) {
    let mut answers = JoinSet::new();
    let mut packet = vec![0; 4096];
    while let Ok((length, from)) = socket.recv_from(&mut packet).await {
        let Ok(question) = Message::from_vec(&packet[..length]) else {
            continue;
        };
        let (socket, table) = (Arc::clone(&socket), Arc::clone(&table));
        answers.spawn(async move {
            if let Some(answer) = answer(question, &table).await {
                let mut packet = answer.to_vec().unwrap();
                if packet.len() > usize::from(answer.max_payload()) {
                    packet = answer.truncate().to_vec().unwrap();
                }
                let _ = socket.send_to(&packet, from).await;
            }
        });
        while answers.try_join_next().is_some() {}
    }
}

async fn serve_tcp(listener: TcpListener, table: Arc<Mutex<Table>>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(serve_connection(stream, Arc::clone(&table)));
        while connections.try_join_next().is_some() {}
    }
}

async fn serve_connection(mut stream: TcpStream, table: Arc<Mutex<Table>>) {
    while let Ok(length) = stream.read_u16().await {
        let mut packet = vec![0; usize::from(length)];
        if stream.read_exact(&mut packet).await.is_err() {
            return;
        }
        let Ok(question) = Message::from_vec(&packet) else {
            return;
        };
        if let Some(answer) = answer(question, &table).await {
            let packet = answer.to_vec().unwrap();
            let length = u16::try_from(packet.len()).unwrap().to_be_bytes();
            let _ = stream.write_all(&[&length[..], &packet].concat()).await;
        }
    }
}

async fn answer(question: Message, table: &Mutex<Table>) -> Option<Message> {
    let query = question.queries.first()?.clone();
    let mut answer = question.into_response();
    answer.metadata.recursion_available = true;
    let mut name = query.name.to_lowercase();
    count(table, &name);
    loop {
        match look_up(table, &name) {
            Says::Silence => return None,
            Says::Late(wait) => {
                tokio::time::sleep(wait).await;
                fill(&mut answer, &name, query.query_type, &Says::Mx);
            }
            Says::Alias(other) => {
                let other = Name::from_ascii(format!("{other}.")).unwrap();
                answer.add_answer(record(&name, RData::CNAME(CNAME(other.clone()))));
                name = other;
                continue;
            }
            says => {
                fill(&mut answer, &name, query.query_type, &says);
                if let Some(other) =
                    alias_of(&says).filter(|_| query.query_type != RecordType::CNAME)
                {
                    name = other;
                    continue;
                }
            }
        }
        shorten(&mut answer, table);
        return Some(answer);
    }
}

/// Records live as long as the test said.
fn shorten(answer: &mut Message, table: &Mutex<Table>) {
    if let Some(lives) = table.lock().unwrap().lives {
        for record in &mut answer.answers {
            record.ttl = u32::try_from(lives.as_secs()).unwrap();
        }
    }
}

fn alias_of(says: &Says) -> Option<Name> {
    let Says::Publishes(records) = says else {
        return None;
    };
    records.iter().find_map(|record| match record {
        Published::Alias(other) => Some(named(other)),
        _ => None,
    })
}

fn named(host: &str) -> Name {
    Name::from_ascii(format!("{host}.")).unwrap()
}

fn count(table: &Mutex<Table>, name: &Name) {
    let mut table = table.lock().unwrap();
    *table.asked.entry(plain(name)).or_default() += 1;
}

fn look_up(table: &Mutex<Table>, name: &Name) -> Says {
    let table = table.lock().unwrap();
    let says = table.domains.get(&plain(name)).or(table.otherwise.as_ref());
    says.cloned().unwrap_or(Says::NoSuchDomain)
}

fn plain(name: &Name) -> String {
    name.to_ascii().trim_end_matches('.').to_owned()
}

fn fill(answer: &mut Message, name: &Name, kind: RecordType, says: &Says) {
    answer.metadata.response_code = match says {
        Says::NoSuchDomain => ResponseCode::NXDomain,
        Says::ServerFailure => ResponseCode::ServFail,
        Says::Refused => ResponseCode::Refused,
        Says::Ipv4Fails if kind == RecordType::A => ResponseCode::ServFail,
        _ => ResponseCode::NoError,
    };
    let found = found(kind, says);
    match says {
        Says::SendsOn => {
            let other = Name::from_ascii("ns.elsewhere.test.").unwrap();
            answer.add_authority(record(name, RData::NS(NS(other))));
        }
        Says::ServerFailure | Says::Refused => {}
        _ if found.is_empty() => {
            answer.add_authority(record(name, start_of_authority()));
        }
        _ => {}
    }
    for data in found {
        answer.add_answer(record(name, data));
    }
}

fn published(kind: RecordType, records: &[Published]) -> Vec<RData> {
    let data = |record: &Published| match record {
        Published::Text(strings) => RData::TXT(TXT::new(strings.clone())),
        Published::Exchange(preference, host) => RData::MX(MX::new(*preference, named(host))),
        Published::Alias(host) => RData::CNAME(CNAME(named(host))),
        Published::Address(ip) => RData::A(A(*ip)),
        Published::AddressV6(ip) => RData::AAAA(AAAA(*ip)),
        Published::Pointer(host) => RData::PTR(PTR(named(host))),
    };
    let asked =
        |data: &RData| data.record_type() == kind || data.record_type() == RecordType::CNAME;
    records.iter().map(data).filter(asked).collect()
}

fn found(kind: RecordType, says: &Says) -> Vec<RData> {
    let mx = |host: &str| RData::MX(MX::new(10, Name::from_ascii(host).unwrap()));
    let null_mx = || RData::MX(MX::new(0, Name::root()));
    match (says, kind) {
        (Says::Mx, RecordType::MX) => vec![mx("mx.test.")],
        (Says::ManyMx, RecordType::MX) => (0..200)
            .map(|n| mx(&format!("mail-server-{n}.example-{n}.test.")))
            .collect(),
        (Says::NullMx, RecordType::MX) => vec![null_mx()],
        (Says::NullMxAndMx, RecordType::MX) => vec![null_mx(), mx("mx.test.")],
        // It would count if anybody asked for it.
        (Says::Ipv4 | Says::NullMx, RecordType::A) => {
            vec![RData::A(A(Ipv4Addr::new(192, 0, 2, 1)))]
        }
        (Says::Ipv6, RecordType::AAAA) => vec![RData::AAAA(AAAA(Ipv6Addr::LOCALHOST))],
        (Says::Publishes(records), _) => published(kind, records),
        (Says::BareAlias(other), _) => {
            let other = Name::from_ascii(format!("{other}.")).unwrap();
            vec![RData::CNAME(CNAME(other))]
        }
        _ => Vec::new(),
    }
}

fn start_of_authority() -> RData {
    let name = Name::from_ascii("ns.test.").unwrap();
    RData::SOA(SOA::new(name.clone(), name, 1, 3600, 600, 86_400, 300))
}

fn record(name: &Name, data: RData) -> Record {
    Record::from_rdata(name.clone(), 300, data)
}
