//! Whether the work of a tenant goes on. A suspended organization holds: nothing of it is begun, and all of it goes on when
//! that is taken back. A deleted brand is gone, and so is every brand of a deleted organization.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// A condition: nothing of this brand may be begun now. Whoever is not known at all is not stopped.
macro_rules! brand_is_stopped {
    ($org:literal, $brand:literal) => {
        concat!(
            "(EXISTS (SELECT 1 FROM organizations AS of_org WHERE of_org.id = ",
            $org,
            " AND of_org.suspended_at IS NOT NULL)
                OR EXISTS (SELECT 1 FROM brands AS of_brand WHERE of_brand.org = ",
            $org,
            " AND of_brand.id = ",
            $brand,
            " AND of_brand.deleted_at IS NOT NULL))"
        )
    };
}

/// A condition: what comes back for this brand is written nowhere any more.
macro_rules! brand_is_deleted {
    ($org:literal, $brand:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM brands AS of_brand WHERE of_brand.org = ",
            $org,
            " AND of_brand.id = ",
            $brand,
            " AND of_brand.deleted_at IS NOT NULL)"
        )
    };
}

pub(crate) use {brand_is_deleted, brand_is_stopped};

statements! {
    STOPPED -> (i64,) = concat!("SELECT 1 WHERE ", brand_is_stopped!("$1", "$2"));
    // For the command line, which shows those that are being removed too.
    list BRANDS -> BrandStanding = "
        SELECT {columns} FROM brands WHERE org = $1 ORDER BY id DESC";
    DELETE_BRAND = "
        UPDATE brands SET deleted_at = $3 WHERE org = $1 AND id = $2 AND deleted_at IS NULL";
    DELETE_BRANDS = "UPDATE brands SET deleted_at = $2 WHERE org = $1 AND deleted_at IS NULL";
    // What waits is as old as its last change; what held is not to be blamed for the time.
    RENEW_SENDS = "
        UPDATE sends SET updated_at = $2
        WHERE org = $1 AND status IN ('queued', 'scheduled', 'running', 'paused') AND status = 'running'
            AND updated_at < $2";
    // Whoever was put off is given up so long after the first try; the next one is the first again.
    RENEW_RECIPIENTS = "
        UPDATE recipients SET first_tried_at = NULL
        WHERE org = $1 AND due_at IS NOT NULL AND first_tried_at IS NOT NULL";
    UNFINISHED_SENDS -> (i64,) = "
        SELECT count(*) FROM sends
        WHERE org = $1 AND (CAST($2 AS BIGINT) IS NULL OR brand = CAST($2 AS BIGINT))
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream";
}

record! {
    /// A brand by name, and whether it is being removed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BrandStanding {
        pub public_id: String = "public_id",
        pub name: String = "name",
        pub deleted_at: Option<i64> = "deleted_at",
    }
}

/// Whether nothing of this brand may be begun now.
pub async fn is_stopped(tx: &Tx, brand: BrandKey) -> Result<bool, DbError> {
    let stopped = tx.value(&STOPPED, params![brand.org, brand.brand]);
    Ok(stopped.await?.is_some())
}

/// All brands of an organization, the newest first, those that are being removed among them.
pub async fn brands(tx: &Tx, org: i64) -> Result<Vec<BrandStanding>, DbError> {
    tx.all(&BRANDS, params![org]).await
}

/// From now on nobody finds it; its row leaves last. `false`: it was deleted before.
pub async fn delete_brand(tx: &Tx, brand: BrandKey, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, now];
    Ok(tx.execute(&DELETE_BRAND, values).await? == 1)
}

/// The same for every brand of an organization.
pub async fn delete_brands(tx: &Tx, org: i64, now: i64) -> Result<(), DbError> {
    tx.execute(&DELETE_BRANDS, params![org, now]).await?;
    Ok(())
}

/// Running sends of an organization that goes on have waited for nobody's receiver: their time begins anew.
pub async fn renew_sends(tx: &Tx, org: i64, now: i64) -> Result<(), DbError> {
    tx.execute(&RENEW_SENDS, params![org, now]).await?;
    tx.execute(&RENEW_RECIPIENTS, params![org]).await?;
    Ok(())
}

/// Sends that are not over, of an organization or of one of its brands.
pub async fn unfinished_sends(tx: &Tx, org: i64, brand: Option<i64>) -> Result<i64, DbError> {
    let count = tx.value(&UNFINISHED_SENDS, params![org, brand]);
    Ok(count.await?.unwrap_or(0))
}
