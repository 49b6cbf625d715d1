//! Whom a question is about, in the numbers that events hold.

use std::collections::{HashMap, HashSet};

use postrider_domain::contacts::address::search_spellings;
use postrider_domain::contacts::mailbox::domain_number;
use postrider_domain::sending::event_feed::RecipientTerm;
use postrider_domain::tenant::BrandKey;

use super::source::{By, Key};
use crate::contacts;
use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    NUMBERS -> (i64,) = "
        SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND email {in_texts}($3)";
}

/// If a part of an address is in more, the address of every event that is read is looked at instead.
const MOST_CONTACTS: usize = 2000;
/// Up to so many contacts are read one by one and merged; the events of more have to be sorted.
const MOST_MERGED: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Recipients {
    contacts: HashSet<i64>,
    domains: HashSet<i64>,
    /// Parts of addresses that very many contacts have.
    parts: Vec<String>,
}

impl Recipients {
    pub(super) async fn find(
        tx: &Tx,
        brand: BrandKey,
        terms: &[RecipientTerm],
    ) -> Result<Self, DbError> {
        let mut found = Self::default();
        let mut addresses = Vec::new();
        for term in terms {
            match term {
                RecipientTerm::Address(address) => addresses.push(address.as_str()),
                RecipientTerm::Domain(domain) => {
                    found.domains.insert(domain_number(domain));
                }
                RecipientTerm::Part(part) => found.add_part(tx, brand, part).await?,
            }
        }
        if !addresses.is_empty() {
            let values = params![brand.org, brand.brand, Value::texts(addresses)];
            found.contacts.extend(tx.values(&NUMBERS, values).await?);
        }
        Ok(found)
    }

    async fn add_part(&mut self, tx: &Tx, brand: BrandKey, part: &str) -> Result<(), DbError> {
        let room = MOST_CONTACTS.saturating_sub(self.contacts.len());
        let with = contacts::with_address_part(tx, brand, part, room as i64 + 1).await?;
        if with.len() > room {
            self.parts.extend(search_spellings(part));
        } else {
            self.contacts.extend(with);
        }
        Ok(())
    }

    /// Whether the numbers alone do not tell.
    pub(super) fn ask_addresses(&self) -> bool {
        !self.parts.is_empty()
    }

    pub(super) fn hold(&self, key: &Key, emails: &HashMap<i64, String>) -> bool {
        let is_in = |set: &HashSet<i64>, number: Option<i64>| {
            number.is_some_and(|number| set.contains(&number))
        };
        if is_in(&self.contacts, key.contact) || is_in(&self.domains, key.domain) {
            return true;
        }
        // What a deleted contact was called, nobody knows any more.
        let email = key.contact.and_then(|contact| emails.get(&contact));
        email.is_some_and(|email| self.parts.iter().any(|part| email.contains(part)))
    }

    /// Readings that hold all events about them. Nothing: no index does.
    pub(super) fn readings(&self) -> Option<Vec<By>> {
        if self.ask_addresses() {
            return None;
        }
        let mut all: Vec<By> = self.domains.iter().copied().map(By::Domain).collect();
        let contacts = self.contacts.iter().copied();
        if contacts.len() > MOST_MERGED {
            all.push(By::Contacts(contacts.collect()));
        } else {
            all.extend(contacts.map(By::Contact));
        }
        Some(all)
    }

    /// A few people have few events, whatever else is asked.
    pub(super) fn are_few(&self) -> bool {
        self.domains.is_empty() && self.parts.is_empty() && self.contacts.len() <= MOST_MERGED
    }
}
