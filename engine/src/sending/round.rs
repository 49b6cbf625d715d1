//! One commit of the dispatcher: outcomes in, recipients out.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::credits::Period;
use postrider_domain::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::delivery::heads::{self, Head};
use postrider_store::delivery::settling::{self, Batch, Outcome, Settlement};
use postrider_store::delivery::taking::{self, Looked, Taken, Taker};
use postrider_store::delivery::{claims, tallies};
use postrider_store::sends::{self, Move, freezing, move_to, waiting};
use postrider_store::usage::{self, Account};
use serde_json::json;

use super::verdicts::Stop;

/// Running sends that one round looks at.
const HEADS: i64 = 200;
/// A process that was not seen for this long is not waited for.
const AWAY_MS: i64 = 600_000;
/// A send that was refused is tried again after this long.
const PROBE_MS: i64 = 60_000;
/// Claims of absent processes that are looked at together.
const LEFT_BEHIND: i64 = 50;

#[derive(Clone)]
pub struct Order {
    pub owner: i64,
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
            ..Committed::default()
        };
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

    /// A slice from each send in turn, triggered mail first.
    async fn take(&self, tx: &Tx, committed: &mut Committed) -> Result<(), DbError> {
        let order = &self.order;
        let heads = heads::with_work(tx, order.now, order.after, HEADS).await?;
        let mut room = order.room;
        let taker = Taker {
            owner: order.owner,
            now: order.now,
            expires_at: order.expires_at,
        };
        let mut turns = heads.into_iter();
        while let Some(head) = turns.next() {
            if room == 0 {
                break;
            }
            if !head.domain_is_ready || (head.is_sandbox && !order.keeps_mail) {
                domain_lost(tx, &head, order.now).await?;
                continue;
            }
            // Whoever comes last may have all that is left.
            let share = room.div_ceil(turns.len() + 1);
            let limit = order.limits.get(&head.send).copied().unwrap_or(share);
            if limit == 0 {
                continue;
            }
            match taking::take(tx, &head, limit.min(share), taker).await? {
                Looked::Taken(slice) => {
                    room -= slice.recipients.len();
                    committed.taken.push(slice);
                }
                Looked::Passed => committed.has_passed = true,
                Looked::Nobody => {}
            }
        }
        Ok(())
    }
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
/// taken that it is in doubt. Gives the sends that go on.
pub async fn look_around(db: &Db, process: i64, now: i64) -> Result<Vec<i64>, DbError> {
    let seen = db
        .read(move |tx| async move {
            let ended = heads::exhausted(&tx, HEADS).await?;
            let refused = waiting::refused_before(&tx, now - PROBE_MS, HEADS).await?;
            let left = claims::left_behind(&tx, process, now - AWAY_MS, LEFT_BEHIND).await?;
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
