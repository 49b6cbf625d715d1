//! Deleted contacts: an unsubscribe link in a mail they once got still speaks for their address.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    bulk(org: Int, brand: Int, contact: Int, address_hash: Blob) DEPART = "
        INSERT INTO departed_contacts (org, brand, contact, address_hash)
        SELECT r.org, r.brand, r.contact, r.address_hash FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, contact) DO NOTHING";
    bulk(org: Int, brand: Int, address_hash: Blob, successor: Int) FOLLOW = "
        UPDATE departed_contacts SET successor = r.successor FROM {rows} AS r
        WHERE departed_contacts.org = r.org AND departed_contacts.brand = r.brand
            AND departed_contacts.address_hash = r.address_hash";
}

/// Contacts that are deleted, with the hashes of their addresses.
pub async fn depart(
    tx: &Tx,
    brand: BrandKey,
    mut contacts: Vec<(i64, &[u8])>,
) -> Result<(), DbError> {
    contacts.sort_unstable();
    let rows = contacts
        .into_iter()
        .map(|(contact, hash)| params![brand.org, brand.brand, contact, hash].into());
    tx.bulk(&DEPART, rows.collect()).await?;
    Ok(())
}

/// Contacts that are new, with the hashes of their addresses, in the order of these: whoever had the address
/// before is them.
pub(crate) async fn follow(
    tx: &Tx,
    brand: BrandKey,
    contacts: impl Iterator<Item = (&[u8], i64)>,
) -> Result<(), DbError> {
    let rows = contacts.map(|(hash, id)| params![brand.org, brand.brand, hash, id].into());
    tx.bulk(&FOLLOW, rows.collect()).await?;
    Ok(())
}
