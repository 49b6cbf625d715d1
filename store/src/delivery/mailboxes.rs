//! Where contacts have their mailboxes, for whoever does not have the address at hand.

use std::collections::{HashMap, HashSet};

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    ADDRESSES -> Address = "
        SELECT {columns} FROM contacts WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
}

record! {
    struct Address {
        contact: i64 = "id",
        email: String = "email",
    }
}

/// Those of these contacts that still exist.
pub async fn of(
    tx: &Tx,
    brand: BrandKey,
    contacts: Vec<i64>,
) -> Result<HashMap<i64, Mailbox>, DbError> {
    let addresses = addresses(tx, brand, contacts).await?;
    let mailboxes = addresses.into_iter();
    Ok(mailboxes
        .map(|(contact, email)| (contact, Mailbox::of(&email)))
        .collect())
}

/// The addresses of those of these contacts that still exist.
pub(crate) async fn addresses(
    tx: &Tx,
    brand: BrandKey,
    contacts: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, String>, DbError> {
    let contacts: HashSet<i64> = contacts.into_iter().collect();
    if contacts.is_empty() {
        return Ok(HashMap::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(contacts)];
    let addresses = tx.all(&ADDRESSES, values).await?.into_iter();
    Ok(addresses
        .map(|address| (address.contact, address.email))
        .collect())
}
