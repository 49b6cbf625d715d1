//! The mailboxes of one test, each with how far it is.

use postrider_domain::placement::{LastLook, Seed, SeedState};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    bulk(org: Int, brand: Int, test: Int, id: Int, provider: Text, address: Text, due_at: Int) CREATE = "
        INSERT INTO placement_seeds (org, brand, test, id, provider, address, state, last_look, failures, due_at)
        SELECT r.org, r.brand, r.test, r.id, r.provider, r.address, 'waiting', 'none', 0, r.due_at
        FROM {rows} AS r WHERE TRUE";
    OF_TEST -> SeedRecord = "
        SELECT {columns} FROM placement_seeds
        WHERE org = $1 AND brand = $2 AND test = $3 ORDER BY id";
    OF_TESTS -> SeedOfTest = "
        SELECT {columns} FROM placement_seeds
        WHERE org = $1 AND brand = $2 AND test {in_ints}($3) ORDER BY test, id";
    // Each from the state that it was found in: whoever is late changes nothing.
    bulk(org: Int, brand: Int, test: Int, id: Int, was: Text, state: Text, message_id: Text, last_look: Text, detail: Text,
        failures: Int, due_at: Int) CHANGE = "
        UPDATE placement_seeds
        SET state = r.state, message_id = COALESCE(r.message_id, placement_seeds.message_id),
            last_look = r.last_look, detail = r.detail, failures = r.failures, due_at = r.due_at
        FROM {rows} AS r
        WHERE placement_seeds.org = r.org AND placement_seeds.brand = r.brand
            AND placement_seeds.test = r.test AND placement_seeds.id = r.id
            AND placement_seeds.state = r.was";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeed {
    pub provider: String,
    pub address: String,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SeedRecord {
        pub id: i64 = "id",
        pub provider: String = "provider",
        pub address: String = "address",
        /// Of its mail, once that may have left.
        pub message_id: Option<String> = "message_id",
        pub state: SeedState = "state",
        pub last_look: LastLook = "last_look",
        pub detail: Option<String> = "detail",
        pub failures: i64 = "failures",
        pub due_at: i64 = "due_at",
    }
}

impl SeedRecord {
    /// As it is judged.
    pub fn seed(self) -> Seed {
        Seed {
            provider: self.provider,
            state: self.state,
            last_look: self.last_look,
            detail: self.detail,
        }
    }
}

record! {
    struct SeedOfTest {
        test: i64 = "test",
        seed: SeedRecord = ..,
    }
}

/// What becomes of a seed that was found in a state.
#[derive(Clone, Debug)]
pub struct SeedChange {
    pub id: i64,
    pub was: SeedState,
    pub state: SeedState,
    /// `None`: what it was.
    pub message_id: Option<String>,
    pub last_look: LastLook,
    pub detail: Option<String>,
    pub failures: i64,
    pub due_at: i64,
}

pub(super) async fn create(
    tx: &Tx,
    brand: BrandKey,
    test: i64,
    seeds: &[NewSeed],
    now: i64,
) -> Result<(), DbError> {
    if seeds.is_empty() {
        return Ok(());
    }
    let row = |seed: &NewSeed| -> Vec<Value> {
        let (provider, address) = (seed.provider.as_str(), seed.address.as_str());
        params![
            brand.org,
            brand.brand,
            test,
            tx.number(),
            provider,
            address,
            now
        ]
        .into()
    };
    tx.bulk(&CREATE, seeds.iter().map(row).collect()).await?;
    Ok(())
}

/// In the order in which they were configured.
pub async fn of_test(tx: &Tx, brand: BrandKey, test: i64) -> Result<Vec<SeedRecord>, DbError> {
    tx.all(&OF_TEST, params![brand.org, brand.brand, test])
        .await
}

/// Of some tests, each with the number of its test.
pub async fn of_tests(
    tx: &Tx,
    brand: BrandKey,
    tests: impl IntoIterator<Item = i64>,
) -> Result<Vec<(i64, SeedRecord)>, DbError> {
    let tests = Value::ints(tests);
    let rows = tx
        .all(&OF_TESTS, params![brand.org, brand.brand, tests])
        .await?;
    Ok(rows.into_iter().map(|row| (row.test, row.seed)).collect())
}

/// Writes what became of some.
pub async fn change(
    tx: &Tx,
    brand: BrandKey,
    test: i64,
    changes: &[SeedChange],
) -> Result<(), DbError> {
    if changes.is_empty() {
        return Ok(());
    }
    let row = |change: &SeedChange| -> Vec<Value> {
        params![
            brand.org,
            brand.brand,
            test,
            change.id,
            change.was.as_str(),
            change.state.as_str(),
            change.message_id.as_deref(),
            change.last_look.as_str(),
            change.detail.as_deref(),
            change.failures,
            change.due_at
        ]
        .into()
    };
    tx.bulk(&CHANGE, changes.iter().map(row).collect()).await?;
    Ok(())
}
