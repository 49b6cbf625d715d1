//! Contacts are written by address, many at once: those that are new are inserted, the others updated,
//! each in one statement for all of them.
//!
//! One `ON CONFLICT DO UPDATE` could not do it: it sees only values of the table's own columns, and the
//! rules need to know what was asked for (`subscribed` left out is not `true`, a name left out is not
//! null).

use std::collections::{HashMap, HashSet};

use postrider_domain::contacts::contact::Intent;
use postrider_domain::tenant::BrandKey;

use super::suppression::suppress_by_hand;
use super::write::{ContactUpsert, Overfull, Pending, UpsertOutcome, UpsertRules, Upserted, Write};
use super::{index, insert, remembered, single, update, verdicts};
use crate::db::{DbError, Tx, Value};
use crate::{contact_changes, params, record, statements};

statements! {
    FIND -> Known = "
        SELECT {columns} FROM contacts WHERE org = $1 AND brand = $2 AND email {in_texts}($3)";
    STILL_OUT -> (String,) = "
        SELECT email FROM contacts {along}(contacts__org__brand__email)
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3) AND NOT subscribed";
}

record! {
    struct Known {
        email: String = "email",
        id: i64 = "id",
    }
}

/// Somebody else may create or delete a contact between our statements; then we look again.
const ROUNDS: usize = 3;
/// How many addresses of a large batch are looked up to see whether it is new.
const SAMPLE: usize = 8;

/// Writes contacts, each address at most once.
pub async fn upsert(
    tx: &Tx,
    brand: BrandKey,
    mut contacts: Vec<ContactUpsert>,
    rules: UpsertRules<'_>,
) -> Result<UpsertOutcome, DbError> {
    let write = Write { brand, rules };
    contacts.sort_unstable_by(|a, b| a.email.cmp(&b.email));
    let pending: Vec<Pending> = contacts
        .iter()
        .map(|contact| Pending {
            contact,
            id: tx.number(),
        })
        .collect();
    if let [one] = pending.as_slice()
        && let Some(written) = Box::pin(single::write(tx, write, one)).await?
    {
        return Ok(written);
    }
    // Both on the heap: whoever writes contacts would carry what they keep between their steps.
    Box::pin(upsert_many(tx, write, pending)).await
}

async fn upsert_many(
    tx: &Tx,
    write: Write<'_>,
    mut pending: Vec<Pending<'_>>,
) -> Result<UpsertOutcome, DbError> {
    let brand = write.brand;
    let mut created = Vec::new();
    let mut updated = Vec::new();
    let mut overfull = Vec::new();
    // Looking a thousand new addresses up costs as much as inserting some of them: where a few of them
    // are unknown, all are taken to be, and the insert tells the ones that are not.
    let mut look_first = !looks_new(tx, brand, &pending).await?;
    for _ in 0..ROUNDS {
        let (existing, new) = if look_first {
            split(tx, brand, pending).await?
        } else {
            (Vec::new(), pending)
        };
        look_first = true;
        let taken = insert_new(tx, write, new, &mut created).await?;
        pending = update_existing(tx, write, existing, &mut updated, &mut overfull).await?;
        pending.extend(taken);
        if pending.is_empty() {
            break;
        }
    }
    if !pending.is_empty() {
        return Err(DbError::Busy);
    }
    if !(created.is_empty() && updated.is_empty()) {
        contact_changes::note(tx, brand, write.rules.now).await?;
    }
    index::add(tx, brand, || insert::entries(&created)).await?;
    let mut skipped = HashSet::new();
    if !created.is_empty() && remembered::any(tx, brand).await? {
        skipped = remembered::restore(tx, write, &created).await?;
    }
    // After that: what a person or a server had said counts more than what an address looks like.
    verdicts::begin(tx, brand, &created, write.rules.now).await?;
    skipped.extend(still_out(tx, write, &updated).await?);
    suppress_by_hand(tx, write, created.iter().chain(&updated)).await?;
    let answer = |created: bool, pending: Pending| Upserted {
        resubscribe_skipped: skipped.contains(&pending.contact.email),
        email: pending.contact.email.clone(),
        id: pending.id,
        created,
        record: None,
    };
    let created = created.into_iter().map(|pending| answer(true, pending));
    let updated = updated.into_iter().map(|pending| answer(false, pending));
    let mut answers: Vec<Upserted> = created.chain(updated).collect();
    answers.sort_unstable_by(|a, b| a.email.cmp(&b.email));
    overfull.sort_unstable_by(|a: &Overfull, b| a.email.cmp(&b.email));
    Ok(UpsertOutcome {
        written: answers,
        overfull,
    })
}

