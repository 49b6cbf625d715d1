//! One contact alone, which is what most callers write: without lists of one, and with what becomes of it read by the statement
//! that writes it. Whatever is not plain (somebody else writes the same contact, its values would be over a bound) is left
//! to the way of many.

use std::slice;

use futures_util::future::join;
use postrider_domain::contacts::contact::{Intent, folded};

use super::index::{self, Before, Entry};
use super::record::ContactRecord;
use super::write::{Pending, UpsertOutcome, Upserted, Write};
use super::{insert, remembered, suppression, update, verdicts};
use crate::contact_changes;
use crate::db::{DbError, Tx};

/// `None`: nothing was written, and it is to be tried the other way.
pub(super) async fn write(
    tx: &Tx,
    write: Write<'_>,
    one: &Pending<'_>,
) -> Result<Option<UpsertOutcome>, DbError> {
    let before = index::look(tx, write.brand, &one.contact.email).await?;
    if !matches!(before, Before::There(_))
        && let Some(created) = create(tx, write, one).await?
    {
        return Ok(Some(created));
    }
    match before {
        Before::Absent => Ok(None),
        Before::There(entry) => change(tx, write, one, Some(entry)).await,
        Before::NotKept => change(tx, write, one, None).await,
    }
}

async fn create(
    tx: &Tx,
    write: Write<'_>,
    one: &Pending<'_>,
) -> Result<Option<UpsertOutcome>, DbError> {
    // What is remembered is asked behind the insert, for the reason that `restore` gives, but in the same message.
    tx.make_ready(&[&insert::INSERT_ONE, &remembered::ANY])
        .await?;
    let (inserted, remembers) = join(
        insert::insert_one(tx, write, one),
        remembered::any(tx, write.brand),
    )
    .await;
    let Some(record) = inserted? else {
        return Ok(None);
    };
    let created = slice::from_ref(one);
    contact_changes::note(tx, write.brand, write.rules.now).await?;
    index::add(tx, write.brand, || insert::entries(created)).await?;
    let mut upserted = upserted(one, record);
    upserted.created = true;
    if remembers? {
        let skipped = remembered::restore(tx, write, created).await?;
        upserted.resubscribe_skipped = skipped.contains(&upserted.email);
        upserted.record = None;
    }
    if one.contact.verdict.is_some() {
        verdicts::begin(tx, write.brand, created, write.rules.now).await?;
        upserted.record = None;
    }
    finished(tx, write, one, upserted).await.map(Some)
}

async fn change(
    tx: &Tx,
    write: Write<'_>,
    one: &Pending<'_>,
    before: Option<Entry>,
) -> Result<Option<UpsertOutcome>, DbError> {
    let Some(record) = update::update_one(tx, write, one.contact).await? else {
        return Ok(None);
    };
    let brand = write.brand;
    contact_changes::note(tx, brand, write.rules.now).await?;
    if let Some(before) = before {
        index::changed(tx, brand, vec![before], vec![entry_of(&record)]).await?;
    }
    let is_asked_in = one.contact.subscribed == Some(true);
    let skips = write.rules.intent != Intent::Explicit && is_asked_in && !record.subscribed;
    let has_consent = one.contact.consent.is_some();
    let mut upserted = upserted(one, record);
    upserted.resubscribe_skipped = skips;
    if has_consent {
        suppression::forget_lifted(tx, brand, vec![upserted.id]).await?;
        upserted.record = None;
    }
    finished(tx, write, one, upserted).await.map(Some)
}

async fn finished(
    tx: &Tx,
    write: Write<'_>,
    one: &Pending<'_>,
    mut upserted: Upserted,
) -> Result<UpsertOutcome, DbError> {
    if one.contact.suppress {
        let pending = Pending {
            contact: one.contact,
            id: upserted.id,
        };
        suppression::suppress_by_hand(tx, write, slice::from_ref(&pending).iter()).await?;
        upserted.record = None;
    }
    Ok(UpsertOutcome {
        written: vec![upserted],
        overfull: Vec::new(),
    })
}

fn upserted(one: &Pending<'_>, record: ContactRecord) -> Upserted {
    Upserted {
        email: one.contact.email.clone(),
        id: record.id,
        created: false,
        resubscribe_skipped: false,
        record: Some(Box::new(record)),
    }
}

fn entry_of(record: &ContactRecord) -> Entry {
    let (first, last) = (record.first_name.as_deref(), record.last_name.as_deref());
    Entry {
        id: record.id,
        folded: folded(&record.email, first, last),
        custom: record.custom.clone(),
    }
}
