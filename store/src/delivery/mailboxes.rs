//! Where contacts have their mailboxes, for whoever does not have the address at hand.

use std::collections::{HashMap, HashSet};

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    ADDRESSES = "
        SELECT id, email FROM contacts WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
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
    let rows = tx.rows(&ADDRESSES, values).await?;
    let address = |row: &Row| Ok((row.int(0)?, row.text(1)?));
    rows.iter().map(address).collect()
}
