//! One commit of the dispatcher: outcomes in, recipients out.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::credits::Period;
use postrider_domain::retry;
use postrider_domain::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::delivery::heads::{self, Head};
use postrider_store::delivery::settling::{self, Batch, Outcome, Settlement};
use postrider_store::delivery::taking::{self, Admission, Looked, Taken, Taker, Wanted};
use postrider_store::delivery::{claims, tallies};
use postrider_store::processes;
use postrider_store::sends::{self, Move, freezing, move_to, waiting};
use postrider_store::usage::{self, Account};
use serde_json::json;

use super::sites::{Capacity, Sites};
use super::verdicts::Stop;

/// Running sends that one round looks at.
const HEADS: i64 = 200;
/// A send that was refused is tried again after this long.
const PROBE_MS: i64 = 60_000;
/// Claims of absent processes that are looked at together.
const LEFT_BEHIND: i64 = 50;
/// Lines before busy receivers that one round looks at.
const LINES: i64 = 500;

#[derive(Clone)]
pub struct Order {
    pub owner: i64,
    /// The owner's present life.
    pub life: i64,
    /// The last batch that the database had.
    pub settled: i64,
    /// The number of the batch, if there are outcomes in it.
    pub number: Option<i64>,
    pub now: i64,
    pub expires_at: i64,
    /// How many recipients are taken at most.
    pub room: usize,
    /// The send that was served last.
    pub after: i64,
    /// The site whose line was served last.
    pub after_site: i64,
    /// How many recipients of a send are looked at for those that can be mailed.
    pub look: usize,
    /// Where each receiving site has limits of its own.
    pub sites: Option<Arc<Sites>>,
    /// Whether mail stays on this machine.
    pub keeps_mail: bool,
    /// Sends of which fewer may be taken.
    pub limits: HashMap<i64, usize>,
}

pub struct Round(Arc<Parts>);

struct Parts {
    order: Order,
    batch: Batch,
    stops: Vec<Stop>,
}

#[derive(Default)]
pub struct Committed {
    pub taken: Vec<Taken>,
    /// Whether people were passed over who are not to be mailed: behind them others may wait.
    pub has_passed: bool,
    /// Whether some were kept back for receivers that take no more.
    pub keeps_back: bool,
    pub served_site: i64,
    /// Sends that are over.
    pub ended: Vec<i64>,
    /// Until when what was taken may be mailed.
    pub expires_at: i64,
    /// The database knows less than it did: nothing was done.
    pub went_back: bool,
}

impl Round {
    pub fn new(order: Order, batch: Batch, stops: Vec<Stop>) -> Self {
        Self(Arc::new(Parts {
            order,
            batch,
            stops,
        }))
    }

    pub async fn commit(self, db: &Db) -> Result<Committed, DbError> {
        let parts = self.0;
        db.write(move |tx| {
            let parts = Arc::clone(&parts);
            async move { parts.run(&tx).await }
        })
        .await
    }
}

impl Parts {
    async fn run(&self, tx: &Tx) -> Result<Committed, DbError> {
        let order = &self.order;
        let mut committed = Committed {
            expires_at: order.expires_at,
            served_site: order.after_site,
            ..Committed::default()
        };
        processes::still(tx, order.owner, order.life).await?;
        let last = settling::last_settled(tx, order.owner).await?;
        if last < order.settled {
            committed.went_back = true;
            return Ok(committed);
        }
        // A batch whose commit failed for us may be there all the same.
        if let Some(number) = order.number
            && last < number
        {
            let touched = settling::settle(tx, order.owner, self.batch.clone()).await?;
            settling::note_settled(tx, order.owner, number).await?;
            for stop in &self.stops {
                refused(tx, stop, order.now).await?;
            }
            for (brand, send) in touched {
                if end_if_done(tx, brand, send, order.now).await? {
                    committed.ended.push(send);
                }
            }
        }
        if order.room > 0 {
            self.take(tx, &mut committed).await?;
        }
        Ok(committed)
    }

    async fn take(&self, tx: &Tx, committed: &mut Committed) -> Result<(), DbError> {
        let order = &self.order;
        let mut taking = Taking {
            order,
            capacity: order
                .sites
                .as_deref()
                .map(|sites| Capacity::new(sites, order.now)),
            room: order.room,
            committed,
        };
        if order.sites.is_some() {
            taking.from_lines(tx).await?;
        }
        taking.from_heads(tx).await
    }
}

