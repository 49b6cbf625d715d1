//! Which mail domains have a row, so that an ordinary write of contacts asks nobody.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use postrider_store::db::{Db, DbError, Tx};
use postrider_store::mail_domains;

use crate::validation::DnsEffect;

/// A domain that was alive may have died since, and another process has found it: its contacts are swept then, so
/// this is only how long a new contact may look better than it is.
const BELIEVED_MS: i64 = 10 * 60 * 1000;
/// Some megabytes. A brand that mails more domains pays with a look-up.
const MOST: usize = 50_000;

pub struct KnownDomains {
    effect: DnsEffect,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    /// Registered and alive, and when that was read. Only what was read as committed is in here: a row seen
    /// by a writer may still be rolled back.
    alive: HashMap<String, i64>,
    /// Met by a write, to be read when it is committed.
    met: HashSet<String>,
}

/// What a write of contacts needs to know of their domains.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Look<'a> {
    /// Take no mail.
    pub dead: HashSet<&'a str>,
    /// Have no row yet; sorted.
    missing: Vec<&'a str>,
}

impl KnownDomains {
    pub fn new(effect: DnsEffect) -> Self {
        Self {
            effect,
            memory: Mutex::default(),
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn look<'a>(
        &self,
        tx: &Tx,
        domains: HashSet<&'a str>,
        now: i64,
    ) -> Result<Look<'a>, DbError> {
        let unknown = self.unknown(domains, now);
        if unknown.is_empty() {
            return Ok(Look::default());
        }
        let registered = mail_domains::look(tx, unknown.iter().copied()).await?;
        let registered: HashMap<&str, bool> = registered
            .iter()
            .map(|domain| (domain.name.as_str(), domain.dead_since.is_some()))
            .collect();
        let mut look = Look::default();
        for domain in unknown {
            match registered.get(domain) {
                None => look.missing.push(domain),
                Some(true) if self.effect == DnsEffect::Suppresses => {
                    look.dead.insert(domain);
                }
                Some(_) => {}
            }
        }
        Ok(look)
    }

    /// Those that are not known to be registered and alive, sorted.
    fn unknown<'a>(&self, domains: HashSet<&'a str>, now: i64) -> Vec<&'a str> {
        let mut memory = self.memory();
        let believed = |read_at: &i64| now - read_at < BELIEVED_MS;
        let mut unknown: Vec<&str> = domains
            .into_iter()
            .filter(|domain| !memory.alive.get(*domain).is_some_and(believed))
            .collect();
        for domain in &unknown {
            if memory.met.len() < MOST && !memory.met.contains(*domain) {
                memory.met.insert((*domain).to_owned());
            }
        }
        unknown.sort_unstable();
        unknown
    }

    /// Reads what has become of the domains that writes have met.
    pub async fn learn(&self, db: &Db, now: i64) -> Result<(), DbError> {
        let met = std::mem::take(&mut self.memory().met);
        if met.is_empty() {
            return Ok(());
        }
        let registered = db
            .read(move |tx| {
                let met = met.clone();
                async move { mail_domains::look(&tx, met.iter().map(String::as_str)).await }
            })
            .await?;
        let mut memory = self.memory();
        if memory.alive.len() + registered.len() > MOST {
            memory.alive.clear();
        }
        let alive = registered
            .into_iter()
            .filter(|domain| domain.dead_since.is_none())
            .take(MOST);
        memory.alive.extend(alive.map(|domain| (domain.name, now)));
        Ok(())
    }
}

impl Look<'_> {
    /// Gives domains that are new a row, in the transaction that brings their contacts.
    pub async fn register(&self, tx: &Tx, now: i64) -> Result<(), DbError> {
        if self.missing.is_empty() {
            return Ok(());
        }
        mail_domains::register(tx, &self.missing, now).await
    }
}
