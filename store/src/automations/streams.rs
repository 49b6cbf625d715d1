//! The mail of a node: a send that grows as runs come by. Of an audience run it is shown as one send; of runs that
//! events start each recipient is shown as a send of its own, and the stream never ends.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::join3;
use postrider_domain::numbers::{Millis, ProcessNo, SendNo};
use postrider_domain::sending::send::{RecipientState, SendKind, SendStatus, Tally};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Sleeper, Tx, Value};
use crate::delivery::change::Change;
use crate::delivery::heads::{self, Lane};
use crate::delivery::tallies;
use crate::usage;
use crate::{params, record, statements};

statements! {
    // It counts as frozen so far: nobody but runs adds to it.
    OPEN = "
        INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, audience, audience_name,
            subject, preview_text, from_email, from_name, reply_to, recipient_count, frozen_to, freeze_bound, frozen,
            last_ordinal, allowance, scheduled_at, started_at, created_at, updated_at, automation, automation_version, node,
            audience_run, is_stream, is_transactional)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, 0, 0, FALSE, 0, 0, NULL, $17, $18,
            $18, $19, $20, $21, $22, $23, $24)
        ON CONFLICT DO NOTHING";
    OF_VERSION -> NodeSend = "
        SELECT {columns} FROM sends WHERE org = $1 AND brand = $2 AND automation_version = $3 AND node = $4 AND is_stream";
    OF_AUDIENCE_RUN -> NodeSend = "
        SELECT {columns} FROM sends WHERE org = $1 AND brand = $2 AND audience_run = $3 AND node = $4
            AND audience_run IS NOT NULL";
    GROW -> (i64,) = "
        UPDATE sends SET last_ordinal = last_ordinal + $4, recipient_count = recipient_count + $4
        WHERE org = $1 AND brand = $2 AND id = $3
        RETURNING last_ordinal";
    bulk(
        org: Int, brand: Int, send: Int, ordinal: Int, contact: Int, run: Int, number: Int, public_id: Text
    ) APPEND = "
        INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts, run, number, public_id)
        SELECT r.org, r.brand, r.send, r.ordinal, r.contact, 0, 0, r.run, r.number, r.public_id FROM {rows} AS r
        WHERE true";
    OPEN_OF_RUNS -> OpenMail = "
        SELECT {columns} FROM recipients
        WHERE org = $1 AND brand = $2 AND run {in_ints}($3) AND run IS NOT NULL AND state IN ({planned}, {deferred})
        ORDER BY send, ordinal";
    // Whoever was taken and is not waiting any more may be on the way.
    CANCEL -> (i64,) = "
        UPDATE recipients SET state = {canceled}, due_at = NULL, site = NULL
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal {in_ints}($4) AND state IN ({planned}, {deferred})
            AND ((ordinal >= $5 AND state = {planned}) OR due_at IS NOT NULL OR site IS NOT NULL)
        RETURNING ordinal";
    STATES -> MailRow = "
        SELECT {columns} FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal {in_ints}($4) ORDER BY ordinal {for_update}";
    list UNTAKEN -> (i64,) = "
        SELECT ordinal FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal >= $4 AND state = {planned}
        ORDER BY ordinal LIMIT $5";
    DEFERRED -> (i64,) = "
        SELECT ordinal FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND due_at IS NOT NULL ORDER BY due_at LIMIT $4";
    IN_LINES -> (i64,) = "
        SELECT ordinal FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND site IS NOT NULL ORDER BY site, ordinal LIMIT $4";
    MAILS -> RunMail = "
        SELECT {columns} FROM recipients
        WHERE org = $1 AND brand = $2 AND run {in_ints}($3) AND run IS NOT NULL
        ORDER BY send, ordinal {for_update}";
}

/// The send of a `sendEmail` node.
#[derive(Clone, Debug)]
pub struct NewStream {
    /// Shown of an audience run alone: `arn_…`.
    pub public_id: String,
    pub automation: i64,
    pub version: i64,
    pub node: String,
    /// Nothing: of all runs that events start.
    pub audience_run: Option<AudienceOf>,
    pub email: i64,
    pub email_version: i64,
    pub domain: i64,
    pub subject: String,
    pub preview_text: Option<String>,
    pub from_email: String,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    pub is_transactional: bool,
}

