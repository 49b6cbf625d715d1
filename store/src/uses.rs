//! What still needs a row: it cannot be deleted before that has ended.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::automations::{AutomationName, Used, using};
use crate::db::{DbError, Query, Tx};
use crate::{params, record, statements};

/// So many are named; whoever has more knows enough.
const NAMED: i64 = 100;

statements! {
    OF_EMAIL -> UnfinishedSend = "
        SELECT {columns} FROM sends
        WHERE org = $1 AND brand = $2 AND email = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream
        ORDER BY id DESC LIMIT $4";
    OF_AUDIENCE -> UnfinishedSend = "
        SELECT {columns} FROM sends
        WHERE org = $1 AND brand = $2 AND audience = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream
        ORDER BY id DESC LIMIT $4";
    OF_DOMAIN -> UnfinishedSend = "
        SELECT {columns} FROM sends
        WHERE org = $1 AND brand = $2 AND domain = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused') AND NOT is_stream
        ORDER BY id LIMIT $4";
    // Runs that go on on a version that is live no more.
    RUNNING_ON_DOMAIN -> Running = "
        SELECT {columns} FROM automations AS a
        WHERE a.org = $1 AND a.brand = $2 AND EXISTS (SELECT 1 FROM sends AS s
            JOIN runs AS r ON r.org = s.org AND r.brand = s.brand AND r.automation = s.automation
            WHERE s.org = a.org AND s.brand = a.brand AND s.automation = a.id AND s.domain = $3 AND s.is_stream
                AND r.version = s.automation_version AND r.status IN ('queued', 'running'))
        ORDER BY a.id LIMIT $4";
}

/// Who still needs a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowUses {
    /// Those that have not ended.
    pub sends: Vec<UnfinishedSend>,
    /// The published ones, and those with runs that still need it.
    pub automations: Vec<AutomationName>,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct UnfinishedSend {
        pub public_id: String = "public_id",
        pub status: SendStatus = "status",
    }
}

record! {
    /// An automation with runs that go on.
    struct Running {
        id: i64 = "a.id",
        public_id: String = "a.public_id",
        name: String = "a.name",
        published: bool = "a.published",
    }
}

impl From<Running> for AutomationName {
    fn from(running: Running) -> Self {
        Self {
            id: running.id,
            public_id: running.public_id,
            name: running.name,
            published: running.published,
        }
    }
}

/// Newest first.
pub async fn of_email(tx: &Tx, brand: BrandKey, email: i64) -> Result<RowUses, DbError> {
    Ok(RowUses {
        sends: unfinished(tx, &OF_EMAIL, brand, email).await?,
        automations: using(tx, brand, Used::Email(email)).await?,
    })
}

/// Newest first. Runs of automations on an audience are told as their sends.
pub async fn of_audience(tx: &Tx, brand: BrandKey, audience: i64) -> Result<RowUses, DbError> {
    Ok(RowUses {
        sends: unfinished(tx, &OF_AUDIENCE, brand, audience).await?,
        automations: using(tx, brand, Used::Audience(audience)).await?,
    })
}

/// Oldest first. Runs that go on need it: unlike a design, a domain does not stay behind what was sent.
pub async fn of_domain(tx: &Tx, brand: BrandKey, domain: i64) -> Result<RowUses, DbError> {
    let mut automations = using(tx, brand, Used::Domain(domain)).await?;
    let values = params![brand.org, brand.brand, domain, NAMED];
    for running in tx.all(&RUNNING_ON_DOMAIN, values).await? {
        if automations.iter().all(|known| known.id != running.id) {
            automations.push(running.into());
        }
    }
    Ok(RowUses {
        sends: unfinished(tx, &OF_DOMAIN, brand, domain).await?,
        automations,
    })
}

async fn unfinished(
    tx: &Tx,
    query: &'static Query<UnfinishedSend>,
    brand: BrandKey,
    used: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    let values = params![brand.org, brand.brand, used, NAMED];
    tx.all(query, values).await
}
