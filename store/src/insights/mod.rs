//! Findings about a brand's mail, as they are kept.

pub(crate) mod counters;
pub(crate) mod looking;
pub(crate) mod people;
pub(crate) mod reported;

use postrider_domain::insights::life::Known;
use postrider_domain::insights::{
    Category, Detector, InsightState, Metrics, Reading, Severity, Subject, notifies,
};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

pub use counters::{brand_facts, clipped, dead_letters, domains, of_automations, providers, sends};
pub use looking::{
    Counting, JOB, LookRecord, last_look, look_after_report, look_after_send, look_daily, looked,
    note_counted, note_counting,
};
pub use people::{SilencePage, count_silence, growth};
pub use reported::{reported, reports_of};

/// Over findings are kept for a year.
const KEPT_MS: i64 = 365 * 24 * 3_600_000;
/// So many of them are deleted at once.
const PRUNED: i64 = 500;

statements! {
    list LIST -> InsightRecord = "
        SELECT {columns} FROM insights
        WHERE org = $1 AND brand = $2 AND id < $3 AND (state = $4 OR $4 IS NULL)
            AND (severity = $5 OR $5 IS NULL) AND (category = $6 OR $6 IS NULL)
        ORDER BY id DESC LIMIT $7";
    GET -> InsightRecord = "
        SELECT {columns} FROM insights WHERE org = $1 AND brand = $2 AND public_id = $3";
    LOCK -> InsightRecord = "
        SELECT {columns} FROM insights WHERE org = $1 AND brand = $2 AND public_id = $3 {for_update}";
    UNRESOLVED -> UnresolvedRow = "
        SELECT {columns} FROM insights
        WHERE org = $1 AND brand = $2 AND state <> 'resolved' ORDER BY detector, subject_key {for_update}";
    // Whoever was cut off after the commit finds it there, and changes nothing.
    OPEN = "
        INSERT INTO insights (org, brand, id, public_id, detector, subject_key, subject, category, severity, state, step,
            calm_since, title, description, recommendation, metrics, notice, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, 0, $11, $12, $13, $14, $15, $16, $16)
        ON CONFLICT DO NOTHING";
    REWRITE = "
        UPDATE insights SET subject = $4, severity = $5, state = 'active', step = $6, calm_since = 0, title = $7,
            description = $8, recommendation = $9, metrics = $10, notice = COALESCE($11, notice), dismissed_at = NULL,
            updated_at = $12
        WHERE org = $1 AND brand = $2 AND id = $3 AND state <> 'resolved'";
    CALM = "
        UPDATE insights SET calm_since = $4 WHERE org = $1 AND brand = $2 AND id = $3 AND state <> 'resolved'";
    RESOLVE = "
        UPDATE insights SET state = 'resolved', updated_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND state <> 'resolved'";
    SET_STATE -> InsightRecord = "
        UPDATE insights SET state = $4, dismissed_at = $5, calm_since = 0, updated_at = $6
        WHERE org = $1 AND brand = $2 AND id = $3 AND state <> 'resolved'
        RETURNING {columns}";
    PRUNE = "
        DELETE FROM insights WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM insights
            WHERE org = $1 AND brand = $2 AND state = 'resolved' AND updated_at < $3 ORDER BY id LIMIT $4)";
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct InsightRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub subject: Subject = "subject",
        pub category: Category = "category",
        pub severity: Severity = "severity",
        pub state: InsightState = "state",
        pub title: String = "title",
        pub description: String = "description",
        pub recommendation: String = "recommendation",
        pub metrics: Metrics = "metrics",
        pub created_at: i64 = "created_at",
        pub updated_at: i64 = "updated_at",
    }
}

record! {
    struct UnresolvedRow {
        id: i64 = "id",
        detector: String = "detector",
        subject_key: String = "subject_key",
        state: InsightState = "state",
        severity: Severity = "severity",
        step: i64 = "step",
        /// Since when it is calm; 0: it is not.
        calm_since: i64 = "calm_since",
        dismissed_at: Option<i64> = "dismissed_at",
        created_at: i64 = "created_at",
    }
}

