//! Test runs: an automation, also a draft, walked for one address that all its mail goes to. They have no timer, and
//! count nowhere.

use postrider_domain::numbers::{Millis, RunNo};
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{jobs, lookups, params, record, statements};

/// The kind of job that walks a test run, which is its subject.
pub const JOB: &str = "test_run";

statements! {
    CREATE = "
        INSERT INTO runs (org, brand, id, public_id, automation, version, test_address, test_payload, status, held,
            steps, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', FALSE, 0, $9)";
    GET -> TestRun = "
        SELECT {columns}
        FROM runs WHERE org = $1 AND brand = $2 AND id = $3 AND test_address IS NOT NULL";
    START = "
        UPDATE runs SET status = 'running', started_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'queued'";
    ENTER = "
        UPDATE runs SET node = $4, entered_at = $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'running'";
    LEAVE = "
        UPDATE runs SET node = NULL, entered_at = NULL, steps = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'running'";
    END = "
        UPDATE runs SET status = $4, error = $5, completed_at = $6, node = NULL, entered_at = NULL
        WHERE org = $1 AND brand = $2 AND id = $3 AND status IN ('queued', 'running')";
    // What is empty still says that it was a test.
    FORGET = "
        UPDATE runs SET test_address = '', test_payload = NULL
        WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM runs
            WHERE test_payload IS NOT NULL AND created_at < $1 AND status NOT IN ('queued', 'running')
            ORDER BY created_at LIMIT $2)";
    FORGET_ADDRESSES -> (i64,) = "
        UPDATE runs SET test_address = '', test_payload = NULL
        WHERE org = $1 AND brand = $2 AND test_address {in_texts}($3) AND test_payload IS NOT NULL
        RETURNING id";
}

#[derive(Clone, Debug)]
pub struct NewTestRun {
    pub public_id: String,
    pub automation: i64,
    pub version: i64,
    pub address: String,
    /// JSON.
    pub payload: String,
}

record! {
    #[derive(Clone, Debug)]
    pub struct TestRun {
        pub id: i64 = "id",
        pub automation: i64 = "automation",
        pub version: i64 = "version",
        /// Empty: it is not known any more.
        pub address: String = "test_address",
        /// JSON.
        pub payload: String = "COALESCE(test_payload, '')",
        pub status: SendStatus = "status",
        /// The place of the node whose mail is being handed over.
        pub node: Option<i64> = "node",
        pub created_at: i64 = "created_at",
        pub started_at: Option<i64> = "started_at",
    }
}

/// Writes it down and has it walked.
pub async fn create(tx: &Tx, brand: BrandKey, new: &NewTestRun, now: i64) -> Result<i64, DbError> {
    let id = tx.number();
    let values = params![
        brand.org,
        brand.brand,
        id,
        &new.public_id,
        new.automation,
        new.version,
        &new.address,
        &new.payload,
        now
    ];
    tx.execute(&CREATE, values).await?;
    jobs::enqueue(tx, brand, JOB, id, now).await?;
    Ok(id)
}

lookups! {
    pub get(i64) -> TestRun = GET;
}

/// `false`: it began before, or was canceled.
pub async fn start(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, now];
    Ok(tx.execute(&START, values).await? == 1)
}

/// From here on the mail of the node may have left. `false`: the run was canceled.
pub async fn enter(
    tx: &Tx,
    brand: BrandKey,
    id: RunNo,
    node: i64,
    now: Millis,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, node, now];
    Ok(tx.execute(&ENTER, values).await? == 1)
}

/// Done with a node, the so-manieth. `false`: the run was canceled.
pub async fn leave(tx: &Tx, brand: BrandKey, id: i64, steps: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, steps];
    Ok(tx.execute(&LEAVE, values).await? == 1)
}

/// Ends it; the error is JSON `{ code, message }`. `false`: it has ended already.
pub async fn end(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    status: SendStatus,
    error: Option<String>,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, status.as_str(), error, now];
    Ok(tx.execute(&END, values).await? == 1)
}

/// Addresses and payloads of tests that were made before a time go; whether there may be more.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&FORGET, params![before, limit]).await? > 0)
}

/// What tests know of people who are deleted goes too; gives the runs. One that has not begun has nobody to mail then.
pub async fn forget_addresses<'a>(
    tx: &Tx,
    brand: BrandKey,
    addresses: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, Value::texts(addresses)];
    tx.values(&FORGET_ADDRESSES, values).await
}
