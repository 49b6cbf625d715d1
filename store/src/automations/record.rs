//! Automations: what callers see of them, beside their newest and their live version.

use postrider_domain::automations::automation::{AutomationKind, Uses};
use postrider_domain::automations::trigger::PayloadField;
use postrider_domain::tenant::BrandKey;

use super::versions::uses_of;
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

/// What every query of automations selects, in the order in which [`record_of`] reads it.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT a.id, a.public_id, a.name, a.description, a.kind, a.trigger, t.public_id, a.head,
                h.public_id, h.version, h.hash, h.uses, a.live, l.public_id, l.uses, a.live_trigger,
                a.published, a.published_at, a.stop_before, a.created_at, a.updated_at, t.fields, lt.fields
            FROM automations AS a
            JOIN automation_versions AS h
                ON h.org = a.org AND h.brand = a.brand AND h.id = a.head
            LEFT JOIN automation_versions AS l
                ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
            LEFT JOIN triggers AS t
                ON t.org = a.org AND t.brand = a.brand AND t.id = a.trigger
            LEFT JOIN triggers AS lt
                ON lt.org = a.org AND lt.brand = a.brand AND lt.id = a.live_trigger
            WHERE a.org = $1 AND a.brand = $2 ",
            $rest
        )
    };
}

statements! {
    GET = select!("AND a.public_id = $3 AND a.deleted_at IS NULL");
    BY_NUMBER = select!("AND a.id = $3");
    list LIST = select!("AND a.id < $3 AND a.deleted_at IS NULL ORDER BY a.id DESC LIMIT $4");
    NAMES = "
        SELECT id, public_id, name, published FROM automations
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    LIVE_FOR_TRIGGER = "
        SELECT a.id, a.public_id, a.name, a.live, l.uses
        FROM automations AS a
        JOIN automation_versions AS l
            ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
        WHERE a.org = $1 AND a.brand = $2 AND a.live_trigger = $3 AND a.published
        ORDER BY a.id";
}

/// An automation with what lists show of its versions.
#[derive(Clone, Debug, PartialEq)]
pub struct AutomationRecord {
    pub id: i64,
    pub public_id: String,
    pub name: String,
    pub description: Option<String>,
    pub kind: AutomationKind,
    /// The trigger that the newest version names, by number and as callers know it.
    pub trigger: Option<i64>,
    pub trigger_id: Option<String>,
    pub head: Head,
    pub live: Option<LiveVersion>,
    pub live_trigger: Option<i64>,
    pub published: bool,
    pub published_at: Option<i64>,
    /// Runs that began then or before are to be canceled.
    pub stop_before: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
}

/// The newest version.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub id: i64,
    pub public_id: String,
    pub version: i64,
    pub hash: String,
    pub uses: Uses,
    /// What its trigger declares now.
    pub declared: Vec<PayloadField>,
}

/// The version that fires start.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveVersion {
    pub id: i64,
    pub public_id: String,
    pub uses: Uses,
    /// What its trigger declares now.
    pub declared: Vec<PayloadField>,
}

/// As it is named to whoever is told about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomationName {
    pub id: i64,
    pub public_id: String,
    pub name: String,
    pub published: bool,
}

/// A published automation, as a fire of its trigger needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    pub automation: i64,
    pub public_id: String,
    pub name: String,
    /// The number of the live version.
    pub version: i64,
    pub uses: Uses,
}

pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<AutomationRecord>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    let row = tx.row(&GET, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// Also one that was deleted: its runs keep its name.
pub async fn by_number(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
) -> Result<Option<AutomationRecord>, DbError> {
    let values = params![brand.org, brand.brand, id];
    let row = tx.row(&BY_NUMBER, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<AutomationRecord>, DbError> {
    let values = params![brand.org, brand.brand, after.unwrap_or(i64::MAX), limit];
    let rows = tx.rows(&LIST, values).await?;
    rows.iter().map(record_of).collect()
}

/// Also those that were deleted; in no order.
pub async fn by_numbers(
    tx: &Tx,
    brand: BrandKey,
    numbers: &[i64],
) -> Result<Vec<AutomationName>, DbError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let numbers = Value::ints(numbers.iter().copied());
    let values = params![brand.org, brand.brand, numbers];
    let rows = tx.rows(&NAMES, values).await?;
    rows.iter().map(name_of).collect()
}

/// What a fire of the trigger starts, oldest first.
pub async fn live_for_trigger(
    tx: &Tx,
    brand: BrandKey,
    trigger: i64,
) -> Result<Vec<Live>, DbError> {
    let values = params![brand.org, brand.brand, trigger];
    let rows = tx.rows(&LIVE_FOR_TRIGGER, values).await?;
    let live = |row: &Row| {
        Ok(Live {
            automation: row.int(0)?,
            public_id: row.text(1)?,
            name: row.text(2)?,
            version: row.int(3)?,
            uses: uses_of(row.str(4)?)?,
        })
    };
    rows.iter().map(live).collect()
}

pub(super) fn name_of(row: &Row) -> Result<AutomationName, DbError> {
    Ok(AutomationName {
        id: row.int(0)?,
        public_id: row.text(1)?,
        name: row.text(2)?,
        published: row.bool(3)?,
    })
}

fn record_of(row: &Row) -> Result<AutomationRecord, DbError> {
    let kind = AutomationKind::parse(row.str(4)?);
    let live = match (row.opt_int(12)?, row.opt_text(13)?, row.opt_str(14)?) {
        (Some(id), Some(public_id), Some(uses)) => Some(LiveVersion {
            id,
            public_id,
            uses: uses_of(uses)?,
            declared: declared_of(row, 22)?,
        }),
        _ => None,
    };
    Ok(AutomationRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        name: row.text(2)?,
        description: row.opt_text(3)?,
        kind: kind.ok_or_else(|| DbError::Other("an automation has no known kind".into()))?,
        trigger: row.opt_int(5)?,
        trigger_id: row.opt_text(6)?,
        head: Head {
            id: row.int(7)?,
            public_id: row.text(8)?,
            version: row.int(9)?,
            hash: row.text(10)?,
            uses: uses_of(row.str(11)?)?,
            declared: declared_of(row, 21)?,
        },
        live,
        live_trigger: row.opt_int(15)?,
        published: row.bool(16)?,
        published_at: row.opt_int(17)?,
        stop_before: row.opt_int(18)?,
        created_at: row.int(19)?,
        updated_at: row.int(20)?,
    })
}

fn declared_of(row: &Row, column: usize) -> Result<Vec<PayloadField>, DbError> {
    let Some(json) = row.opt_str(column)? else {
        return Ok(Vec::new());
    };
    serde_json::from_str(json).map_err(|error| {
        DbError::Other(format!("the contract of a trigger cannot be read: {error}"))
    })
}
