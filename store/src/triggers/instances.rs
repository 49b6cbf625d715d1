//! Fires of triggers: one row each.

use std::collections::HashMap;
use std::time::Duration;

use postrider_domain::automations::trigger::{InstanceState, NotStarted, Source};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value, first_number};
use crate::{lookups, params, record, statements};

/// The kind of job that tries failed starts again; its subject is the instance.
pub const START_JOB: &str = "start_runs";
/// How far the clocks of processes, and the number of a row and its time, may lie apart.
const SLACK_MS: i64 = 10 * 60_000;
/// How long a page of one trigger may take: many may have had its name.
const LIMIT: Duration = Duration::from_secs(2);

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns}
            FROM trigger_instances AS i
            JOIN triggers AS t ON t.org = i.org AND t.brand = i.brand AND t.id = i.trigger
            LEFT JOIN contacts AS c ON c.org = i.org AND c.brand = i.brand AND c.id = i.contact
            WHERE i.org = $1 AND i.brand = $2",
            $rest
        )
    };
}

statements! {
    bulk(
        org: Int, brand: Int, id: Int, public_id: Text, trigger: Int, source: Text, state: Text, contact: Int,
        payload: Text, matched: Text, not_started: Text, rejection: Text, attempts: Int, starts: Int,
        received_at: Int, processed_at: Int
    ) CREATE = "
        INSERT INTO trigger_instances (org, brand, id, public_id, trigger, source, state, contact, payload, matched,
            not_started, rejection, attempts, starts, received_at, processed_at)
        SELECT r.org, r.brand, r.id, r.public_id, r.trigger, r.source, r.state, r.contact, r.payload, r.matched,
            r.not_started, r.rejection, r.attempts, r.starts, r.received_at, r.processed_at
        FROM {rows} AS r WHERE true";
    // Only whoever knows where it stood moves it.
    MOVE = "
        UPDATE trigger_instances SET state = $5, contact = $6, payload = COALESCE($7, payload), matched = $8,
            not_started = $9, rejection = $10, attempts = $11, starts = $12, processed_at = $13
        WHERE org = $1 AND brand = $2 AND id = $3 AND state = $4";
    GET -> InstanceRecord = select!(" AND i.public_id = $3");
    BY_NUMBER -> InstanceRecord = select!(" AND i.id = $3");
    list NEWEST -> InstanceRecord = select!("
        AND i.id < $3 AND i.id >= $4 AND i.received_at >= $5 AND i.received_at < $6
        ORDER BY i.id DESC LIMIT $7");
    list OF_TRIGGER -> InstanceRecord = select!("
        AND i.id < $3 AND i.id >= $4 AND i.received_at >= $5 AND i.received_at < $6
        AND i.trigger = $8
        ORDER BY i.id DESC LIMIT $7");
    // A trigger that was made anew under its old name has two numbers. Those without a fire are left out: anybody can make
    // and delete as many as they like.
    TRIGGERS_NAMED -> (i64,) = "
        SELECT t.id FROM triggers AS t
        WHERE t.org = $1 AND t.brand = $2 AND t.public_id = $3 AND EXISTS (
            SELECT 1 FROM trigger_instances AS i
            WHERE i.org = t.org AND i.brand = t.brand AND i.trigger = t.id AND i.id < $4 AND i.id >= $5)
        ORDER BY t.id DESC LIMIT $6";
    RUNS -> StartedRun = "
        SELECT {columns} FROM runs
        WHERE org = $1 AND brand = $2 AND instance {in_ints}($3) AND instance IS NOT NULL
        ORDER BY instance, id";
    FORGET = "
        UPDATE trigger_instances SET payload = '{}', contact = NULL
        WHERE org = $1 AND brand = $2 AND contact {in_ints}($3) AND contact IS NOT NULL";
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct InstanceRecord {
        pub id: i64 = "i.id",
        pub public_id: String = "i.public_id",
        pub trigger: i64 = "i.trigger",
        pub trigger_public_id: String = "t.public_id",
        pub provider: String = "t.provider",
        pub source: Source = "i.source",
        pub state: InstanceState = "i.state",
        pub contact: Option<i64> = "i.contact",
        pub email: Option<String> = "c.email",
        /// JSON: the payload as it was checked.
        pub payload: String = "i.payload",
        /// Ids of the automations that were to start.
        pub matched: Vec<String> = "i.matched",
        pub not_started: Vec<NotStarted> = "i.not_started",
        /// Why the payload was refused.
        pub rejection: Option<String> = "i.rejection",
        pub attempts: i64 = "i.attempts",
        pub starts: i64 = "i.starts",
        pub received_at: i64 = "i.received_at",
        pub processed_at: Option<i64> = "i.processed_at",
    }
}

/// Where a fire stands.
#[derive(Clone, Debug, PartialEq)]
pub struct InstanceProgress {
    pub state: InstanceState,
    pub contact: Option<i64>,
    /// JSON; nothing: what is there stays.
    pub payload: Option<String>,
    pub matched: Vec<String>,
    pub not_started: Vec<NotStarted>,
    pub rejection: Option<String>,
    /// How often it was worked on.
    pub attempts: i64,
    /// Those of the attempts that came as far as the start of what it matched.
    pub starts: i64,
    pub processed_at: Option<i64>,
}

impl InstanceProgress {
    /// A provider's event that is durable, and nothing else yet.
    pub fn received(payload: String) -> Self {
        Self {
            state: InstanceState::Received,
            contact: None,
            payload: Some(payload),
            matched: Vec::new(),
            not_started: Vec::new(),
            rejection: None,
            attempts: 0,
            starts: 0,
            processed_at: None,
        }
    }

    /// Refused. What it held is not kept: nobody could ever ask for it to be deleted.
    pub fn rejected(why: &str, attempts: i64, now: i64) -> Self {
        Self {
            state: InstanceState::Rejected,
            rejection: Some(why.to_owned()),
            attempts,
            processed_at: Some(now),
            ..Self::received("{}".to_owned())
        }
    }
}

#[derive(Clone, Debug)]
pub struct NewInstance {
    /// By `Tx::number`.
    pub id: i64,
    pub public_id: String,
    pub trigger: i64,
    pub source: Source,
    pub received_at: i64,
}

pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    fires: &[(&NewInstance, &InstanceProgress)],
) -> Result<(), DbError> {
    let row = |(new, progress): &(&NewInstance, &InstanceProgress)| {
        let values = params![
            brand.org,
            brand.brand,
            new.id,
            &new.public_id,
            new.trigger,
            new.source.as_str(),
            progress.state.as_str(),
            progress.contact,
            progress.payload.as_deref().unwrap_or("{}"),
            json(&progress.matched)?,
            json(&progress.not_started)?,
            progress.rejection.as_deref(),
            progress.attempts,
            progress.starts,
            new.received_at,
            progress.processed_at
        ];
        Ok(values.into())
    };
    let rows: Result<Vec<Vec<Value>>, DbError> = fires.iter().map(row).collect();
    tx.bulk(&CREATE, rows?).await?;
    Ok(())
}

/// Moves a fire on from where it stood; `false`: it does not stand there any more.
pub async fn advance(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    from: InstanceState,
    to: &InstanceProgress,
) -> Result<bool, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        id,
        from.as_str(),
        to.state.as_str(),
        to.contact,
        to.payload.as_deref(),
        json(&to.matched)?,
        json(&to.not_started)?,
        to.rejection.as_deref(),
        to.attempts,
        to.starts,
        to.processed_at
    ];
    Ok(tx.execute(&MOVE, values).await? == 1)
}

