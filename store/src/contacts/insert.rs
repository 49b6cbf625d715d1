//! New contacts.

use std::borrow::Cow;

use postrider_domain::contacts::contact::{MailPermission, folded};
use postrider_domain::patch::Patch;

use super::index::{Entry, Index};
use super::record::ContactRecord;
use super::write::{Pending, Write};
use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

macro_rules! insert_rows {
    () => {
        "
        INSERT INTO contacts (org, brand, id, email, first_name, last_name, subscribed,
            unsubscribed_at, consent, import, custom, folded, folded_custom, created_at,
            updated_at)
        SELECT r.org, r.brand, r.id, r.email, r.first_name, r.last_name, r.subscribed,
            r.unsubscribed_at, r.consent, r.import, {jsonb}(r.custom), r.folded,
            r.folded_custom, r.now, r.now
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, email) DO NOTHING"
    };
}

statements! {
    bulk(
        org: Int, brand: Int, id: Int, email: Text, first_name: Text, last_name: Text,
        subscribed: Bool, unsubscribed_at: Int, consent: Text, import: Int, custom: Json,
        folded: Text, folded_custom: Json, now: Int
    ) INSERT = insert_rows!();
    // The same for one, which is shown.
    pub(super) bulk(
        org: Int, brand: Int, id: Int, email: Text, first_name: Text, last_name: Text,
        subscribed: Bool, unsubscribed_at: Int, consent: Text, import: Int, custom: Json,
        folded: Text, folded_custom: Json, now: Int
    ) INSERT_ONE -> ContactRecord = concat!(insert_rows!(), " RETURNING {columns}");
}

/// Gives the number of those that were not there before.
pub(super) async fn insert(tx: &Tx, write: Write<'_>, new: &[Pending<'_>]) -> Result<u64, DbError> {
    let index = Index::of(tx, write.brand);
    let rows = new.iter().map(|new| row_of(write, new, index));
    tx.bulk(&INSERT, rows.collect()).await
}

/// The contact, if it was not there before.
pub(super) async fn insert_one(
    tx: &Tx,
    write: Write<'_>,
    new: &Pending<'_>,
) -> Result<Option<ContactRecord>, DbError> {
    let row = row_of(write, new, Index::of(tx, write.brand));
    let inserted = tx.bulk_all(&INSERT_ONE, vec![row]).await?;
    Ok(inserted.into_iter().next())
}

/// What the indexes are to hold of new contacts.
pub(super) fn entries(created: &[Pending<'_>]) -> Vec<Entry> {
    let entry = |new: &Pending<'_>| Entry {
        id: new.id,
        folded: folded_of(new),
        custom: present(&new.contact.custom).into_owned(),
    };
    created.iter().map(entry).collect()
}

fn folded_of(new: &Pending<'_>) -> String {
    let contact = new.contact;
    let (first, last) = (given(&contact.first_name), given(&contact.last_name));
    folded(&contact.email, first, last)
}

fn row_of(write: Write<'_>, new: &Pending<'_>, index: Index) -> Vec<Value> {
    let contact = new.contact;
    let custom = present(&contact.custom);
    let permission = MailPermission::NEW
        .after(write.request(contact), write.rules.now)
        .permission;
    params![
        write.brand.org,
        write.brand.brand,
        new.id,
        &contact.email,
        given(&contact.first_name),
        given(&contact.last_name),
        permission.subscribed,
        permission.unsubscribed_at,
        contact.consent.as_ref().map(|(consent, _)| consent),
        contact.import,
        &*custom,
        folded_of(new),
        index.folded_custom(&custom),
        write.rules.now,
    ]
    .into()
}

/// The values that are there: in a new row there is nothing to clear.
fn present(custom: &str) -> Cow<'_, str> {
    if !custom.contains("null") {
        return Cow::Borrowed(custom);
    }
    match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(custom) {
        Ok(mut values) => {
            values.retain(|_, value| !value.is_null());
            Cow::Owned(serde_json::Value::Object(values).to_string())
        }
        // Not ours to judge: the database refuses it.
        Err(_) => Cow::Borrowed(custom),
    }
}

fn given(patch: &Patch<String>) -> Option<&str> {
    match patch {
        Patch::Keep | Patch::Clear => None,
        Patch::Set(name) => Some(name),
    }
}
