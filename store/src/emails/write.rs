//! Changes of a design that make no version.

use postrider_domain::designs::design::EmailStatus;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;

use super::create::folded;
use super::record::{EmailRecord, by_number, get};
use crate::db::{DbError, Tx};
use crate::{chats, generations, params, placement, sends, statements};

statements! {
    LOCK -> (i64,) = "
        SELECT id FROM emails WHERE org = $1 AND brand = $2 AND public_id = $3 {for_update}";
    LOCK_BY_NUMBER -> (i64,) = "
        SELECT id FROM emails WHERE org = $1 AND brand = $2 AND id = $3 {for_update}";
    UPDATE = "
        UPDATE emails SET title = $4, subject = $5, preview_text = $6, email_group = $7, folded = $8,
            updated_at = CASE WHEN updated_at > $9 THEN updated_at ELSE $9 END
        WHERE org = $1 AND brand = $2 AND id = $3";
    SET_STATUS = "
        UPDATE emails SET status = $4, error = $5, updated_at = $6
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
    DELETE = "DELETE FROM emails WHERE org = $1 AND brand = $2 AND id = $3";
    DELETE_VERSIONS = "DELETE FROM email_versions WHERE org = $1 AND brand = $2 AND email = $3";
    // What was sent of it is shown, and looked at in browsers, for as long as there are mails.
    HIDE = "
        UPDATE emails SET deleted_at = $4, email_group = NULL
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
    // But not as a design.
    DELETE_PREVIEW = "
        UPDATE email_versions SET preview_image = NULL
        WHERE org = $1 AND brand = $2 AND email = $3 AND preview_image IS NOT NULL";
    DELETE_UNSENT_VERSIONS = "
        DELETE FROM email_versions WHERE org = $1 AND brand = $2 AND email = $3
            AND id NOT IN (
                SELECT email_version FROM sends WHERE org = $1 AND brand = $2 AND email = $3)";
    DELETE_MESSAGES = "
        DELETE FROM comment_messages WHERE org = $1 AND brand = $2 AND thread IN (
            SELECT id FROM comment_threads WHERE org = $1 AND brand = $2 AND email = $3)";
    DELETE_THREADS = "DELETE FROM comment_threads WHERE org = $1 AND brand = $2 AND email = $3";
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmailPatch {
    pub title: Option<String>,
    pub subject: Patch<String>,
    pub preview_text: Patch<String>,
    /// From [`crate::groups::lock`], so that the group cannot go meanwhile.
    pub group: Patch<i64>,
}

/// The design as it stands, which nobody else changes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<EmailRecord>, DbError> {
    tx.value(&LOCK, params![brand.org, brand.brand, public_id])
        .await?;
    get(tx, brand, public_id).await
}

/// The same, by its number.
pub async fn lock_by_number(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
) -> Result<Option<EmailRecord>, DbError> {
    tx.value(&LOCK_BY_NUMBER, params![brand.org, brand.brand, id])
        .await?;
    by_number(tx, brand, id).await
}

/// `None`: there is no such design.
pub async fn update(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    patch: EmailPatch,
    now: i64,
) -> Result<Option<EmailRecord>, DbError> {
    let Some(before) = lock_by_number(tx, brand, id).await? else {
        return Ok(None);
    };
    let title = patch.title.unwrap_or(before.title);
    let subject = patch.subject.apply(before.subject);
    let group = before.group.map(|group| group.id);
    let values = params![
        brand.org,
        brand.brand,
        id,
        &title,
        subject.as_deref(),
        patch.preview_text.apply(before.preview_text),
        patch.group.apply(group),
        folded(&title, subject.as_deref()),
        now,
    ];
    tx.execute(&UPDATE, values).await?;
    by_number(tx, brand, id).await
}

/// `error` is JSON and stands only with `failed`. `false`: there is no such design.
pub async fn set_status(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    status: EmailStatus,
    error: Option<&str>,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, status.as_str(), error, now];
    Ok(tx.execute(&SET_STATUS, values).await? == 1)
}

/// The design, its versions, what was said about it, what was asked for and its tests. Versions that were sent stay, under a design that is
/// shown no more. `false`: there is no such design.
pub async fn delete(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id];
    // The row first, so that whoever adds to the design waits, and finds it gone.
    tx.value(&LOCK_BY_NUMBER, &values).await?;
    let (deleted, versions) = if sends::any_of_email(tx, brand, id).await? {
        let hide = params![brand.org, brand.brand, id, now];
        (tx.execute(&HIDE, hide).await?, &DELETE_UNSENT_VERSIONS)
    } else {
        (tx.execute(&DELETE, &values).await?, &DELETE_VERSIONS)
    };
    for statement in [&DELETE_MESSAGES, &DELETE_THREADS, versions, &DELETE_PREVIEW] {
        tx.execute(statement, &values).await?;
    }
    generations::delete(tx, brand, id).await?;
    placement::leaving::delete(tx, brand, id).await?;
    chats::delete(tx, brand, id).await?;
    Ok(deleted == 1)
}
