//! One send as it is stored.

use std::collections::HashMap;

use postrider_domain::sending::send::{PauseReason, SendKind, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT {columns}
            FROM sends AS s
            LEFT JOIN emails AS e ON e.org = s.org AND e.brand = s.brand AND e.id = s.email
            LEFT JOIN email_versions AS v ON v.org = s.org AND v.brand = s.brand
                AND v.email = s.email AND v.id = s.email_version
            LEFT JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
            LEFT JOIN audiences AS a ON a.org = s.org AND a.brand = s.brand AND a.id = s.audience
            LEFT JOIN retired_ids AS gone_domain ON gone_domain.org = s.org AND gone_domain.brand = s.brand
                AND gone_domain.id = s.domain AND d.id IS NULL
            LEFT JOIN retired_ids AS gone_audience ON gone_audience.org = s.org AND gone_audience.brand = s.brand
                AND gone_audience.id = s.audience AND a.id IS NULL
            LEFT JOIN audience_runs AS u ON u.org = s.org AND u.brand = s.brand AND u.id = s.audience_run
            LEFT JOIN automations AS m ON m.org = s.org AND m.brand = s.brand AND m.id = s.automation
            WHERE s.org = $1 AND s.brand = $2 ",
            $rest
        )
    };
}
pub(super) use select;

statements! {
    // What a stream is called is nobody's business: its mails have names of their own.
    GET -> SendRecord = select!("AND s.public_id = $3 AND NOT s.is_stream");
    BY_NUMBER -> SendRecord = select!("AND s.id = $3");
    BY_NUMBERS -> SendRecord = select!("AND s.id {in_ints}($3)");
    ANY_OF_EMAIL -> (i64,) = "
        SELECT 1 FROM sends WHERE org = $1 AND brand = $2 AND email = $3 LIMIT 1";
    LOCK -> (i64,) = "
        SELECT id FROM sends
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND NOT is_stream {for_update}";
    LOCK_BY_NUMBER -> (i64,) = "
        SELECT id FROM sends WHERE org = $1 AND brand = $2 AND id = $3 {for_update}";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SendRecord {
        pub id: i64 = "s.id",
        pub public_id: String = "s.public_id",
        pub kind: SendKind = "s.kind",
        pub status: SendStatus = "s.status",
        pub email: i64 = "s.email",
        /// Pinned when the send was accepted.
        pub email_version: i64 = "s.email_version",
        pub domain: i64 = "s.domain",
        /// Nothing beside no `addresses`: everybody who is subscribed.
        pub audience: Option<i64> = "s.audience",
        pub audience_name: Option<String> = "s.audience_name",
        /// JSON: the list of addresses as they were given, normalized, repeated ones and all.
        pub addresses: Option<String> = "s.addresses",
        pub subject: String = "s.subject",
        pub preview_text: Option<String> = "s.preview_text",
        pub from_email: String = "s.from_email",
        pub from_name: Option<String> = "s.from_name",
        pub reply_to: Option<String> = "s.reply_to",
        pub recipient_count: i64 = "s.recipient_count",
        pub frozen_to: i64 = "s.frozen_to",
        pub freeze_bound: Option<i64> = "s.freeze_bound",
        /// JSON.
        pub freeze_filter: Option<String> = "s.freeze_filter",
        pub frozen: bool = "s.frozen",
        pub last_ordinal: i64 = "s.last_ordinal",
        pub allowance: i64 = "s.allowance",
        pub allowance_month: Option<i64> = "s.allowance_month",
        pub scheduled_at: Option<i64> = "s.scheduled_at",
        pub started_at: Option<i64> = "s.started_at",
        pub completed_at: Option<i64> = "s.completed_at",
        pub pause_reason: Option<PauseReason> = "s.pause_reason",
        /// JSON.
        pub error: Option<String> = "s.error",
        pub created_at: i64 = "s.created_at",
        pub updated_at: i64 = "s.updated_at",
        pub refs: Refs = ..,
        /// The node whose mail it is.
        pub origin: Option<Origin> = ..,
        /// Goes to people who unsubscribed too.
        pub is_transactional: bool = "s.is_transactional",
    }
}

impl SendRecord {
    /// Whether it is shown only mail by mail.
    pub fn is_stream(&self) -> bool {
        let origin = self.origin.as_ref();
        origin.is_some_and(|origin| origin.audience_run.is_none())
    }
}

record! {
    /// Where an automation's send comes from.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Origin {
        pub automation: i64 = "s.automation",
        pub version: i64 = "s.automation_version",
        pub node: String = "s.node",
        /// Nothing: it is the stream of all that events start, which is not shown itself.
        pub audience_run: Option<i64> = "s.audience_run",
    }
}

record! {
    /// What the rows that a send names are called outside, audience and domain also once they are gone.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Refs {
        pub email: Option<String> = "e.public_id",
        pub email_title: Option<String> = "e.title",
        pub email_version: Option<String> = "v.public_id",
        pub domain: Option<String> = "COALESCE(d.public_id, gone_domain.public_id)",
        pub audience: Option<String> = "COALESCE(a.public_id, gone_audience.public_id)",
        pub automation: Option<String> = "m.public_id",
        pub audience_run: Option<String> = "u.public_id",
    }
}

lookups! {
    /// Streams are not found by name.
    pub get(&str) -> SendRecord = GET;
    pub by_number(i64) -> SendRecord = BY_NUMBER;
}

pub async fn by_numbers(
    tx: &Tx,
    brand: BrandKey,
    ids: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, SendRecord>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(ids)];
    let records = tx.all(&BY_NUMBERS, values).await?;
    Ok(records
        .into_iter()
        .map(|record| (record.id, record))
        .collect())
}

/// Nobody else changes the send before this transaction ends.
pub async fn lock_by_number(tx: &Tx, brand: BrandKey, id: i64) -> Result<(), DbError> {
    tx.value(&LOCK_BY_NUMBER, params![brand.org, brand.brand, id])
        .await?;
    Ok(())
}

/// The send as it stands, which nobody else changes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<SendRecord>, DbError> {
    tx.value(&LOCK, params![brand.org, brand.brand, public_id])
        .await?;
    get(tx, brand, public_id).await
}

/// Whether a design was ever sent, to its end or not.
pub async fn any_of_email(tx: &Tx, brand: BrandKey, email: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email];
    Ok(tx.value(&ANY_OF_EMAIL, values).await?.is_some())
}
