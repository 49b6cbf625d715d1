//! The questions that decide, and what their answers mean (RFC 5321 section 5.1, RFC 7505).

use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::lookup::Lookup;
use hickory_resolver::net::{DnsError, NetError, NoRecords};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use postrider_domain::contacts::validation::DomainAnswer;

/// What a name server says when asked for one type of record. What is not there is said to be so for a while, too.
pub(super) enum Records {
    Found(Lookup),
    /// The name exists; records of the type do not.
    None(Option<Duration>),
    NoSuchName(Option<Duration>),
    NoAnswer,
}

/// Whether a domain takes mail, and how long that holds as the records say.
#[derive(Clone, Copy)]
pub(super) struct Heard {
    pub(super) answer: DomainAnswer,
    pub(super) lives: Option<Duration>,
}

impl Heard {
    pub(super) const NOTHING: Self = Self {
        answer: DomainAnswer::NoAnswer,
        lives: None,
    };
}

pub(super) async fn ask(resolver: &TokioResolver, name: Name) -> Heard {
    let heard = |answer, lives| Heard { answer, lives };
    match records(resolver, &name, RecordType::MX).await {
        Records::Found(lookup) if is_null_mx(&lookup) => {
            heard(DomainAnswer::NoMail, lowest_ttl(&lookup))
        }
        Records::Found(lookup) => heard(DomainAnswer::TakesMail, lowest_ttl(&lookup)),
        Records::None(lives) => ask_for_address(resolver, &name, lives).await,
        Records::NoSuchName(lives) => heard(DomainAnswer::NoMail, lives),
        Records::NoAnswer => Heard::NOTHING,
    }
}

/// A domain without MX records takes mail at its address. That it has none holds so long as nothing is said to be missing
/// for less.
async fn ask_for_address(resolver: &TokioResolver, name: &Name, no_mx: Option<Duration>) -> Heard {
    let mut heard = Heard {
        answer: DomainAnswer::NoMail,
        lives: no_mx,
    };
    for kind in [RecordType::A, RecordType::AAAA] {
        match records(resolver, name, kind).await {
            Records::Found(lookup) => {
                return Heard {
                    answer: DomainAnswer::TakesMail,
                    lives: no_mx.into_iter().chain(lowest_ttl(&lookup)).min(),
                };
            }
            Records::None(lives) | Records::NoSuchName(lives) => {
                heard.lives = heard.lives.into_iter().chain(lives).min();
            }
            Records::NoAnswer => heard.answer = DomainAnswer::NoAnswer,
        }
    }
    heard
}

pub(super) fn lowest_ttl(lookup: &Lookup) -> Option<Duration> {
    let seconds = lookup.answers().iter().map(|record| record.ttl).min();
    seconds.map(|seconds| Duration::from_secs(seconds.into()))
}

pub(super) async fn records(resolver: &TokioResolver, name: &Name, kind: RecordType) -> Records {
    match resolver.lookup(name.clone(), kind).await {
        // An alias alone is no answer to the question.
        Ok(lookup) if !lookup.answers().iter().any(|r| r.record_type() == kind) => {
            Records::None(lowest_ttl(&lookup))
        }
        Ok(lookup) => Records::Found(lookup),
        Err(NetError::Dns(DnsError::NoRecordsFound(none))) => nothing(&none),
        Err(error) => {
            tracing::debug!(dns.domain = %name, dns.error = %error, "DNS gave no answer");
            Records::NoAnswer
        }
    }
}

fn nothing(none: &NoRecords) -> Records {
    // Other name servers and no word about the domain: we were sent on, by a server that does not look things
    // up for others.
    let sent_on = none.ns.is_some() && none.soa.is_none();
    let lives = none.negative_ttl;
    let lives = lives.map(|seconds| Duration::from_secs(seconds.into()));
    match none.response_code {
        ResponseCode::NXDomain => Records::NoSuchName(lives),
        ResponseCode::NoError if !sent_on => Records::None(lives),
        _ => Records::NoAnswer,
    }
}

fn is_null_mx(lookup: &Lookup) -> bool {
    lookup.answers().iter().all(|record| match &record.data {
        RData::MX(mx) => mx.exchange.is_root(),
        _ => true,
    })
}
