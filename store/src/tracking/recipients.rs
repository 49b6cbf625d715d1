//! What opens and clicks change about recipients. Every change is conditional, and only those it happened to are
//! answered: two processes that see the same person count it once.

use std::collections::HashMap;

use postrider_domain::contacts::mailbox::{Mailbox, Provider};
use postrider_domain::sending::send::RecipientState;

use super::{RecipientKey, RecipientRef};
use crate::db::{DbError, Query, Tx, Value};
use crate::tenants::brand_is_deleted;
use crate::{record, statements};

statements! {
    bulk(org: Int, brand: Int, send: Int, ordinal: Int) FIND -> Found = concat!(
        "SELECT {columns} FROM {rows} AS r
        JOIN recipients ON recipients.org = r.org AND recipients.brand = r.brand
            AND recipients.send = r.send AND recipients.ordinal = r.ordinal
        LEFT JOIN engagement AS e ON e.org = recipients.org AND e.brand = recipients.brand
            AND e.contact = recipients.contact
        LEFT JOIN contacts AS c ON c.org = recipients.org AND c.brand = recipients.brand
            AND c.id = recipients.contact
        WHERE NOT ",
        brand_is_deleted!("r.org", "r.brand")
    );
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) FIRST_OPEN -> RecipientKey = "
        UPDATE recipients SET opened_at = r.at FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.opened_at IS NULL
        RETURNING {columns}";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) FIRST_CLICK -> RecipientKey = "
        UPDATE recipients SET clicked_at = r.at FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.clicked_at IS NULL
        RETURNING {columns}";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) TAKE_BACK_CLICK -> RecipientKey = "
        UPDATE recipients SET clicked_at = NULL FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.clicked_at = r.at
        RETURNING {columns}";
    // One that only the click proved.
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) TAKE_BACK_OPEN -> RecipientKey = "
        UPDATE recipients SET opened_at = NULL FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.opened_at = r.at
        RETURNING {columns}";
    bulk(
        org: Int, brand: Int, send: Int, ordinal: Int, doubt: Int, delivered: Int
    ) ARRIVED -> RecipientKey = "
        UPDATE recipients SET state = r.delivered FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.state = r.doubt
        RETURNING {columns}";
}

record! {
    struct Found {
        key: RecipientKey = ..,
        contact: i64 = "recipients.contact",
        state: RecipientState = "recipients.state",
        opened_at: Option<i64> = "recipients.opened_at",
        clicked_at: Option<i64> = "recipients.clicked_at",
        last_opened_at: Option<i64> = "e.last_opened_at",
        last_clicked_at: Option<i64> = "e.last_clicked_at",
        mailbox: Option<Mailbox> = "c.email",
        run: Option<i64> = "recipients.run",
    }
}

/// Where a recipient stood before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackedRecipient {
    pub contact: i64,
    pub is_in_doubt: bool,
    pub is_opened: bool,
    pub is_clicked: bool,
    /// When its contact last opened and clicked anything.
    pub last_opened_at: Option<i64>,
    pub last_clicked_at: Option<i64>,
    /// Nothing once the contact is gone.
    pub mailbox: Option<Mailbox>,
    /// The run whose mail it is.
    pub run: Option<i64>,
}

impl TrackedRecipient {
    pub fn provider(&self) -> Provider {
        self.mailbox.map_or(Provider::Other, |at| at.provider)
    }

    /// The contact's mail domain as events hold it.
    pub fn domain(&self) -> Option<i64> {
        self.mailbox.map(|at| at.domain)
    }
}

/// Those that there are, of brands that are not deleted; asked for once each.
pub async fn find(
    tx: &Tx,
    recipients: Vec<RecipientRef>,
) -> Result<HashMap<RecipientRef, TrackedRecipient>, DbError> {
    let keys = recipients.iter().map(|of| of.params().into()).collect();
    let found = tx.bulk_all(&FIND, keys).await?;
    let tracked = |found: Found| {
        let tracked = TrackedRecipient {
            contact: found.contact,
            is_in_doubt: found.state == RecipientState::InDoubt,
            is_opened: found.opened_at.is_some(),
            is_clicked: found.clicked_at.is_some(),
            last_opened_at: found.last_opened_at,
            last_clicked_at: found.last_clicked_at,
            mailbox: found.mailbox,
            run: found.run,
        };
        (found.key.into(), tracked)
    };
    Ok(found.into_iter().map(tracked).collect())
}

/// Those that had not opened before.
pub async fn first_opens(
    tx: &Tx,
    opens: Vec<(RecipientRef, i64)>,
) -> Result<Vec<RecipientRef>, DbError> {
    changed_at(tx, &FIRST_OPEN, opens).await
}

/// Those that had not clicked before.
pub async fn first_clicks(
    tx: &Tx,
    clicks: Vec<(RecipientRef, i64)>,
) -> Result<Vec<RecipientRef>, DbError> {
    changed_at(tx, &FIRST_CLICK, clicks).await
}

/// Those whose first click was the one at this time: it was none.
pub async fn take_back_clicks(
    tx: &Tx,
    clicks: Vec<(RecipientRef, i64)>,
) -> Result<Vec<RecipientRef>, DbError> {
    changed_at(tx, &TAKE_BACK_CLICK, clicks).await
}

/// Those whose first open was proved by the click at this time alone.
pub async fn take_back_opens(
    tx: &Tx,
    clicks: Vec<(RecipientRef, i64)>,
) -> Result<Vec<RecipientRef>, DbError> {
    changed_at(tx, &TAKE_BACK_OPEN, clicks).await
}

/// Those that were in doubt and have the mail, as shows now.
pub async fn arrived(
    tx: &Tx,
    mut recipients: Vec<RecipientRef>,
) -> Result<Vec<RecipientRef>, DbError> {
    recipients.sort_unstable_by_key(RecipientRef::key);
    let states = [
        RecipientState::InDoubt.code().into(),
        RecipientState::Delivered.code().into(),
    ];
    let row = |of: &RecipientRef| [&of.params()[..], &states].concat();
    changed(tx, &ARRIVED, recipients.iter().map(row).collect()).await
}

async fn changed_at(
    tx: &Tx,
    query: &'static Query<RecipientKey>,
    mut rows: Vec<(RecipientRef, i64)>,
) -> Result<Vec<RecipientRef>, DbError> {
    rows.sort_unstable_by_key(|(of, _)| of.key());
    let row = |(of, at): &(RecipientRef, i64)| [&of.params()[..], &[(*at).into()]].concat();
    changed(tx, query, rows.iter().map(row).collect()).await
}

async fn changed(
    tx: &Tx,
    query: &'static Query<RecipientKey>,
    rows: Vec<Vec<Value>>,
) -> Result<Vec<RecipientRef>, DbError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let changed = tx.bulk_all(query, rows).await?;
    Ok(changed.into_iter().map(RecipientRef::from).collect())
}
