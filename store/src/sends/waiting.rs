//! Sends that wait for something, of any brand: for the loop that lets them go on, and for a start that stops them.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::tenants::brand_is_stopped;
use crate::{params, record, statements};

statements! {
    // A domain that is not ready refuses too: no use in trying.
    REFUSED -> Waiting = concat!(
        "SELECT {columns} FROM sends AS s
        JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
        WHERE s.status IN ('queued', 'scheduled', 'running', 'paused') AND s.status = 'paused'
            AND s.pause_reason = 'refused' AND s.updated_at < $1 AND d.status = 'verified'
            AND NOT ",
        brand_is_stopped!("s.org", "s.brand"),
        " ORDER BY s.org, s.brand, s.id LIMIT $2"
    );
    UNFINISHED -> Waiting = "
        SELECT {columns} FROM sends AS s
        WHERE s.status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY s.org, s.brand, s.id";
}

record! {
    struct Waiting {
        org: i64 = "s.org",
        brand: i64 = "s.brand",
        send: i64 = "s.id",
    }
}

/// Those that wait since then because we were refused.
pub async fn refused_before(
    tx: &Tx,
    since: i64,
    limit: i64,
) -> Result<Vec<(BrandKey, i64)>, DbError> {
    Ok(keys_of(tx.all(&REFUSED, params![since, limit]).await?))
}

pub async fn unfinished(tx: &Tx) -> Result<Vec<(BrandKey, i64)>, DbError> {
    Ok(keys_of(tx.all(&UNFINISHED, params![]).await?))
}

fn keys_of(sends: Vec<Waiting>) -> Vec<(BrandKey, i64)> {
    let key = |Waiting { org, brand, send }| (BrandKey { org, brand }, send);
    sends.into_iter().map(key).collect()
}
