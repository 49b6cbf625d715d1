//! A new design: with its first version, or to be made.

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
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)";
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

/// A design that nobody has made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmadeEmail {
    pub public_id: String,
    pub title: String,
    pub kind: EmailType,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    pub category: Option<Category>,
    /// From [`crate::groups::lock`], so that the group cannot go meanwhile.
    pub group: Option<i64>,
}

/// A design that is ready.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: NewEmail,
    now: i64,
) -> Result<EmailRecord, DbError> {
    let unmade = UnmadeEmail {
        public_id: new.public_id,
        title: new.title,
        kind: new.kind,
        subject: new.subject,
        preview_text: new.preview_text,
        category: new.category,
        group: new.group,
    };
    let head = tx.number();
    let id = write(tx, brand, unmade, Some(head), now).await?;
    let key = super::versions::VersionKey {
        email: id,
        id: head,
        version: 1,
    };
    insert(tx, brand, key, &new.version, now).await?;
    let record = by_number(tx, brand, id).await?;
    record.ok_or_else(|| DbError::Other("a design is not there after it was made".into()))
}

/// A design that is `generating`; its number.
pub async fn create_unmade(
    tx: &Tx,
    brand: BrandKey,
    new: UnmadeEmail,
    now: i64,
) -> Result<i64, DbError> {
    write(tx, brand, new, None, now).await
}

async fn write(
    tx: &Tx,
    brand: BrandKey,
    new: UnmadeEmail,
    head: Option<i64>,
    now: i64,
) -> Result<i64, DbError> {
    let id = tx.number();
    let (status, last_version) = match head {
        Some(_) => (EmailStatus::Ready, 1_i64),
        None => (EmailStatus::Generating, 0),
    };
    let folded = folded(&new.title, new.subject.as_deref());
    let values = params![
        brand.org,
        brand.brand,
        id,
        new.public_id,
        new.title,
        new.kind.as_str(),
        status.as_str(),
        new.subject,
        new.preview_text,
        new.category.map(Category::as_str),
        new.group,
        head,
        last_version,
        folded,
        now,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(id)
}

/// What search looks at. The line break keeps a search from matching across title and subject.
pub(super) fn folded(title: &str, subject: Option<&str>) -> String {
    fold(&format!("{title}\n{}", subject.unwrap_or_default()))
}
