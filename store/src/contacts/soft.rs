//! How often mails to a contact came back for reasons that may pass.

use postrider_domain::sending::bounce::SoftBounces;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // Two reports about one contact are counted one after the other.
    LOCK -> (i64,) = "
        SELECT 1 FROM contacts WHERE org = $1 AND brand = $2 AND id = $3 {for_update}";
    READ -> Counted = "
        SELECT {columns} FROM soft_bounces AS s
        WHERE s.org = $1 AND s.brand = $2 AND s.contact = $3";
    ENGAGED -> Engaged = "
        SELECT {columns} FROM engagement
        WHERE org = $1 AND brand = $2 AND contact = $3";
    // A contact that was deleted gets no row.
    WRITE = "
        INSERT INTO soft_bounces (org, brand, contact, count, first_at, last_at)
        SELECT c.org, c.brand, c.id, CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT)
        FROM contacts AS c WHERE c.org = $1 AND c.brand = $2 AND c.id = $3
        ON CONFLICT (org, brand, contact) DO UPDATE SET
            count = excluded.count, first_at = excluded.first_at, last_at = excluded.last_at";
}

record! {
    struct Counted {
        count: i64 = "s.count",
        first_at: i64 = "s.first_at",
        last_at: i64 = "s.last_at",
    }
}

impl From<Counted> for SoftBounces {
    fn from(counted: Counted) -> Self {
        Self {
            count: counted.count,
            first_at: counted.first_at,
            last_at: counted.last_at,
        }
    }
}

record! {
    /// When somebody last did something with a mail.
    struct Engaged {
        opened_at: Option<i64> = "last_opened_at",
        clicked_at: Option<i64> = "last_clicked_at",
    }
}

/// Counts one more, and gives what is known with it.
pub async fn count_soft(
    tx: &Tx,
    brand: BrandKey,
    contact: i64,
    at: i64,
) -> Result<SoftBounces, DbError> {
    let key = params![brand.org, brand.brand, contact];
    tx.value(&LOCK, &key).await?;
    let engaged = tx.one(&ENGAGED, &key).await?;
    let engaged_at = engaged.and_then(|engaged| engaged.opened_at.max(engaged.clicked_at));
    let before = tx.one(&READ, &key).await?;
    let now = SoftBounces::after(before.map(SoftBounces::from), engaged_at, at);
    let values = params![
        brand.org,
        brand.brand,
        contact,
        now.count,
        now.first_at,
        now.last_at
    ];
    tx.execute(&WRITE, values).await?;
    Ok(now)
}
