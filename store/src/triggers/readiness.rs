//! What a start of runs is judged by.

use std::collections::HashMap;

use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

/// How far fires and runs are counted.
const MOST: i64 = 100_000;

statements! {
    READINESS -> ReadinessRow = "
        SELECT {columns} FROM contacts
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    ROUTES -> RouteRow = "
        SELECT {columns}
        FROM sends AS s
        LEFT JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
        WHERE s.org = $1 AND s.brand = $2 AND s.automation_version {in_ints}($3) AND s.is_stream";
    COUNTS -> Had = "SELECT {columns}";
}

record! {
    /// Whether mail may go to a contact.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ContactReadiness {
        pub is_subscribed: bool = "subscribed",
        pub is_suppressed: bool = "suppressed_reason IS NOT NULL",
    }
}

record! {
    struct ReadinessRow {
        contact: i64 = "id",
        readiness: ContactReadiness = ..,
    }
}

/// Of those contacts that are there.
pub async fn contact_readiness(
    tx: &Tx,
    brand: BrandKey,
    contacts: Vec<i64>,
) -> Result<HashMap<i64, ContactReadiness>, DbError> {
    if contacts.is_empty() {
        return Ok(HashMap::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(contacts)];
    let rows = tx.all(&READINESS, values).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.contact, row.readiness))
        .collect())
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

record! {
    struct RouteRow {
        version: i64 = "s.automation_version",
        node: String = "s.node",
        domain: Option<RouteDomain> = ..,
        has_design: bool = "EXISTS (SELECT 1 FROM email_versions AS v JOIN emails AS e
            ON e.org = v.org AND e.brand = v.brand AND e.id = v.email
            WHERE v.org = s.org AND v.brand = s.brand AND v.email = s.email AND v.id = s.email_version
                AND e.deleted_at IS NULL)",
    }
}

record! {
    struct RouteDomain {
        status: DomainStatus = "d.status",
        is_sandbox: bool = "d.sandbox",
    }
}

impl From<RouteRow> for MailRoute {
    fn from(row: RouteRow) -> Self {
        let domain = row.domain.as_ref();
        Self {
            version: row.version,
            node: row.node,
            is_verified: domain.is_some_and(|domain| domain.status == DomainStatus::Verified),
            is_sandbox: domain.is_some_and(|domain| domain.is_sandbox),
            has_design: row.has_design,
        }
    }
}

/// The streams of published versions.
pub async fn mail_routes(
    tx: &Tx,
    brand: BrandKey,
    versions: Vec<i64>,
) -> Result<Vec<MailRoute>, DbError> {
    if versions.is_empty() {
        return Ok(Vec::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(versions)];
    let rows = tx.all(&ROUTES, values).await?;
    Ok(rows.into_iter().map(MailRoute::from).collect())
}

record! {
    /// What a trigger has had so far.
    #[derive(Default)]
    struct Had {
        fires: i64 = "(SELECT count(*) FROM (
            SELECT 1 FROM trigger_instances WHERE org = $1 AND brand = $2 AND trigger = $3 LIMIT $4) AS i)",
        runs: i64 = "(SELECT count(*) FROM (
            SELECT 1 FROM runs
            WHERE org = $1 AND brand = $2 AND trigger = $3 AND trigger IS NOT NULL LIMIT $4) AS r)",
    }
}

/// How many fires and runs a trigger has had, as far as they are kept; nobody counts beyond 100,000.
pub async fn counts(tx: &Tx, brand: BrandKey, trigger: i64) -> Result<(i64, i64), DbError> {
    let values = params![brand.org, brand.brand, trigger, MOST];
    let had = tx.one(&COUNTS, values).await?.unwrap_or_default();
    Ok((had.fires, had.runs))
}
