//! People of an organization who sign in to the dashboard.

use postrider_domain::accounts::role::Role;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    CREATE = "
        INSERT INTO users (org, id, public_id, email, role, password_hash, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    FIND_BY_EMAIL -> UserRecord = "
        SELECT {columns} FROM users WHERE org = $1 AND email = $2";
    list LIST -> UserRecord = "
        SELECT {columns} FROM users WHERE org = $1 ORDER BY id";
}

record! {
    /// Not `Debug`: the hash of a password has no place in a log.
    #[derive(Clone)]
    pub struct UserRecord {
        pub org: i64 = "org",
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub email: String = "email",
        pub role: Role = "role",
        pub password_hash: String = "password_hash",
        pub created_at: i64 = "created_at",
    }
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
    tx.one(&FIND_BY_EMAIL, params![org, email]).await
}

pub async fn list(tx: &Tx, org: i64) -> Result<Vec<UserRecord>, DbError> {
    tx.all(&LIST, params![org]).await
}
