//! Triggers that callers make and change.

use postrider_domain::automations::trigger::{Contract, SERVICE_API};
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;

use super::record::TriggerRecord;
use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    CREATE -> TriggerRecord = "
        INSERT INTO triggers (org, brand, id, public_id, title, description, provider, connection, event_key, fields,
            enforcement, contract_hash, version, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, NULL, $8, $9, $10, 1, $11, $11)
        ON CONFLICT DO NOTHING
        RETURNING {columns}";
    UPDATE -> TriggerRecord = "
        UPDATE triggers SET title = $4, description = $5, fields = $6, enforcement = $7,
            version = CASE WHEN contract_hash = $8 THEN version ELSE version + 1 END,
            contract_hash = $8, updated_at = $9
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL
        RETURNING {columns}";
    DELETE = "
        UPDATE triggers SET deleted_at = $4 WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
}

#[derive(Clone, Debug)]
pub struct NewTrigger {
    pub public_id: String,
    pub title: String,
    pub description: Option<String>,
    pub contract: Contract,
}

#[derive(Clone, Debug, Default)]
pub struct TriggerPatch {
    pub title: Option<String>,
    pub description: Patch<String>,
    pub contract: Option<Contract>,
}

/// Nothing: the id is taken.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewTrigger,
    now: i64,
) -> Result<Option<TriggerRecord>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        tx.number(),
        &new.public_id,
        &new.title,
        new.description.as_deref(),
        SERVICE_API,
        new.contract.fields_json(),
        new.contract.enforcement.as_str(),
        new.contract.hash(),
        now
    ];
    tx.one(&CREATE, values).await
}

/// Writes over a trigger that this transaction has locked. The version rises with the hash of the contract.
pub async fn update(
    tx: &Tx,
    brand: BrandKey,
    before: TriggerRecord,
    change: TriggerPatch,
    now: i64,
) -> Result<Option<TriggerRecord>, DbError> {
    let contract = change.contract.unwrap_or(before.contract);
    let values = params![
        brand.org,
        brand.brand,
        before.id,
        change.title.unwrap_or(before.title),
        change.description.apply(before.description),
        contract.fields_json(),
        contract.enforcement.as_str(),
        contract.hash(),
        now
    ];
    tx.one(&UPDATE, values).await
}

/// `false`: somebody else did it.
pub async fn delete(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, now];
    Ok(tx.execute(&DELETE, values).await? == 1)
}
