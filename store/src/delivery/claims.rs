//! Claims as somebody finds them who did not make them: the same process after a restart, or another one.

use postrider_domain::numbers::{Millis, ProcessNo};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    list OF_OWNER -> StoredClaim = "
        SELECT {columns} FROM claims
        WHERE owner = $1 AND id > $2 ORDER BY id LIMIT $3";
    // A claim is short-lived, so there are few. Their owners were not seen since, and could not have gone on after the claim's end.
    LEFT_BEHIND -> LeftBehind = "
        SELECT {columns} FROM claims AS c
        WHERE c.owner <> $1 AND c.abandoned_at IS NULL AND c.expires_at < $3
            AND NOT EXISTS (SELECT 1 FROM processes AS p WHERE p.id = c.owner AND p.seen_at >= $2)
        ORDER BY c.owner, c.id LIMIT $4";
}

record! {
    pub(super) struct StoredClaim {
        id: i64 = "id",
        org: i64 = "org",
        brand: i64 = "brand",
        send: i64 = "send",
        ordinals: Vec<i64> = "ordinals",
        abandoned_at: Option<i64> = "abandoned_at",
    }
}

record! {
    /// A claim whose owner does not come back.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LeftBehind {
        pub owner: i64 = "c.owner",
        pub claim: i64 = "c.id",
        pub ordinals: Vec<i64> = "c.ordinals",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenClaim {
    pub id: i64,
    pub brand: BrandKey,
    pub send: i64,
    pub ordinals: Vec<i64>,
    pub is_abandoned: bool,
}

impl From<StoredClaim> for OpenClaim {
    fn from(claim: StoredClaim) -> Self {
        Self {
            id: claim.id,
            brand: BrandKey {
                org: claim.org,
                brand: claim.brand,
            },
            send: claim.send,
            ordinals: claim.ordinals,
            is_abandoned: claim.abandoned_at.is_some(),
        }
    }
}

/// A page of what a process has taken, in order.
pub async fn of_owner(
    tx: &Tx,
    owner: ProcessNo,
    after: i64,
    limit: u32,
) -> Result<Vec<OpenClaim>, DbError> {
    let claims = tx.all(&OF_OWNER, params![owner, after, limit]).await?;
    Ok(claims.into_iter().map(OpenClaim::from).collect())
}

/// What processes left that were not seen since; the claims are over.
pub async fn left_behind(
    tx: &Tx,
    own: ProcessNo,
    since: Millis,
    now: Millis,
    limit: u32,
) -> Result<Vec<LeftBehind>, DbError> {
    let values = params![own, since, now, limit];
    tx.all(&LEFT_BEHIND, values).await
}