/// The audience run that a send belongs to.
#[derive(Clone, Debug)]
pub struct AudienceOf {
    pub audience_run: i64,
    pub audience: Option<i64>,
    pub audience_name: String,
}

/// Makes the send unless it is there, and gives its number. A stream runs at once; that of an audience run is `queued`
/// until that starts.
pub async fn open(tx: &Tx, brand: BrandKey, new: &NewStream, now: i64) -> Result<i64, DbError> {
    let (status, lane) = match &new.audience_run {
        None => (SendStatus::Running, Lane::Triggered),
        Some(_) => (SendStatus::Queued, Lane::Campaign),
    };
    let of = new.audience_run.as_ref();
    let values = params![
        brand.org,
        brand.brand,
        tx.number(),
        &new.public_id,
        SendKind::Automation.as_str(),
        status.as_str(),
        new.email,
        new.email_version,
        new.domain,
        of.and_then(|of| of.audience),
        of.map(|of| of.audience_name.as_str()),
        &new.subject,
        new.preview_text.as_deref(),
        &new.from_email,
        new.from_name.as_deref(),
        new.reply_to.as_deref(),
        of.is_none().then_some(now),
        now,
        new.automation,
        new.version,
        &new.node,
        of.map(|of| of.audience_run),
        of.is_none(),
        new.is_transactional,
    ];
    tx.execute(&OPEN, values).await?;
    let audience_run = of.map(|of| of.audience_run);
    let send = find(tx, brand, new.version, audience_run, &new.node).await?;
    let (send, _) = send.ok_or_else(|| DbError::Other("a stream was not made".to_owned()))?;
    heads::open(tx, brand, send, lane).await?;
    Ok(send)
}

record! {
    struct NodeSend {
        id: i64 = "id",
        public_id: String = "public_id",
    }
}

/// The send of a node, number and name: of an audience run, or of what events start.
pub async fn find(
    tx: &Tx,
    brand: BrandKey,
    version: i64,
    audience_run: Option<i64>,
    node: &str,
) -> Result<Option<(i64, String)>, DbError> {
    let (query, of) = match audience_run {
        None => (&OF_VERSION, version),
        Some(audience_run) => (&OF_AUDIENCE_RUN, audience_run),
    };
    let values = params![brand.org, brand.brand, of, node];
    let send = tx.one(query, values).await?;
    Ok(send.map(|send| (send.id, send.public_id)))
}

/// One mail of a run.
#[derive(Clone, Debug)]
pub struct NewMail {
    pub run: i64,
    pub contact: i64,
    /// What it is called as a send of its own, in a stream.
    pub public_id: Option<String>,
}

/// Adds mails to a send, behind all others.
pub async fn append(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    mails: Vec<NewMail>,
    process: i64,
) -> Result<(), DbError> {
    let count = mails.len() as i64;
    let values = params![brand.org, brand.brand, send, count];
    let last = tx.value(&GROW, values).await?;
    let last = last.ok_or_else(|| DbError::Other(format!("send {send} is gone")))?;
    let first = last - count + 1;
    let lane = if mails.iter().all(|mail| mail.public_id.is_some()) {
        Lane::Triggered
    } else {
        Lane::Campaign
    };
    let rows = mails.into_iter().zip(first..).map(|(mail, ordinal)| {
        let number = mail.public_id.is_some().then(|| tx.number());
        vec![
            brand.org.into(),
            brand.brand.into(),
            send.into(),
            ordinal.into(),
            mail.contact.into(),
            mail.run.into(),
            number.into(),
            mail.public_id.into(),
        ]
    });
    let by = Tally {
        planned: count,
        ..Tally::default()
    };
    let (added, reopened, counted) = join3(
        tx.bulk(&APPEND, rows.collect()),
        heads::reopen(tx, brand, send, lane, first),
        tallies::add(tx, planning(process), vec![unplaced(brand, send, by)]),
    )
    .await;
    added?;
    reopened?;
    tx.wake(Sleeper::Mail);
    counted
}

/// Whoever plans mail and whoever sends it are two loops of one process, and each would wait for the other's commit at
/// the process's row of counts: what was planned has a row of its own. What is true is the sum.
fn planning(process: i64) -> i64 {
    -process
}

