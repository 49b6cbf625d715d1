//! One event with all that is told of it.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use super::source::Key;
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    // All of a page at once, each row of the joins by its key.
    READ -> EventRecord = "
        SELECT {columns}
        FROM events AS e
        LEFT JOIN contacts AS c ON c.org = e.org AND c.brand = e.brand AND c.id = e.contact
        LEFT JOIN sends AS s ON s.org = e.org AND s.brand = e.brand AND s.id = e.send
        LEFT JOIN test_mails AS m ON m.org = e.org AND m.brand = e.brand AND m.id = e.ordinal AND e.send IS NULL
        LEFT JOIN emails AS d ON d.org = e.org AND d.brand = e.brand AND d.id = COALESCE(s.email, m.email)
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

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct EventRecord {
        pub id: i64 = "e.id",
        pub kind: EventType = "e.type",
        pub occurred_at: i64 = "e.occurred_at",
        /// Nothing once the contact is gone, or the address of a test: whoever that is about, its mail goes to the tester,
        /// whose address is kept for a while.
        pub recipient: Option<String> =
            "CASE WHEN m.id IS NOT NULL THEN NULLIF(m.address, '')
                WHEN r.test_address IS NULL THEN c.email ELSE NULLIF(r.test_address, '') END",
        /// What the send and its design are called outside. A mail of a stream is shown as a send of its own.
        pub send: Option<String> = "CASE WHEN s.is_stream THEN p.public_id ELSE s.public_id END",
        pub email: Option<String> = "d.public_id",
        pub email_title: Option<String> = "d.title",
        /// JSON.
        pub detail: Option<String> = "e.detail",
        pub stamps: Stamps = ..,
    }
}

record! {
    /// What automations had to do with it, by the names outside; nothing where a row is gone.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Stamps {
        pub automation: Option<String> = "a.public_id",
        pub automation_name: Option<String> = "a.name",
        /// Of a mail; that of a step is in `detail`.
        pub node: Option<String> = "s.node",
        pub run: Option<String> = "r.public_id",
        pub is_test: bool = "m.id IS NOT NULL OR r.test_address IS NOT NULL",
        pub instance: Option<String> = "i.public_id",
        pub trigger: Option<String> = "t.public_id",
        /// Whose event fired the trigger.
        pub provider: Option<String> = "t.provider",
        pub audience_run: Option<String> = "u.public_id",
    }
}

/// Newest first, by when they happened.
pub(super) async fn read(
    tx: &Tx,
    brand: BrandKey,
    keys: &[Key],
) -> Result<Vec<EventRecord>, DbError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let ids = Value::ints(keys.iter().map(|key| key.id));
    let values = params![brand.org, brand.brand, ids];
    let mut records = tx.all(&READ, values).await?;
    records.sort_unstable_by_key(|record| std::cmp::Reverse((record.occurred_at, record.id)));
    Ok(records)
}
