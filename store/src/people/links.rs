//! Links to claim an account or to reset its password. A person has one of each kind at most, and each is used once.

use postrider_domain::accounts::link::LinkKind;
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::numbers::{Millis, PersonNo};

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    REPLACE = "DELETE FROM person_links WHERE person = $1 AND kind = $2";
    CREATE = "
        INSERT INTO person_links (token_hash, person, kind, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5)";
    FIND -> LinkRecord = "
        SELECT {columns} FROM person_links AS l JOIN people AS p ON p.id = l.person
        WHERE l.token_hash = $1 AND l.kind = $2 AND l.used_at IS NULL AND l.expires_at > $3";
    USE -> (PersonNo,) = "
        UPDATE person_links SET used_at = $3
        WHERE token_hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3
        RETURNING person";
    END_ALL = "DELETE FROM person_links WHERE person = $1 AND used_at IS NULL";
    FORGET = "
        DELETE FROM person_links WHERE token_hash IN (
            SELECT token_hash FROM person_links WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)";
}

record! {
    /// A link that can be used, and whose it is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LinkRecord {
        pub person: PersonNo = "l.person",
        pub email: String = "p.email",
        pub name: Option<String> = "p.name",
        pub expires_at: i64 = "l.expires_at",
    }
}

#[derive(Clone, Copy, Debug)]
pub struct NewLink {
    pub token_hash: TokenHash,
    pub person: PersonNo,
    pub kind: LinkKind,
    pub now: Millis,
}

/// Takes the place of one of the same kind that was made before. When it ends follows from its kind.
pub async fn create(tx: &Tx, new: &NewLink) -> Result<(), DbError> {
    let kind = new.kind.as_str();
    tx.execute(&REPLACE, params![new.person, kind]).await?;
    let expires_at = new.now.0 + new.kind.lasts_ms();
    let token_hash = new.token_hash.as_bytes();
    let values = params![token_hash, new.person, kind, new.now, expires_at];
    tx.execute(&CREATE, values).await?;
    Ok(())
}

/// Without using it: what a page shows before somebody does.
pub async fn find(
    tx: &Tx,
    token: TokenHash,
    kind: LinkKind,
    now: Millis,
) -> Result<Option<LinkRecord>, DbError> {
    let values = params![token.as_bytes(), kind.as_str(), now];
    tx.one(&FIND, values).await
}

/// Whose it was; nothing for whoever comes second, or late.
pub async fn use_once(
    tx: &Tx,
    token: TokenHash,
    kind: LinkKind,
    now: Millis,
) -> Result<Option<PersonNo>, DbError> {
    let values = params![token.as_bytes(), kind.as_str(), now];
    tx.value(&USE, values).await
}

/// Those that nobody has used yet: a new password ends them.
pub async fn end_all(tx: &Tx, person: PersonNo) -> Result<u64, DbError> {
    tx.execute(&END_ALL, params![person]).await
}

/// Deletes some that have expired. `false`: no more are left.
pub async fn forget_expired(tx: &Tx, now: Millis, limit: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&FORGET, params![now, limit]).await? == limit as u64)
}
