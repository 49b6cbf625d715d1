//! The audit log: what people and commands did, appended in the transaction that does it, never changed, and kept for as
//! long as a setting says.

use postrider_domain::accounts::audit::kept;
use postrider_domain::numbers::PersonNo;
use serde_json::Value as Json;

use crate::db::{DbError, Query, Tx, first_number};
use crate::{params, record, statements};

/// Clocks of several processes agree better than that: a row's number tells its time about so well.
const CLOCKS_MS: i64 = 5 * 60 * 1000;

/// A page of the rows that an index leads to; the other filters are asked of each.
macro_rules! page {
    ($along:literal, $lead:literal) => {
        concat!(
            "SELECT {columns}
            FROM audit_log AS a ",
            $along,
            " LEFT JOIN people AS p ON p.id = a.person
            LEFT JOIN brands AS b ON b.org = a.org AND b.id = a.of_brand
            WHERE a.org = $1 ",
            $lead,
            " AND a.id < $2 AND a.id >= $3 AND a.at >= $4 AND a.at < $5
            AND (a.person = $7 OR $7 IS NULL) AND (a.act = $8 OR $8 IS NULL)
            AND (a.target_kind = $9 OR $9 IS NULL) AND (a.target = $10 OR $10 IS NULL)
            AND (EXISTS (SELECT 1 FROM membership_brands AS l
                WHERE l.org = a.org AND l.person = $11 AND l.brand = a.of_brand) OR $11 IS NULL)
            ORDER BY a.id DESC LIMIT $6"
        )
    };
}

statements! {
    APPEND = "
        INSERT INTO audit_log (org, id, at, person, session, address, act, target_kind, target,
            of_brand, before, after, counts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    list NEWEST -> AuditRecord = page!("", "");
    list OF_PERSON -> AuditRecord = page!("{along}(audit_log__person)", "AND a.person = $7");
    list OF_ACT -> AuditRecord = page!("{along}(audit_log__act)", "AND a.act = $8");
    list OF_TARGET -> AuditRecord = page!(
        "{along}(audit_log__target)",
        "AND a.target_kind = $9 AND a.target = $10"
    );
    FORGET = "
        DELETE FROM audit_log WHERE (org, id) IN (
            SELECT org, id FROM audit_log WHERE at < $1 ORDER BY at LIMIT $2)";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AuditRecord {
        pub id: i64 = "a.id",
        pub at: i64 = "a.at",
        /// Nothing for a command, and for somebody who is gone.
        pub person_public_id: Option<String> = "p.public_id",
        pub person_email: Option<String> = "p.email",
        pub session: Option<String> = "a.session",
        pub address: Option<String> = "a.address",
        pub act: String = "a.act",
        pub target_kind: Option<String> = "a.target_kind",
        pub target: Option<String> = "a.target",
        pub brand_public_id: Option<String> = "b.public_id",
        /// JSON, like the next two.
        pub before: Option<String> = "a.before",
        pub after: Option<String> = "a.after",
        pub counts: Option<String> = "a.counts",
    }
}

/// What was done to which row, by the id that people know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditTarget {
    pub kind: String,
    pub id: String,
}

/// Something that was done. Secrets, and values of contacts, have no place in it.
#[derive(Clone, Debug)]
pub struct NewAuditRow {
    pub org: i64,
    pub at: i64,
    pub person: Option<PersonNo>,
    /// The public id of the session.
    pub session: Option<String>,
    pub address: Option<String>,
    pub act: String,
    pub target: Option<AuditTarget>,
    pub brand: Option<i64>,
    /// Each is kept up to 16 KiB.
    pub before: Option<Json>,
    pub after: Option<Json>,
    /// Of an act on many rows, which is one row here.
    pub counts: Option<Json>,
}

/// How much of the log somebody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditReach {
    AllBrands,
    /// What was done in the brands that this person is limited to, and nothing else.
    BrandsOf(PersonNo),
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct AuditQuery {
    pub person: Option<PersonNo>,
    pub act: Option<String>,
    pub target: Option<AuditTarget>,
    /// Bounds of time: from, and up to but not at.
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub visible: AuditReach,
    /// The number of the last row of the page before.
    pub before: Option<i64>,
    pub limit: i64,
}

/// In the transaction of what it tells of: either both are there or neither is.
pub async fn append(tx: &Tx, new: &NewAuditRow) -> Result<(), DbError> {
    let target = new.target.as_ref();
    let values = params![
        new.org,
        tx.number(),
        new.at,
        new.person,
        new.session.as_deref(),
        new.address.as_deref(),
        &new.act,
        target.map(|target| target.kind.as_str()),
        target.map(|target| target.id.as_str()),
        new.brand,
        new.before.as_ref().map(kept),
        new.after.as_ref().map(kept),
        new.counts.as_ref().map(kept),
    ];
    tx.execute(&APPEND, values).await?;
    Ok(())
}

/// The newest first.
pub async fn list(tx: &Tx, org: i64, query: &AuditQuery) -> Result<Vec<AuditRecord>, DbError> {
    let (from, to) = (query.from.unwrap_or(i64::MIN), query.to.unwrap_or(i64::MAX));
    let target = query.target.as_ref();
    let limited_to = match query.visible {
        AuditReach::AllBrands => None,
        AuditReach::BrandsOf(person) => Some(person),
    };
    let values = params![
        org,
        before(query),
        first_number(from.saturating_sub(CLOCKS_MS)),
        from,
        to,
        query.limit,
        query.person,
        query.act.as_deref(),
        target.map(|target| target.kind.as_str()),
        target.map(|target| target.id.as_str()),
        limited_to,
    ];
    tx.all(leading(query), values).await
}

/// Deletes some that are older than a time, of all organizations. `false`: no more are left.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&FORGET, params![before, limit]).await? == limit as u64)
}

/// Later rows have greater numbers, about.
fn before(query: &AuditQuery) -> i64 {
    let page = query.before.unwrap_or(i64::MAX);
    match query.to {
        None => page,
        Some(to) => page.min(first_number(to.saturating_add(CLOCKS_MS)).saturating_add(1)),
    }
}

/// The index that leads to the fewest.
fn leading(query: &AuditQuery) -> &'static Query<AuditRecord> {
    if query.target.is_some() {
        &OF_TARGET
    } else if query.person.is_some() {
        &OF_PERSON
    } else if query.act.is_some() {
        &OF_ACT
    } else {
        &NEWEST
    }
}