lookups! {
    pub get(&str) -> InstanceRecord = GET;
    pub by_number(i64) -> InstanceRecord = BY_NUMBER;
}

#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// The public id of a trigger.
    pub trigger: Option<String>,
    pub public_id: Option<String>,
    /// Bounds of `received_at`: from, and up to but not at.
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// The number of the last one of the page before.
    pub before: Option<i64>,
    pub limit: i64,
}

/// Newest first. Of a trigger it ends with `Timeout` after two seconds.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    query: &ListQuery,
) -> Result<Vec<InstanceRecord>, DbError> {
    if let Some(public_id) = &query.public_id {
        let found = get(tx, brand, public_id).await?;
        return Ok(found.into_iter().filter(|one| query.holds(one)).collect());
    }
    let Some(trigger) = &query.trigger else {
        return tx.all(&NEWEST, query.values(brand)).await;
    };
    tx.end_after(LIMIT).await?;
    let limit = query.limit as usize;
    let mut found = Vec::new();
    // The newest first. None was fired any more when the next was made, so whatever fills the page is newer than all that
    // is left.
    for number in named(tx, brand, trigger, query).await? {
        if found.len() >= limit {
            break;
        }
        let values = [query.values(brand), params![number].to_vec()].concat();
        found.extend(tx.all(&OF_TRIGGER, values).await?);
    }
    found.sort_unstable_by_key(|one| std::cmp::Reverse(one.id));
    found.truncate(limit);
    Ok(found)
}

