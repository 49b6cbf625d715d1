//! Whether receivers may report about domains to an address of ours: we have to say in DNS that we want that
//! (RFC 7489, 7.1), or anybody could send anybody reports.

use futures_util::stream::{self, StreamExt};
use postrider_domain::sending::sending_domain::{Answer, organizational, report_consent};
use postrider_engine::domains::Lookout;
use postrider_store::domains::DomainRecord;

use super::finding::{Check, Finding};

const AT_ONCE: usize = 8;
/// What the record says.
const CONSENT: &str = "v=DMARC1";

/// Nothing if no reports come here, or all domains are our own.
pub async fn look<'a>(
    lookout: &Lookout,
    domains: impl Iterator<Item = &'a DomainRecord>,
) -> Option<Finding> {
    let host = lookout.reports_host()?;
    let mut strangers: Vec<&str> = domains
        .map(|domain| domain.name.as_str())
        .filter(|name| organizational(name) != organizational(host))
        .collect();
    strangers.sort_unstable();
    strangers.dedup();
    if strangers.is_empty() {
        return None;
    }
    let looks = strangers.iter().map(async |domain| {
        let name = report_consent(domain, host);
        match lookout.resolver().texts(&name).await {
            Answer::Found(texts) => !texts.iter().any(|text| text.trim().starts_with(CONSENT)),
            Answer::Nothing => true,
            // Nobody can say.
            Answer::NoAnswer => false,
        }
    });
    let lacking: Vec<bool> = stream::iter(looks).buffered(AT_ONCE).collect().await;
    let lacking: Vec<&str> = strangers
        .into_iter()
        .zip(lacking)
        .filter_map(|(domain, is_lacking)| is_lacking.then_some(domain))
        .collect();
    Some(match lacking.as_slice() {
        [] => Finding::ok(
            Check::Reports,
            format!("receivers may report about domains to {host}"),
        ),
        [first, ..] => Finding::warning(
            Check::Reports,
            format!(
                "receivers that are careful send no DMARC reports about {} to {host}",
                counted(first, lacking.len())
            ),
            format!(
                "Publish at the DNS provider of {host}:\n  TXT  {}  {CONSENT};\nor once for all domains:\n  TXT  {}  \
                 {CONSENT};",
                report_consent(first, host),
                report_consent("*", host)
            ),
        ),
    })
}

fn counted(first: &str, all: usize) -> String {
    match all {
        1 => first.to_owned(),
        all => format!("{first} and {} more", all - 1),
    }
}
