//! Runs as callers see them: one, or pages of them, newest first along the index of what is asked for.

use std::time::Duration;

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Query, Tx, Value, first_number};
use crate::{lookups, params, record, statements};

/// Clocks of several processes agree better than that: a run's number tells its time about so well.
const CLOCKS_MS: i64 = 5 * 60 * 1000;
/// How long a page may take: of two filters, only one has an index.
const LIMIT: Duration = Duration::from_secs(2);

macro_rules! select {
    ($along:literal, $($rest:literal),+) => {
        concat!(
            "SELECT {columns}
            FROM runs AS r ",
            $along,
            " LEFT JOIN contacts AS c ON c.org = r.org AND c.brand = r.brand AND c.id = r.contact
            LEFT JOIN automations AS a ON a.org = r.org AND a.brand = r.brand AND a.id = r.automation
            LEFT JOIN automation_versions AS v ON v.org = r.org AND v.brand = r.brand AND v.id = r.version
            LEFT JOIN triggers AS t ON t.org = r.org AND t.brand = r.brand AND t.id = r.trigger
            LEFT JOIN trigger_instances AS i ON i.org = r.org AND i.brand = r.brand AND i.id = r.instance
            LEFT JOIN audience_runs AS u ON u.org = r.org AND u.brand = r.brand AND u.id = r.audience_run
            WHERE r.org = $1 AND r.brand = $2 ",
            $($rest),+
        )
    };
}

/// A page of those that an index leads to; the other filters are asked of each. PostgreSQL learns a parameter's type where
/// it is compared, so `IS NULL` stands behind.
macro_rules! page {
    ($along:literal, $lead:literal) => {
        select!(
            $along,
            $lead,
            " AND r.id < $3 AND r.id >= $4 AND r.created_at >= $5 AND r.created_at < $6
            AND (r.automation = $8 OR $8 IS NULL) AND (r.trigger = $9 OR $9 IS NULL)
            AND (r.instance = $10 OR $10 IS NULL) AND (r.audience_run = $11 OR $11 IS NULL)
            AND (r.status = $12 OR $12 IS NULL) AND (r.public_id = $13 OR $13 IS NULL)
            ORDER BY r.id DESC LIMIT $7"
        )
    };
}

statements! {
    GET -> RunRecord = select!("", "AND r.public_id = $3");
    list NEWEST -> RunRecord = page!("", "");
    NAMED -> RunRecord = page!("{along}(runs__org__brand__public_id)", "AND r.public_id = $13");
    list OF_AUTOMATION -> RunRecord = page!("{along}(runs__org__brand__automation)", "AND r.automation = $8");
    list OF_TRIGGER -> RunRecord = page!("{along}(runs__org__brand__trigger)", "AND r.trigger = $9");
    list OF_INSTANCE -> RunRecord = page!("{along}(runs__org__brand__instance)", "AND r.instance = $10");
    list OF_AUDIENCE_RUN -> RunRecord = page!("{along}(runs__org__brand__audience_run)", "AND r.audience_run = $11");
    list IN_STATUS -> RunRecord = page!("{along}(runs__org__brand__status)", "AND r.status = $12");
    AUTOMATION -> (i64,) = "SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $3";
    // One that was deleted too, if nobody took its name since.
    TRIGGER -> (i64,) = "
        SELECT id FROM triggers WHERE org = $1 AND brand = $2 AND public_id = $3 ORDER BY id DESC LIMIT 1";
    INSTANCE -> (i64,) = "SELECT id FROM trigger_instances WHERE org = $1 AND brand = $2 AND public_id = $3";
    AUDIENCE_RUN -> (i64,) = "SELECT id FROM audience_runs WHERE org = $1 AND brand = $2 AND public_id = $3";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunRecord {
        pub id: i64 = "r.id",
        pub public_id: String = "r.public_id",
        pub automation: i64 = "r.automation",
        pub version: i64 = "r.version",
        pub audience_run: Option<i64> = "r.audience_run",
        pub status: SendStatus = "r.status",
        pub is_test: bool = "r.test_address IS NOT NULL",
        /// Of a test the address all mail goes to, while it is known. Nothing once the contact is gone.
        pub recipient: Option<String> = "COALESCE(NULLIF(r.test_address, ''), c.email)",
        /// The place of the node it stands at.
        pub node: Option<i64> = "r.node",
        pub entered_at: Option<i64> = "r.entered_at",
        pub wake_at: Option<i64> = "r.wake_at",
        pub steps: i64 = "r.steps",
        /// JSON.
        pub error: Option<String> = "r.error",
        pub created_at: i64 = "r.created_at",
        pub started_at: Option<i64> = "r.started_at",
        pub completed_at: Option<i64> = "r.completed_at",
        pub refs: RunRefs = ..,
    }
}

