//! Organizations: who owns brands, keys and people, and has a plan.

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    NEXT_NUMBER = "UPDATE counters SET value = value + 1 WHERE name = 'org' RETURNING value";
    CREATE = "
        INSERT INTO organizations (id, public_id, name, plan, created_at)
        VALUES ($1, $2, $3, $4, $5)";
    GET = "SELECT id, public_id, name, plan, created_at FROM organizations WHERE id = $1";
    FIND = "SELECT id, public_id, name, plan, created_at FROM organizations WHERE public_id = $1";
    list LIST = "
        SELECT id, public_id, name, plan, created_at FROM organizations
        WHERE id > $1 ORDER BY id LIMIT $2";
    ANY = "SELECT id FROM organizations LIMIT 1";
    SET_PLAN = "UPDATE organizations SET plan = $2 WHERE id = $1";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrganizationRecord {
    pub id: i64,
    pub public_id: String,
    pub name: String,
    pub plan: String,
    pub created_at: i64,
}

#[derive(Clone, Debug)]
pub struct NewOrganization {
    pub public_id: String,
    pub name: String,
    pub plan: String,
    pub created_at: i64,
}

pub async fn create(tx: &Tx, new: &NewOrganization) -> Result<OrganizationRecord, DbError> {
    let next = tx.row(&NEXT_NUMBER, params![]).await?;
    let next = next.ok_or_else(|| DbError::Other("organizations have no counter".into()))?;
    let record = OrganizationRecord {
        id: next.int(0)?,
        public_id: new.public_id.clone(),
        name: new.name.clone(),
        plan: new.plan.clone(),
        created_at: new.created_at,
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
    tx.row(&GET, params![org])
        .await?
        .as_ref()
        .map(record)
        .transpose()
}

pub async fn find(tx: &Tx, public_id: &str) -> Result<Option<OrganizationRecord>, DbError> {
    tx.row(&FIND, params![public_id])
        .await?
        .as_ref()
        .map(record)
        .transpose()
}

/// In the order in which they were made, those after the given number (0: from the first).
pub async fn list(tx: &Tx, after: i64, limit: i64) -> Result<Vec<OrganizationRecord>, DbError> {
    let rows = tx.rows(&LIST, params![after, limit]).await?;
    rows.iter().map(record).collect()
}

/// Whether there is one at all; a new database has none.
pub async fn any(tx: &Tx) -> Result<bool, DbError> {
    Ok(tx.row(&ANY, params![]).await?.is_some())
}

/// `false`: there is no such organization.
pub async fn set_plan(tx: &Tx, org: i64, plan: &str) -> Result<bool, DbError> {
    Ok(tx.execute(&SET_PLAN, params![org, plan]).await? == 1)
}

fn record(row: &Row) -> Result<OrganizationRecord, DbError> {
    Ok(OrganizationRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        name: row.text(2)?,
        plan: row.text(3)?,
        created_at: row.int(4)?,
    })
}
