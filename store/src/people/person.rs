//! A person: address, name and password.

use postrider_domain::numbers::{Millis, PersonNo};

use crate::db::{DbError, Query, Tx};
use crate::{params, record, statements};

statements! {
    CREATE = "
        INSERT INTO people (id, public_id, email, name, password_hash, password_changed_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (email) DO NOTHING";
    GET -> PersonRecord = "SELECT {columns} FROM people WHERE id = $1";
    FIND_BY_EMAIL -> PersonRecord = "SELECT {columns} FROM people WHERE email = $1";
    FIND_BY_PUBLIC_ID -> PersonRecord = "SELECT {columns} FROM people WHERE public_id = $1";
    LOCK -> PersonRecord = "SELECT {columns} FROM people WHERE id = $1 {for_update}";
    SET_NAME = "UPDATE people SET name = $2 WHERE id = $1";
    SET_EMAIL = "
        UPDATE people SET email = $2
        WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM people AS p WHERE p.email = $2 AND p.id <> $1)";
    SET_PASSWORD = "
        UPDATE people SET password_hash = $2, password_changed_at = $3 WHERE id = $1";
    REHASH = "UPDATE people SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
}

record! {
    /// Not `Debug`: the hash of a password has no place in a log.
    #[derive(Clone)]
    pub struct PersonRecord {
        pub id: PersonNo = "id",
        pub public_id: String = "public_id",
        pub email: String = "email",
        pub name: Option<String> = "name",
        /// None before a link was used to choose one.
        pub password_hash: Option<String> = "password_hash",
        pub password_changed_at: Option<i64> = "password_changed_at",
        /// Sealed; asked for once it has a step.
        pub totp_secret: Option<Vec<u8>> = "totp_secret",
        /// The last that was accepted.
        pub totp_step: Option<i64> = "totp_step",
        pub created_at: i64 = "created_at",
    }
}

impl PersonRecord {
    /// Whether signing in takes a code.
    pub fn has_second_factor(&self) -> bool {
        self.totp_step.is_some()
    }
}

#[derive(Clone)]
pub struct NewPerson {
    pub public_id: String,
    /// Normalized by the caller: the column compares by byte.
    pub email: String,
    pub name: Option<String>,
    pub password_hash: Option<String>,
    pub created_at: i64,
}

/// Nothing if there is a person with this address.
pub async fn create(tx: &Tx, new: &NewPerson) -> Result<Option<PersonNo>, DbError> {
    let id = PersonNo(tx.number());
    let password_changed_at = new.password_hash.as_ref().map(|_| new.created_at);
    let values = params![
        id,
        &new.public_id,
        &new.email,
        new.name.as_deref(),
        new.password_hash.as_deref(),
        password_changed_at,
        new.created_at,
    ];
    let created = tx.execute(&CREATE, values).await? == 1;
    Ok(created.then_some(id))
}

pub async fn get(tx: &Tx, person: PersonNo) -> Result<Option<PersonRecord>, DbError> {
    tx.one(&GET, params![person]).await
}

pub async fn find_by_email(tx: &Tx, email: &str) -> Result<Option<PersonRecord>, DbError> {
    find(tx, &FIND_BY_EMAIL, email).await
}

pub async fn find_by_public_id(tx: &Tx, public_id: &str) -> Result<Option<PersonRecord>, DbError> {
    find(tx, &FIND_BY_PUBLIC_ID, public_id).await
}

/// Texts come from callers. What both databases refuse as a text names nobody.
async fn find(
    tx: &Tx,
    query: &'static Query<PersonRecord>,
    text: &str,
) -> Result<Option<PersonRecord>, DbError> {
    if text.contains('\0') {
        return Ok(None);
    }
    tx.one(query, params![text]).await
}

/// Nobody else changes it before the transaction ends. Whoever has judged a password outside looks here whether it is
/// still that one.
pub async fn lock(tx: &Tx, person: PersonNo) -> Result<Option<PersonRecord>, DbError> {
    tx.one(&LOCK, params![person]).await
}

pub async fn set_name(tx: &Tx, person: PersonNo, name: Option<&str>) -> Result<(), DbError> {
    tx.execute(&SET_NAME, params![person, name]).await?;
    Ok(())
}

/// `false`: somebody else has this address.
pub async fn set_email(tx: &Tx, person: PersonNo, email: &str) -> Result<bool, DbError> {
    Ok(tx.execute(&SET_EMAIL, params![person, email]).await? == 1)
}

/// A new password. Sessions and links of the old one are ended by whoever sets it, who knows which session stays.
pub async fn set_password(
    tx: &Tx,
    person: PersonNo,
    hash: &str,
    now: Millis,
) -> Result<(), DbError> {
    tx.execute(&SET_PASSWORD, params![person, hash, now])
        .await?;
    Ok(())
}

/// The same password under another hash. `false`: it is another password by now.
pub async fn rehash(tx: &Tx, person: PersonNo, old: &str, new: &str) -> Result<bool, DbError> {
    Ok(tx.execute(&REHASH, params![person, old, new]).await? == 1)
}