impl ListQuery {
    /// The numbers of rows grow with time, so that a range is found without reading what is outside: from, and up to but
    /// not at.
    fn numbers(&self) -> (i64, i64) {
        let latest = self
            .to
            .map_or(i64::MAX, |to| first_number(to.saturating_add(SLACK_MS)));
        let earliest = self
            .from
            .map_or(0, |from| first_number(from.saturating_sub(SLACK_MS)));
        (earliest, self.before.unwrap_or(i64::MAX).min(latest))
    }

    fn values(&self, brand: BrandKey) -> Vec<Value> {
        let (earliest, before) = self.numbers();
        params![
            brand.org,
            brand.brand,
            before,
            earliest,
            self.from.unwrap_or(i64::MIN),
            self.to.unwrap_or(i64::MAX),
            self.limit
        ]
        .to_vec()
    }

    fn holds(&self, one: &InstanceRecord) -> bool {
        self.before.is_none_or(|before| one.id < before)
            && self.from.is_none_or(|from| one.received_at >= from)
            && self.to.is_none_or(|to| one.received_at < to)
            && self
                .trigger
                .as_ref()
                .is_none_or(|trigger| one.trigger_public_id == *trigger)
    }
}

async fn named(
    tx: &Tx,
    brand: BrandKey,
    trigger: &str,
    query: &ListQuery,
) -> Result<Vec<i64>, DbError> {
    if trigger.contains('\0') {
        return Ok(Vec::new());
    }
    let (earliest, before) = query.numbers();
    let values = params![
        brand.org,
        brand.brand,
        trigger,
        before,
        earliest,
        query.limit
    ];
    tx.values(&TRIGGERS_NAMED, values).await
}

record! {
    struct StartedRun {
        instance: i64 = "instance",
        public_id: String = "public_id",
    }
}

/// Ids of the runs that fires have started, oldest first.
pub async fn runs(
    tx: &Tx,
    brand: BrandKey,
    instances: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, Vec<String>>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(instances)];
    let mut runs: HashMap<i64, Vec<String>> = HashMap::new();
    for run in tx.all(&RUNS, values).await? {
        runs.entry(run.instance).or_default().push(run.public_id);
    }
    Ok(runs)
}

/// Takes from the fires of contacts that are deleted what they said about them.
pub async fn forget(
    tx: &Tx,
    brand: BrandKey,
    contacts: impl IntoIterator<Item = i64>,
) -> Result<u64, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(contacts)];
    tx.execute(&FORGET, values).await
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Other(error.to_string()))
}
