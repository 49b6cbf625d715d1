//! The members of an audience become the recipients of a send, a page at a time: judged where they stand, in one
//! statement, whatever the filter.

use postrider_domain::contacts::filter::ResolvedFilter;
use postrider_domain::tenant::BrandKey;

use super::judging::{JUDGE, judge};
use super::query::push_from;
use super::sql::Sql;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    NEWEST -> (Option<i64>,) = "SELECT max(id) FROM contacts WHERE org = $1 AND brand = $2";
    // Each address of a list, in its order. One that repeats is a member all the same, and not mailed twice; one
    // whose contact is gone by now is none.
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, email: Text, repeats: Bool) FREEZE_LISTED -> Member = concat!("
        INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts)
        SELECT r.org, r.brand, r.send, r.ordinal, contacts.id, CASE WHEN r.repeats THEN {excluded_duplicate} ELSE ", judge!(), " END, 0
        FROM {rows} AS r JOIN contacts
            ON contacts.org = r.org AND contacts.brand = r.brand AND contacts.email = r.email
        WHERE true
        RETURNING {columns}");
}

/// The next members of a send.
#[derive(Clone, Copy, Debug)]
pub struct MemberPage {
    pub send: i64,
    /// Members up to this contact are judged already.
    pub after: i64,
    /// Contacts above it came later and are none.
    pub bound: i64,
    /// The ordinal that was given last.
    pub last_ordinal: i64,
    pub limit: i64,
}

record! {
    /// A member that was judged.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Member {
        pub contact: i64 = "contact",
        pub state: i64 = "state",
        pub ordinal: i64 = "ordinal",
    }
}

/// The number of the contact that was made last.
pub async fn newest(tx: &Tx, brand: BrandKey) -> Result<Option<i64>, DbError> {
    let newest = tx.value(&NEWEST, params![brand.org, brand.brand]).await?;
    Ok(newest.flatten())
}

/// Writes a page of recipients. Fewer than the limit: it was the last.
pub async fn freeze(
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    page: MemberPage,
) -> Result<Vec<Member>, DbError> {
    let mut sql = Sql::default();
    sql.push("INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts) SELECT m.org, m.brand, ");
    sql.bind(page.send).push(", ").bind(page.last_ordinal);
    sql.push(" + row_number() OVER (ORDER BY m.id), m.id, m.state, 0 FROM (SELECT contacts.org, contacts.brand, contacts.id, ");
    sql.push(JUDGE).push(" AS state");
    let number = push_from(&mut sql, tx, brand, filter, None);
    sql.push(" AND ").push(number).push(" > ").bind(page.after);
    sql.push(" AND ").push(number).push(" <= ").bind(page.bound);
    sql.push(" ORDER BY ").push(number);
    sql.push(" LIMIT ").bind(page.limit);
    sql.push(") AS m WHERE true RETURNING {columns}");
    tx.dynamic_all(&sql.text, sql.values).await
}

/// The same for a list of addresses; whether each repeats an earlier one is the caller's to say.
pub async fn freeze_listed(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    addresses: Vec<(String, bool)>,
) -> Result<Vec<Member>, DbError> {
    let rows = addresses
        .into_iter()
        .enumerate()
        .map(|(index, (email, repeats))| {
            vec![
                brand.org.into(),
                brand.brand.into(),
                send.into(),
                (index as i64 + 1).into(),
                email.into(),
                repeats.into(),
            ]
        });
    tx.bulk_all(&FREEZE_LISTED, rows.collect()).await
}
