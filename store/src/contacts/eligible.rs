//! How many of an audience a send would reach, and what keeps the others out.

use postrider_domain::contacts::filter::ResolvedFilter;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use super::query::push_from;
use super::sql::Sql;
use crate::db::{DbError, Row, Tx, Value};
use crate::sends::Judging;
use crate::sends::judging::judge;
use crate::{params, statements};

/// In one pass: grouped by state, a million members would be sorted, in memory.
macro_rules! count {
    () => {
        "SELECT count(*) FILTER (WHERE m.state = 0), count(*) FILTER (WHERE m.state = 10),
            count(*) FILTER (WHERE m.state = 11), count(*) FILTER (WHERE m.state = 12) FROM ("
    };
}

statements! {
    LISTED = concat!(count!(), "SELECT ", judge!(), " AS state FROM contacts
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3)) AS m");
    KNOWN = "
        SELECT email FROM contacts WHERE org = $1 AND brand = $2 AND email {in_texts}($3)";
}

/// Judges every member of an audience as the freeze would: those who would be mailed are `planned`.
pub async fn eligible(
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
) -> Result<Tally, DbError> {
    eligible_for(tx, brand, filter, Judging::Marketing).await
}

/// The same for another kind of mail.
pub async fn eligible_for(
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    judging: Judging,
) -> Result<Tally, DbError> {
    let mut sql = Sql::default();
    sql.push(count!()).push("SELECT ").push(judging.sql());
    sql.push(" AS state");
    push_from(&mut sql, tx, brand, filter, None);
    sql.push(") AS m");
    tally_of(&tx.dynamic(&sql.text, sql.values).await?)
}

/// The same for a list of addresses, each of which is there once and has a contact.
pub async fn eligible_listed(
    tx: &Tx,
    brand: BrandKey,
    addresses: &[&str],
) -> Result<Tally, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        Value::texts(addresses.iter().copied())
    ];
    tally_of(&tx.rows(&LISTED, values).await?)
}

/// Those of some addresses that have a contact.
pub async fn known(tx: &Tx, brand: BrandKey, addresses: &[&str]) -> Result<Vec<String>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        Value::texts(addresses.iter().copied())
    ];
    let rows = tx.rows(&KNOWN, values).await?;
    rows.iter().map(|row| row.text(0)).collect()
}

fn tally_of(rows: &[Row]) -> Result<Tally, DbError> {
    let mut tally = Tally::default();
    if let Some(row) = rows.first() {
        tally.planned = row.int(0)?;
        tally.excluded_unsubscribed = row.int(1)?;
        tally.excluded_invalid = row.int(2)?;
        tally.excluded_suppressed = row.int(3)?;
    }
    Ok(tally)
}
