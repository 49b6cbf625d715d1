//! New contacts.

use std::borrow::Cow;

use postrider_domain::contact::{Patch, Standing, folded};

use super::write::{Pending, Write};
use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    bulk(
        org: Int, brand: Int, id: Int, email: Text, first_name: Text, last_name: Text,
        subscribed: Bool, unsubscribed_at: Int, consent: Text, import: Int, custom: Json,
        folded: Text, now: Int
    ) INSERT = "
        INSERT INTO contacts (org, brand, id, email, first_name, last_name, subscribed,
            unsubscribed_at, consent, import, custom, folded, created_at, updated_at)
        SELECT r.org, r.brand, r.id, r.email, r.first_name, r.last_name, r.subscribed,
            r.unsubscribed_at, r.consent, r.import, {jsonb}(r.custom), r.folded,
            r.now, r.now
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, email) DO NOTHING";
}

/// Gives the number of those that were not there before.
pub(super) async fn insert(tx: &Tx, write: Write<'_>, new: &[Pending<'_>]) -> Result<u64, DbError> {
    tx.bulk(&INSERT, new.iter().map(|new| row_of(write, new)).collect())
        .await
}

fn row_of(write: Write<'_>, new: &Pending<'_>) -> Vec<Value> {
    let contact = new.contact;
    let standing = Standing::NEW
        .after(write.request(contact), write.terms.now)
        .standing;
    let (first, last) = (given(&contact.first_name), given(&contact.last_name));
    params![
        write.brand.org,
        write.brand.brand,
        new.id,
        &contact.email,
        first,
        last,
        standing.subscribed,
        standing.unsubscribed_at,
        contact.consent.as_ref().map(|(consent, _)| consent),
        contact.import,
        &*present(&contact.custom),
        folded(&contact.email, first, last),
        write.terms.now,
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