/// A finding that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    pub id: i64,
    pub subject_key: String,
    pub known: Known,
}

/// Which findings a list holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct InsightFilter {
    pub state: Option<InsightState>,
    pub severity: Option<Severity>,
    pub category: Option<Category>,
}

lookups! {
    pub get(&str) -> InsightRecord = GET;
    /// The finding, which nobody else changes before this transaction ends.
    pub lock(&str) -> InsightRecord = LOCK;
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    filter: InsightFilter,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<InsightRecord>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        after.unwrap_or(i64::MAX),
        filter.state.map(InsightState::as_str),
        filter.severity.map(Severity::as_str),
        filter.category.map(Category::as_str),
        limit
    ];
    tx.all(&LIST, values).await
}

/// All that is not over, which nobody else changes before this transaction ends.
pub async fn unresolved(tx: &Tx, brand: BrandKey) -> Result<Vec<Unresolved>, DbError> {
    let rows = tx.all(&UNRESOLVED, params![brand.org, brand.brand]).await?;
    let read = |row: UnresolvedRow| Unresolved {
        id: row.id,
        subject_key: row.subject_key,
        known: Known {
            detector: Detector::parse(&row.detector),
            state: row.state,
            severity: row.severity,
            step: row.step,
            calm_since: Some(row.calm_since).filter(|since| *since > 0),
            dismissed_at: row.dismissed_at,
            found_at: row.created_at,
        },
    };
    Ok(rows.into_iter().map(read).collect())
}

/// A new finding. One of the same detector and subject that is not over stays the only one.
pub async fn open(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
    reading: &Reading,
    now: i64,
) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        tx.number(),
        public_id,
        reading.detector.as_str(),
        reading.subject_key(),
        json(&reading.subject)?,
        reading.detector.category().as_str(),
        reading.severity.as_str(),
        reading.step(),
        &reading.text.title,
        &reading.text.description,
        &reading.text.recommendation,
        json(&reading.metrics)?,
        notice(tx, reading),
        now
    ];
    tx.execute(&OPEN, values).await?;
    Ok(())
}

/// Tells a finding anew, with the numbers of now. `told`: how it was told before.
pub async fn rewrite(
    tx: &Tx,
    brand: BrandKey,
    told: &Unresolved,
    reading: &Reading,
    now: i64,
) -> Result<bool, DbError> {
    let was_critical =
        told.known.severity == Severity::Critical && told.known.state == InsightState::Active;
    let values = params![
        brand.org,
        brand.brand,
        told.id,
        json(&reading.subject)?,
        reading.severity.as_str(),
        reading.step(),
        &reading.text.title,
        &reading.text.description,
        &reading.text.recommendation,
        json(&reading.metrics)?,
        notice(tx, reading).filter(|_| !was_critical),
        now
    ];
    Ok(tx.execute(&REWRITE, values).await? == 1)
}

/// What is critical is a notification.
fn notice(tx: &Tx, reading: &Reading) -> Option<i64> {
    let is_told = reading.severity == Severity::Critical && notifies(reading.detector);
    is_told.then(|| tx.number())
}

/// Since when it is calm; nothing: it is not any more.
pub async fn calm(tx: &Tx, brand: BrandKey, id: i64, since: Option<i64>) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, since.unwrap_or(0)];
    Ok(tx.execute(&CALM, values).await? == 1)
}

pub async fn resolve(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, now];
    Ok(tx.execute(&RESOLVE, values).await? == 1)
}

/// `None`: it is over.
pub async fn set_state(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    state: InsightState,
    now: i64,
) -> Result<Option<InsightRecord>, DbError> {
    let dismissed_at = (state == InsightState::Dismissed).then_some(now);
    let values = params![
        brand.org,
        brand.brand,
        id,
        state.as_str(),
        dismissed_at,
        now
    ];
    tx.one(&SET_STATE, values).await
}

/// Deletes some that were over long ago.
pub async fn prune(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, now - KEPT_MS, PRUNED];
    tx.execute(&PRUNE, values).await?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Other(error.to_string()))
}
