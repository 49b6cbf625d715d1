//! Pictures of designs: asked for with every new head, made later, and kept for the head alone.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::tenants::brand_is_stopped;
use crate::{jobs, params, record, statements};

/// The kind of job that makes one; its subject is the version.
pub const PREVIEW_JOB: &str = "preview";
/// Whoever edits saves often: a version that is followed by another before that is never shown.
const SOON_MS: i64 = 2_000;
/// Between two that were saved long ago, of which 500 are asked for at once: what is saved within the hour that they take is in
/// time among them.
const APART_MS: i64 = 7_000;

statements! {
    WANTED -> WantedPreview = "
        SELECT {columns}
        FROM email_versions AS v
        JOIN emails AS e ON e.org = v.org AND e.brand = v.brand AND e.id = v.email AND e.head = v.id
        WHERE v.org = $1 AND v.brand = $2 AND v.id = $3 AND e.deleted_at IS NULL";
    // Of versions before it, nobody sees a picture any more.
    SET = "
        UPDATE email_versions SET preview_image = CASE WHEN id = $4 THEN $5 END
        WHERE org = $1 AND brand = $2 AND email = $3 AND (id = $4 OR preview_image IS NOT NULL)
            AND EXISTS (
                SELECT 1 FROM emails AS e
                WHERE e.org = $1 AND e.brand = $2 AND e.id = $3 AND e.head = $4 AND e.deleted_at IS NULL)";
    SETTLE = "
        UPDATE emails SET previewed = head
        WHERE org = $1 AND brand = $2 AND head = $3
            AND id = (SELECT email FROM email_versions WHERE org = $1 AND brand = $2 AND id = $3)";
    // Not of tenants that leave: their jobs may be gone already.
    UNSEEN -> Unseen = concat!("
        SELECT {columns} FROM emails AS e
        WHERE e.deleted_at IS NULL AND COALESCE(e.previewed, 0) <> e.head
            AND (e.org, e.brand, e.id) > ($3, $4, $5) AND NOT EXISTS (
            SELECT 1 FROM jobs AS j WHERE j.org = e.org AND j.kind = $1 AND j.subject = e.head)
            AND NOT ", brand_is_stopped!("e.org", "e.brand"), "
        ORDER BY e.org, e.brand, e.id LIMIT $2");
    NAMED -> (String,) = "
        SELECT preview_image FROM email_versions WHERE preview_image {in_texts}($1)";
}

record! {
    /// A head of which a picture is to be made.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct WantedPreview {
        pub email: i64 = "v.email",
        pub html: String = "v.html",
    }
}

record! {
    /// A head that nobody has taken a picture of.
    struct Unseen {
        org: i64 = "e.org",
        brand: i64 = "e.brand",
        email: i64 = "e.id",
        head: i64 = "e.head",
    }
}

/// A version is about to be the head.
pub(super) async fn want(tx: &Tx, brand: BrandKey, version: i64, now: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, PREVIEW_JOB, version, now + SOON_MS).await
}

/// Asks for pictures of so many heads that have none and for which nobody has asked, of all brands, behind this design. Gives
/// their designs, in order.
pub async fn want_unseen(
    tx: &Tx,
    (brand, email): (BrandKey, i64),
    now: i64,
    limit: i64,
) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let values = params![PREVIEW_JOB, limit, brand.org, brand.brand, email];
    let unseen = tx.all(&UNSEEN, values).await?;
    let mut asked = Vec::with_capacity(unseen.len());
    let mut saved_at = now;
    for one in unseen {
        let brand = BrandKey {
            org: one.org,
            brand: one.brand,
        };
        want(tx, brand, one.head, saved_at).await?;
        saved_at += APART_MS;
        asked.push((brand, one.email));
    }
    Ok(asked)
}

/// Of this version there will be no picture, however often one is asked for.
pub async fn go_unseen(tx: &Tx, brand: BrandKey, version: i64) -> Result<(), DbError> {
    tx.execute(&SETTLE, params![brand.org, brand.brand, version])
        .await?;
    Ok(())
}

/// The version, if it is still the head of a design.
pub async fn wanted(
    tx: &Tx,
    brand: BrandKey,
    version: i64,
) -> Result<Option<WantedPreview>, DbError> {
    tx.one(&WANTED, params![brand.org, brand.brand, version])
        .await
}

/// Shows this picture with the design, which the caller has locked. `false`: another version is the head by now, or the design is gone.
pub async fn set_preview(
    tx: &Tx,
    brand: BrandKey,
    (email, version): (i64, i64),
    name: &str,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email, version, name];
    let is_shown = tx.execute(&SET, values).await? > 0;
    if is_shown {
        tx.execute(&SETTLE, params![brand.org, brand.brand, version])
            .await?;
    }
    Ok(is_shown)
}

/// Those of `names` that are pictures of designs, of whatever brand.
pub async fn previews_named<'a>(
    tx: &Tx,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<String>, DbError> {
    tx.values(&NAMED, params![Value::texts(names)]).await
}
