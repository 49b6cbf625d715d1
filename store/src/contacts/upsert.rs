//! Contacts are written by address, many at once.
//!
//! First an INSERT that leaves existing rows alone, then an UPDATE of those. One `ON CONFLICT DO UPDATE`
//! could not do it: it sees only values of the table's own columns, and the rules need to know what was
//! asked for (`subscribed` left out is not `true`, a name left out is not null). Either way it is one
//! statement for new contacts.

use std::collections::HashMap;

use postrider_domain::contact::{Intent, Patch, Request};
use postrider_domain::tenant::BrandKey;

use super::{insert, remembered, update};
use crate::db::{DbError, Tx};

/// A contact that is deleted between the two statements is inserted by the next round.
const ROUNDS: usize = 3;

#[derive(Clone, Debug)]
pub struct ContactUpsert {
    pub email: String,
    /// The keyed hash under which the brand remembers what a deleted contact had refused.
    pub address_hash: Vec<u8>,
    pub first_name: Patch<String>,
    pub last_name: Patch<String>,
    pub subscribed: Option<bool>,
    /// JSON, field number to value; null clears.
    pub custom: String,
    /// JSON, and when it was given.
    pub consent: Option<(String, i64)>,
    /// The import's row number.
    pub import: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upserted {
    pub email: String,
    pub id: i64,
    pub created: bool,
    /// `subscribed: true` was asked for and not granted.
    pub resubscribe_skipped: bool,
}

/// One call's tenant, time and intent, the same for all its rows.
#[derive(Clone, Copy)]
pub(super) struct Write {
    pub(super) brand: BrandKey,
    pub(super) intent: Intent,
    pub(super) now: i64,
}

impl Write {
    pub(super) fn request(self, contact: &ContactUpsert) -> Request {
        Request {
            subscribed: contact.subscribed,
            consent_at: contact.consent.as_ref().map(|(_, at)| *at),
            intent: self.intent,
        }
    }
}

/// Writes contacts, each address at most once. The answers come sorted by address.
pub async fn upsert(
    tx: &Tx,
    brand: BrandKey,
    mut contacts: Vec<ContactUpsert>,
    intent: Intent,
    now: i64,
) -> Result<Vec<Upserted>, DbError> {
    let write = Write { brand, intent, now };
    contacts.sort_unstable_by(|a, b| a.email.cmp(&b.email));
    let mut written: HashMap<String, Upserted> = HashMap::with_capacity(contacts.len());
    for _ in 0..ROUNDS {
        let left = |written: &HashMap<_, _>| -> Vec<&ContactUpsert> {
            contacts.iter().filter(|contact| !written.contains_key(&contact.email)).collect()
        };
        let created = insert::insert(tx, write, &left(&written)).await?;
        written.extend(created.into_iter().map(|new| (new.email.clone(), new)));
        let existing = left(&written);
        if existing.is_empty() {
            break;
        }
        let updated = update::update(tx, write, &existing).await?;
        written.extend(updated.into_iter().map(|old| (old.email.clone(), old)));
        if written.len() == contacts.len() {
            break;
        }
    }
    remembered::restore(tx, write, &contacts, &mut written).await?;
    contacts.iter().map(|contact| written.remove(&contact.email).ok_or(DbError::Busy)).collect()
}
