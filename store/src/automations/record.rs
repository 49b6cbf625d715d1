//! Automations: what callers see of them, beside their newest and their live version.

use postrider_domain::automations::automation::{AutomationKind, Uses};
use postrider_domain::automations::trigger::PayloadField;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns}
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
    GET -> AutomationRecord = select!("AND a.public_id = $3 AND a.deleted_at IS NULL");
    BY_NUMBER -> AutomationRecord = select!("AND a.id = $3");
    list LIST -> AutomationRecord = select!("AND a.id < $3 AND a.deleted_at IS NULL ORDER BY a.id DESC LIMIT $4");
    NAMES -> AutomationName = "
        SELECT {columns} FROM automations AS a
        WHERE a.org = $1 AND a.brand = $2 AND a.id {in_ints}($3)";
    NEWEST_NAMES -> AutomationName = "
        SELECT {columns} FROM automations AS a
        WHERE a.org = $1 AND a.brand = $2 AND a.deleted_at IS NULL
        ORDER BY a.id DESC LIMIT $3";
    LIVE_FOR_TRIGGER -> Live = "
        SELECT {columns}
        FROM automations AS a
        JOIN automation_versions AS l
            ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
        WHERE a.org = $1 AND a.brand = $2 AND a.live_trigger = $3 AND a.published
        ORDER BY a.id";
}

record! {
    /// An automation with what lists show of its versions.
    #[derive(Clone, Debug, PartialEq)]
    pub struct AutomationRecord {
        pub id: i64 = "a.id",
        pub public_id: String = "a.public_id",
        pub name: String = "a.name",
        pub description: Option<String> = "a.description",
        pub kind: AutomationKind = "a.kind",
        /// The trigger that the newest version names, by number and as callers know it.
        pub trigger: Option<i64> = "a.trigger",
        pub trigger_id: Option<String> = "t.public_id",
        pub head: Head = ..,
        pub live: Option<LiveVersion> = ..,
        pub live_trigger: Option<i64> = "a.live_trigger",
        pub published: bool = "a.published",
        pub published_at: Option<i64> = "a.published_at",
        /// Runs that began then or before are to be canceled.
        pub stop_before: Option<i64> = "a.stop_before",
        pub created_at: i64 = "a.created_at",
        pub updated_at: i64 = "a.updated_at",
    }
}

record! {
    /// The newest version.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Head {
        pub id: i64 = "h.id",
        pub public_id: String = "h.public_id",
        pub version: i64 = "h.version",
        pub hash: String = "h.hash",
        pub uses: Uses = "h.uses",
        /// What its trigger declares now.
        pub declared: Vec<PayloadField> = "COALESCE(t.fields, '[]')",
    }
}

record! {
    /// The version that fires start.
    #[derive(Clone, Debug, PartialEq)]
    pub struct LiveVersion {
        pub id: i64 = "l.id",
        pub public_id: String = "l.public_id",
        pub uses: Uses = "l.uses",
        /// What its trigger declares now.
        pub declared: Vec<PayloadField> = "COALESCE(lt.fields, '[]')",
    }
}

record! {
    /// As it is named to whoever is told about it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AutomationName {
        pub id: i64 = "a.id",
        pub public_id: String = "a.public_id",
        pub name: String = "a.name",
        pub published: bool = "a.published",
    }
}

record! {
    /// A published automation, as a fire of its trigger needs it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Live {
        pub automation: i64 = "a.id",
        pub public_id: String = "a.public_id",
        pub name: String = "a.name",
        /// The number of the live version.
        pub version: i64 = "a.live",
        pub uses: Uses = "l.uses",
    }
}

lookups! {
    pub get(&str) -> AutomationRecord = GET;
    /// Also one that was deleted: its runs keep its name.
    pub by_number(i64) -> AutomationRecord = BY_NUMBER;
}

/// What the newest are called.
pub async fn newest_names(
    tx: &Tx,
    brand: BrandKey,
    limit: i64,
) -> Result<Vec<AutomationName>, DbError> {
    let values = params![brand.org, brand.brand, limit];
    tx.all(&NEWEST_NAMES, values).await
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<AutomationRecord>, DbError> {
    let values = params![brand.org, brand.brand, after.unwrap_or(i64::MAX), limit];
    tx.all(&LIST, values).await
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
    tx.all(&NAMES, values).await
}

/// What a fire of the trigger starts, oldest first.
pub async fn live_for_trigger(
    tx: &Tx,
    brand: BrandKey,
    trigger: i64,
) -> Result<Vec<Live>, DbError> {
    let values = params![brand.org, brand.brand, trigger];
    tx.all(&LIVE_FOR_TRIGGER, values).await
}
