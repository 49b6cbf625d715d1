//! The triggers of a provider's events, made with the connection.

use postrider_domain::automations::trigger::Contract;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    bulk(
        org: Int, brand: Int, id: Int, public_id: Text, title: Text, provider: Text, connection: Int, event_key: Text,
        fields: Text, enforcement: Text, contract_hash: Text, now: Int
    ) PROVISION = "
        INSERT INTO triggers (org, brand, id, public_id, title, description, provider, connection, event_key, fields,
            enforcement, contract_hash, version, created_at, updated_at)
        SELECT r.org, r.brand, r.id, r.public_id, r.title, NULL, r.provider, r.connection, r.event_key, r.fields,
            r.enforcement, r.contract_hash, 1, r.now, r.now
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, public_id) WHERE deleted_at IS NULL DO UPDATE SET
            title = excluded.title, fields = excluded.fields, enforcement = excluded.enforcement,
            version = CASE WHEN triggers.contract_hash = excluded.contract_hash THEN triggers.version
                ELSE triggers.version + 1 END,
            contract_hash = excluded.contract_hash, updated_at = excluded.updated_at
        WHERE triggers.connection = excluded.connection AND triggers.contract_hash <> excluded.contract_hash";
    RETIRE = "
        UPDATE triggers SET deleted_at = $4
        WHERE org = $1 AND brand = $2 AND connection = $3 AND connection IS NOT NULL AND deleted_at IS NULL
            AND NOT (event_key {in_texts}($5))";
}

#[derive(Clone, Debug)]
pub struct NewProviderTrigger {
    /// `<provider>:<connectionId>:<eventType>`
    pub public_id: String,
    pub title: String,
    pub provider: String,
    /// The provider's name of the event.
    pub event_key: String,
    pub contract: Contract,
}

/// Makes the triggers of a connection that are not there; those that are get the contract as it is now.
pub async fn provision(
    tx: &Tx,
    brand: BrandKey,
    connection: i64,
    mut triggers: Vec<NewProviderTrigger>,
    now: i64,
) -> Result<(), DbError> {
    triggers.sort_unstable_by(|a, b| a.public_id.cmp(&b.public_id));
    let row = |new: NewProviderTrigger| -> Vec<Value> {
        params![
            brand.org,
            brand.brand,
            tx.number(),
            new.public_id,
            new.title,
            new.provider,
            connection,
            new.event_key,
            new.contract.fields_json(),
            new.contract.enforcement.as_str(),
            new.contract.hash(),
            now
        ]
        .into()
    };
    tx.bulk(&PROVISION, triggers.into_iter().map(row).collect())
        .await?;
    Ok(())
}

/// Deletes the triggers of a connection, all but those of the events in `kept`.
pub async fn retire(
    tx: &Tx,
    brand: BrandKey,
    connection: i64,
    kept: &[&str],
    now: i64,
) -> Result<u64, DbError> {
    let kept = Value::texts(kept.iter().copied());
    let values = params![brand.org, brand.brand, connection, now, kept];
    tx.execute(&RETIRE, values).await
}
