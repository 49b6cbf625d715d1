//! What a start of runs is judged by.

use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

/// How far fires and runs are counted.
const MOST: i64 = 100_000;

statements! {
    RECIPIENT = "
        SELECT subscribed, suppressed_reason IS NOT NULL FROM contacts
        WHERE org = $1 AND brand = $2 AND id = $3";
    ROUTES = "
        SELECT s.automation_version, s.node, d.status, d.sandbox,
            EXISTS (SELECT 1 FROM email_versions AS v JOIN emails AS e
                ON e.org = v.org AND e.brand = v.brand AND e.id = v.email
                WHERE v.org = s.org AND v.brand = s.brand AND v.email = s.email AND v.id = s.email_version
                    AND e.deleted_at IS NULL)
        FROM sends AS s
        LEFT JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
        WHERE s.org = $1 AND s.brand = $2 AND s.automation_version {in_ints}($3) AND s.is_stream";
    COUNTS = "
        SELECT (SELECT count(*) FROM (
                SELECT 1 FROM trigger_instances WHERE org = $1 AND brand = $2 AND trigger = $3 LIMIT $4) AS i),
            (SELECT count(*) FROM (
                SELECT 1 FROM runs
                WHERE org = $1 AND brand = $2 AND trigger = $3 AND trigger IS NOT NULL LIMIT $4) AS r)";
}

/// Whether mail may go to a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipient {
    pub is_subscribed: bool,
    pub is_suppressed: bool,
}

pub async fn recipient(
    tx: &Tx,
    brand: BrandKey,
    contact: i64,
) -> Result<Option<Recipient>, DbError> {
    let values = params![brand.org, brand.brand, contact];
    let row = tx.row(&RECIPIENT, values).await?;
    let recipient = |row: Row| {
        Ok(Recipient {
            is_subscribed: row.bool(0)?,
            is_suppressed: row.bool(1)?,
        })
    };
    row.map(recipient).transpose()
}

/// The stream that takes the mail of a node, and what it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRoute {
    /// Of the automation.
    pub version: i64,
    pub node: String,
    pub is_verified: bool,
    /// Its domain is the brand's sandbox, which counts only while mail is captured.
    pub is_sandbox: bool,
    pub has_design: bool,
}

/// The streams of published versions.
pub async fn mail_routes(
    tx: &Tx,
    brand: BrandKey,
    versions: impl IntoIterator<Item = i64>,
) -> Result<Vec<MailRoute>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(versions)];
    let rows = tx.rows(&ROUTES, values).await?;
    let route = |row: &Row| {
        let status = row.opt_text(2)?;
        Ok(MailRoute {
            version: row.int(0)?,
            node: row.text(1)?,
            is_verified: status.as_deref() == Some(DomainStatus::Verified.as_str()),
            is_sandbox: status.is_some() && row.bool(3)?,
            has_design: row.bool(4)?,
        })
    };
    rows.iter().map(route).collect()
}

/// How many fires and runs a trigger has had, as far as they are kept; nobody counts beyond 100,000.
pub async fn counts(tx: &Tx, brand: BrandKey, trigger: i64) -> Result<(i64, i64), DbError> {
    let values = params![brand.org, brand.brand, trigger, MOST];
    match tx.row(&COUNTS, values).await? {
        Some(row) => Ok((row.int(0)?, row.int(1)?)),
        None => Ok((0, 0)),
    }
}