/// What is taken in one round.
struct Taking<'a> {
    order: &'a Order,
    capacity: Option<Capacity<'a>>,
    room: usize,
    committed: &'a mut Committed,
}

impl Taking<'_> {
    /// A slice from each send in turn, triggered mail first.
    async fn from_heads(&mut self, tx: &Tx) -> Result<(), DbError> {
        let order = self.order;
        let heads = heads::with_work(tx, order.now, order.after, HEADS).await?;
        let mut turns = heads.into_iter();
        while let Some(head) = turns.next() {
            if self.room == 0 {
                break;
            }
            if self.is_stopped(tx, &head).await? {
                continue;
            }
            // Whoever comes last may have all that is left.
            let limit = self.limit(&head, self.room.div_ceil(turns.len() + 1));
            if limit == 0 {
                continue;
            }
            let look = order.look;
            let wanted = Wanted { limit, look };
            let taker = self.taker();
            let mut gate = gate(&mut self.capacity, &head, order.now);
            let looked = taking::take(tx, &head, wanted, taker, &mut gate).await?;
            drop(gate);
            self.note(looked);
        }
        Ok(())
    }

    /// Those first who wait for receivers that can take more now.
    async fn from_lines(&mut self, tx: &Tx) -> Result<(), DbError> {
        let order = self.order;
        let lines = heads::in_lines(tx, order.now, order.after_site, LINES).await?;
        for (head, site) in lines {
            if self.room == 0 {
                break;
            }
            let is_overdue = is_overdue(&head, order.now);
            let left = match &mut self.capacity {
                Some(capacity) if !is_overdue => capacity.left(site),
                _ => self.room,
            };
            let limit = self.limit(&head, left.min(self.room.div_ceil(2)));
            if limit == 0 || self.is_stopped(tx, &head).await? {
                continue;
            }
            let taker = self.taker();
            let mut gate = gate(&mut self.capacity, &head, order.now);
            let looked = taking::take_from_line(tx, &head, site, limit, taker, &mut gate).await?;
            drop(gate);
            self.committed.served_site = site;
            self.note(looked);
        }
        Ok(())
    }

    fn taker(&self) -> Taker {
        Taker {
            owner: self.order.owner,
            now: self.order.now,
            expires_at: self.order.expires_at,
        }
    }

    /// How many may be taken of a send that would get so many.
    fn limit(&self, head: &Head, share: usize) -> usize {
        let limit = self.order.limits.get(&head.send).copied();
        limit.unwrap_or(share).min(share)
    }

    /// A send whose domain cannot be sent from any more goes no further.
    async fn is_stopped(&self, tx: &Tx, head: &Head) -> Result<bool, DbError> {
        let is_ready = head.domain_is_ready && (!head.is_sandbox || self.order.keeps_mail);
        if !is_ready {
            domain_lost(tx, head, self.order.now).await?;
        }
        Ok(!is_ready)
    }

    fn note(&mut self, looked: Looked) {
        match looked {
            Looked::Taken(slice) => {
                self.room -= slice.recipients.len();
                self.committed.keeps_back |= slice.kept_back;
                self.committed.taken.push(slice);
            }
            Looked::Passed => self.committed.has_passed = true,
            Looked::KeptBack => {
                self.committed.has_passed = true;
                self.committed.keeps_back = true;
            }
            Looked::Nobody => {}
        }
    }
}

/// Who may be mailed now: everybody whose receiver takes more, and whoever has waited too long to wait any longer.
fn gate<'a, 'b>(
    capacity: &'a mut Option<Capacity<'b>>,
    head: &Head,
    now: i64,
) -> impl FnMut(&str) -> Admission + Send + use<'a, 'b> {
    let is_overdue = is_overdue(head, now);
    move |email: &str| match capacity {
        None => Admission::Go,
        Some(capacity) if is_overdue => capacity.let_go(email),
        Some(capacity) => capacity.admit(email),
    }
}

fn is_overdue(head: &Head, now: i64) -> bool {
    now - head.running_since >= retry::LONGEST_MS
}

/// Ends a send of which every recipient has its outcome.
async fn end_if_done(tx: &Tx, brand: BrandKey, send: i64, now: i64) -> Result<bool, DbError> {
    if !heads::is_exhausted(tx, brand, send).await? {
        return Ok(false);
    }
    let tally = tallies::read(tx, brand, send).await?;
    if tally.open() > 0 {
        return Ok(false);
    }
    let step = Move::to(tally.ending(), now);
    let moved = move_to(tx, brand, send, &[SendStatus::Running], &step).await?;
    if moved.is_some() {
        freezing::set_recipient_count(tx, brand, send, tally.planned).await?;
        give_back_allowance(tx, brand, send, tally.planned).await?;
        heads::close(tx, brand, send).await?;
    }
    Ok(moved.is_some())
}