record! {
    struct OpenMail {
        send: i64 = "send",
        ordinal: i64 = "ordinal",
    }
}

/// Takes back the mails of runs that nobody has taken to mail them; gives how many.
pub(super) async fn cancel_of_runs(
    tx: &Tx,
    brand: BrandKey,
    runs: &[i64],
    process: i64,
) -> Result<i64, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(runs.iter().copied())];
    let mut open: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for mail in tx.all(&OPEN_OF_RUNS, values).await? {
        open.entry(mail.send).or_default().push(mail.ordinal);
    }
    let mut count = 0;
    for (send, ordinals) in open {
        count += cancel(tx, brand, SendNo(send), &ordinals, ProcessNo(process)).await?;
    }
    Ok(count)
}

/// The same for one mail; whether it will not be sent.
pub async fn cancel_mail(
    tx: &Tx,
    brand: BrandKey,
    send: SendNo,
    ordinal: i64,
    process: ProcessNo,
    now: Millis,
) -> Result<bool, DbError> {
    let canceled = cancel(tx, brand, send, &[ordinal], process).await?;
    usage::give_back(tx, brand.org, canceled, now).await?;
    Ok(canceled > 0)
}

/// The same for all mails of a send that is over, some at a time; gives how many, and nothing once none is left.
pub async fn cancel_some(
    tx: &Tx,
    brand: BrandKey,
    send: SendNo,
    limit: u32,
    process: ProcessNo,
    now: Millis,
) -> Result<i64, DbError> {
    let Some(next_ordinal) = heads::wait_for(tx, brand, send.0).await? else {
        return Ok(0);
    };
    let key = params![brand.org, brand.brand, send];
    let mut ordinals = Vec::new();
    let untaken = [&key[..], &params![next_ordinal, limit]].concat();
    for (query, values) in [
        (&UNTAKEN, untaken),
        (&DEFERRED, [&key[..], &params![limit]].concat()),
        (&IN_LINES, [&key[..], &params![limit]].concat()),
    ] {
        ordinals.extend(tx.values(query, values).await?);
    }
    let canceled = cancel(tx, brand, send, &ordinals, process).await?;
    usage::give_back(tx, brand.org, canceled, now).await?;
    Ok(canceled)
}

record! {
    struct MailRow {
        ordinal: i64 = "ordinal",
        state: RecipientState = "state",
    }
}

async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    send: SendNo,
    ordinals: &[i64],
    process: ProcessNo,
) -> Result<i64, DbError> {
    // While the head is ours nobody takes from the send; only then is it known how each stands.
    let next_ordinal = heads::wait_for(tx, brand, send.0)
        .await?
        .unwrap_or(i64::MAX);
    let listed = || Value::ints(ordinals.iter().copied());
    let values = params![brand.org, brand.brand, send, listed()];
    let states = tx.all(&STATES, values).await?.into_iter();
    let states: HashMap<i64, RecipientState> = states.map(|one| (one.ordinal, one.state)).collect();
    let values = params![brand.org, brand.brand, send, listed(), next_ordinal];
    let canceled = tx.values(&CANCEL, values).await?;
    let mut by = Tally::default();
    for ordinal in &canceled {
        if let Some(state) = states.get(ordinal) {
            by.moved(*state, RecipientState::Canceled);
        }
    }
    tallies::add(tx, process.0, vec![unplaced(brand, send.0, by)]).await?;
    Ok(canceled.len() as i64)
}

fn unplaced(brand: BrandKey, send: i64, by: Tally) -> Change {
    Change {
        brand,
        send,
        cell: None,
        by,
    }
}

record! {
    /// A mail of a run, and what its recipient did with it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunMail {
        pub run: i64 = "run",
        pub send: i64 = "send",
        pub opened: bool = "opened_at IS NOT NULL",
        pub clicked: bool = "clicked_at IS NOT NULL",
    }
}

/// The mails of runs so far. They are locked: an open that is written right now is seen by this transaction, or sees
/// what it writes.
pub async fn mails_of(tx: &Tx, brand: BrandKey, runs: &[i64]) -> Result<Vec<RunMail>, DbError> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(runs.iter().copied())];
    tx.all(&MAILS, values).await
}
