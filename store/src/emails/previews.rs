//! Pictures of designs: asked for with every new head, made later, and kept for the head alone.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{jobs, params, record, statements};

/// The kind of job that makes one; its subject is the version.
pub const PREVIEW_JOB: &str = "preview";
/// Whoever edits saves often: a version that is followed by another before that is never shown.
const SOON_MS: i64 = 2_000;

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

/// A version is about to be the head.
pub(super) async fn want(tx: &Tx, brand: BrandKey, version: i64, now: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, PREVIEW_JOB, version, now + SOON_MS).await
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
    Ok(tx.execute(&SET, values).await? > 0)
}

/// Those of `names` that are pictures of designs, of whatever brand.
pub async fn previews_named<'a>(
    tx: &Tx,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<String>, DbError> {
    tx.values(&NAMED, params![Value::texts(names)]).await
}
