//! Runs: one walk of one recipient each. Where a run stands is on its row; when it goes on is in `timers`.

use futures_util::future::{join, join3};
use postrider_domain::numbers::{Millis, SendNo};
use postrider_domain::sending::send::{EventType, SendStatus};
use postrider_domain::tenant::BrandKey;

use super::steps::{CounterKey, Counts};
use super::streams;
use super::timers::{self, Timer};
use crate::db::{DbError, Tx, Value};
use crate::delivery::events::{self, NewEvent};
use crate::{params, record, statements, usage};

statements! {
    bulk(
        org: Int, brand: Int, id: Int, public_id: Text, automation: Int, version: Int, trigger: Int, instance: Int,
        audience_run: Int, contact: Int, at: Int
    ) START = "
        INSERT INTO runs (org, brand, id, public_id, automation, version, trigger, instance, audience_run, contact, status,
            wake_at, held, steps, created_at)
        SELECT r.org, r.brand, r.id, r.public_id, r.automation, r.version, r.trigger, r.instance, r.audience_run, r.contact,
            'queued', r.at, FALSE, 0, r.at
        FROM {rows} AS r WHERE true";
    OPEN -> OpenRun = "
        SELECT {columns} FROM runs
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND status IN ('queued', 'running')
        ORDER BY id {for_update}";
    bulk(
        org: Int, brand: Int, id: Int, status: Text, node: Int, entered_at: Int, wake_at: Int, window_ends: Int,
        awaits: Int, held: Bool, steps: Int, error: Text, started_at: Int, completed_at: Int
    ) SAVE = "
        UPDATE runs SET status = r.status, node = r.node, entered_at = r.entered_at, wake_at = r.wake_at,
            window_ends = r.window_ends, awaits = r.awaits, held = r.held, steps = r.steps, error = r.error,
            started_at = r.started_at, completed_at = r.completed_at
        FROM {rows} AS r
        WHERE runs.org = r.org AND runs.brand = r.brand AND runs.id = r.id";
    // What most wakes change: no column of an index is named, so none is written.
    bulk(
        org: Int, brand: Int, id: Int, node: Int, entered_at: Int, wake_at: Int, window_ends: Int, awaits: Int, steps: Int
    ) GO_ON = "
        UPDATE runs SET node = r.node, entered_at = r.entered_at, wake_at = r.wake_at, window_ends = r.window_ends,
            awaits = r.awaits, steps = r.steps
        FROM {rows} AS r
        WHERE runs.org = r.org AND runs.brand = r.brand AND runs.id = r.id";
    CANCEL = "
        UPDATE runs SET status = 'canceled', wake_at = NULL, awaits = NULL, held = FALSE, completed_at = $4
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND status IN ('queued', 'running')";
    list HELD -> (i64,) = "
        SELECT id FROM runs WHERE org = $1 AND brand = $2 AND audience_run = $3 AND held
        ORDER BY id LIMIT $4";
    LET_GO -> (i64,) = "
        UPDATE runs SET held = FALSE, wake_at = $4
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND held AND status IN ('queued', 'running')
        RETURNING id";
    // Those that wait for what was just done with a mail.
    AWAITING -> Awaiting = "
        SELECT {columns} FROM recipients AS m
        JOIN runs AS r ON r.org = m.org AND r.brand = m.brand AND r.id = m.run
        WHERE m.org = $1 AND m.brand = $2 AND m.send = $3 AND m.ordinal = $4
            AND r.awaits = m.send AND r.wake_at > $5 AND r.status = 'running'";
    HASTEN = "
        UPDATE runs SET wake_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND wake_at = $5 AND status = 'running'";
}

/// A run that is to begin.
#[derive(Clone, Debug)]
pub struct NewRun {
    pub public_id: String,
    pub automation: i64,
    pub version: i64,
    pub trigger: Option<i64>,
    pub instance: Option<i64>,
    pub audience_run: Option<i64>,
    pub contact: i64,
}

