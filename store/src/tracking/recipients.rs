//! What opens and clicks change about recipients. Every change is conditional, and only those it happened to are
//! answered: two processes that see the same person count it once.

use std::collections::HashMap;

use postrider_domain::contacts::mailbox::{Mailbox, Provider};
use postrider_domain::sending::send::RecipientState;

use super::Recipient;
use crate::db::{DbError, Statement, Tx, Value};
use crate::statements;

statements! {
    bulk(org: Int, brand: Int, send: Int, ordinal: Int) FIND = "
        SELECT x.org, x.brand, x.send, x.ordinal, x.contact, x.state, x.opened_at, x.clicked_at,
            e.last_clicked_at, c.email, x.run
        FROM {rows} AS r
        JOIN recipients AS x ON x.org = r.org AND x.brand = r.brand AND x.send = r.send
            AND x.ordinal = r.ordinal
        LEFT JOIN engagement AS e ON e.org = x.org AND e.brand = x.brand AND e.contact = x.contact
        LEFT JOIN contacts AS c ON c.org = x.org AND c.brand = x.brand AND c.id = x.contact";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) FIRST_OPEN = "
        UPDATE recipients SET opened_at = r.at FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.opened_at IS NULL
        RETURNING recipients.org, recipients.brand, recipients.send, recipients.ordinal";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) FIRST_CLICK = "
        UPDATE recipients SET clicked_at = r.at FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.clicked_at IS NULL
        RETURNING recipients.org, recipients.brand, recipients.send, recipients.ordinal";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, at: Int) TAKE_BACK_CLICK = "
        UPDATE recipients SET clicked_at = NULL FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.clicked_at = r.at
        RETURNING recipients.org, recipients.brand, recipients.send, recipients.ordinal";
    bulk(
        org: Int, brand: Int, send: Int, ordinal: Int, doubt: Int, delivered: Int
    ) ARRIVED = "
        UPDATE recipients SET state = r.delivered FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal AND recipients.state = r.doubt
        RETURNING recipients.org, recipients.brand, recipients.send, recipients.ordinal";
}

/// Where a recipient stood before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub contact: i64,
    pub is_in_doubt: bool,
    pub is_opened: bool,
    pub is_clicked: bool,
    /// When its contact last clicked anything.
    pub last_clicked_at: Option<i64>,
    /// Nothing once the contact is gone.
    pub mailbox: Option<Mailbox>,
    /// The run whose mail it is.
    pub run: Option<i64>,
}

impl Standing {
    pub fn provider(&self) -> Provider {
        self.mailbox.map_or(Provider::Other, |at| at.provider)
    }

    /// The contact's mail domain as events hold it.
    pub fn domain(&self) -> Option<i64> {
        self.mailbox.map(|at| at.domain)
    }
}

/// Those that there are; asked for once each.
pub async fn find(
    tx: &Tx,
    recipients: Vec<Recipient>,
) -> Result<HashMap<Recipient, Standing>, DbError> {
    let keys = recipients.iter().map(|of| of.params().into()).collect();
    let rows = tx.bulk_rows(&FIND, keys).await?;
    let standing = |row: &crate::db::Row| {
        let standing = Standing {
            contact: row.int(4)?,
            is_in_doubt: row.int(5)? == RecipientState::InDoubt.code(),
            is_opened: row.opt_int(6)?.is_some(),
            is_clicked: row.opt_int(7)?.is_some(),
            last_clicked_at: row.opt_int(8)?,
            mailbox: row.opt_str(9)?.map(Mailbox::of),
            run: row.opt_int(10)?,
        };
        Ok((Recipient::of(row)?, standing))
    };
    rows.iter().map(standing).collect()
}

/// Those that had not opened before.
pub async fn first_opens(tx: &Tx, opens: Vec<(Recipient, i64)>) -> Result<Vec<Recipient>, DbError> {
    changed_at(tx, &FIRST_OPEN, opens).await
}

/// Those that had not clicked before.
pub async fn first_clicks(
    tx: &Tx,
    clicks: Vec<(Recipient, i64)>,
) -> Result<Vec<Recipient>, DbError> {
    changed_at(tx, &FIRST_CLICK, clicks).await
}

/// Those whose first click was the one at this time: it was none.
pub async fn take_back_clicks(
    tx: &Tx,
    clicks: Vec<(Recipient, i64)>,
) -> Result<Vec<Recipient>, DbError> {
    changed_at(tx, &TAKE_BACK_CLICK, clicks).await
}

/// Those that were in doubt and have the mail, as shows now.
pub async fn arrived(tx: &Tx, mut recipients: Vec<Recipient>) -> Result<Vec<Recipient>, DbError> {
    recipients.sort_unstable_by_key(Recipient::key);
    let states = [
        RecipientState::InDoubt.code().into(),
        RecipientState::Delivered.code().into(),
    ];
    let row = |of: &Recipient| [&of.params()[..], &states].concat();
    changed(tx, &ARRIVED, recipients.iter().map(row).collect()).await
}

async fn changed_at(
    tx: &Tx,
    statement: &'static Statement,
    mut rows: Vec<(Recipient, i64)>,
) -> Result<Vec<Recipient>, DbError> {
    rows.sort_unstable_by_key(|(of, _)| of.key());
    let row = |(of, at): &(Recipient, i64)| [&of.params()[..], &[(*at).into()]].concat();
    changed(tx, statement, rows.iter().map(row).collect()).await
}

async fn changed(
    tx: &Tx,
    statement: &'static Statement,
    rows: Vec<Vec<Value>>,
) -> Result<Vec<Recipient>, DbError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let changed = tx.bulk_rows(statement, rows).await?;
    changed.iter().map(Recipient::of).collect()
}
