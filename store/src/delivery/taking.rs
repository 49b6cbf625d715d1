//! A process takes recipients to mail them. What it took is a claim, and stays its own until it is settled:
//! that time goes by makes nobody sendable again.

use std::collections::HashMap;
use std::ops::Range;

use postrider_domain::numbers::Millis;
use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use postrider_domain::tenant::BrandKey;

pub use super::candidates::TakenRecipient;
use super::candidates::{Candidate, Found};
use super::change::Change;
use super::events::{self, NewEvent};
use super::heads::{self, Head, HeadWork};
use super::lines::{self, Line};
use super::tallies;
use crate::db::{DbError, Tx, Value};
use crate::triggers::payloads;
use crate::usage;
use crate::{params, statements};

/// How many recipients are looked at for those to be mailed: a stretch of excluded ones is passed in steps.
const STRETCH: i64 = 2_000;

/// The recipients first and by themselves: joined as a whole, PostgreSQL may go through all contacts for the few.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns} FROM (
                SELECT org, brand, ordinal, contact, state, attempts, first_tried_at, run FROM recipients
                WHERE org = $1 AND brand = $2 AND send = $3 AND ",
            $rest,
            ") AS r LEFT JOIN contacts
                ON contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.contact"
        )
    };
}

statements! {
    FRESH -> Found = select!("
        ordinal >= $4 AND ordinal < $5 AND state = {planned} ORDER BY ordinal LIMIT $6");
    // Whoever was canceled since their number was read is not among them.
    NAMED -> Found = select!("ordinal {in_ints}($4) AND state IN ({planned}, {deferred})");
    // Asked by itself: as a subquery of the update it may run more than once on PostgreSQL, and find others each
    // time; and there is seldom any.
    DUE -> (i64,) = "
        SELECT ordinal FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND due_at <= $4
        ORDER BY due_at LIMIT $5 {skip_locked}";
    // Without a time they are found by nobody else.
    TAKE_DUE = "
        UPDATE recipients SET due_at = NULL
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal {in_ints}($4)";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, state: Int) EXCLUDE = "
        UPDATE recipients SET state = r.state, due_at = NULL
        FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal";
    CLAIM = "
        INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
}

/// Who takes, and until when it may mail what it took.
#[derive(Clone, Copy, Debug)]
pub struct ClaimOwner {
    pub owner: i64,
    pub now: i64,
    pub expires_at: i64,
}

/// What looking for recipients came to.
#[derive(Clone, Debug)]
pub enum TakeResult {
    Taken(TakenRecipients),
    /// Nobody among them is to be mailed; there may be others behind.
    Passed,
    /// The same, and some of them wait in lines now.
    KeptBack,
    /// There is nobody, or somebody else takes from the send right now.
    Nobody,
}

/// Recipients of one send that are now this process's own.
#[derive(Clone, Debug)]
pub struct TakenRecipients {
    pub claim: i64,
    pub brand: BrandKey,
    pub send: i64,
    pub recipients: Vec<TakenRecipient>,
    /// Whether others were kept back for receivers that take no more.
    pub kept_back: bool,
}

/// Whether somebody can be mailed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    Go,
    /// The receiver of this number takes no more: the recipient stands in its line.
    Wait(i64),
}

/// Decides about an address. It may be asked again for the same ones: a transaction may run twice.
pub type Gate<'a> = &'a mut (dyn FnMut(&str) -> Admission + Send);

/// How much is taken.
#[derive(Clone, Copy, Debug)]
pub struct TakeLimits {
    pub limit: usize,
    /// How many that were not tried yet are looked at for it: more than the limit where many have to wait.
    pub look: usize,
}

