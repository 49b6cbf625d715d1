//! A contact is deleted with all that the product knows about it: what stands on it goes at once, what may name it
//! somewhere soon after (`departing.rs`).

use std::collections::BTreeMap;

use postrider_domain::contacts::departed::Departed;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{members, test_runs};
use postrider_store::db::{DbError, Tx};
use postrider_store::departures::texts;
use postrider_store::triggers::instances;
use postrider_store::{connections, contacts, departures, test_mails, tracking};

/// Deletes contacts by address and keyed hash of it, and cancels the runs that they are in; gives the addresses that were
/// there. What is canceled is counted as this process's.
pub async fn delete(
    tx: &Tx,
    brand: BrandKey,
    hashes: BTreeMap<String, Vec<u8>>,
    process: i64,
    now: i64,
) -> Result<Vec<String>, DbError> {
    let deleted = contacts::delete(tx, brand, &hashes, now).await?;
    if deleted.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = deleted.iter().map(|contact| contact.id).collect();
    let runs = members::of_contacts(tx, brand, &ids).await?;
    members::cancel(tx, brand, &runs, process, now).await?;
    instances::forget(tx, brand, ids.iter().copied()).await?;
    connections::forget(tx, brand, &ids).await?;
    let addresses = deleted.iter().map(|contact| contact.email.as_str());
    let departed = Departed::new(addresses.clone());
    let tests = test_runs::forget_addresses(tx, brand, addresses.clone()).await?;
    texts::forget_tests(tx, brand, &tests, &departed).await?;
    test_mails::forget_addresses(tx, brand, addresses).await?;
    let departed = deleted.iter().filter_map(|contact| {
        let hash = hashes.get(&contact.email)?;
        Some((contact.id, hash.as_slice()))
    });
    tracking::depart(tx, brand, departed.collect()).await?;
    let named = deleted
        .iter()
        .map(|contact| (contact.id, contact.email.as_str()));
    departures::note(tx, brand, named, now).await?;
    Ok(deleted.into_iter().map(|contact| contact.email).collect())
}
