//! Inbox-placement tests: what was asked for, how far it is, and what was found out.

pub(crate) mod leaving;
pub mod seeds;

use postrider_domain::placement::{KEPT, TestStatus};
use postrider_domain::tenant::BrandKey;

pub use seeds::{NewSeed, SeedChange, SeedRecord};

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

/// Old tests that go at once, with each that comes.
const PRUNED: i64 = 20;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns} FROM placement_tests AS t WHERE t.org = $1 AND t.brand = $2 ",
            $rest
        )
    };
}

statements! {
    BY_PUBLIC_ID -> TestRecord = select!("AND t.email = $3 AND t.public_id = $4");
    BY_NUMBER -> TestRecord = select!("AND t.id = $3");
    list LIST -> TestRecord = select!("AND t.email = $3 AND t.id < $4 ORDER BY t.id DESC LIMIT $5");
    COUNT_UNFINISHED -> (i64,) = "
        SELECT count(*) FROM placement_tests WHERE org = $1 AND completed_at IS NULL";
    CREATE = "
        INSERT INTO placement_tests (org, brand, id, public_id, email, version, domain, domain_id, subject, status,
            seed_count, progress, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'queued', $10, 0, $11, $11)";
    BEGIN = "
        UPDATE placement_tests SET status = 'running', updated_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL AND status = 'queued'";
    JUDGED = "
        UPDATE placement_tests SET judged = $4, progress = $5, updated_at = $6
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL AND judged IS NULL";
    MAILED = "
        UPDATE placement_tests SET mailed_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL AND mailed_at IS NULL";
    PROGRESS = "
        UPDATE placement_tests SET progress = $4, updated_at = $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL AND progress < $4";
    END = "
        UPDATE placement_tests SET status = $4, progress = 100, diagnosis = $5, error = $6, updated_at = $7,
            completed_at = $7
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL";
    // Those that are over, but for the newest.
    PRUNE_SEEDS = "
        DELETE FROM placement_seeds WHERE org = $1 AND brand = $2 AND test IN (
            SELECT id FROM placement_tests WHERE org = $1 AND brand = $2 AND completed_at IS NOT NULL
            ORDER BY id DESC LIMIT $4 OFFSET $3)";
    PRUNE = "
        DELETE FROM placement_tests WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM placement_tests WHERE org = $1 AND brand = $2 AND completed_at IS NOT NULL
            ORDER BY id DESC LIMIT $4 OFFSET $3)";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TestRecord {
        pub id: i64 = "t.id",
        pub public_id: String = "t.public_id",
        pub email: i64 = "t.email",
        pub version: i64 = "t.version",
        pub domain: i64 = "t.domain",
        pub domain_id: String = "t.domain_id",
        /// As it was when it was asked for.
        pub subject: Option<String> = "t.subject",
        pub status: TestStatus = "t.status",
        pub seed_count: i64 = "t.seed_count",
        pub mailed_at: Option<i64> = "t.mailed_at",
        pub progress: i64 = "t.progress",
        /// JSON: what was found out about the mail itself.
        pub judged: Option<String> = "t.judged",
        /// JSON: a list, once it is over.
        pub diagnosis: Option<String> = "t.diagnosis",
        /// JSON; set while the status is failed.
        pub error: Option<String> = "t.error",
        pub created_at: i64 = "t.created_at",
    }
}

lookups! {
    pub by_number(i64) -> TestRecord = BY_NUMBER;
}

/// A test of this design, by its public id.
pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    public_id: &str,
) -> Result<Option<TestRecord>, DbError> {
    if public_id.contains('\0') {
        return Ok(None);
    }
    let values = params![brand.org, brand.brand, email, public_id];
    tx.one(&BY_PUBLIC_ID, values).await
}

/// Tests of a design, newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<TestRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, email, before, limit];
    tx.all(&LIST, values).await
}

/// How many of an organization wait or run.
pub async fn count_unfinished(tx: &Tx, org: i64) -> Result<i64, DbError> {
    let count = tx.value(&COUNT_UNFINISHED, params![org]).await?;
    Ok(count.unwrap_or(0))
}

#[derive(Clone, Debug)]
pub struct NewTest {
    /// The credits that are held for it have the same number.
    pub id: i64,
    pub public_id: String,
    pub email: i64,
    pub version: i64,
    pub domain: i64,
    pub domain_id: String,
    pub subject: String,
    pub seeds: Vec<NewSeed>,
}

/// With its seeds, which are mailed from `now` on. The oldest of those that are over make room.
pub async fn create(tx: &Tx, brand: BrandKey, new: &NewTest, now: i64) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        new.id,
        &new.public_id,
        new.email,
        new.version,
        new.domain,
        &new.domain_id,
        &new.subject,
        new.seeds.len() as i64,
        now
    ];
    tx.execute(&CREATE, values).await?;
    seeds::create(tx, brand, new.id, &new.seeds, now).await?;
    for statement in [&PRUNE_SEEDS, &PRUNE] {
        let oldest = params![brand.org, brand.brand, KEPT, PRUNED];
        tx.execute(statement, oldest).await?;
    }
    Ok(())
}

/// Somebody works on it. `false`: somebody has begun before, or it is over.
pub async fn begin(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, now];
    Ok(tx.execute(&BEGIN, values).await? == 1)
}

/// What was found out about the mail itself, JSON. `false`: it was written before, or it is over.
pub async fn judged(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    (judged, percent): (&str, i64),
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, judged, percent, now];
    Ok(tx.execute(&JUDGED, values).await? == 1)
}

/// From now on the time counts; nothing if it does already.
pub async fn mailed(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<(), DbError> {
    tx.execute(&MAILED, params![brand.org, brand.brand, id, now])
        .await?;
    Ok(())
}

/// How much of a hundred is done, if that is more than before.
pub async fn progress(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    percent: i64,
    now: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, id, percent, now];
    tx.execute(&PROGRESS, values).await?;
    Ok(())
}

/// How a test ends.
#[derive(Clone, Debug)]
pub struct TestEnd {
    pub status: TestStatus,
    /// JSON: a list.
    pub diagnosis: String,
    /// JSON.
    pub error: Option<String>,
}

/// `false`: it has ended before, or is gone with its design; nothing is to be charged or given back.
pub async fn end(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    end: &TestEnd,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        id,
        end.status.as_str(),
        &end.diagnosis,
        end.error.as_deref(),
        now
    ];
    Ok(tx.execute(&END, values).await? == 1)
}