record! {
    /// What the rows that a run names are called outside; nothing where a row is gone.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct RunRefs {
        pub automation: Option<String> = "a.public_id",
        pub version: Option<String> = "v.public_id",
        pub hash: Option<String> = "v.hash",
        pub trigger: Option<String> = "t.public_id",
        pub instance: Option<String> = "i.public_id",
        pub audience_run: Option<String> = "u.public_id",
    }
}

/// What runs are asked for; ids are public ones.
#[derive(Clone, Debug, Default)]
pub struct RunQuery {
    pub run: Option<String>,
    pub automation: Option<String>,
    pub trigger: Option<String>,
    pub instance: Option<String>,
    pub audience_run: Option<String>,
    pub status: Option<SendStatus>,
    /// Bounds of when it was made: from, and up to but not at.
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// The number of the last run of the page before.
    pub before: Option<i64>,
    pub limit: i64,
}

lookups! {
    pub get(&str) -> RunRecord = GET;
}

/// Newest first. Ends with `Timeout` after two seconds.
pub async fn list(tx: &Tx, brand: BrandKey, query: &RunQuery) -> Result<Vec<RunRecord>, DbError> {
    tx.end_after(LIMIT).await?;
    let mut numbers = Vec::with_capacity(4);
    for (statement, id) in [
        (&AUTOMATION, &query.automation),
        (&TRIGGER, &query.trigger),
        (&INSTANCE, &query.instance),
        (&AUDIENCE_RUN, &query.audience_run),
    ] {
        let number = match id {
            None => None,
            Some(id) => {
                let key = params![brand.org, brand.brand, id.as_str()];
                match tx.value(statement, key).await? {
                    None => return Ok(Vec::new()),
                    found => found,
                }
            }
        };
        numbers.push(Value::from(number));
    }
    let mut values = bounds(brand, query);
    values.extend(numbers);
    values.push(query.status.map(SendStatus::as_str).into());
    values.push(query.run.as_deref().into());
    tx.all(leading(query), values).await
}

fn bounds(brand: BrandKey, query: &RunQuery) -> Vec<Value> {
    let (from, to) = (query.from.unwrap_or(i64::MIN), query.to.unwrap_or(i64::MAX));
    // Later ones have greater numbers, about.
    let below = first_number(to.saturating_add(CLOCKS_MS)).saturating_add(1);
    let before = query.before.unwrap_or(i64::MAX);
    let before = if query.to.is_some() {
        before.min(below)
    } else {
        before
    };
    params![
        brand.org,
        brand.brand,
        before,
        first_number(from.saturating_sub(CLOCKS_MS)),
        from,
        to,
        query.limit
    ]
    .to_vec()
}

/// The index that leads to the fewest.
fn leading(query: &RunQuery) -> &'static Query<RunRecord> {
    match query {
        RunQuery { run: Some(_), .. } => &NAMED,
        RunQuery {
            instance: Some(_), ..
        } => &OF_INSTANCE,
        RunQuery {
            audience_run: Some(_),
            ..
        } => &OF_AUDIENCE_RUN,
        RunQuery {
            automation: Some(_),
            ..
        } => &OF_AUTOMATION,
        RunQuery {
            trigger: Some(_), ..
        } => &OF_TRIGGER,
        RunQuery {
            status: Some(_), ..
        } => &IN_STATUS,
        _ => &NEWEST,
    }
}
