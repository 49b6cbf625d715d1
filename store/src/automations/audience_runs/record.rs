//! One audience run as it is stored.

use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns}
            FROM audience_runs AS r
            LEFT JOIN automations AS a ON a.org = r.org AND a.brand = r.brand AND a.id = r.automation
            LEFT JOIN automation_versions AS v ON v.org = r.org AND v.brand = r.brand AND v.id = r.version
            LEFT JOIN audiences AS u ON u.org = r.org AND u.brand = r.brand AND u.id = r.audience
            LEFT JOIN retired_ids AS gone ON gone.org = r.org AND gone.brand = r.brand AND gone.id = r.audience
                AND u.id IS NULL
            WHERE r.org = $1 AND r.brand = $2 ",
            $rest
        )
    };
}

statements! {
    GET -> AudienceRunRecord = select!("AND r.public_id = $3");
    BY_NUMBER -> AudienceRunRecord = select!("AND r.id = $3");
    list NEWEST -> AudienceRunRecord = select!("AND r.id < $3 ORDER BY r.id DESC LIMIT $4");
    list OF_AUTOMATION -> AudienceRunRecord = select!("
        AND r.automation = (SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $5)
        AND r.id < $3 ORDER BY r.id DESC LIMIT $4");
    LOCK -> (i64,) = "
        SELECT id FROM audience_runs WHERE org = $1 AND brand = $2 AND public_id = $3 {for_update}";
    LOCK_BY_NUMBER -> (i64,) = "
        SELECT id FROM audience_runs WHERE org = $1 AND brand = $2 AND id = $3 {for_update}";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AudienceRunRecord {
        pub id: i64 = "r.id",
        pub public_id: String = "r.public_id",
        pub automation: i64 = "r.automation",
        pub version: i64 = "r.version",
        /// Nothing: everybody.
        pub audience: Option<i64> = "r.audience",
        pub audience_name: String = "r.audience_name",
        pub status: SendStatus = "r.status",
        pub scheduled_at: Option<i64> = "r.scheduled_at",
        pub pause_reason: Option<PauseReason> = "r.pause_reason",
        /// JSON.
        pub error: Option<String> = "r.error",
        /// Eligible when it was accepted; members with a run so far once it has begun.
        pub total: i64 = "r.total",
        pub excluded: i64 = "r.excluded",
        pub frozen_to: i64 = "r.frozen_to",
        pub freeze_bound: Option<i64> = "r.freeze_bound",
        /// JSON.
        pub freeze_filter: Option<String> = "r.freeze_filter",
        pub frozen: bool = "r.frozen",
        pub created_at: i64 = "r.created_at",
        pub started_at: Option<i64> = "r.started_at",
        pub completed_at: Option<i64> = "r.completed_at",
        pub updated_at: i64 = "r.updated_at",
        pub refs: AudienceRunRefs = ..,
    }
}

record! {
    /// What the rows that it names are called outside; the audience also once it is gone.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct AudienceRunRefs {
        pub automation: Option<String> = "a.public_id",
        pub version: Option<String> = "v.public_id",
        pub audience: Option<String> = "COALESCE(u.public_id, gone.public_id)",
    }
}

lookups! {
    pub get(&str) -> AudienceRunRecord = GET;
    pub by_number(i64) -> AudienceRunRecord = BY_NUMBER;
}

/// Newest first, of one automation by its public id or of all, from behind the row number `before`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    automation: Option<&str>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<AudienceRunRecord>, DbError> {
    let before = before.unwrap_or(i64::MAX);
    match automation {
        None => {
            let values = params![brand.org, brand.brand, before, limit];
            tx.all(&NEWEST, values).await
        }
        Some(automation) => {
            let values = params![brand.org, brand.brand, before, limit, automation];
            tx.all(&OF_AUTOMATION, values).await
        }
    }
}

/// Nobody else changes it before this transaction ends.
pub async fn lock_by_number(tx: &Tx, brand: BrandKey, id: i64) -> Result<(), DbError> {
    tx.value(&LOCK_BY_NUMBER, params![brand.org, brand.brand, id])
        .await?;
    Ok(())
}

/// The audience run as it stands, which nobody else changes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<AudienceRunRecord>, DbError> {
    tx.value(&LOCK, params![brand.org, brand.brand, public_id])
        .await?;
    get(tx, brand, public_id).await
}
