//! The questions that decide, and what their answers mean (RFC 5321 section 5.1, RFC 7505).

use hickory_resolver::TokioResolver;
use hickory_resolver::lookup::Lookup;
use hickory_resolver::net::{DnsError, NetError, NoRecords};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use postrider_domain::contacts::validation::DomainAnswer;

/// What a name server says when asked for one type of record.
pub(super) enum Records {
    Found(Lookup),
    /// The name exists; records of the type do not.
    None,
    NoSuchName,
    NoAnswer,
}

pub(super) async fn ask(resolver: &TokioResolver, name: Name) -> DomainAnswer {
    match records(resolver, &name, RecordType::MX).await {
        Records::Found(lookup) if is_null_mx(&lookup) => DomainAnswer::NoMail,
        Records::Found(_) => DomainAnswer::TakesMail,
        Records::None => ask_for_address(resolver, &name).await,
        Records::NoSuchName => DomainAnswer::NoMail,
        Records::NoAnswer => DomainAnswer::NoAnswer,
    }
}

/// A domain without MX records takes mail at its address.
async fn ask_for_address(resolver: &TokioResolver, name: &Name) -> DomainAnswer {
    let mut answer = DomainAnswer::NoMail;
    for kind in [RecordType::A, RecordType::AAAA] {
        match records(resolver, name, kind).await {
            Records::Found(_) => return DomainAnswer::TakesMail,
            Records::None | Records::NoSuchName => {}
            Records::NoAnswer => answer = DomainAnswer::NoAnswer,
        }
    }
    answer
}

pub(super) async fn records(resolver: &TokioResolver, name: &Name, kind: RecordType) -> Records {
    match resolver.lookup(name.clone(), kind).await {
        // An alias alone is no answer to the question.
        Ok(lookup) if !lookup.answers().iter().any(|r| r.record_type() == kind) => Records::None,
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
    match none.response_code {
        ResponseCode::NXDomain => Records::NoSuchName,
        ResponseCode::NoError if !sent_on => Records::None,
        _ => Records::NoAnswer,
    }
}

fn is_null_mx(lookup: &Lookup) -> bool {
    lookup.answers().iter().all(|record| match &record.data {
        RData::MX(mx) => mx.exchange.is_root(),
        _ => true,
    })
}
