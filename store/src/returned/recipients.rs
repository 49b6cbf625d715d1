//! The recipient that a report is about. It is locked first: two reports on one mail are written one after the
//! other, and the second finds what the first did.

use postrider_domain::contacts::mailbox::{Mailbox, Provider};
use postrider_domain::sending::send::{EventType, RecipientState};

use crate::db::{DbError, Tx, Value};
use crate::tenants::brand_is_deleted;
use crate::tracking::RecipientRef;
use crate::{params, record, statements};

statements! {
    LOCK -> LockedRecipient = concat!(
        "SELECT {columns} FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal = $4 AND NOT ",
        brand_is_deleted!("recipients.org", "recipients.brand"),
        " {for_update}"
    );
    // A contact that was deleted and came back has another number.
    WHO -> Who = "
        SELECT {columns} FROM (
            SELECT COALESCE((
                SELECT d.successor FROM departed_contacts AS d
                WHERE d.org = $1 AND d.brand = $2 AND d.contact = $3), CAST($3 AS BIGINT)) AS person
        ) AS w
        LEFT JOIN contacts AS c ON c.org = $1 AND c.brand = $2 AND c.id = w.person";
    BOUNCE = "
        UPDATE recipients SET state = $6
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal = $4 AND state = $5";
    COMPLAIN = "
        UPDATE recipients SET complained_at = $5
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal = $4 AND complained_at IS NULL";
    WHEN -> (i64,) = "
        SELECT occurred_at FROM events
        WHERE org = $1 AND brand = $2 AND contact = $3 AND send = $4 AND type = $5
        ORDER BY id DESC LIMIT 1";
    TOLD -> (i64,) = "
        SELECT 1 FROM events
        WHERE org = $1 AND brand = $2 AND contact = $3 AND send = $4 AND type = $5 AND detail = $6
        LIMIT 1";
    TIMES -> (i64,) = "
        SELECT count(*) FROM (
            SELECT 1 FROM events
            WHERE org = $1 AND brand = $2 AND contact = $3 AND send = $4 AND type = $5
            LIMIT $6) AS told";
}

record! {
    struct LockedRecipient {
        contact: i64 = "contact",
        state: RecipientState = "state",
    }
}

record! {
    /// Whoever has the address now.
    struct Who {
        person: i64 = "w.person",
        mailbox: Option<Mailbox> = "c.email",
    }
}

/// Where a recipient stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnedRecipient {
    /// As it was mailed.
    pub contact: i64,
    /// The contact that has the address now.
    pub person: i64,
    pub state: RecipientState,
    /// Nothing once the contact is gone.
    pub mailbox: Option<Mailbox>,
}

impl ReturnedRecipient {
    pub fn provider(&self) -> Provider {
        self.mailbox.map_or(Provider::Other, |at| at.provider)
    }

    /// The contact's mail domain as events hold it.
    pub fn domain(&self) -> Option<i64> {
        self.mailbox.map(|at| at.domain)
    }
}

/// Nothing if there is no such recipient, or its brand is deleted.
pub async fn lock(tx: &Tx, recipient: RecipientRef) -> Result<Option<ReturnedRecipient>, DbError> {
    let Some(LockedRecipient { contact, state }) = tx.one(&LOCK, recipient.params()).await? else {
        return Ok(None);
    };
    let brand = recipient.brand;
    let who = tx.one(&WHO, params![brand.org, brand.brand, contact]);
    let who = who.await?.unwrap_or(Who {
        person: contact,
        mailbox: None,
    });
    Ok(Some(ReturnedRecipient {
        contact,
        person: who.person,
        state,
        mailbox: who.mailbox,
    }))
}

/// Whether it stood in `from`, and is bounced now.
pub async fn bounce(
    tx: &Tx,
    recipient: RecipientRef,
    from: RecipientState,
) -> Result<bool, DbError> {
    let states = [from.code().into(), RecipientState::Bounced.code().into()];
    let values = [&recipient.params()[..], &states].concat();
    Ok(tx.execute(&BOUNCE, values).await? > 0)
}

/// Whether it is the first complaint about this mail.
pub async fn complain(tx: &Tx, recipient: RecipientRef, now: i64) -> Result<bool, DbError> {
    let values = [&recipient.params()[..], &[now.into()]].concat();
    Ok(tx.execute(&COMPLAIN, values).await? > 0)
}

/// When this last happened to the recipient, as far as it is still known.
pub async fn was_at(
    tx: &Tx,
    recipient: RecipientRef,
    contact: i64,
    kind: EventType,
) -> Result<Option<i64>, DbError> {
    tx.value(&WHEN, event_key(recipient, contact, kind)).await
}

/// Whether the same was told before.
pub async fn was_told(
    tx: &Tx,
    recipient: RecipientRef,
    contact: i64,
    kind: EventType,
    detail: &str,
) -> Result<bool, DbError> {
    let mut values = event_key(recipient, contact, kind);
    values.push(detail.into());
    Ok(tx.value(&TOLD, values).await?.is_some())
}

/// How often this happened to the recipient, counted up to `most`.
pub async fn times(
    tx: &Tx,
    recipient: RecipientRef,
    contact: i64,
    kind: EventType,
    most: i64,
) -> Result<i64, DbError> {
    let mut values = event_key(recipient, contact, kind);
    values.push(most.into());
    Ok(tx.value(&TIMES, values).await?.unwrap_or(0))
}

/// What events of one kind about a recipient are found by.
fn event_key(recipient: RecipientRef, contact: i64, kind: EventType) -> Vec<Value> {
    let brand = recipient.brand;
    params![brand.org, brand.brand, contact, recipient.send, kind.code()].into()
}
