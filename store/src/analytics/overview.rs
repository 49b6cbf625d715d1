//! Sums of what was counted by the hour.

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Statement, Tx};
use crate::delivery::hours::ALL_SENDS;
use crate::{params, statements};

pub(super) const HOUR_MS: i64 = 3_600_000;

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
    HOURS_OF_AUTOMATION = sums!("hour", "
        AND send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND automation = $5
            AND (email = $6 OR $6 IS NULL))");
    PROVIDERS_OF_AUTOMATION = sums!("provider", "
        AND send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND automation = $5
            AND (email = $6 OR $6 IS NULL))");
    AUTOMATION = "SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $3";
    RUN = "SELECT id FROM runs WHERE org = $1 AND brand = $2 AND public_id = $3";
    DESIGN = "SELECT id FROM emails WHERE org = $1 AND brand = $2 AND public_id = $3";
}

/// What is counted, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Everything,
    Send(i64),
    /// All sends of a design.
    Design(i64),
    /// All sends of an automation, of a design if one is named.
    Automation {
        automation: i64,
        design: Option<i64>,
    },
    /// What was asked for cannot be.
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
    let all = [&HOURS_OF_SEND, &HOURS_OF_DESIGN, &HOURS_OF_AUTOMATION];
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
    let all = [
        &PROVIDERS_OF_SEND,
        &PROVIDERS_OF_DESIGN,
        &PROVIDERS_OF_AUTOMATION,
    ];
    let rows = sums(tx, brand, range, of, all).await?;
    let of_provider = |row: &Row| counted(Provider::from_code(row.int(0)?), row);
    rows.iter().map(of_provider).collect()
}

async fn sums(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
    [of_send, of_design, of_automation]: [&'static Statement; 3],
) -> Result<Vec<Row>, DbError> {
    let from = first_hour(range);
    let mut values = params![brand.org, brand.brand, from, range.to].to_vec();
    let (statement, of) = match of {
        Of::Nothing => return Ok(Vec::new()),
        Of::Everything => (of_send, params![ALL_SENDS].to_vec()),
        Of::Send(send) => (of_send, params![send].to_vec()),
        Of::Design(email) => (of_design, params![email].to_vec()),
        Of::Automation { automation, design } => {
            (of_automation, params![automation, design].to_vec())
        }
    };
    values.extend(of);
    tx.rows(statement, values).await
}

/// The beginning of the hour in which a range begins.
pub(super) fn first_hour(range: Range) -> i64 {
    range.from - range.from.rem_euclid(HOUR_MS)
}

fn counted<K>(of: K, row: &Row) -> Result<Counted<K>, DbError> {
    let tally = tally_of(row, 1)?;
    Ok(Counted { of, tally })
}

/// What was summed, from this column on.
pub(super) fn tally_of(row: &Row, first: usize) -> Result<Tally, DbError> {
    Ok(Tally {
        accepted: row.int(first)?,
        delivered: row.int(first + 1)?,
        bounced: row.int(first + 2)?,
        failed: row.int(first + 3)?,
        in_doubt: row.int(first + 4)?,
        opened: row.int(first + 5)?,
        clicked: row.int(first + 6)?,
        complained: row.int(first + 7)?,
        unsubscribed: row.int(first + 8)?,
        machine_opens: row.int(first + 9)?,
        machine_clicks: row.int(first + 10)?,
        ..Tally::default()
    })
}

/// The number of a design, one that was deleted too: its sends were counted.
pub async fn design(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    number(tx, brand, &DESIGN, public_id).await
}

/// The number of an automation, one that was deleted too: what it did was counted.
pub async fn automation(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    number(tx, brand, &AUTOMATION, public_id).await
}

pub async fn run(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    number(tx, brand, &RUN, public_id).await
}

async fn number(
    tx: &Tx,
    brand: BrandKey,
    statement: &'static Statement,
    public_id: &str,
) -> Result<Option<i64>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    let row = tx.row(statement, values).await?;
    row.map(|row| row.int(0)).transpose()
}