/// Writes runs that begin as soon as somebody finds them; gives their numbers.
pub async fn start(
    tx: &Tx,
    brand: BrandKey,
    runs: Vec<NewRun>,
    now: i64,
) -> Result<Vec<i64>, DbError> {
    let numbers: Vec<i64> = runs.iter().map(|_| tx.number()).collect();
    let rows = runs.into_iter().zip(&numbers).map(|(run, id)| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            (*id).into(),
            run.public_id.into(),
            run.automation.into(),
            run.version.into(),
            run.trigger.into(),
            run.instance.into(),
            run.audience_run.into(),
            run.contact.into(),
            now.into(),
        ]
    });
    let (started, timed) = join(
        tx.bulk(&START, rows.collect()),
        timers::set_now(tx, brand, &numbers, now),
    )
    .await;
    started?;
    timed?;
    Ok(numbers)
}

record! {
    /// A run that has not ended, as the runner sees it.
    #[derive(Clone, Debug)]
    pub struct OpenRun {
        pub id: i64 = "id",
        pub automation: i64 = "automation",
        pub version: i64 = "version",
        pub instance: Option<i64> = "instance",
        pub audience_run: Option<i64> = "audience_run",
        pub contact: Option<i64> = "contact",
        pub status: SendStatus = "status",
        /// By its place in the version's list.
        pub node: Option<i64> = "node",
        pub entered_at: Option<i64> = "entered_at",
        pub wake_at: Option<i64> = "wake_at",
        pub window_ends: Option<i64> = "window_ends",
        pub steps: i64 = "steps",
        pub created_at: i64 = "created_at",
        pub started_at: Option<i64> = "started_at",
    }
}

/// Those of them that have not ended, which nobody else changes before this transaction ends.
pub async fn open(tx: &Tx, brand: BrandKey, runs: &[i64]) -> Result<Vec<OpenRun>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(runs.iter().copied())];
    tx.all(&OPEN, values).await
}

/// Where a run stands from now on.
#[derive(Clone, Debug)]
pub struct Stand {
    pub id: i64,
    /// Before.
    pub left: SendStatus,
    pub status: SendStatus,
    pub node: Option<i64>,
    pub entered_at: Option<i64>,
    /// When it goes on; its timer is set with it.
    pub wake_at: Option<i64>,
    pub window_ends: Option<i64>,
    /// The send whose open or click wakes it before.
    pub awaits: Option<i64>,
    /// Due, and kept back because its audience run is paused.
    pub held: bool,
    pub steps: i64,
    /// JSON `{ code, message }`.
    pub error: Option<String>,
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
}

impl Stand {
    /// Where it stands already.
    pub fn of(run: &OpenRun) -> Self {
        Self {
            id: run.id,
            left: run.status,
            status: run.status,
            node: run.node,
            entered_at: run.entered_at,
            wake_at: run.wake_at,
            window_ends: run.window_ends,
            awaits: None,
            held: false,
            steps: run.steps,
            error: None,
            started_at: run.started_at,
            completed_at: None,
        }
    }
}

/// Writes where runs stand, and their timers. The timers that were due are cleared by whoever took them.
pub async fn save(tx: &Tx, brand: BrandKey, stands: Vec<Stand>) -> Result<(), DbError> {
    let timers: Vec<Timer> = stands
        .iter()
        .filter_map(|stand| {
            let due_at = stand.wake_at?;
            Some(Timer {
                due_at,
                run: stand.id,
            })
        })
        .collect();
    let (going_on, changed): (Vec<Stand>, Vec<Stand>) = stands
        .into_iter()
        .partition(|stand| stand.status == stand.left && !stand.held);
    let key = |stand: &Stand| {
        let values: [Value; 3] = [brand.org.into(), brand.brand.into(), stand.id.into()];
        values.to_vec()
    };
    let going_on = going_on.into_iter().map(|stand| {
        let values: [Value; 6] = [
            stand.node.into(),
            stand.entered_at.into(),
            stand.wake_at.into(),
            stand.window_ends.into(),
            stand.awaits.into(),
            stand.steps.into(),
        ];
        [key(&stand), values.to_vec()].concat()
    });
    let changed = changed.into_iter().map(|stand| {
        let key = key(&stand);
        let values: [Value; 11] = [
            stand.status.as_str().to_owned().into(),
            stand.node.into(),
            stand.entered_at.into(),
            stand.wake_at.into(),
            stand.window_ends.into(),
            stand.awaits.into(),
            stand.held.into(),
            stand.steps.into(),
            stand.error.into(),
            stand.started_at.into(),
            stand.completed_at.into(),
        ];
        [key, values.to_vec()].concat()
    });
    let (gone_on, saved, timed) = join3(
        tx.bulk(&GO_ON, going_on.collect()),
        tx.bulk(&SAVE, changed.collect()),
        timers::set(tx, brand, &timers),
    )
    .await;
    gone_on?;
    saved?;
    timed
}

