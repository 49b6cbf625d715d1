//! One contact as it is stored.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

/// What every query of contacts selects, in the order in which [`record_of`] reads it.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT contacts.id, contacts.email, contacts.first_name, contacts.last_name,
                contacts.subscribed, contacts.unsubscribed_at, contacts.suppressed_reason,
                contacts.suppressed_at, contacts.validation_status, contacts.validated_at,
                contacts.validation, contacts.consent,
                (SELECT i.public_id FROM imports AS i WHERE i.org = contacts.org
                    AND i.brand = contacts.brand AND i.id = contacts.import),
                {json}(contacts.custom), contacts.created_at, contacts.updated_at,
                CASE WHEN contacts.suppressed_reason IS NOT NULL THEN (
                    SELECT s.detail FROM suppressions AS s WHERE s.org = contacts.org
                        AND s.brand = contacts.brand AND s.contact = contacts.id
                        AND s.at = contacts.suppressed_at) END,
                CASE WHEN contacts.suppressed_reason IS NOT NULL THEN (
                    SELECT d.public_id FROM suppressions AS s
                    JOIN sends AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.send
                    WHERE s.org = contacts.org AND s.brand = contacts.brand AND s.contact = contacts.id
                        AND s.at = contacts.suppressed_at) END",
            $rest
        )
    };
}
pub(super) use select;

pub(super) const SELECT: &str = select!("");

/// How many columns `select!` has: what a query adds to it stands there.
pub(super) const COLUMNS: usize = 18;

statements! {
    GET = select!(" FROM contacts WHERE org = $1 AND brand = $2 AND email = $3");
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactRecord {
    pub id: i64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub subscribed: bool,
    pub unsubscribed_at: Option<i64>,
    pub suppressed_reason: Option<String>,
    pub suppressed_at: Option<i64>,
    pub validation_status: Option<String>,
    pub validated_at: Option<i64>,
    /// JSON.
    pub validation: Option<String>,
    /// JSON.
    pub consent: Option<String>,
    /// The import's public id.
    pub import_id: Option<String>,
    /// JSON, field number to value. Numbers of deleted fields may still be in it.
    pub custom: String,
    pub created_at: i64,
    pub updated_at: i64,
    /// JSON of why it is suppressed, where somebody said it: see `Suppressed`.
    pub evidence: Option<String>,
    /// The public id of the send that it came of.
    pub evidence_send: Option<String>,
}

pub async fn get(tx: &Tx, brand: BrandKey, email: &str) -> Result<Option<ContactRecord>, DbError> {
    let row = tx.row(&GET, params![brand.org, brand.brand, email]).await?;
    row.as_ref().map(record_of).transpose()
}

pub(super) fn record_of(row: &Row) -> Result<ContactRecord, DbError> {
    Ok(ContactRecord {
        id: row.int(0)?,
        email: row.text(1)?,
        first_name: row.opt_text(2)?,
        last_name: row.opt_text(3)?,
        subscribed: row.bool(4)?,
        unsubscribed_at: row.opt_int(5)?,
        suppressed_reason: row.opt_text(6)?,
        suppressed_at: row.opt_int(7)?,
        validation_status: row.opt_text(8)?,
        validated_at: row.opt_int(9)?,
        validation: row.opt_text(10)?,
        consent: row.opt_text(11)?,
        import_id: row.opt_text(12)?,
        custom: row.text(13)?,
        created_at: row.int(14)?,
        updated_at: row.int(15)?,
        evidence: row.opt_text(16)?,
        evidence_send: row.opt_text(17)?,
    })
}
