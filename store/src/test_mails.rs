//! Mails of tests: how many an organization has had in a day, and what each was, for its event and its links.

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value, first_number};
use crate::{lookups, organizations, params, record, statements};

/// How long a mail counts.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A mail is taken a while before its event is written, and goes after it.
const BEFORE_ITS_EVENT_MS: i64 = 60 * 60 * 1000;

statements! {
    // The last one that still counts against a limit of so many.
    list NTH_NEWEST -> (i64,) = "
        SELECT taken_at FROM test_mails {along}(test_mails__org__taken_at)
        WHERE org = $1 AND taken_at > $2 ORDER BY taken_at DESC LIMIT 1 OFFSET $3";
    CREATE = "
        INSERT INTO test_mails (org, brand, id, email, version, address, preview_text, payload, taken_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    GIVE_BACK = "DELETE FROM test_mails WHERE org = $1 AND brand = $2 AND id = $3";
    GET -> KeptTestMail = "
        SELECT {columns} FROM test_mails
        WHERE org = $1 AND brand = $2 AND id = $3 AND payload IS NOT NULL";
    // What is empty still says that it was a test.
    FORGET = "
        UPDATE test_mails SET address = '', preview_text = NULL, payload = NULL
        WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM test_mails
            WHERE payload IS NOT NULL AND taken_at < $1 ORDER BY taken_at LIMIT $2)";
    FORGET_ADDRESSES = "
        UPDATE test_mails SET address = '', preview_text = NULL, payload = NULL
        WHERE org = $1 AND brand = $2 AND address {in_texts}($3) AND payload IS NOT NULL";
    DELETE = "
        DELETE FROM test_mails WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM test_mails
            WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id LIMIT $4)";
}

#[derive(Clone, Debug)]
pub struct NewTestMail<'a> {
    pub id: i64,
    pub email: i64,
    pub version: i64,
    pub address: &'a str,
    pub preview_text: Option<&'a str>,
    /// JSON.
    pub payload: String,
}

record! {
    /// What its links show.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct KeptTestMail {
        pub email: i64 = "email",
        pub version: i64 = "version",
        pub address: String = "address",
        pub preview_text: Option<String> = "preview_text",
        /// JSON.
        pub payload: String = "payload",
    }
}

/// When the organization may have another mail, if `a_day` are all it may have within 24 hours; nothing: now. Until the
/// transaction ends nobody else takes one.
pub async fn free_at(tx: &Tx, org: i64, a_day: u32, now: Millis) -> Result<Option<i64>, DbError> {
    organizations::lock(tx, org).await?;
    let Some(others) = a_day.checked_sub(1) else {
        return Ok(Some(now.0 + DAY_MS));
    };
    let values = params![org, now.0 - DAY_MS, i64::from(others)];
    let counts = tx.value(&NTH_NEWEST, values).await?;
    Ok(counts.map(|taken_at| taken_at + DAY_MS))
}

/// Takes one of the day's.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewTestMail<'_>,
    now: Millis,
) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        new.id,
        new.email,
        new.version,
        new.address,
        new.preview_text,
        new.payload.as_str(),
        now
    ];
    tx.execute(&CREATE, values).await?;
    Ok(())
}

/// It did not leave, and counts no more.
pub async fn give_back(tx: &Tx, brand: BrandKey, id: i64) -> Result<(), DbError> {
    tx.execute(&GIVE_BACK, params![brand.org, brand.brand, id])
        .await?;
    Ok(())
}

lookups! {
    /// As long as it is kept.
    pub get(i64) -> KeptTestMail = GET;
}

/// Addresses and payloads of tests that were made before a time go; whether there may be more.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&FORGET, params![before, limit]).await? > 0)
}

/// What tests know of people who are deleted goes too.
pub async fn forget_addresses<'a>(
    tx: &Tx,
    brand: BrandKey,
    addresses: impl IntoIterator<Item = &'a str>,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, Value::texts(addresses)];
    tx.execute(&FORGET_ADDRESSES, values).await?;
    Ok(())
}

/// Those whose events, written before a time, are gone. `false`: no more are left.
pub async fn delete(tx: &Tx, brand: BrandKey, before: i64, limit: i64) -> Result<bool, DbError> {
    let before = first_number(before - BEFORE_ITS_EVENT_MS);
    let values = params![brand.org, brand.brand, before, limit];
    Ok(tx.execute(&DELETE, values).await? == limit as u64)
}
