//! One commit of the dispatcher: outcomes in, recipients out.

use std::collections::HashSet;
use std::sync::Arc;

use postrider_domain::accounts::credits::Period;
use postrider_domain::numbers::{Millis, ProcessNo, SendNo};
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::audience_runs;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::delivery::settling::{self, Batch, RecipientOutcome, Settlement};
use postrider_store::delivery::{claims, heads, tallies};
use postrider_store::insights;
use postrider_store::processes;
use postrider_store::sends::{self, Move, freezing, move_to, waiting};
use postrider_store::usage::{self, Account};
use serde_json::json;

use super::failing;
use super::order::{Committed, Lines, Order};
use super::pausing;
use super::shares::ShareRound;
use super::sites::Capacity;
use super::verdicts::Stop;

/// Running sends that one round looks at.
const HEADS: i64 = 1_000;
/// A send that was refused is tried again after this long.
const PROBE_MS: i64 = 60_000;
/// Claims of absent processes that are looked at together.
const LEFT_BEHIND: u32 = 50;

pub struct Round(Arc<Parts>);

struct Parts {
    order: Order,
    batch: Batch,
    stops: Vec<Stop>,
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
            lines: Lines {
                any: false,
                last_site: order.after_site,
            },
            ..Committed::default()
        };
        processes::still(tx, order.owner, order.life).await?;
        let last = settling::last_settled(tx, order.owner).await?;
        if last < order.settled {
            committed.went_back = true;
            return Ok(committed);
        }
        let mut touched = Vec::new();
        // A batch whose commit failed for us may be there all the same.
        if let Some(number) = order.number
            && last < number
        {
            touched = settling::settle(tx, order.owner, self.batch.clone()).await?;
            settling::note_settled(tx, order.owner, number).await?;
            for stop in &self.stops {
                pausing::refused(tx, stop, order.now).await?;
            }
        }
        let at_work = if order.room > 0 {
            self.take(tx, &mut committed).await?
        } else {
            HashSet::new()
        };
        // Nearly all of them go on: they are not asked one by one.
        for (brand, send) in touched {
            if !at_work.contains(&send) && end_if_done(tx, brand, send, order.now).await? {
                committed.ended.push(send);
            }
        }
        Ok(committed)
    }

    /// Gives the sends that had recipients to be taken.
    async fn take(&self, tx: &Tx, committed: &mut Committed) -> Result<HashSet<i64>, DbError> {
        let order = &self.order;
        let mut taking = ShareRound {
            order,
            capacity: order
                .sites
                .as_deref()
                .map(|sites| Capacity::new(sites, order.now)),
            room: order.room,
            limits: order.limits.clone(),
            committed,
            at_work: HashSet::new(),
        };
        // A single mail that looks for a way out must not always be one for a receiver that is away.
        if order.room == 1 {
            taking.walk_heads(tx).await?;
        }
        if order.walks_lines && taking.room > 0 {
            taking.walk_lines(tx).await?;
        }
        if order.room > 1 {
            taking.walk_heads(tx).await?;
        }
        Ok(taking.at_work)
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
    let mut step = Move::to(tally.ending(), now);
    if step.to == SendStatus::Failed {
        step.error = Some(failing::error_of(tx, brand, send, &tally).await?);
    }
    let moved = move_to(tx, brand, send, &[SendStatus::Running], &step).await?;
    if moved.is_some() {
        freezing::set_recipient_count(tx, brand, send, tally.planned).await?;
        give_back_allowance(tx, brand, send, tally.planned).await?;
        heads::close(tx, brand, send).await?;
        end_audience_run(tx, brand, send, now).await?;
        insights::look_after_send(tx, brand, now).await?;
    }
    Ok(moved.is_some())
}

/// The last mail of an audience run is its end.
async fn end_audience_run(tx: &Tx, brand: BrandKey, send: i64, now: i64) -> Result<(), DbError> {
    let record = sends::by_number(tx, brand, send).await?;
    if let Some(audience_run) = record.and_then(|of| of.origin?.audience_run) {
        audience_runs::end_if_done(tx, brand, audience_run, now).await?;
    }
    Ok(())
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
    freezing::set_allowance(tx, brand, SendNo(send), planned, Millis(month)).await
}

/// Ends sends that another process settled last, lets refused ones try again, and says of what absent processes had
/// taken that it is in doubt: those that were last seen before `away`. Gives the sends that go on.
pub async fn look_around(
    db: &Db,
    process: ProcessNo,
    away: Millis,
    now: Millis,
) -> Result<Vec<i64>, DbError> {
    let seen = db
        .read(move |tx| async move {
            let ended = heads::exhausted(&tx, HEADS).await?;
            let refused = waiting::refused_before(&tx, now.0 - PROBE_MS, HEADS).await?;
            let left = claims::left_behind(&tx, process, away, now, LEFT_BEHIND).await?;
            let idle = heads::idle(&tx, HEADS).await?;
            Ok::<_, DbError>((ended, refused, left, idle))
        })
        .await?;
    let (ended, refused, left, idle) = seen;
    if ended.is_empty() && refused.is_empty() && left.is_empty() && idle.is_empty() {
        return Ok(Vec::new());
    }
    db.write(move |tx| {
        let (ended, refused, left) = (ended.clone(), refused.clone(), left.clone());
        let idle = idle.clone();
        async move {
            for (brand, send) in idle {
                heads::close_idle(&tx, brand, send).await?;
            }
            for claims::LeftBehind {
                owner,
                claim,
                ordinals,
            } in left
            {
                doubt(&tx, ProcessNo(owner), claim, &ordinals, now).await?;
            }
            for (brand, send) in ended {
                end_if_done(&tx, brand, send, now.0).await?;
            }
            let mut resumed = Vec::new();
            for (brand, send) in refused {
                let Some(record) = sends::by_number(&tx, brand, send).await? else {
                    continue;
                };
                if sends::resume(&tx, brand, &record, now.0).await?.is_some() {
                    resumed.push(send);
                }
            }
            Ok(resumed)
        }
    })
    .await
}

async fn doubt(
    tx: &Tx,
    owner: ProcessNo,
    claim: i64,
    ordinals: &[i64],
    now: Millis,
) -> Result<(), DbError> {
    let settlements = ordinals.iter().map(|ordinal| Settlement {
        claim,
        ordinal: *ordinal,
        outcome: RecipientOutcome::InDoubt,
        at: now.0,
        mailbox: None,
        detail: Some(
            json!({ "error": "the process that mailed it did not come back" }).to_string(),
        ),
    });
    let batch = Batch {
        settlements: settlements.collect(),
        finished: Vec::new(),
    };
    settling::settle(tx, owner.0, batch).await?;
    settling::abandon(tx, owner.0, vec![claim], now.0).await
}