/// Whether none of a few addresses from all over the batch has a row.
async fn looks_new(tx: &Tx, brand: BrandKey, pending: &[Pending<'_>]) -> Result<bool, DbError> {
    if pending.len() < SAMPLE * SAMPLE {
        return Ok(false);
    }
    let sample = pending.iter().step_by(pending.len() / SAMPLE);
    let emails = Value::texts(sample.map(|pending| pending.contact.email.as_str()));
    let known = tx
        .one(&FIND, params![brand.org, brand.brand, emails])
        .await?;
    Ok(known.is_none())
}

/// Those that have a row, with its number, and those that have none.
async fn split<'a>(
    tx: &Tx,
    brand: BrandKey,
    pending: Vec<Pending<'a>>,
) -> Result<(Vec<Pending<'a>>, Vec<Pending<'a>>), DbError> {
    let emails = Value::texts(emails_of(&pending));
    let found = tx
        .all(&FIND, params![brand.org, brand.brand, emails])
        .await?;
    let found: HashMap<&str, i64> = found
        .iter()
        .map(|known| (known.email.as_str(), known.id))
        .collect();
    let (mut existing, mut new) = (Vec::with_capacity(found.len()), Vec::new());
    for Pending { contact, id } in pending {
        match found.get(contact.email.as_str()) {
            Some(&id) => existing.push(Pending { contact, id }),
            None => new.push(Pending { contact, id }),
        }
    }
    Ok((existing, new))
}

/// Gives back those whose address somebody else has taken meanwhile.
async fn insert_new<'a>(
    tx: &Tx,
    write: Write<'_>,
    new: Vec<Pending<'a>>,
    created: &mut Vec<Pending<'a>>,
) -> Result<Vec<Pending<'a>>, DbError> {
    let inserted = insert::insert(tx, write, &new).await?;
    if inserted == new.len() as u64 {
        created.extend(new);
        return Ok(Vec::new());
    }
    let own: HashMap<&str, i64> = new
        .iter()
        .map(|pending| (pending.contact.email.as_str(), pending.id))
        .collect();
    let (existing, mut taken) = split(tx, write.brand, new).await?;
    for pending in existing {
        if own.get(pending.contact.email.as_str()) == Some(&pending.id) {
            created.push(pending);
        } else {
            // A number of our own again: the other's row may be gone when we come to it.
            taken.push(Pending {
                id: tx.number(),
                ..pending
            });
        }
    }
    Ok(taken)
}

/// Gives back those that somebody else has deleted meanwhile.
async fn update_existing<'a>(
    tx: &Tx,
    write: Write<'_>,
    existing: Vec<Pending<'a>>,
    updated: &mut Vec<Pending<'a>>,
    overfull: &mut Vec<Overfull>,
) -> Result<Vec<Pending<'a>>, DbError> {
    let written = update::update(tx, write, &existing).await?;
    if written.len() == existing.len() {
        updated.extend(existing);
        return Ok(Vec::new());
    }
    let is_written = |pending: &Pending<'_>| written.contains(&pending.id);
    let (done, left): (Vec<_>, Vec<_>) = existing.into_iter().partition(is_written);
    updated.extend(done);
    let mut refused = update::overfull(tx, write, &left).await?;
    let mut gone = Vec::new();
    for pending in left {
        match refused.remove(&pending.contact.email) {
            Some(excess) => overfull.push(Overfull {
                email: pending.contact.email.clone(),
                excess,
            }),
            // A number of our own again, as for one that is new.
            None => gone.push(Pending {
                id: tx.number(),
                ..pending
            }),
        }
    }
    Ok(gone)
}

/// Of those that were to be subscribed, the ones who are not.
async fn still_out(
    tx: &Tx,
    write: Write<'_>,
    updated: &[Pending<'_>],
) -> Result<HashSet<String>, DbError> {
    let asked = emails_asked_in(updated);
    if write.rules.intent == Intent::Explicit || asked.is_empty() {
        return Ok(HashSet::new());
    }
    let values = params![write.brand.org, write.brand.brand, Value::texts(asked)];
    let still_out = tx.values(&STILL_OUT, values).await?;
    Ok(still_out.into_iter().collect())
}

fn emails_asked_in<'a>(updated: &[Pending<'a>]) -> Vec<&'a str> {
    let asked = updated.iter().map(|pending| pending.contact);
    let asked = asked.filter(|contact| contact.subscribed == Some(true));
    asked.map(|contact| contact.email.as_str()).collect()
}

fn emails_of<'a>(pending: &[Pending<'a>]) -> Vec<&'a str> {
    pending
        .iter()
        .map(|pending| pending.contact.email.as_str())
        .collect()
}
