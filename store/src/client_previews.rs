//! Pictures of what mail clients make of designs. They are in no library; the row is what keeps the object, for a while.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements, storage};

statements! {
    bulk(org: Int, brand: Int, id: Int, name: Text, bytes: Int, expires_at: Int) ADD = "
        INSERT INTO client_previews (org, brand, id, name, bytes, expires_at)
        SELECT r.org, r.brand, r.id, r.name, r.bytes, r.expires_at FROM {rows} AS r WHERE true";
    FORGET -> Forgotten = "
        DELETE FROM client_previews WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM client_previews WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
        RETURNING {columns}";
    NAMED -> (String,) = "SELECT name FROM client_previews WHERE name {in_texts}($1)";
}

/// A picture whose bytes are in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewClientPreview {
    /// Of the object.
    pub name: String,
    pub bytes: u64,
}

record! {
    struct Forgotten {
        org: i64 = "org",
        bytes: i64 = "bytes",
    }
}

/// Keeps some up to a time. Whoever calls counts their bytes.
pub async fn add<'a>(
    tx: &Tx,
    brand: BrandKey,
    pictures: impl IntoIterator<Item = &'a NewClientPreview>,
    expires_at: i64,
) -> Result<(), DbError> {
    let rows = pictures.into_iter().map(|picture| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            tx.number().into(),
            picture.name.as_str().into(),
            Value::from(picture.bytes as i64),
            expires_at.into(),
        ]
    });
    tx.bulk(&ADD, rows.collect()).await?;
    Ok(())
}

/// Forgets some that expired before a time; their bytes count no more, and a sweep deletes their objects. `false`: none were
/// left.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    let gone = tx.all(&FORGET, params![before, limit]).await?;
    let some = !gone.is_empty();
    let kept = gone.into_iter().map(|gone| (gone.org, gone.bytes));
    storage::give_each_back(tx, kept).await?;
    Ok(some)
}

/// Those of `names` that are such pictures, of whatever brand.
pub async fn named<'a>(
    tx: &Tx,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<String>, DbError> {
    tx.values(&NAMED, params![Value::texts(names)]).await
}
