//! `SQLite`'s lists follow the contacts' rows in the same transaction: `contact_search` of address and name, `contact_values`
//! of the custom values.
//!
//! Numbers go in ascending: FTS5 collects what is written and sorts it into one run at the commit, and a
//! smaller number than the last makes it write a run at once.
//!
//! Runs are merged here, a few pages with every batch and with every sixteenth contact that comes alone. Left to itself FTS5
//! merges seldom and much, in a unit of an import that then holds the writer far longer than the others.

mod narrow;
mod words;

use std::collections::HashMap;

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Gathered, Statement, Tx, Value};
use crate::{params, record, statements};
pub(super) use narrow::narrow;
use words::{brand_gram, words};

statements! {
    READ -> Entry = "
        SELECT {columns} FROM contacts
        WHERE org = $1 AND brand = $2 AND id IN {ints}($3) ORDER BY id";
    READ_ONE -> Entry = "
        SELECT {columns} FROM contacts WHERE org = $1 AND brand = $2 AND email = $3";
    bulk(rowid: Int, brand: Text, folded: Text) ADD_SEARCH = "
        {only_sqlite}(INSERT INTO contact_search (rowid, brand, folded) VALUES ($1, $2, $3))";
    bulk(rowid: Int, words: Text) ADD_VALUES = "
        {only_sqlite}(INSERT INTO contact_values (rowid, words) VALUES ($1, $2))";
    MERGE_SEARCH = "
        {only_sqlite}(INSERT INTO contact_search (contact_search, rank) VALUES ('merge', $1))";
    MERGE_VALUES = "
        {only_sqlite}(INSERT INTO contact_values (contact_values, rank) VALUES ('merge', $1))";
    bulk(rowid: Int) REMOVE_SEARCH = "
        {only_sqlite}(DELETE FROM contact_search WHERE rowid = $1)";
    bulk(rowid: Int) REMOVE_VALUES = "
        {only_sqlite}(DELETE FROM contact_values WHERE rowid = $1)";
}

/// A page of runs holds some sixty contacts, and each is merged three times on its way to the last run.
const CONTACTS_PER_MERGED_PAGE: usize = 10;
const LEAST_MERGED_PAGES: usize = 4;
/// Single contacts that are merged together. Each commit may hold one alone, in a run of its own, and sixteen runs are what a
/// merge begins with: a merge with each of them would find nothing to do and cost as much as the entry.
const GATHERED_CONTACTS: usize = 16;
const PAGES_PER_SINGLE_CONTACT: usize = 4;

record! {
    /// What the lists hold of one contact.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Entry {
        pub(in super::super) id: i64 = "id",
        pub(in super::super) folded: String = "folded",
        /// JSON by field number.
        pub(in super::super) custom: String = "{json}(custom)",
    }
}

pub(super) async fn add(tx: &Tx, brand: BrandKey, mut new: Vec<Entry>) -> Result<(), DbError> {
    new.sort_unstable_by_key(|entry| entry.id);
    add_search(tx, brand, &new).await?;
    let values = new.iter().map(|entry| (entry.id, &entry.custom));
    add_values(tx, brand, values).await
}

/// The entries that contacts should have by what stands in their rows.
pub(super) async fn read(tx: &Tx, brand: BrandKey, ids: Vec<i64>) -> Result<Vec<Entry>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(ids)];
    tx.all(&READ, values).await
}

/// The entry of the contact with an address, if there is one.
pub(super) async fn read_one(
    tx: &Tx,
    brand: BrandKey,
    email: &str,
) -> Result<Option<Entry>, DbError> {
    tx.one(&READ_ONE, params![brand.org, brand.brand, email])
        .await
}

pub(super) async fn refresh(tx: &Tx, brand: BrandKey, before: Vec<Entry>) -> Result<(), DbError> {
    let ids = before.iter().map(|entry| entry.id).collect();
    let now = read(tx, brand, ids).await?;
    changed(tx, brand, before, &now).await
}

/// Writes only the lists of which a contact's part has changed.
pub(super) async fn changed(
    tx: &Tx,
    brand: BrandKey,
    before: Vec<Entry>,
    now: &[Entry],
) -> Result<(), DbError> {
    let old: HashMap<i64, Entry> = before.into_iter().map(|old| (old.id, old)).collect();
    let differs = |part: fn(&Entry) -> &str| {
        let changed = |new: &&Entry| old.get(&new.id).is_none_or(|old| part(old) != part(new));
        now.iter().filter(changed).cloned().collect::<Vec<Entry>>()
    };
    let renamed = differs(|entry| &entry.folded);
    let ids = renamed.iter().map(|entry| vec![entry.id.into()]);
    tx.bulk(&REMOVE_SEARCH, ids.collect()).await?;
    add_search(tx, brand, &renamed).await?;
    let changed = differs(|entry| &entry.custom).into_iter();
    let changed = changed.map(|entry| (entry.id, entry.custom));
    refresh_values(tx, brand, changed.collect()).await
}

pub(super) async fn refresh_values(
    tx: &Tx,
    brand: BrandKey,
    mut changed: Vec<(i64, String)>,
) -> Result<(), DbError> {
    changed.sort_unstable();
    let ids = changed.iter().map(|(id, _)| vec![(*id).into()]);
    tx.bulk(&REMOVE_VALUES, ids.collect()).await?;
    add_values(tx, brand, changed.iter().map(|(id, custom)| (*id, custom))).await
}

pub(super) async fn remove(tx: &Tx, mut ids: Vec<i64>) -> Result<(), DbError> {
    ids.sort_unstable();
    let rows: Vec<Vec<Value>> = ids.into_iter().map(|id| vec![id.into()]).collect();
    tx.bulk(&REMOVE_SEARCH, rows.clone()).await?;
    tx.bulk(&REMOVE_VALUES, rows).await.map(drop)
}

async fn add_search(tx: &Tx, brand: BrandKey, entries: &[Entry]) -> Result<(), DbError> {
    let gram = brand_gram(brand);
    let row = |entry: &Entry| params![entry.id, &gram, &entry.folded].into();
    tx.bulk(&ADD_SEARCH, entries.iter().map(row).collect())
        .await?;
    merge(tx, (&MERGE_SEARCH, Gathered::SearchRuns), entries.len()).await
}

async fn add_values(
    tx: &Tx,
    brand: BrandKey,
    values: impl Iterator<Item = (i64, &String)>,
) -> Result<(), DbError> {
    let worded = values.filter_map(|(id, custom)| {
        let words = words(brand, custom);
        (!words.is_empty()).then(|| params![id, words].into())
    });
    let worded: Vec<_> = worded.collect();
    let written = worded.len();
    tx.bulk(&ADD_VALUES, worded).await?;
    merge(tx, (&MERGE_VALUES, Gathered::ValueRuns), written).await
}

async fn merge(
    tx: &Tx,
    (statement, runs): (&'static Statement, Gathered),
    written: usize,
) -> Result<(), DbError> {
    let Some(gathered) = tx.gather(runs, written, GATHERED_CONTACTS) else {
        return Ok(());
    };
    let alone = gathered.saturating_sub(written).min(GATHERED_CONTACTS);
    let pages =
        LEAST_MERGED_PAGES + written / CONTACTS_PER_MERGED_PAGE + alone * PAGES_PER_SINGLE_CONTACT;
    tx.execute(statement, params![pages as i64]).await.map(drop)
}
