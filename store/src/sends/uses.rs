//! What still needs a row: it cannot be deleted before that has ended.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::record::word;
use crate::automations::{AutomationName, Used, using};
use crate::db::{DbError, Row, Statement, Tx};
use crate::{params, statements};

/// So many are named; whoever has more knows enough.
const NAMED: i64 = 100;

statements! {
    OF_EMAIL = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND email = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream
        ORDER BY id DESC LIMIT $4";
    OF_AUDIENCE = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND audience = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream
        ORDER BY id DESC LIMIT $4";
    OF_DOMAIN = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND domain = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream
        ORDER BY id LIMIT $4";
    // Runs that go on on a version that is live no more.
    RUNNING_ON_DOMAIN = "
        SELECT a.id, a.public_id, a.name, a.published FROM automations AS a
        WHERE a.org = $1 AND a.brand = $2 AND EXISTS (SELECT 1 FROM sends AS s
            JOIN runs AS r ON r.org = s.org AND r.brand = s.brand AND r.automation = s.automation
            WHERE s.org = a.org AND s.brand = a.brand AND s.automation = a.id AND s.domain = $3 AND s.is_stream
                AND r.version = s.automation_version AND r.status IN ('queued', 'running'))
        ORDER BY a.id LIMIT $4";
    ANY_OF_EMAIL = "
        SELECT 1 FROM sends WHERE org = $1 AND brand = $2 AND email = $3 LIMIT 1";
}

/// Who needs a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Users {
    /// Those that have not ended.
    pub sends: Vec<UnfinishedSend>,
    /// The published ones, and those with runs that still need it.
    pub automations: Vec<AutomationName>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedSend {
    pub public_id: String,
    pub status: SendStatus,
}

/// Newest first.
pub async fn users_of_email(tx: &Tx, brand: BrandKey, email: i64) -> Result<Users, DbError> {
    Ok(Users {
        sends: unfinished(tx, &OF_EMAIL, brand, email).await?,
        automations: using(tx, brand, Used::Email(email)).await?,
    })
}

/// Newest first. Runs of automations on an audience are told as their sends.
pub async fn users_of_audience(tx: &Tx, brand: BrandKey, audience: i64) -> Result<Users, DbError> {
    Ok(Users {
        sends: unfinished(tx, &OF_AUDIENCE, brand, audience).await?,
        automations: using(tx, brand, Used::Audience(audience)).await?,
    })
}

/// Oldest first. Runs that go on need it: unlike a design, a domain does not stay behind what was sent.
pub async fn users_of_domain(tx: &Tx, brand: BrandKey, domain: i64) -> Result<Users, DbError> {
    let mut automations = using(tx, brand, Used::Domain(domain)).await?;
    for running in running_on_domain(tx, brand, domain).await? {
        if automations.iter().all(|known| known.id != running.id) {
            automations.push(running);
        }
    }
    Ok(Users {
        sends: unfinished(tx, &OF_DOMAIN, brand, domain).await?,
        automations,
    })
}

/// Whether a design was ever sent, to its end or not.
pub(crate) async fn any_of_email(tx: &Tx, brand: BrandKey, email: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email];
    Ok(tx.row(&ANY_OF_EMAIL, values).await?.is_some())
}

async fn unfinished(
    tx: &Tx,
    statement: &'static Statement,
    brand: BrandKey,
    used: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    let values = params![brand.org, brand.brand, used, NAMED];
    let rows = tx.rows(statement, values).await?;
    let named = |row: &Row| {
        Ok(UnfinishedSend {
            public_id: row.text(0)?,
            status: word(row.str(1)?, SendStatus::parse)?,
        })
    };
    rows.iter().map(named).collect()
}

async fn running_on_domain(
    tx: &Tx,
    brand: BrandKey,
    domain: i64,
) -> Result<Vec<AutomationName>, DbError> {
    let values = params![brand.org, brand.brand, domain, NAMED];
    let rows = tx.rows(&RUNNING_ON_DOMAIN, values).await?;
    let named = |row: &Row| {
        Ok(AutomationName {
            id: row.int(0)?,
            public_id: row.text(1)?,
            name: row.text(2)?,
            published: row.bool(3)?,
        })
    };
    rows.iter().map(named).collect()
}
