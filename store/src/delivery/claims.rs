//! Claims as somebody finds them who did not make them: the same process after a restart, or another one.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    list OF_OWNER = "
        SELECT id, org, brand, send, ordinals, abandoned_at FROM claims
        WHERE owner = $1 AND id > $2 ORDER BY id LIMIT $3";
    // A claim is short-lived, so there are few. Their owners were not seen since, and could not have gone on after the claim's end.
    LEFT_BEHIND = "
        SELECT c.owner, c.id, c.ordinals FROM claims AS c
        WHERE c.owner <> $1 AND c.abandoned_at IS NULL AND c.expires_at < $3
            AND NOT EXISTS (SELECT 1 FROM processes AS p WHERE p.id = c.owner AND p.seen_at >= $2)
        ORDER BY c.owner, c.id LIMIT $4";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenClaim {
    pub id: i64,
    pub brand: BrandKey,
    pub send: i64,
    pub ordinals: Vec<i64>,
    pub is_abandoned: bool,
}

/// A page of what a process has taken, in order.
pub async fn of_owner(
    tx: &Tx,
    owner: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenClaim>, DbError> {
    let rows = tx.rows(&OF_OWNER, params![owner, after, limit]).await?;
    let claim = |row: &Row| {
        Ok(OpenClaim {
            id: row.int(0)?,
            brand: BrandKey {
                org: row.int(1)?,
                brand: row.int(2)?,
            },
            send: row.int(3)?,
            ordinals: ordinals_of(row, 4)?,
            is_abandoned: row.opt_int(5)?.is_some(),
        })
    };
    rows.iter().map(claim).collect()
}

/// Owner, claim and ordinals of what processes left that were not seen since; the claims are over.
pub async fn left_behind(
    tx: &Tx,
    own: i64,
    since: i64,
    now: i64,
    limit: i64,
) -> Result<Vec<(i64, i64, Vec<i64>)>, DbError> {
    let rows = tx
        .rows(&LEFT_BEHIND, params![own, since, now, limit])
        .await?;
    rows.iter()
        .map(|row| Ok((row.int(0)?, row.int(1)?, ordinals_of(row, 2)?)))
        .collect()
}

pub(super) fn ordinals_of(row: &Row, column: usize) -> Result<Vec<i64>, DbError> {
    serde_json::from_str(row.str(column)?)
        .map_err(|error| DbError::Other(format!("the ordinals of a claim: {error}")))
}
