//! One event with all that is told of it.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use super::source::Key;
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    // All of a page at once, each row of the joins by its key. A mail of a stream is shown as a send of its own; whoever
    // a test is about, its mail goes to the tester, whose address is kept for a while.
    READ = "
        SELECT e.id, e.type, e.occurred_at,
            CASE WHEN r.test_address IS NULL THEN c.email ELSE NULLIF(r.test_address, '') END, CASE WHEN s.is_stream THEN p.public_id ELSE s.public_id END,
            d.public_id, d.title, e.detail, a.public_id, a.name, s.node, r.public_id,
            CASE WHEN r.test_address IS NULL THEN FALSE ELSE TRUE END, i.public_id, t.public_id, t.provider, u.public_id
        FROM events AS e
        LEFT JOIN contacts AS c ON c.org = e.org AND c.brand = e.brand AND c.id = e.contact
        LEFT JOIN sends AS s ON s.org = e.org AND s.brand = e.brand AND s.id = e.send
        LEFT JOIN emails AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.email
        LEFT JOIN recipients AS p ON p.org = s.org AND p.brand = s.brand AND p.send = s.id AND p.ordinal = e.ordinal
            AND s.is_stream
        LEFT JOIN automations AS a ON a.org = e.org AND a.brand = e.brand AND a.id = e.automation
        LEFT JOIN runs AS r ON r.org = e.org AND r.brand = e.brand AND r.id = e.run
        LEFT JOIN trigger_instances AS i ON i.org = e.org AND i.brand = e.brand
            AND i.id = COALESCE(e.instance, r.instance)
        LEFT JOIN triggers AS t ON t.org = e.org AND t.brand = e.brand AND t.id = COALESCE(i.trigger, r.trigger)
        LEFT JOIN audience_runs AS u ON u.org = e.org AND u.brand = e.brand
            AND u.id = COALESCE(r.audience_run, s.audience_run)
        WHERE e.org = $1 AND e.brand = $2 AND e.id {in_ints}($3)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    pub id: i64,
    pub kind: EventType,
    pub occurred_at: i64,
    /// Nothing once the contact is gone, or the address of a test.
    pub recipient: Option<String>,
    /// What the send and its design are called outside.
    pub send: Option<String>,
    pub email: Option<String>,
    pub email_title: Option<String>,
    /// JSON.
    pub detail: Option<String>,
    pub stamps: Stamps,
}

/// What automations had to do with it, by the names outside; nothing where a row is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    pub automation: Option<String>,
    pub automation_name: Option<String>,
    /// Of a mail; that of a step is in `detail`.
    pub node: Option<String>,
    pub run: Option<String>,
    pub is_test: bool,
    pub instance: Option<String>,
    pub trigger: Option<String>,
    /// Whose event fired the trigger.
    pub provider: Option<String>,
    pub audience_run: Option<String>,
}

/// Newest first.
pub(super) async fn read(
    tx: &Tx,
    brand: BrandKey,
    keys: &[Key],
) -> Result<Vec<EventRecord>, DbError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let ids = Value::ints(keys.iter().map(|key| key.id));
    let rows = tx.rows(&READ, params![brand.org, brand.brand, ids]).await?;
    let mut records = rows
        .iter()
        .map(record_of)
        .collect::<Result<Vec<_>, DbError>>()?;
    records.sort_unstable_by_key(|record| std::cmp::Reverse(record.id));
    Ok(records)
}

fn record_of(row: &Row) -> Result<EventRecord, DbError> {
    let code = row.int(1)?;
    let kind = EventType::from_code(code)
        .ok_or_else(|| DbError::Other(format!("an event is stored with type {code}")))?;
    Ok(EventRecord {
        id: row.int(0)?,
        kind,
        occurred_at: row.int(2)?,
        recipient: row.opt_text(3)?,
        send: row.opt_text(4)?,
        email: row.opt_text(5)?,
        email_title: row.opt_text(6)?,
        detail: row.opt_text(7)?,
        stamps: Stamps {
            automation: row.opt_text(8)?,
            automation_name: row.opt_text(9)?,
            node: row.opt_text(10)?,
            run: row.opt_text(11)?,
            is_test: row.bool(12)?,
            instance: row.opt_text(13)?,
            trigger: row.opt_text(14)?,
            provider: row.opt_text(15)?,
            audience_run: row.opt_text(16)?,
        },
    })
}
