//! A new design with its first version.

use postrider_domain::contacts::contact::fold;
use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_domain::tenant::BrandKey;

use super::record::{EmailRecord, by_number};
use super::versions::{NewVersion, insert};
use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    CREATE = "
        INSERT INTO emails (org, brand, id, public_id, title, type, status, subject, preview_text,
            category, email_group, head, last_version, folded, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $14, $14)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEmail {
    pub public_id: String,
    pub title: String,
    pub kind: EmailType,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    pub category: Option<Category>,
    /// From [`crate::groups::lock`], so that the group cannot go meanwhile.
    pub group: Option<i64>,
    pub version: NewVersion,
}

/// A design that is ready.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: NewEmail,
    now: i64,
) -> Result<EmailRecord, DbError> {
    let (id, head) = (tx.number(), tx.number());
    let folded = folded(&new.title, new.subject.as_deref());
    let values = params![
        brand.org,
        brand.brand,
        id,
        new.public_id,
        new.title,
        new.kind.as_str(),
        EmailStatus::Ready.as_str(),
        new.subject,
        new.preview_text,
        new.category.map(Category::as_str),
        new.group,
        head,
        folded,
        now,
    ];
    tx.execute(&CREATE, values).await?;
    let key = super::versions::VersionKey {
        email: id,
        id: head,
        version: 1,
    };
    insert(tx, brand, key, &new.version, now).await?;
    let record = by_number(tx, brand, id).await?;
    record.ok_or_else(|| DbError::Other("a design is not there after it was made".into()))
}

/// What search looks at. The line break keeps a search from matching across title and subject.
pub(super) fn folded(title: &str, subject: Option<&str>) -> String {
    fold(&format!("{title}\n{}", subject.unwrap_or_default()))
}
