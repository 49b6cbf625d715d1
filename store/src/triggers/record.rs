//! One trigger as it is stored.

use std::collections::HashMap;

use postrider_domain::automations::trigger::{Contract, SERVICE_API};
use postrider_domain::tenant::BrandKey;

use crate::db::{Cells, DbError, Record, Tx, Value};
use crate::{lookups, params, record, statements};

statements! {
    GET -> TriggerRecord = "
        SELECT {columns}
        FROM triggers WHERE org = $1 AND brand = $2 AND public_id = $3 AND deleted_at IS NULL";
    // Those that were deleted as well: fires and runs still name them.
    BY_NUMBER -> TriggerRecord = "
        SELECT {columns}
        FROM triggers WHERE org = $1 AND brand = $2 AND id = $3";
    list LIST -> TriggerRecord = "
        SELECT {columns}
        FROM triggers WHERE org = $1 AND brand = $2 AND id < $3 AND deleted_at IS NULL
        ORDER BY id DESC LIMIT $4";
    IDS -> Named = "SELECT {columns} FROM triggers WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    LOCK -> TriggerRecord = "
        SELECT {columns}
        FROM triggers WHERE org = $1 AND brand = $2 AND public_id = $3 AND deleted_at IS NULL {for_update}";
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct TriggerRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub title: String = "title",
        pub description: Option<String> = "description",
        /// `service_api`, or a provider's name.
        pub provider: String = "provider",
        pub connection: Option<i64> = "connection",
        /// The provider's name of the event.
        pub event_key: Option<String> = "event_key",
        pub contract: Contract = ..,
        pub contract_hash: String = "contract_hash",
        pub version: i64 = "version",
        pub created_at: i64 = "created_at",
        pub updated_at: i64 = "updated_at",
    }
}

/// From two columns.
impl Record for Contract {
    const WIDTH: usize = 2;

    fn columns(into: &mut Vec<&'static str>) {
        into.extend(["fields", "enforcement"]);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, DbError> {
        let fields: String = cells.next("fields")?;
        let enforcement: String = cells.next("enforcement")?;
        Self::from_stored(&fields, &enforcement)
            .ok_or_else(|| DbError::Other("the contract of a trigger cannot be read".into()))
    }
}

impl TriggerRecord {
    /// Made by a connection: nobody else changes it.
    pub fn is_provided(&self) -> bool {
        self.provider != SERVICE_API
    }
}

lookups! {
    pub get(&str) -> TriggerRecord = GET;
    pub by_number(i64) -> TriggerRecord = BY_NUMBER;
    /// The trigger as it stands, which nobody else changes or deletes before this transaction ends.
    pub lock(&str) -> TriggerRecord = LOCK;
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<TriggerRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    tx.all(&LIST, values).await
}

record! {
    struct Named {
        number: i64 = "id",
        public_id: String = "public_id",
    }
}

/// The ids of triggers by their numbers, those of deleted ones too.
pub async fn ids(
    tx: &Tx,
    brand: BrandKey,
    numbers: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, String>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(numbers)];
    let triggers = tx.all(&IDS, values).await?.into_iter();
    Ok(triggers.map(|one| (one.number, one.public_id)).collect())
}
