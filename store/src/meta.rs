//! Facts about the whole database, such as the fingerprint of the secret it was filled with.

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    GET -> (String,) = "SELECT value FROM meta WHERE key = $1";
    REMEMBER = "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING";
}

pub async fn get(tx: &Tx, key: &str) -> Result<Option<String>, DbError> {
    tx.value(&GET, params![key]).await
}

/// Writes the value unless there is one, and gives the one that stands: of several processes that
/// start at once, all get the value of the first.
pub async fn remember(tx: &Tx, key: &str, value: &str) -> Result<String, DbError> {
    tx.execute(&REMEMBER, params![key, value]).await?;
    let stands = get(tx, key).await?;
    stands.ok_or_else(|| DbError::Other(format!("meta has no {key} right after it was written")))
}
