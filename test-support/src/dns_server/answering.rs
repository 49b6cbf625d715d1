//! What the server answers to one question.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Mutex;

use hickory_resolver::proto::op::{Message, ResponseCode};
use hickory_resolver::proto::rr::rdata::{A, AAAA, CNAME, MX, NS, PTR, SOA, TXT};
use hickory_resolver::proto::rr::{Name, RData, Record, RecordType};

use super::{Published, Says, Table};

pub(super) async fn answer(question: Message, table: &Mutex<Table>) -> Option<Message> {
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
