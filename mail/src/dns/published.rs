//! What a name publishes, asked anew every time: whoever has just changed a record wants to know what is there now.

use std::net::IpAddr;

use hickory_resolver::TokioResolver;
use hickory_resolver::lookup::Lookup;
use hickory_resolver::proto::rr::rdata::TXT;
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use postrider_domain::sending::sending_domain::{Answer, Exchange};

use super::question::{Records, records};
use super::resolver::Resolver;

impl Resolver {
    /// The strings of each record put together.
    pub async fn texts(&self, name: &str) -> Answer<String> {
        self.published(name, RecordType::TXT, |data| match data {
            RData::TXT(text) => Some(joined(text)),
            _ => None,
        })
        .await
    }

    pub async fn exchanges(&self, name: &str) -> Answer<Exchange> {
        self.published(name, RecordType::MX, |data| match data {
            RData::MX(mx) => Some(Exchange {
                preference: mx.preference,
                host: host(&mx.exchange),
            }),
            _ => None,
        })
        .await
    }

    /// What the name itself stands for, not what that stands for in turn.
    pub async fn alias(&self, name: &str) -> Answer<String> {
        self.published(name, RecordType::CNAME, |data| match data {
            RData::CNAME(other) => Some(host(other)),
            _ => None,
        })
        .await
    }

    pub async fn addresses(&self, name: &str) -> Answer<IpAddr> {
        let (v4, v6) = tokio::join!(
            self.published(name, RecordType::A, |data| match data {
                RData::A(address) => Some(IpAddr::V4(address.0)),
                _ => None,
            }),
            self.published(name, RecordType::AAAA, |data| match data {
                RData::AAAA(address) => Some(IpAddr::V6(address.0)),
                _ => None,
            })
        );
        match (v4, v6) {
            (Answer::Found(v4), Answer::Found(v6)) => Answer::Found([v4, v6].concat()),
            (Answer::Found(found), _) | (_, Answer::Found(found)) => Answer::Found(found),
            (Answer::Nothing, Answer::Nothing) => Answer::Nothing,
            _ => Answer::NoAnswer,
        }
    }

    pub(super) async fn published<T>(
        &self,
        name: &str,
        kind: RecordType,
        read: fn(&RData) -> Option<T>,
    ) -> Answer<T> {
        let Ok(name) = Name::from_ascii(format!("{name}.")) else {
            return Answer::Nothing;
        };
        // The semaphore is never closed.
        let Ok(_place) = self.0.places.acquire().await else {
            return Answer::NoAnswer;
        };
        let asked = ask(&self.0.upstream, &name, kind, read);
        tokio::time::timeout(self.0.deadline, asked)
            .await
            .unwrap_or(Answer::NoAnswer)
    }
}

async fn ask<T>(
    upstream: &TokioResolver,
    name: &Name,
    kind: RecordType,
    read: fn(&RData) -> Option<T>,
) -> Answer<T> {
    match records(upstream, name, kind).await {
        Records::Found(lookup) => Answer::Found(of(&lookup, read)),
        Records::None(_) | Records::NoSuchName(_) => Answer::Nothing,
        Records::NoAnswer => Answer::NoAnswer,
    }
}

fn of<T>(lookup: &Lookup, read: fn(&RData) -> Option<T>) -> Vec<T> {
    let answers = lookup.answers().iter();
    answers.filter_map(|record| read(&record.data)).collect()
}

/// Bytes that are no text, and control characters, are shown as what they are: unreadable.
fn joined(text: &TXT) -> String {
    let bytes: Vec<u8> = text.txt_data.iter().flatten().copied().collect();
    let readable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    String::from_utf8_lossy(&bytes)
        .chars()
        .map(readable)
        .collect()
}

pub(super) fn host(name: &Name) -> String {
    let text = name.to_lowercase().to_ascii();
    match text.trim_end_matches('.') {
        "" => ".".to_owned(),
        name => name.to_owned(),
    }
}
