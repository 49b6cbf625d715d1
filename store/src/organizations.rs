//! Organizations: who owns brands, keys and people, and has a plan.

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    NEXT_NUMBER -> (i64,) = "UPDATE counters SET value = value + 1 WHERE name = 'org' RETURNING value";
    CREATE = "
        INSERT INTO organizations (id, public_id, name, plan, created_at)
        VALUES ($1, $2, $3, $4, $5)";
    GET -> OrganizationRecord = "SELECT {columns} FROM organizations WHERE id = $1";
    FIND -> OrganizationRecord = "SELECT {columns} FROM organizations WHERE public_id = $1";
    list LIST -> OrganizationRecord = "
        SELECT {columns} FROM organizations
        WHERE id > $1 ORDER BY id LIMIT $2";
    ANY -> (i64,) = "SELECT id FROM organizations LIMIT 1";
    LOCK -> (i64,) = "SELECT id FROM organizations WHERE id = $1 {for_update}";
    SET_PLAN = "UPDATE organizations SET plan = $2 WHERE id = $1";
    SUSPEND = "
        UPDATE organizations SET suspended_at = $2 WHERE id = $1 AND suspended_at IS NULL";
    RESUME = "
        UPDATE organizations SET suspended_at = NULL
        WHERE id = $1 AND suspended_at IS NOT NULL AND deleted_at IS NULL";
    DELETE = "
        UPDATE organizations SET suspended_at = COALESCE(suspended_at, $2), deleted_at = $2
        WHERE id = $1 AND deleted_at IS NULL";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OrganizationRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub name: String = "name",
        pub plan: String = "plan",
        pub created_at: i64 = "created_at",
        /// Its keys are refused and its work holds since then.
        pub suspended_at: Option<i64> = "suspended_at",
        /// Its rows leave since then.
        pub deleted_at: Option<i64> = "deleted_at",
    }
}

#[derive(Clone, Debug)]
pub struct NewOrganization {
    pub public_id: String,
    pub name: String,
    pub plan: String,
    pub created_at: i64,
}

pub async fn create(tx: &Tx, new: &NewOrganization) -> Result<OrganizationRecord, DbError> {
    let next = tx.value(&NEXT_NUMBER, params![]).await?;
    let next = next.ok_or_else(|| DbError::Other("organizations have no counter".into()))?;
    let record = OrganizationRecord {
        id: next,
        public_id: new.public_id.clone(),
        name: new.name.clone(),
        plan: new.plan.clone(),
        created_at: new.created_at,
        suspended_at: None,
        deleted_at: None,
    };
    let values = params![
        record.id,
        &record.public_id,
        &record.name,
        &record.plan,
        record.created_at
    ];
    tx.execute(&CREATE, values).await?;
    Ok(record)
}

pub async fn get(tx: &Tx, org: i64) -> Result<Option<OrganizationRecord>, DbError> {
    tx.one(&GET, params![org]).await
}

pub async fn find(tx: &Tx, public_id: &str) -> Result<Option<OrganizationRecord>, DbError> {
    tx.one(&FIND, params![public_id]).await
}

/// In the order in which they were made, those after the given number (0: from the first).
pub async fn list(tx: &Tx, after: i64, limit: i64) -> Result<Vec<OrganizationRecord>, DbError> {
    tx.all(&LIST, params![after, limit]).await
}

/// Whether there is one at all; a new database has none.
pub async fn any(tx: &Tx) -> Result<bool, DbError> {
    Ok(tx.value(&ANY, params![]).await?.is_some())
}

/// Until the transaction ends nobody else has it.
pub async fn lock(tx: &Tx, org: i64) -> Result<(), DbError> {
    tx.value(&LOCK, params![org]).await?;
    Ok(())
}

/// `false`: there is no such organization.
pub async fn set_plan(tx: &Tx, org: i64, plan: &str) -> Result<bool, DbError> {
    Ok(tx.execute(&SET_PLAN, params![org, plan]).await? == 1)
}

/// `false`: it was suspended before, or there is none.
pub async fn suspend(tx: &Tx, org: i64, now: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&SUSPEND, params![org, now]).await? == 1)
}

/// `false`: it was not suspended, or it is being removed.
pub async fn resume(tx: &Tx, org: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&RESUME, params![org]).await? == 1)
}

/// Suspends it for good; its row leaves last. `false`: it was deleted before.
pub async fn delete(tx: &Tx, org: i64, now: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&DELETE, params![org, now]).await? == 1)
}
