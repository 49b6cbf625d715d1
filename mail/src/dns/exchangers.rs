//! The hosts that take the mail of a domain, and how long that is believed.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use moka::Expiry;

use super::limits::Limits;

/// A host that takes mail for a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanger {
    /// In lower case, without the dot at the end.
    pub name: String,
    /// Lower is better.
    pub preference: u16,
    /// At least one; those of IPv4 first.
    pub addresses: Vec<IpAddr>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchangers {
    /// At least one, by preference, equal ones by name.
    Hosts(Vec<Exchanger>),
    /// The domain says that it takes no mail.
    NoMail,
    /// It does not exist, or there is no address to go to.
    NoDomain,
    /// DNS failed or was silent, in words: nothing is known.
    NoAnswer(String),
}

/// What is kept about a domain.
#[derive(Clone)]
pub(super) struct Known {
    pub exchangers: Exchangers,
    /// As the records say, where there are any.
    pub lives: Option<Duration>,
}

/// Answers live as long as their records, within bounds: what changes every second is not asked for every mail,
/// and what never changes is looked at again.
pub(super) struct Lifetime(pub Limits);

impl Expiry<String, Known> for Lifetime {
    fn expire_after_create(&self, _: &String, known: &Known, _: Instant) -> Option<Duration> {
        Some(match (&known.exchangers, known.lives) {
            (Exchangers::NoAnswer(_), _) => self.0.silence_kept,
            (_, Some(lives)) => lives.clamp(self.0.silence_kept.min(self.0.kept), self.0.kept),
            (_, None) => self.0.refusal_kept.min(self.0.kept),
        })
    }
}
