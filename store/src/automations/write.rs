//! What changes an automation. Each is called with its row locked.

use postrider_domain::automations::automation::AutomationKind;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;

use super::record::{AutomationRecord, by_number, get};
use super::versions::{NewVersion, VersionKey, VersionRecord, insert, uses_json};
use crate::db::{DbError, Tx};
use crate::{jobs, params, statements};

/// The kind of the job that cancels the runs of an automation (its subject) which began at `stop_before` or earlier.
pub const STOP_JOB: &str = "stop_runs";

statements! {
    CREATE = "
        INSERT INTO automations (org, brand, id, public_id, name, description, kind, trigger, head,
            published, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, FALSE, $10, $10)";
    LOCK -> (i64,) = "
        SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $3 {for_update}";
    CHANGE = "
        UPDATE automations SET name = $4, description = $5,
            updated_at = CASE WHEN updated_at > $6 THEN updated_at ELSE $6 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
    ADVANCE = "
        UPDATE automations SET head = $4, kind = $5, trigger = $6,
            updated_at = CASE WHEN updated_at > $7 THEN updated_at ELSE $7 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
    PUBLISH = "
        UPDATE automations SET live = $4, live_trigger = $5, published = TRUE, published_at = $6,
            trigger = CASE WHEN head = $4 THEN $5 ELSE trigger END,
            updated_at = CASE WHEN updated_at > $6 THEN updated_at ELSE $6 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
    FREEZE = "
        UPDATE automation_versions SET uses = $4, published_at = COALESCE(published_at, $5)
        WHERE org = $1 AND brand = $2 AND id = $3";
    UNPUBLISH = "
        UPDATE automations SET published = FALSE, live = NULL, live_trigger = NULL,
            published_at = NULL,
            updated_at = CASE WHEN updated_at > $4 THEN updated_at ELSE $4 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND published";
    STOP = "
        UPDATE automations SET stop_before = $4 WHERE org = $1 AND brand = $2 AND id = $3";
    DELETE = "
        UPDATE automations SET deleted_at = $4, updated_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAutomation {
    pub public_id: String,
    pub name: String,
    pub description: Option<String>,
    pub kind: AutomationKind,
    pub version: NewVersion,
}

/// Not published.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewAutomation,
    now: i64,
) -> Result<AutomationRecord, DbError> {
    let (id, head) = (tx.number(), tx.number());
    let values = params![
        brand.org,
        brand.brand,
        id,
        &new.public_id,
        &new.name,
        new.description.as_deref(),
        new.kind.as_str(),
        new.version.uses.trigger,
        head,
        now,
    ];
    tx.execute(&CREATE, values).await?;
    let key = VersionKey {
        automation: id,
        id: head,
        version: 1,
    };
    insert(tx, brand, key, &new.version, now).await?;
    there(by_number(tx, brand, id).await?)
}

/// The automation as it stands, which nobody else changes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<AutomationRecord>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    tx.value(&LOCK, values).await?;
    get(tx, brand, public_id).await
}

pub async fn rename(
    tx: &Tx,
    brand: BrandKey,
    automation: &AutomationRecord,
    name: Option<&str>,
    description: Patch<String>,
    now: i64,
) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        automation.id,
        name.unwrap_or(&automation.name),
        description.apply(automation.description.clone()),
        now
    ];
    tx.execute(&CHANGE, values).await?;
    Ok(())
}

/// Makes a version the newest; what is live stays.
pub async fn add_version(
    tx: &Tx,
    brand: BrandKey,
    automation: &AutomationRecord,
    kind: AutomationKind,
    new: &NewVersion,
    now: i64,
) -> Result<i64, DbError> {
    let id = tx.number();
    let key = VersionKey {
        automation: automation.id,
        id,
        version: automation.head.version + 1,
    };
    insert(tx, brand, key, new, now).await?;
    let values = params![
        brand.org,
        brand.brand,
        automation.id,
        id,
        kind.as_str(),
        new.uses.trigger,
        now
    ];
    tx.execute(&ADVANCE, values).await?;
    Ok(id)
}

/// Fires of its trigger, the one that it uses now, start this version from now on.
pub async fn publish(
    tx: &Tx,
    brand: BrandKey,
    version: &VersionRecord,
    now: i64,
) -> Result<(), DbError> {
    let uses = uses_json(&version.uses)?;
    let values = params![brand.org, brand.brand, version.id, uses, now];
    tx.execute(&FREEZE, values).await?;
    let values = params![
        brand.org,
        brand.brand,
        version.automation,
        version.id,
        version.uses.trigger,
        now
    ];
    tx.execute(&PUBLISH, values).await?;
    Ok(())
}

/// `false`: it was not published. Runs under way go on.
pub async fn unpublish(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, automation, now];
    Ok(tx.execute(&UNPUBLISH, values).await? == 1)
}

/// Cancels the runs under way: later, in pieces.
pub async fn stop_runs(tx: &Tx, brand: BrandKey, automation: i64, now: i64) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, automation, now];
    tx.execute(&STOP, values).await?;
    jobs::enqueue(tx, brand, STOP_JOB, automation, now).await?;
    jobs::hasten(tx, brand, STOP_JOB, automation, now).await
}

/// Unpublishes it and stops its runs, which keep its name; it is shown no more. `false`: it was gone already.
pub async fn delete(tx: &Tx, brand: BrandKey, automation: i64, now: i64) -> Result<bool, DbError> {
    unpublish(tx, brand, automation, now).await?;
    stop_runs(tx, brand, automation, now).await?;
    let values = params![brand.org, brand.brand, automation, now];
    Ok(tx.execute(&DELETE, values).await? == 1)
}

fn there(record: Option<AutomationRecord>) -> Result<AutomationRecord, DbError> {
    record.ok_or_else(|| DbError::Other("an automation is not there after it was made".into()))
}
