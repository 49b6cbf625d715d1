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
    // For the command line, which shows them all.
    LIST = "SELECT id, public_id, name, plan, created_at FROM organizations ORDER BY id";
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

#[derive(Clone, Copy, Debug)]
pub struct NewOrganization<'a> {
    pub public_id: &'a str,
    pub name: &'a str,
    pub plan: &'a str,
}

/// The number of the new organization.
pub async fn create(tx: &Tx, new: &NewOrganization<'_>, now: i64) -> Result<i64, DbError> {
    let next = tx.row(&NEXT_NUMBER, params![]).await?;
    let next = next.ok_or_else(|| DbError::Other("organizations have no counter".into()))?;
    let org = next.int(0)?;
    let values = params![org, new.public_id, new.name, new.plan, now];
    tx.execute(&CREATE, values).await?;
    Ok(org)
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

/// All of them, in the order in which they were made.
pub async fn list(tx: &Tx) -> Result<Vec<OrganizationRecord>, DbError> {
    tx.rows(&LIST, params![])
        .await?
        .iter()
        .map(record)
        .collect()
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
