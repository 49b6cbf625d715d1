//! Sends that wait for something, of any brand: for the loop that lets them go on, and for a start that stops them.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    // A domain that is not ready refuses too: no use in trying.
    REFUSED = "
        SELECT s.org, s.brand, s.id FROM sends AS s
        JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
        WHERE s.status IN ('queued', 'scheduled', 'running', 'paused') AND s.status = 'paused'
            AND s.pause_reason = 'refused' AND s.updated_at < $1 AND d.status = 'verified'
        ORDER BY s.org, s.brand, s.id LIMIT $2";
    UNFINISHED = "
        SELECT org, brand, id FROM sends
        WHERE status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY org, brand, id";
}

/// Those that wait since then because we were refused.
pub async fn refused_before(
    tx: &Tx,
    since: i64,
    limit: i64,
) -> Result<Vec<(BrandKey, i64)>, DbError> {
    keys_of(&tx.rows(&REFUSED, params![since, limit]).await?)
}

pub async fn unfinished(tx: &Tx) -> Result<Vec<(BrandKey, i64)>, DbError> {
    keys_of(&tx.rows(&UNFINISHED, params![]).await?)
}

fn keys_of(rows: &[Row]) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let key = |row: &Row| {
        let brand = BrandKey {
            org: row.int(0)?,
            brand: row.int(1)?,
        };
        Ok((brand, row.int(2)?))
    };
    rows.iter().map(key).collect()
}