/// Takes up to `limit` recipients: those whose next try is due, then those not tried yet. Of one alone it is the other
/// way round: a send that goes on with one mail at a time must not stop for ever at somebody whom nobody can reach.
/// Whoever may no longer be mailed is excluded now; whom the gate keeps back stands in a line.
pub async fn take(
    tx: &Tx,
    work: &HeadWork,
    limits: TakeLimits,
    owner: ClaimOwner,
    gate: Gate<'_>,
) -> Result<TakeResult, DbError> {
    let head = &work.head;
    let (brand, send) = (head.brand, head.send);
    let Some(next_ordinal) = heads::lock(tx, brand, send).await? else {
        return Ok(TakeResult::Nobody);
    };
    let limit = limits.limit;
    let mut sorted = SortedCandidates::default();
    if limit > 1 && work.has_due {
        sorted.add(due(tx, head, limit, owner.now).await?, limit, gate);
    }
    if sorted.go.len() < limit {
        let look = limits.look.max(limit) - sorted.go.len();
        let end = (next_ordinal + STRETCH)
            .min(work.last_ordinal + 1)
            .max(next_ordinal);
        let fresh = fresh(tx, head, next_ordinal..end, look).await?;
        let seen_to = match fresh.last() {
            Some(last) if fresh.len() == look => last.ordinal + 1,
            _ => end,
        };
        let passed = sorted.add(fresh, limit, gate).unwrap_or(seen_to);
        if passed != next_ordinal {
            heads::advance(tx, brand, send, passed).await?;
            sorted.has_passed = true;
        }
    }
    if limit == 1 && work.has_due && sorted.go.is_empty() {
        sorted.add(due(tx, head, limit, owner.now).await?, limit, gate);
    }
    sorted.write(tx, head, owner).await
}

/// The same from the line of a site.
pub async fn take_from_line(
    tx: &Tx,
    head: &Head,
    site: i64,
    limit: usize,
    owner: ClaimOwner,
    gate: Gate<'_>,
) -> Result<TakeResult, DbError> {
    let line = Line {
        brand: head.brand,
        send: head.send,
        site,
    };
    let Some(ordinals) = lines::first(tx, &line, limit).await? else {
        return Ok(TakeResult::Nobody);
    };
    if ordinals.is_empty() {
        return Ok(TakeResult::Passed);
    }
    let mut sorted = SortedCandidates::default();
    sorted.add(named(tx, head, ordinals).await?, limit, gate);
    sorted.write(tx, head, owner).await
}

/// Candidates by what is to become of them.
#[derive(Default)]
struct SortedCandidates {
    go: Vec<TakenRecipient>,
    /// Ordinal and site.
    waiting: Vec<(i64, i64)>,
    excluded: Vec<Candidate>,
    has_passed: bool,
}

impl SortedCandidates {
    /// Until somebody could go for whom there is no room; gives the ordinal of that one.
    fn add(&mut self, candidates: Vec<Candidate>, limit: usize, gate: Gate<'_>) -> Option<i64> {
        for mut candidate in candidates {
            let recipient = match candidate.recipient.take() {
                Some(recipient) if candidate.verdict == RecipientState::Planned => recipient,
                recipient => {
                    candidate.recipient = recipient;
                    self.excluded.push(candidate);
                    self.has_passed = true;
                    continue;
                }
            };
            if self.go.len() == limit {
                return Some(candidate.ordinal);
            }
            match gate(&recipient.person.email) {
                Admission::Go => self.go.push(recipient),
                Admission::Wait(site) => self.waiting.push((candidate.ordinal, site)),
            }
            self.has_passed = true;
        }
        None
    }

    async fn write(self, tx: &Tx, head: &Head, owner: ClaimOwner) -> Result<TakeResult, DbError> {
        exclude(tx, head, self.excluded, owner).await?;
        let kept_back = !self.waiting.is_empty();
        lines::stand(tx, head.brand, head.send, self.waiting).await?;
        if !self.go.is_empty() {
            let claimed = claim(tx, head, self.go, owner).await?;
            return Ok(TakeResult::Taken(TakenRecipients {
                kept_back,
                ..claimed
            }));
        }
        Ok(match (self.has_passed, kept_back) {
            (_, true) => TakeResult::KeptBack,
            (true, false) => TakeResult::Passed,
            (false, false) => TakeResult::Nobody,
        })
    }
}

