//! Bytes that an organization keeps beside the database: images, and files that wait for their import. Changed in the
//! transaction of the row that keeps the bytes.

use std::collections::BTreeMap;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    OPEN = "INSERT INTO storage (org, bytes) VALUES ($1, 0) ON CONFLICT (org) DO NOTHING";
    TAKE = "
        UPDATE storage SET bytes = bytes + $2
        WHERE org = $1 AND (CAST($3 AS BIGINT) IS NULL OR bytes + $2 <= CAST($3 AS BIGINT))";
    GIVE_BACK = "
        UPDATE storage SET bytes = CASE WHEN bytes > $2 THEN bytes - $2 ELSE 0 END WHERE org = $1";
    bulk(org: Int, bytes: Int) GIVE_EACH_BACK = "
        UPDATE storage SET bytes = CASE WHEN storage.bytes > r.bytes THEN storage.bytes - r.bytes ELSE 0 END
        FROM {rows} AS r WHERE storage.org = r.org";
    USED -> (i64,) = "SELECT bytes FROM storage WHERE org = $1";
    USED_BY_ALL -> (i64,) = "SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM storage";
}

/// Counts bytes that are kept from now on. `false`: that is more than `limit` (`None`: unlimited), and none were counted.
pub async fn take(tx: &Tx, org: i64, bytes: i64, limit: Option<i64>) -> Result<bool, DbError> {
    if bytes == 0 {
        return Ok(true);
    }
    tx.execute(&OPEN, params![org]).await?;
    Ok(tx.execute(&TAKE, params![org, bytes, limit]).await? == 1)
}

/// Bytes that are no longer kept.
pub async fn give_back(tx: &Tx, org: i64, bytes: i64) -> Result<(), DbError> {
    tx.execute(&GIVE_BACK, params![org, bytes]).await?;
    Ok(())
}

/// The same for several organizations, each with its bytes, in any order.
pub(crate) async fn give_each_back(
    tx: &Tx,
    kept: impl IntoIterator<Item = (i64, i64)>,
) -> Result<(), DbError> {
    // Always in one order, so that two that do this never wait for each other in a circle.
    let mut sums = BTreeMap::new();
    for (org, bytes) in kept {
        *sums.entry(org).or_default() += bytes;
    }
    let rows = sums.into_iter();
    let rows = rows.map(|(org, bytes): (i64, i64)| vec![org.into(), bytes.into()]);
    tx.bulk(&GIVE_EACH_BACK, rows.collect()).await?;
    Ok(())
}

pub async fn used(tx: &Tx, org: i64) -> Result<i64, DbError> {
    Ok(tx.value(&USED, params![org]).await?.unwrap_or(0))
}

/// Of all organizations together.
pub async fn used_by_all(tx: &Tx) -> Result<i64, DbError> {
    Ok(tx.value(&USED_BY_ALL, params![]).await?.unwrap_or(0))
}
