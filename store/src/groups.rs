//! Groups of designs. What is in none is ungrouped, which is no row.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

statements! {
    list LIST -> GroupRecord = "
        SELECT {columns} FROM email_groups AS g
        WHERE g.org = $1 AND g.brand = $2 AND g.id < $3 ORDER BY g.id DESC LIMIT $4";
    GET -> GroupRecord = "
        SELECT {columns} FROM email_groups AS g WHERE g.org = $1 AND g.brand = $2 AND g.public_id = $3";
    COUNT_UNGROUPED -> (i64,) = "
        SELECT count(*) FROM emails WHERE org = $1 AND brand = $2 AND email_group IS NULL
            AND deleted_at IS NULL";
    LOCK -> (i64,) = "
        SELECT id FROM email_groups WHERE org = $1 AND brand = $2 AND public_id = $3 {for_update}";
    CREATE = "
        INSERT INTO email_groups (org, brand, id, public_id, name, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $6)";
    RENAME = "
        UPDATE email_groups SET name = $4, updated_at = $5
        WHERE org = $1 AND brand = $2 AND public_id = $3";
    DELETE -> (i64,) = "
        DELETE FROM email_groups WHERE org = $1 AND brand = $2 AND public_id = $3 RETURNING id";
    UNGROUP = "
        UPDATE emails SET email_group = NULL WHERE org = $1 AND brand = $2 AND email_group = $3";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GroupRecord {
        pub id: i64 = "g.id",
        pub public_id: String = "g.public_id",
        pub name: String = "g.name",
        pub created_at: i64 = "g.created_at",
        /// Designs in it.
        pub emails: i64 = "
            (SELECT count(*) FROM emails AS e
                WHERE e.org = g.org AND e.brand = g.brand AND e.email_group = g.id
                    AND e.deleted_at IS NULL)",
    }
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<GroupRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    tx.all(&LIST, values).await
}

lookups! {
    pub get(&str) -> GroupRecord = GET;
}

/// How many designs are in no group.
pub async fn count_ungrouped(tx: &Tx, brand: BrandKey) -> Result<i64, DbError> {
    let values = params![brand.org, brand.brand];
    let count = tx.value(&COUNT_UNGROUPED, values).await?;
    Ok(count.unwrap_or(0))
}

/// The number of a group, for a design that is put into it: until the transaction ends nobody can delete
/// the group.
pub async fn lock(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    tx.value(&LOCK, params![brand.org, brand.brand, public_id])
        .await
}

pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
    name: &str,
    now: i64,
) -> Result<GroupRecord, DbError> {
    let id = tx.number();
    let values = params![brand.org, brand.brand, id, public_id, name, now];
    tx.execute(&CREATE, values).await?;
    Ok(GroupRecord {
        id,
        public_id: public_id.to_owned(),
        name: name.to_owned(),
        created_at: now,
        emails: 0,
    })
}

pub async fn rename(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
    name: &str,
    now: i64,
) -> Result<Option<GroupRecord>, DbError> {
    let values = params![brand.org, brand.brand, public_id, name, now];
    tx.execute(&RENAME, values).await?;
    get(tx, brand, public_id).await
}

/// Its designs become ungrouped. `false`: there is no such group.
pub async fn delete(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<bool, DbError> {
    // First, so that whoever puts a design into it has committed, or finds it gone.
    let deleted = tx
        .value(&DELETE, params![brand.org, brand.brand, public_id])
        .await?;
    let Some(group) = deleted else {
        return Ok(false);
    };
    tx.execute(&UNGROUP, params![brand.org, brand.brand, group])
        .await?;
    Ok(true)
}
