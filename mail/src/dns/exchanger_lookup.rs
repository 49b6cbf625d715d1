//! Which hosts take the mail of a domain, and where they are (RFC 5321 section 5.1, RFC 7505).

use std::net::IpAddr;
use std::time::Duration;

use futures_util::future::join_all;
use hickory_resolver::lookup::Lookup;
use hickory_resolver::proto::rr::rdata::MX;
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use postrider_domain::contacts::validation::DomainAnswer;

use super::exchangers::{Exchanger, Exchangers, Known};
use super::question::{Records, lowest_ttl, records};
use super::resolver::{Resolver, Shared};

/// Hosts of one domain that are looked at; somebody could name thousands.
const HOSTS: usize = 10;
/// Addresses of each kind that one host is tried at.
const ADDRESSES: usize = 4;

impl Resolver {
    /// The hosts for mail to `domain`, in A-label form and lower case. Whoever asks about a domain that is being
    /// asked about waits for that answer.
    pub async fn exchangers(&self, domain: &str) -> Exchangers {
        let look_up = self.0.look_up_exchangers(domain);
        let known = self.0.exchangers.get_with_by_ref(domain, look_up).await;
        known.exchangers
    }
}

impl Shared {
    async fn look_up_exchangers(&self, domain: &str) -> Known {
        let Ok(name) = Name::from_ascii(format!("{domain}.")) else {
            return no_answer(format!("`{domain}` cannot be asked about"));
        };
        // The semaphore is never closed.
        let Ok(_place) = self.places.acquire().await else {
            return no_answer("DNS is not asked any more".to_owned());
        };
        let since = tokio::time::Instant::now();
        let known = match self.in_time(&name, RecordType::MX).await {
            Records::Found(lookup) => self.named(domain, &lookup).await,
            Records::None(_) => self.itself(name).await,
            Records::NoSuchName(_) => definite(Exchangers::NoDomain),
            Records::NoAnswer => no_answer(format!("DNS gave no answer about {domain}")),
        };
        let answer = match known.exchangers {
            Exchangers::Hosts(_) => DomainAnswer::TakesMail,
            Exchangers::NoMail | Exchangers::NoDomain => DomainAnswer::NoMail,
            Exchangers::NoAnswer(_) => DomainAnswer::NoAnswer,
        };
        self.measures.answered(answer, since.elapsed());
        known
    }

    /// The hosts that the domain names.
    async fn named(&self, domain: &str, lookup: &Lookup) -> Known {
        let mut named = exchanges(lookup);
        if named.is_empty() {
            return definite(Exchangers::NoMail);
        }
        named.sort_by_cached_key(|mx| (mx.preference, host(&mx.exchange)));
        named.dedup_by(|one, other| one.exchange == other.exchange);
        named.truncate(HOSTS);
        let found = join_all(named.iter().map(|mx| self.exchanger(mx))).await;
        let is_silent = found.iter().any(|located| located.is_silent);
        let lives = found.iter().filter_map(|located| located.lives);
        let lives = lives.chain(lowest_ttl(lookup)).min();
        let located = found.into_iter().filter_map(|located| located.exchanger);
        match (located.collect::<Vec<_>>(), is_silent) {
            (hosts, false) if hosts.is_empty() => definite(Exchangers::NoDomain),
            (hosts, true) if hosts.is_empty() => no_answer(format!(
                "DNS gave no answer about the mail servers of {domain}"
            )),
            (hosts, is_silent) => Known {
                exchangers: Exchangers::Hosts(hosts),
                // The hosts that DNS was silent about are asked for again soon.
                lives: if is_silent {
                    Some(Duration::ZERO)
                } else {
                    lives
                },
            },
        }
    }

    /// A domain without MX records takes mail at its address.
    async fn itself(&self, name: Name) -> Known {
        let located = self.exchanger(&MX::new(0, name)).await;
        match (located.exchanger, located.is_silent) {
            (Some(itself), _) => Known {
                exchangers: Exchangers::Hosts(vec![itself]),
                lives: located.lives,
            },
            (None, false) => definite(Exchangers::NoDomain),
            (None, true) => no_answer("DNS gave no answer about an address".to_owned()),
        }
    }

    async fn exchanger(&self, mx: &MX) -> Located {
        let (v4, v6) = tokio::join!(
            self.in_time(&mx.exchange, RecordType::A),
            self.in_time(&mx.exchange, RecordType::AAAA)
        );
        let mut addresses = Vec::new();
        let mut located = Located::default();
        for answer in [v4, v6] {
            match answer {
                Records::Found(lookup) => {
                    addresses.extend(addresses_of(&lookup).take(ADDRESSES));
                    located.lives = located.lives.into_iter().chain(lowest_ttl(&lookup)).min();
                }
                Records::None(_) | Records::NoSuchName(_) => {}
                Records::NoAnswer => located.is_silent = true,
            }
        }
        located.exchanger = (!addresses.is_empty()).then(|| Exchanger {
            name: host(&mx.exchange),
            preference: mx.preference,
            addresses,
        });
        located
    }

    async fn in_time(&self, name: &Name, kind: RecordType) -> Records {
        let asked = records(&self.upstream, name, kind);
        tokio::time::timeout(self.deadline, asked)
            .await
            .unwrap_or(Records::NoAnswer)
    }
}

/// What was found out about one host.
#[derive(Default)]
struct Located {
    exchanger: Option<Exchanger>,
    lives: Option<Duration>,
    is_silent: bool,
}

fn definite(exchangers: Exchangers) -> Known {
    let lives = None;
    Known { exchangers, lives }
}

fn no_answer(why: String) -> Known {
    definite(Exchangers::NoAnswer(why))
}

/// Without those that say that there are none.
fn exchanges(lookup: &Lookup) -> Vec<MX> {
    let answers = lookup.answers().iter();
    let exchanges = answers.filter_map(|record| match &record.data {
        RData::MX(mx) if !mx.exchange.is_root() => Some(mx.clone()),
        _ => None,
    });
    exchanges.collect()
}

fn addresses_of(lookup: &Lookup) -> impl Iterator<Item = IpAddr> {
    lookup
        .answers()
        .iter()
        .filter_map(|record| match &record.data {
            RData::A(address) => Some(IpAddr::V4(address.0)),
            RData::AAAA(address) => Some(IpAddr::V6(address.0)),
            _ => None,
        })
}

fn host(name: &Name) -> String {
    let text = name.to_lowercase().to_ascii();
    text.trim_end_matches('.').to_owned()
}
