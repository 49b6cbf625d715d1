//! What started runs, for whoever walks or mails them.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    PAYLOAD_OF_MAIL -> (String,) = "
        SELECT i.payload FROM recipients AS m
        JOIN runs AS r ON r.org = m.org AND r.brand = m.brand AND r.id = m.run
        JOIN trigger_instances AS i ON i.org = r.org AND i.brand = r.brand AND i.id = r.instance
        WHERE m.org = $1 AND m.brand = $2 AND m.send = $3 AND m.ordinal = $4";
    PAYLOADS -> Payload = "
        SELECT {columns} FROM runs AS r
        JOIN trigger_instances AS i ON i.org = r.org AND i.brand = r.brand AND i.id = r.instance
        WHERE r.org = $1 AND r.brand = $2 AND r.id {in_ints}($3)";
}

record! {
    struct Payload {
        run: i64 = "r.id",
        json: String = "i.payload",
    }
}

/// The payloads that started runs, as JSON.
pub async fn of_runs(
    tx: &Tx,
    brand: BrandKey,
    runs: &[i64],
) -> Result<Vec<(i64, String)>, DbError> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(runs.iter().copied())];
    let payloads = tx.all(&PAYLOADS, values).await?.into_iter();
    Ok(payloads
        .map(|payload| (payload.run, payload.json))
        .collect())
}

/// What started the run of a mail, as JSON.
pub async fn of_mail(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    ordinal: i64,
) -> Result<Option<String>, DbError> {
    let values = params![brand.org, brand.brand, send, ordinal];
    tx.value(&PAYLOAD_OF_MAIL, values).await
}
