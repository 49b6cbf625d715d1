//! Pages of designs.

use postrider_domain::contacts::contact::fold;
use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_domain::tenant::BrandKey;

use super::record::{EmailRecord, select};
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // A brand has few designs: what the filters leave out is read and passed over. PostgreSQL learns a
    // parameter's type where it is compared, so `IS NULL` stands behind.
    list BY_CREATION -> EmailRecord = select!("
        AND e.id < $10 AND e.created_at >= $3 AND e.created_at < $4
        AND (e.status = $5 OR $5 IS NULL) AND (e.type = $6 OR $6 IS NULL)
        AND (e.category = $7 OR $7 IS NULL)
        AND ({position}(e.folded, $8) > 0 OR $8 IS NULL)
        ORDER BY e.id DESC LIMIT $9");
    list BY_UPDATE -> EmailRecord = select!("
        AND (e.updated_at, e.id) < ($10, $11) AND e.updated_at >= $3 AND e.updated_at < $4
        AND (e.status = $5 OR $5 IS NULL) AND (e.type = $6 OR $6 IS NULL)
        AND (e.category = $7 OR $7 IS NULL)
        AND ({position}(e.folded, $8) > 0 OR $8 IS NULL)
        ORDER BY e.updated_at DESC, e.id DESC LIMIT $9");
    IN_GROUP -> EmailRecord = select!("AND e.email_group = $3 ORDER BY e.id DESC LIMIT $4");
    UNGROUPED -> EmailRecord = select!("AND e.email_group IS NULL ORDER BY e.id DESC LIMIT $3");
    list TRANSACTIONAL -> TransactionalRecord = "
        SELECT {columns}
        FROM emails AS e
        JOIN email_versions AS v
            ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
        WHERE e.org = $1 AND e.brand = $2 AND e.type = 'transactional' AND e.id < $3
            AND e.deleted_at IS NULL
        ORDER BY e.id DESC LIMIT $4";
    COUNT_TRANSACTIONAL -> (i64,) = "
        SELECT count(*) FROM emails
        WHERE org = $1 AND brand = $2 AND type = 'transactional' AND head IS NOT NULL
            AND deleted_at IS NULL";
}

/// The time that a list is ordered by, the newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Row numbers grow with time, so they stand for it.
    #[default]
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    pub sort: Sort,
    /// Bounds of the time that `sort` names: from, and up to but not at.
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub status: Option<EmailStatus>,
    pub kind: Option<EmailType>,
    pub category: Option<Category>,
    /// Any part of title and subject; case does not count.
    pub search: Option<String>,
    /// The time and the number of the last design of the page before.
    pub before: Option<(i64, i64)>,
    pub limit: i64,
}

pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    query: &ListQuery,
) -> Result<Vec<EmailRecord>, DbError> {
    let (time, id) = query.before.unwrap_or((i64::MAX, i64::MAX));
    let search = query.search.as_deref().filter(|search| !search.is_empty());
    let mut values = params![
        brand.org,
        brand.brand,
        query.from.unwrap_or(i64::MIN),
        query.to.unwrap_or(i64::MAX),
        query.status.map(EmailStatus::as_str),
        query.kind.map(EmailType::as_str),
        query.category.map(Category::as_str),
        search.map(fold),
        query.limit,
    ]
    .to_vec();
    let page = match query.sort {
        Sort::CreatedAt => {
            values.extend(params![id]);
            &BY_CREATION
        }
        Sort::UpdatedAt => {
            values.extend(params![time, id]);
            &BY_UPDATE
        }
    };
    tx.all(page, values).await
}

/// The newest designs of a group, or of those that are in none.
pub async fn of_group(
    tx: &Tx,
    brand: BrandKey,
    group: Option<i64>,
    limit: i64,
) -> Result<Vec<EmailRecord>, DbError> {
    let brand = params![brand.org, brand.brand];
    if let Some(group) = group {
        let values = [&brand[..], &params![group, limit]].concat();
        return tx.all(&IN_GROUP, values).await;
    }
    tx.all(&UNGROUPED, [&brand[..], &params![limit]].concat())
        .await
}

record! {
    /// A transactional design with what its caller has to fill in.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TransactionalRecord {
        pub id: i64 = "e.id",
        pub public_id: String = "e.public_id",
        pub title: String = "e.title",
        pub subject: Option<String> = "e.subject",
        pub preview_text: Option<String> = "e.preview_text",
        pub updated_at: i64 = "e.updated_at",
        /// JSON: a list of `UsedTag`.
        pub merge_tags: String = "v.merge_tags",
    }
}

/// Transactional designs that have a head, newest first, from the one before the row number `after`.
pub async fn transactional(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<TransactionalRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    tx.all(&TRANSACTIONAL, values).await
}

pub async fn count_transactional(tx: &Tx, brand: BrandKey) -> Result<i64, DbError> {
    let values = params![brand.org, brand.brand];
    let count = tx.value(&COUNT_TRANSACTIONAL, values).await?;
    Ok(count.unwrap_or(0))
}
