//! How often mails to a contact came back for reasons that may pass.

use postrider_domain::sending::bounce::SoftBounces;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // Two reports about one contact are counted one after the other.
    HOLD = "SELECT 1 FROM contacts WHERE org = $1 AND brand = $2 AND id = $3 {for_update}";
    READ = "
        SELECT s.count, s.first_at, s.last_at FROM soft_bounces AS s
        WHERE s.org = $1 AND s.brand = $2 AND s.contact = $3";
    ENGAGED = "
        SELECT last_opened_at, last_clicked_at FROM engagement
        WHERE org = $1 AND brand = $2 AND contact = $3";
    // A contact that was deleted gets no row.
    WRITE = "
        INSERT INTO soft_bounces (org, brand, contact, count, first_at, last_at)
        SELECT c.org, c.brand, c.id, CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT)
        FROM contacts AS c WHERE c.org = $1 AND c.brand = $2 AND c.id = $3
        ON CONFLICT (org, brand, contact) DO UPDATE SET
            count = excluded.count, first_at = excluded.first_at, last_at = excluded.last_at";
}

/// Counts one more, and gives what is known with it.
pub async fn count_soft(
    tx: &Tx,
    brand: BrandKey,
    contact: i64,
    at: i64,
) -> Result<SoftBounces, DbError> {
    let key = params![brand.org, brand.brand, contact];
    tx.row(&HOLD, &key).await?;
    let engaged_at = match tx.row(&ENGAGED, &key).await? {
        Some(row) => row.opt_int(0)?.max(row.opt_int(1)?),
        None => None,
    };
    let before = match tx.row(&READ, &key).await? {
        Some(row) => Some(SoftBounces {
            count: row.int(0)?,
            first_at: row.int(1)?,
            last_at: row.int(2)?,
        }),
        None => None,
    };
    let now = SoftBounces::after(before, engaged_at, at);
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