/// Whoever left between planning and mailing took no delivery.
async fn give_back_allowance(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    planned: i64,
) -> Result<(), DbError> {
    let Some(record) = sends::by_number(tx, brand, send).await? else {
        return Ok(());
    };
    let (Some(month), true) = (record.allowance_month, record.allowance > planned) else {
        return Ok(());
    };
    let account = Account {
        org: brand.org,
        credits: None,
        sends: None,
        period: Period::at(month),
    };
    usage::return_sends(tx, &account, record.allowance - planned).await?;
    freezing::set_allowance(tx, brand, send, planned, month).await
}

/// The receivers refuse us: the send waits, and says what they said.
async fn refused(tx: &Tx, stop: &Stop, now: i64) -> Result<(), DbError> {
    let error = json!({ "code": "SENDING_REFUSED", "message": stop.reply }).to_string();
    pause_running(tx, stop.brand, stop.send, error, now).await
}

async fn domain_lost(tx: &Tx, head: &Head, now: i64) -> Result<(), DbError> {
    let message = "The sending domain is no longer verified. Check its DNS records.";
    let error = json!({ "code": "DOMAIN_NOT_READY", "message": message }).to_string();
    pause_running(tx, head.brand, head.send, error, now).await
}

async fn pause_running(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    error: String,
    now: i64,
) -> Result<(), DbError> {
    let step = Move::paused(PauseReason::Refused, Some(error), now);
    move_to(tx, brand, send, &[SendStatus::Running], &step).await?;
    Ok(())
}

/// Stops a send whose mail cannot be made.
pub async fn pause(
    db: &Db,
    brand: BrandKey,
    send: i64,
    why: String,
    now: i64,
) -> Result<(), DbError> {
    let error = json!({ "code": "EMAIL_NOT_READY", "message": why }).to_string();
    db.write(move |tx| {
        let error = error.clone();
        async move { pause_running(&tx, brand, send, error, now).await }
    })
    .await
}

/// Ends sends that another process settled last, lets refused ones try again, and says of what absent processes had
/// taken that it is in doubt: those that were last seen before `away`. Gives the sends that go on.
pub async fn look_around(db: &Db, process: i64, away: i64, now: i64) -> Result<Vec<i64>, DbError> {
    let seen = db
        .read(move |tx| async move {
            let ended = heads::exhausted(&tx, HEADS).await?;
            let refused = waiting::refused_before(&tx, now - PROBE_MS, HEADS).await?;
            let left = claims::left_behind(&tx, process, away, now, LEFT_BEHIND).await?;
            Ok::<_, DbError>((ended, refused, left))
        })
        .await?;
    let (ended, refused, left) = seen;
    if ended.is_empty() && refused.is_empty() && left.is_empty() {
        return Ok(Vec::new());
    }
    db.write(move |tx| {
        let (ended, refused, left) = (ended.clone(), refused.clone(), left.clone());
        async move {
            for (owner, claim, ordinals) in left {
                doubt(&tx, owner, claim, &ordinals, now).await?;
            }
            for (brand, send) in ended {
                end_if_done(&tx, brand, send, now).await?;
            }
            let mut resumed = Vec::new();
            for (brand, send) in refused {
                let Some(record) = sends::by_number(&tx, brand, send).await? else {
                    continue;
                };
                if sends::resume(&tx, brand, &record, now).await?.is_some() {
                    resumed.push(send);
                }
            }
            Ok(resumed)
        }
    })
    .await
}

async fn doubt(tx: &Tx, owner: i64, claim: i64, ordinals: &[i64], now: i64) -> Result<(), DbError> {
    let settlements = ordinals.iter().map(|ordinal| Settlement {
        claim,
        ordinal: *ordinal,
        outcome: Outcome::InDoubt,
        at: now,
        mailbox: None,
        detail: Some(
            json!({ "error": "the process that mailed it did not come back" }).to_string(),
        ),
    });
    let batch = Batch {
        settlements: settlements.collect(),
        finished: Vec::new(),
    };
    settling::settle(tx, owner, batch).await?;
    settling::abandon(tx, owner, vec![claim], now).await
}
