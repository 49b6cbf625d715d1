//! Contacts: writing, deleting, filtering and paging, each against the rules of the domain.

mod deleting;
mod filters;
mod following;
mod pages;
mod people;
mod questions;
mod restoring;
mod standing;
mod together;
mod upgraded;
mod verdicts;
mod writing;

use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactRecord, ContactUpsert, UpsertRules, Upserted};
use postrider_store::db::{Db, DbError};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::tenants::{brand, organization};

const NOW: i64 = 1_800_000_000_000;

async fn a_brand(db: &Db) -> BrandKey {
    let org = organization(db, "acme").await;
    brand(db, org, "acme").await
}

fn contact(email: &str) -> ContactUpsert {
    ContactUpsert {
        email: email.to_owned(),
        first_name: Patch::Keep,
        last_name: Patch::Keep,
        subscribed: None,
        custom: "{}".to_owned(),
        consent: None,
        import: None,
        verdict: None,
        suppress: false,
    }
}

/// Stands for the keyed hash that callers make.
fn hash(email: &str) -> Vec<u8> {
    email.bytes().rev().collect()
}

async fn upsert(
    db: &Db,
    brand: BrandKey,
    rows: Vec<ContactUpsert>,
    intent: Intent,
    now: i64,
) -> Vec<Upserted> {
    db.write(move |tx| {
        let rows = rows.clone();
        async move {
            let terms = UpsertRules {
                intent,
                now,
                bounds: FieldBounds::default(),
                address_hash: &hash,
            };
            let outcome = contacts::upsert(&tx, brand, rows, terms).await?;
            Ok::<_, DbError>(outcome.written)
        }
    })
    .await
    .unwrap()
}

async fn upload(db: &Db, brand: BrandKey, rows: Vec<ContactUpsert>) -> Vec<Upserted> {
    upsert(db, brand, rows, Intent::Upload, NOW).await
}

async fn get(db: &Db, brand: BrandKey, email: &str) -> Option<ContactRecord> {
    let email = email.to_owned();
    db.read(move |tx| async move { contacts::get(&tx, brand, &email).await })
        .await
        .unwrap()
}

/// One value; the same ones come in every run.
fn sample<T>(runner: &mut TestRunner, strategy: &impl Strategy<Value = T>) -> T {
    strategy.new_tree(runner).unwrap().current()
}
