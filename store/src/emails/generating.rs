//! A design while a prompt makes or changes it.

use postrider_domain::designs::design::Category;
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

use super::create::folded;
use super::versions::{NewVersion, VersionKey, insert};
use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // Of two prompts that came at once, one finds it begun.
    BEGIN = "
        UPDATE emails SET status = 'generating', updated_at = CASE WHEN updated_at > $5 THEN updated_at ELSE $5 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND head = $4 AND status = 'ready' AND deleted_at IS NULL";
    // Nobody else changes the head meanwhile: that takes a design that is ready.
    ADVANCE -> (i64,) = "
        UPDATE emails SET head = $4, last_version = last_version + 1, status = 'ready', error = NULL, title = $5,
            subject = $6, preview_text = $7, category = $8, folded = $9,
            updated_at = CASE WHEN updated_at > $10 THEN updated_at ELSE $10 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'generating' AND deleted_at IS NULL
        RETURNING last_version";
    // One that has a version is what it was before.
    END = "
        UPDATE emails SET status = CASE WHEN head IS NULL THEN 'failed' ELSE 'ready' END,
            error = CASE WHEN head IS NULL THEN $4 END,
            updated_at = CASE WHEN updated_at > $5 THEN updated_at ELSE $5 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'generating' AND deleted_at IS NULL";
}

/// What a design is called and says beside its document, once it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedTexts {
    pub title: String,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    pub category: Option<Category>,
}

/// A design that is ready, with this head, is `generating`. `false`: it is not so any more.
pub async fn begin_generating(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    head: i64,
    now: Millis,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, head, now];
    Ok(tx.execute(&BEGIN, values).await? == 1)
}

/// Makes a version the head of a design that is ready with it. `false`: it is not `generating`, or gone.
pub async fn add_generated(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    new: &NewVersion,
    texts: &GeneratedTexts,
    now: Millis,
) -> Result<bool, DbError> {
    let id = tx.number();
    let subject = texts.subject.as_deref();
    let values = params![
        brand.org,
        brand.brand,
        email,
        id,
        &texts.title,
        subject,
        texts.preview_text.as_deref(),
        texts.category.map(Category::as_str),
        folded(&texts.title, subject),
        now,
    ];
    let Some(version) = tx.value(&ADVANCE, values).await? else {
        return Ok(false);
    };
    let key = VersionKey { email, id, version };
    insert(tx, brand, key, new, now.0).await?;
    Ok(true)
}

/// Nothing came of it: a design that has no version is `failed` with this error, which is JSON; another is `ready` as
/// it was.
pub async fn end_generating(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    error: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, error, now];
    Ok(tx.execute(&END, values).await? == 1)
}
