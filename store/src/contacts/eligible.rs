//! How many of an audience a send would reach, and what keeps the others out.

use postrider_domain::contacts::filter::ResolvedFilter;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use super::judging::Judging;
use super::judging::judge;
use super::query::push_from;
use super::sql::Sql;
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    LISTED -> Counted = concat!("SELECT {columns} FROM (SELECT ", judge!(), " AS state FROM contacts {along}(contacts__org__brand__email)
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3)) AS m");
    KNOWN -> (String,) = "
        SELECT email FROM contacts WHERE org = $1 AND brand = $2 AND email {in_texts}($3)";
}

record! {
    /// In one pass: grouped by state, a million members would be sorted, in memory.
    struct Counted {
        planned: i64 = "count(*) FILTER (WHERE m.state = {planned})",
        excluded_unsubscribed: i64 = "count(*) FILTER (WHERE m.state = {excluded_unsubscribed})",
        excluded_invalid: i64 = "count(*) FILTER (WHERE m.state = {excluded_invalid})",
        excluded_suppressed: i64 = "count(*) FILTER (WHERE m.state = {excluded_suppressed})",
    }
}

impl From<Counted> for Tally {
    fn from(counted: Counted) -> Self {
        Self {
            planned: counted.planned,
            excluded_unsubscribed: counted.excluded_unsubscribed,
            excluded_invalid: counted.excluded_invalid,
            excluded_suppressed: counted.excluded_suppressed,
            ..Self::default()
        }
    }
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
    sql.push("SELECT {columns} FROM (SELECT ")
        .push(judging.sql());
    sql.push(" AS state");
    push_from(&mut sql, tx, brand, filter, None);
    sql.push(") AS m");
    let counted = tx.dynamic_all::<Counted>(&sql.text, sql.values).await?;
    Ok(counted
        .into_iter()
        .next()
        .map(Tally::from)
        .unwrap_or_default())
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
    let counted = tx.one(&LISTED, values).await?;
    Ok(counted.map(Tally::from).unwrap_or_default())
}

/// Those of some addresses that have a contact.
pub async fn known(tx: &Tx, brand: BrandKey, addresses: &[&str]) -> Result<Vec<String>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        Value::texts(addresses.iter().copied())
    ];
    tx.values(&KNOWN, values).await
}