/// Ends runs before their time: no node starts any more, and the mail that nobody has taken yet is not sent. Gives those
/// that were open, with the status that they left.
pub async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    runs: &[i64],
    process: i64,
    now: i64,
) -> Result<Vec<(i64, SendStatus)>, DbError> {
    let open = open(tx, brand, runs).await?;
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = open.iter().map(|run| run.id).collect();
    let values = params![
        brand.org,
        brand.brand,
        Value::ints(ids.iter().copied()),
        now
    ];
    tx.execute(&CANCEL, values).await?;
    let timer = |run: &OpenRun| {
        let due_at = run.wake_at?;
        Some(Timer {
            due_at,
            run: run.id,
        })
    };
    let timers: Vec<Timer> = open.iter().filter_map(timer).collect();
    timers::forget(tx, brand, &timers).await?;
    let (mut counts, mut happened) = (Counts::default(), Vec::new());
    for run in &open {
        let key = CounterKey::of_run(run.automation, run.audience_run, Millis(now));
        let is_test = run.instance.is_none() && run.audience_run.is_none();
        if !is_test {
            let count = counts.at(key);
            count.skipped += 1;
            // One that had not begun was not counted as begun.
            count.entered += i64::from(run.started_at.is_none());
        }
        happened.push(NewEvent {
            contact: run.contact,
            automation: Some(run.automation),
            run: Some(run.id),
            ..NewEvent::new(brand, tx.number(), EventType::RunCanceled, now)
        });
    }
    // In the order of the runner, which may be at other runs of the same automation.
    let mails = streams::cancel_of_runs(tx, brand, &ids, process).await?;
    events::append(tx, happened).await?;
    counts.add(tx, brand, process).await?;
    usage::give_back(tx, brand.org, mails, Millis(now)).await?;
    Ok(open.iter().map(|run| (run.id, run.status)).collect())
}

/// Lets members of an audience run go on that were held while it was paused; gives how many there were.
pub async fn release_held(
    tx: &Tx,
    brand: BrandKey,
    audience_run: i64,
    limit: u32,
    now: Millis,
) -> Result<usize, DbError> {
    let values = params![brand.org, brand.brand, audience_run, limit];
    let held = tx.values(&HELD, values).await?;
    if held.is_empty() {
        return Ok(0);
    }
    let values = params![
        brand.org,
        brand.brand,
        Value::ints(held.iter().copied()),
        now
    ];
    let released = tx.values(&LET_GO, values).await?;
    timers::set_now(tx, brand, &released, now.0).await?;
    Ok(held.len())
}

record! {
    struct Awaiting {
        run: i64 = "r.id",
        wake_at: i64 = "r.wake_at",
    }
}

/// Wakes the run of a mail that was just opened or clicked, if it waits for that.
pub async fn wake_for(
    tx: &Tx,
    brand: BrandKey,
    send: SendNo,
    ordinal: i64,
    now: Millis,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, send, ordinal, now];
    let Some(Awaiting { run, wake_at }) = tx.one(&AWAITING, values).await? else {
        return Ok(());
    };
    let values = params![brand.org, brand.brand, run, now, wake_at];
    // It may have gone on meanwhile: then it looks for itself.
    if tx.execute(&HASTEN, values).await? == 0 {
        return Ok(());
    }
    let timer = Timer {
        due_at: wake_at,
        run,
    };
    timers::forget(tx, brand, &[timer]).await?;
    timers::set_now(tx, brand, &[run], now.0).await
}
