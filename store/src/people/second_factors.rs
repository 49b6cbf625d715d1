//! Second factors: the secret of an authenticator app, and codes for its loss. Whatever is used once is used in the update
//! that finds it unused.

use postrider_domain::numbers::PersonNo;

use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    OFFER = "UPDATE people SET totp_secret = $2 WHERE id = $1 AND totp_step IS NULL";
    CONFIRM = "
        UPDATE people SET totp_step = $3
        WHERE id = $1 AND totp_secret = $2 AND totp_step IS NULL";
    ACCEPT = "UPDATE people SET totp_step = $2 WHERE id = $1 AND totp_step < $2";
    REMOVE = "
        UPDATE people SET totp_secret = NULL, totp_step = NULL
        WHERE id = $1 AND totp_secret IS NOT NULL";
    REMOVE_CODES = "DELETE FROM recovery_codes WHERE person = $1";
    bulk(person: Int, hash: Blob) ADD_CODES = "
        INSERT INTO recovery_codes (person, hash) SELECT r.person, r.hash FROM {rows} AS r";
    USE_CODE = "DELETE FROM recovery_codes WHERE person = $1 AND hash = $2";
    CODES_LEFT -> (i64,) = "SELECT count(*) FROM recovery_codes WHERE person = $1";
}

/// A sealed secret that counts once a code of it was accepted; one that was offered before and never confirmed is replaced.
/// `false`: the person has a second factor.
pub async fn offer(tx: &Tx, person: PersonNo, sealed: &[u8]) -> Result<bool, DbError> {
    Ok(tx.execute(&OFFER, params![person, sealed]).await? == 1)
}

/// A code of this very secret was right in this step: from now on signing in takes one. `false`: another secret was offered
/// meanwhile, or this one was confirmed before.
pub async fn confirm(tx: &Tx, person: PersonNo, sealed: &[u8], step: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&CONFIRM, params![person, sealed, step]).await? == 1)
}

/// `false`: this step, or a later one, was accepted before, perhaps just now.
pub async fn accept(tx: &Tx, person: PersonNo, step: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&ACCEPT, params![person, step]).await? == 1)
}

/// With its recovery codes. `false`: there was none.
pub async fn remove(tx: &Tx, person: PersonNo) -> Result<bool, DbError> {
    tx.execute(&REMOVE_CODES, params![person]).await?;
    Ok(tx.execute(&REMOVE, params![person]).await? == 1)
}

/// New recovery codes; those before them are worth nothing any more.
pub async fn replace_codes(
    tx: &Tx,
    person: PersonNo,
    mut hashes: Vec<[u8; 32]>,
) -> Result<(), DbError> {
    tx.execute(&REMOVE_CODES, params![person]).await?;
    hashes.sort_unstable();
    hashes.dedup();
    let rows = hashes
        .into_iter()
        .map(|hash| Vec::<Value>::from(params![person, hash.as_slice()]));
    tx.bulk(&ADD_CODES, rows.collect()).await?;
    Ok(())
}

/// `false`: the person has no such code, or has used it.
pub async fn use_code(tx: &Tx, person: PersonNo, hash: &[u8; 32]) -> Result<bool, DbError> {
    let key = params![person, hash.as_slice()];
    Ok(tx.execute(&USE_CODE, key).await? == 1)
}

pub async fn codes_left(tx: &Tx, person: PersonNo) -> Result<i64, DbError> {
    let left = tx.value(&CODES_LEFT, params![person]).await?;
    Ok(left.unwrap_or(0))
}
