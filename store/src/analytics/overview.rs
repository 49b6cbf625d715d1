//! Sums of what was counted by the hour.

use postrider_domain::event_feed::Range;
use postrider_domain::mailbox::Provider;
use postrider_domain::send::Tally;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Statement, Tx};
use crate::delivery::hours::ALL_SENDS;
use crate::{params, statements};

/// By one column of the counts, some of their rows. A sum of BIGINT is NUMERIC on PostgreSQL.
macro_rules! sums {
    ($by:literal, $of:literal) => {
        concat!(
            "SELECT ",
            $by,
            ", CAST(sum(accepted) AS BIGINT), CAST(sum(delivered) AS BIGINT),
                CAST(sum(bounced) AS BIGINT), CAST(sum(failed) AS BIGINT),
                CAST(sum(in_doubt) AS BIGINT), CAST(sum(opened) AS BIGINT),
                CAST(sum(clicked) AS BIGINT), CAST(sum(complained) AS BIGINT),
                CAST(sum(unsubscribed) AS BIGINT), CAST(sum(machine_opens) AS BIGINT),
                CAST(sum(machine_clicks) AS BIGINT)
            FROM hours {along}(hours__org__brand__send)
            WHERE org = $1 AND brand = $2 AND hour >= $3 AND hour < $4 ",
            $of,
            " GROUP BY ",
            $by
        )
    };
}

statements! {
    HOURS_OF_SEND = sums!("hour", "AND send = $5");
    HOURS_OF_DESIGN = sums!("hour", "
        AND send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND email = $5)");
    PROVIDERS_OF_SEND = sums!("provider", "AND send = $5");
    PROVIDERS_OF_DESIGN = sums!("provider", "
        AND send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND email = $5)");
    DESIGN = "SELECT id FROM emails WHERE org = $1 AND brand = $2 AND public_id = $3";
}

/// What is counted, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Everything,
    Send(i64),
    /// All sends of a design.
    Design(i64),
    /// A send of a design, if it is one.
    Nothing,
}

/// Counts of one hour, or of one mailbox provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted<K> {
    pub of: K,
    pub tally: Tally,
}

/// The hours of which a part is in the range, those alone in which something happened. In no order.
pub async fn by_hour(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
) -> Result<Vec<Counted<i64>>, DbError> {
    let all = [&HOURS_OF_SEND, &HOURS_OF_DESIGN];
    let rows = sums(tx, brand, range, of, all).await?;
    rows.iter().map(|row| counted(row.int(0)?, row)).collect()
}

/// The same hours, by who has the mailboxes.
pub async fn by_provider(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
) -> Result<Vec<Counted<Provider>>, DbError> {
    let all = [&PROVIDERS_OF_SEND, &PROVIDERS_OF_DESIGN];
    let rows = sums(tx, brand, range, of, all).await?;
    let of_provider = |row: &Row| counted(Provider::from_code(row.int(0)?), row);
    rows.iter().map(of_provider).collect()
}

async fn sums(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
    [of_send, of_design]: [&'static Statement; 2],
) -> Result<Vec<Row>, DbError> {
    const HOUR_MS: i64 = 3_600_000;
    let from = range.from - range.from.rem_euclid(HOUR_MS);
    let (statement, number) = match of {
        Of::Nothing => return Ok(Vec::new()),
        Of::Everything => (of_send, ALL_SENDS),
        Of::Send(send) => (of_send, send),
        Of::Design(email) => (of_design, email),
    };
    let values = params![brand.org, brand.brand, from, range.to, number];
    tx.rows(statement, values).await
}

fn counted<K>(of: K, row: &Row) -> Result<Counted<K>, DbError> {
    let tally = Tally {
        accepted: row.int(1)?,
        delivered: row.int(2)?,
        bounced: row.int(3)?,
        failed: row.int(4)?,
        in_doubt: row.int(5)?,
        opened: row.int(6)?,
        clicked: row.int(7)?,
        complained: row.int(8)?,
        unsubscribed: row.int(9)?,
        machine_opens: row.int(10)?,
        machine_clicks: row.int(11)?,
        ..Tally::default()
    };
    Ok(Counted { of, tally })
}

/// The number of a design, one that was deleted too: its sends were counted.
pub async fn design(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    let row = tx.row(&DESIGN, values).await?;
    row.map(|row| row.int(0)).transpose()
}
