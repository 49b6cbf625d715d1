//! Pages of sends.

use postrider_domain::send::{SendKind, SendStatus, Tally};
use postrider_domain::tenant::BrandKey;

use super::record::{SendRecord, record_of, select};
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    // PostgreSQL learns a parameter's type where it is compared, so `IS NULL` stands behind.
    list NEWEST = select!("
        AND s.id < $3 AND s.created_at >= $4 AND s.created_at < $5
        AND (s.kind = $6 OR $6 IS NULL)
        ORDER BY s.id DESC LIMIT $7");
    list IN_STATUS = select!("
        AND s.id < $3 AND s.created_at >= $4 AND s.created_at < $5
        AND (s.kind = $6 OR $6 IS NULL) AND s.status = $8
        ORDER BY s.id DESC LIMIT $7");
    list OF_EMAIL = select!("
        AND s.id < $3 AND s.created_at >= $4 AND s.created_at < $5
        AND (s.kind = $6 OR $6 IS NULL) AND (s.status = $8 OR $8 IS NULL)
        AND s.email = (SELECT id FROM emails WHERE org = $1 AND brand = $2 AND public_id = $9)
        ORDER BY s.id DESC LIMIT $7");
    STATS = "
        SELECT send, CAST(sum(planned) AS BIGINT), CAST(sum(accepted) AS BIGINT),
            CAST(sum(delivered) AS BIGINT), CAST(sum(opened) AS BIGINT),
            CAST(sum(clicked) AS BIGINT), CAST(sum(bounced) AS BIGINT),
            CAST(sum(complained) AS BIGINT), CAST(sum(unsubscribed) AS BIGINT)
        FROM tallies WHERE org = $1 AND brand = $2 AND send IN {ints}($3)
        GROUP BY send";
}

#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    pub kind: Option<SendKind>,
    pub status: Option<SendStatus>,
    /// The public id of a design, one that was deleted too.
    pub email: Option<String>,
    /// Bounds of when it was made: from, and up to but not at.
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// The number of the last send of the page before.
    pub before: Option<i64>,
    pub limit: i64,
}

/// Newest first.
pub async fn list(tx: &Tx, brand: BrandKey, query: &ListQuery) -> Result<Vec<SendRecord>, DbError> {
    let mut values = params![
        brand.org,
        brand.brand,
        query.before.unwrap_or(i64::MAX),
        query.from.unwrap_or(i64::MIN),
        query.to.unwrap_or(i64::MAX),
        query.kind.map(SendKind::as_str),
        query.limit,
    ]
    .to_vec();
    let status = query.status.map(SendStatus::as_str);
    let statement = match (&query.email, status) {
        (Some(email), status) => {
            values.extend(params![status, email]);
            &OF_EMAIL
        }
        (None, Some(status)) => {
            values.extend(params![status]);
            &IN_STATUS
        }
        (None, None) => &NEWEST,
    };
    let rows = tx.rows(statement, values).await?;
    rows.iter().map(record_of).collect()
}

/// What became of some sends, by number: of each only what a list shows. One without a count yet is left out.
pub async fn stats(
    tx: &Tx,
    brand: BrandKey,
    sends: impl IntoIterator<Item = i64>,
) -> Result<Vec<(i64, Tally)>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(sends)];
    let rows = tx.rows(&STATS, values).await?;
    let counted = |row: &Row| {
        let tally = Tally {
            planned: row.int(1)?,
            accepted: row.int(2)?,
            delivered: row.int(3)?,
            opened: row.int(4)?,
            clicked: row.int(5)?,
            bounced: row.int(6)?,
            complained: row.int(7)?,
            unsubscribed: row.int(8)?,
            ..Tally::default()
        };
        Ok((row.int(0)?, tally))
    };
    rows.iter().map(counted).collect()
}
