//! People of an organization who sign in to the dashboard.

use postrider_domain::accounts::role::Role;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    CREATE = "
        INSERT INTO users (org, id, public_id, email, role, password_hash, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    FIND_BY_EMAIL = "
        SELECT org, id, public_id, email, role, password_hash, created_at FROM users
        WHERE org = $1 AND email = $2";
    list LIST = "
        SELECT org, id, public_id, email, role, password_hash, created_at FROM users
        WHERE org = $1 ORDER BY id";
}

/// Not `Debug`: the hash of a password has no place in a log.
#[derive(Clone)]
pub struct UserRecord {
    pub org: i64,
    pub id: i64,
    pub public_id: String,
    pub email: String,
    pub role: Role,
    pub password_hash: String,
    pub created_at: i64,
}

#[derive(Clone)]
pub struct NewUser {
    pub org: i64,
    pub public_id: String,
    /// Normalized by the caller: the column compares by byte.
    pub email: String,
    pub role: Role,
    pub password_hash: String,
    pub created_at: i64,
}

/// `DbError::Conflict` on `users__org__email`: the organization has this address already.
pub async fn create(tx: &Tx, new: &NewUser) -> Result<i64, DbError> {
    let id = tx.number();
    let values = params![
        new.org,
        id,
        &new.public_id,
        &new.email,
        new.role.as_str(),
        &new.password_hash,
        new.created_at,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(id)
}

pub async fn find_by_email(tx: &Tx, org: i64, email: &str) -> Result<Option<UserRecord>, DbError> {
    tx.row(&FIND_BY_EMAIL, params![org, email])
        .await?
        .as_ref()
        .map(record)
        .transpose()
}

pub async fn list(tx: &Tx, org: i64) -> Result<Vec<UserRecord>, DbError> {
    tx.rows(&LIST, params![org])
        .await?
        .iter()
        .map(record)
        .collect()
}

fn record(row: &Row) -> Result<UserRecord, DbError> {
    let role = row.str(4)?;
    let unknown = || DbError::Other(format!("a person has the unknown role {role}"));
    Ok(UserRecord {
        org: row.int(0)?,
        id: row.int(1)?,
        public_id: row.text(2)?,
        email: row.text(3)?,
        role: Role::parse(role).ok_or_else(unknown)?,
        password_hash: row.text(5)?,
        created_at: row.int(6)?,
    })
}