/// Writes down that they are this process's own.
async fn claim(
    tx: &Tx,
    head: &Head,
    mut recipients: Vec<TakenRecipient>,
    owner: ClaimOwner,
) -> Result<TakenRecipients, DbError> {
    let (brand, send) = (head.brand, head.send);
    let claim = tx.number();
    let ordinals: Vec<i64> = recipients.iter().map(|each| each.ordinal).collect();
    let ordinals = serde_json::json!(ordinals).to_string();
    let values = params![
        owner.owner,
        claim,
        brand.org,
        brand.brand,
        send,
        ordinals,
        owner.expires_at
    ];
    tx.execute(&CLAIM, values).await?;
    add_payloads(tx, brand, &mut recipients).await?;
    Ok(TakenRecipients {
        claim,
        brand,
        send,
        recipients,
        kept_back: false,
    })
}

/// The mail of a run speaks of what started it.
async fn add_payloads(
    tx: &Tx,
    brand: BrandKey,
    recipients: &mut [TakenRecipient],
) -> Result<(), DbError> {
    let runs: Vec<i64> = recipients.iter().filter_map(|each| each.run).collect();
    let payloads = payloads::of_runs(tx, brand, &runs).await?;
    let mut payloads: HashMap<i64, String> = payloads.into_iter().collect();
    for recipient in recipients {
        recipient.payload = recipient.run.and_then(|run| payloads.remove(&run));
    }
    Ok(())
}

async fn due(tx: &Tx, head: &Head, limit: usize, now: i64) -> Result<Vec<Candidate>, DbError> {
    let key = head.brand;
    let values = params![key.org, key.brand, head.send, now, limit as i64];
    let ordinals = tx.values(&DUE, values).await?;
    if ordinals.is_empty() {
        return Ok(Vec::new());
    }
    let listed = Value::ints(ordinals.iter().copied());
    let values = params![key.org, key.brand, head.send, listed];
    tx.execute(&TAKE_DUE, values).await?;
    named(tx, head, ordinals).await
}

async fn named(tx: &Tx, head: &Head, ordinals: Vec<i64>) -> Result<Vec<Candidate>, DbError> {
    let key = head.brand;
    let values = params![key.org, key.brand, head.send, Value::ints(ordinals)];
    Ok(judged(tx.all(&NAMED, values).await?, head))
}

async fn fresh(
    tx: &Tx,
    head: &Head,
    ordinals: Range<i64>,
    wanted: usize,
) -> Result<Vec<Candidate>, DbError> {
    let values = params![
        head.brand.org,
        head.brand.brand,
        head.send,
        ordinals.start,
        ordinals.end,
        wanted as i64
    ];
    Ok(judged(tx.all(&FRESH, values).await?, head))
}

/// In the order of the send.
fn judged(found: Vec<Found>, head: &Head) -> Vec<Candidate> {
    let judged = found.into_iter().map(|found| found.judged(head));
    let mut candidates: Vec<Candidate> = judged.collect();
    candidates.sort_unstable_by_key(|candidate| candidate.ordinal);
    candidates
}

/// They may not be mailed any more: the count planned is the count mailed.
async fn exclude(
    tx: &Tx,
    head: &Head,
    excluded: Vec<Candidate>,
    owner: ClaimOwner,
) -> Result<(), DbError> {
    if excluded.is_empty() {
        return Ok(());
    }
    let (brand, send) = (head.brand, head.send);
    let mut by = Tally::default();
    let mut happened = Vec::with_capacity(excluded.len());
    let mut rows = Vec::with_capacity(excluded.len());
    for candidate in &excluded {
        by.moved(candidate.state, candidate.verdict);
        happened.push(NewEvent {
            send: Some(send),
            ordinal: Some(candidate.ordinal),
            contact: Some(candidate.contact),
            domain: candidate.domain(),
            ..NewEvent::new(brand, tx.number(), EventType::Suppressed, owner.now)
        });
        rows.push(vec![
            brand.org.into(),
            brand.brand.into(),
            send.into(),
            candidate.ordinal.into(),
            candidate.verdict.code().into(),
        ]);
    }
    tx.bulk(&EXCLUDE, rows).await?;
    events::append(tx, happened).await?;
    let of_runs = excluded.iter().filter(|each| each.is_of_run).count();
    usage::give_back(tx, brand.org, of_runs as i64, Millis(owner.now)).await?;
    tallies::add(
        tx,
        owner.owner,
        vec![Change {
            brand,
            send,
            cell: None,
            by,
        }],
    )
    .await
}
