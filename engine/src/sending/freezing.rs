//! The start of a send: its audience becomes its recipients, page by page, while the first of them are being mailed.

use std::sync::Arc;

use postrider_domain::accounts::credits::{Period, Plans};
use postrider_domain::contacts::filter::{self, FilterGroup, ResolvedFilter};
use postrider_domain::sending::send::{PauseReason, RecipientState, SendStatus, Tally};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_zone;
use postrider_store::contacts::{self, Member, MemberPage};
use postrider_store::db::{DbError, Dialect, Tx};
use postrider_store::delivery::change::Change;
use postrider_store::delivery::heads::{self, Lane};
use postrider_store::delivery::tallies;
use postrider_store::jobs::{self, Claimed};
use postrider_store::sends::{self, Move, SendRecord, freezing, move_to};
use postrider_store::usage::{self, Account};
use postrider_store::{audiences, brands, fields};
use serde_json::json;

use crate::credits::account_of;
use crate::jobs::{JobError, Outcome, Pending, Turn, Work};

/// Sends that a process starts side by side.
const AT_ONCE: usize = 4;

pub struct SendJob {
    pub plans: Arc<Plans>,
    /// Who counts.
    pub process: i64,
}

impl Work for SendJob {
    fn kind(&self) -> &'static str {
        sends::JOB
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<Outcome, JobError>> {
        Box::pin(self.start(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let message = "The send could not be started. It is tried again.";
            let error = json!({ "code": "INTERNAL_ERROR", "message": message }).to_string();
            let step = Move::paused(PauseReason::Refused, Some(error), now);
            let from = [
                SendStatus::Scheduled,
                SendStatus::Queued,
                SendStatus::Running,
            ];
            move_to(&tx, job.brand, job.subject, &from, &step).await?;
            Ok(())
        })
    }
}

/// A page is one commit. `SQLite` has one writer, which others wait for; on PostgreSQL the round trips count.
fn page_size(dialect: Dialect) -> i64 {
    match dialect {
        Dialect::Sqlite => 1_000,
        Dialect::Postgres => 2_000,
    }
}

impl SendJob {
    async fn start(&self, turn: Turn) -> Result<Outcome, JobError> {
        let Some(send) = self.load(&turn).await? else {
            return forget(&turn).await;
        };
        match (send.status, send.pause_reason) {
            (SendStatus::Scheduled, _) => match send.scheduled_at {
                Some(at) if at > turn.now() => return Ok(Outcome::Again { at }),
                _ => {}
            },
            (SendStatus::Queued | SendStatus::Running, _)
            | (SendStatus::Paused, Some(PauseReason::Quota)) => {}
            _ => return forget(&turn).await,
        }
        if send.freeze_bound.is_none()
            && let Some(at) = self.begin(&turn, &send).await?
        {
            return Ok(Outcome::Again { at });
        }
        self.freeze(&turn).await
    }

    async fn load(&self, turn: &Turn) -> Result<Option<SendRecord>, JobError> {
        let (brand, send) = (turn.job.brand, turn.job.subject);
        let read = turn
            .db
            .read(move |tx| async move { sends::by_number(&tx, brand, send).await });
        Ok(read.await?)
    }

    /// Takes the allowance and lets the send run. When there is too little: when to look again.
    async fn begin(&self, turn: &Turn, send: &SendRecord) -> Result<Option<i64>, JobError> {
        let (brand, now) = (turn.job.brand, turn.now());
        let plans = Arc::clone(&self.plans);
        let account = turn.db.read(move |tx| {
            let plans = Arc::clone(&plans);
            async move { account_of(&tx, &plans, brand.org, now).await }
        });
        let Some(account) = account.await? else {
            return Err(JobError::Failed("the organization has no plan".to_owned()));
        };
        let eligible = match account.sends {
            // What nobody limits is counted when it is known.
            None => 0,
            Some(_) => self.count(turn, send).await?,
        };
        let send = send.clone();
        turn.piece(move |tx| {
            let send = send.clone();
            async move { begin(&tx, brand, &send, account, eligible, now).await }
        })
        .await
    }

    async fn count(&self, turn: &Turn, send: &SendRecord) -> Result<i64, JobError> {
        let (brand, send, now) = (turn.job.brand, send.clone(), turn.now());
        let counted = turn.db.read_heavy(move |tx| {
            let send = send.clone();
            async move {
                if let Some(addresses) = &send.addresses {
                    let listed = listed(addresses)?;
                    let once = listed.iter().filter(|(_, repeats)| !repeats);
                    let once: Vec<&str> = once.map(|(address, _)| address.as_str()).collect();
                    let tally = contacts::eligible_listed(&tx, brand, &once).await?;
                    return Ok::<_, JobError>(tally.planned);
                }
                let stored = audience_filter(&tx, brand, &send).await?;
                let filter = resolved(&tx, brand, stored.as_deref(), now).await?;
                let tally = contacts::eligible(&tx, brand, filter.as_ref()).await?;
                Ok(tally.planned)
            }
        });
        counted.await
    }

    async fn freeze(&self, turn: &Turn) -> Result<Outcome, JobError> {
        let (brand, send, process) = (turn.job.brand, turn.job.subject, self.process);
        let plans = Arc::clone(&self.plans);
        loop {
            if turn.stopping() {
                return Ok(Outcome::Interrupted);
            }
            let now = turn.now();
            let size = page_size(turn.db.dialect());
            let plans = Arc::clone(&plans);
            let more = turn.piece(move |tx| {
                let page = Page {
                    brand,
                    send,
                    process,
                    size,
                    now,
                };
                let plans = Arc::clone(&plans);
                async move { page.freeze(&tx, &plans).await }
            });
            if !more.await? {
                return forget(turn).await;
            }
        }
    }
}

/// There is nothing more to do for the send here.
async fn forget(turn: &Turn) -> Result<Outcome, JobError> {
    let (brand, number, now) = (turn.job.brand, turn.job.subject, turn.now());
    turn.last_piece(move |tx| async move {
        // Whoever lets it go on right now is waited for.
        sends::hold(&tx, brand, number).await?;
        let send = sends::by_number(&tx, brand, number).await?;
        // Somebody let it go on since we looked, and found this job still there.
        if send.is_some_and(|send| is_to_be_frozen(&send)) {
            jobs::enqueue(&tx, brand, sends::JOB, number, now).await?;
        }
        // The dispatcher looks whether that was all.
        tx.wake_workers();
        Ok(())
    })
    .await?;
    Ok(Outcome::Finished)
}

fn is_to_be_frozen(send: &SendRecord) -> bool {
    match send.status {
        SendStatus::Scheduled | SendStatus::Queued => true,
        SendStatus::Running => !send.frozen,
        _ => false,
    }
}

async fn begin(
    tx: &Tx,
    brand: BrandKey,
    send: &SendRecord,
    account: Account,
    eligible: i64,
    now: i64,
) -> Result<Option<i64>, JobError> {
    // Whoever paused or canceled it meanwhile was not seen above.
    let from = [send.status];
    if !usage::take_sends(tx, &account, eligible).await? {
        let error = json!({
            "code": "SEND_QUOTA_EXCEEDED",
            "message": "Too few deliveries are left of this month's. The send goes on when the next begins.",
        });
        let step = Move::paused(PauseReason::Quota, Some(error.to_string()), now);
        move_to(tx, brand, send.id, &from, &step).await?;
        return Ok(Some(account.period.end));
    }
    if move_to(
        tx,
        brand,
        send.id,
        &from,
        &Move::to(SendStatus::Running, now),
    )
    .await?
    .is_none()
    {
        // Nothing is taken from the allowance either.
        return Err(JobError::Lost);
    }
    freezing::set_allowance(tx, brand, send.id, eligible, account.period.start).await?;
    let filter = audience_filter(tx, brand, send).await?;
    // Numbers follow clocks, and those of several machines differ a little.
    let newest = contacts::newest(tx, brand).await?.unwrap_or(0);
    let bound = tx.number().max(newest);
    freezing::begin(tx, brand, send.id, bound, filter.as_deref()).await?;
    heads::open(tx, brand, send.id, Lane::Campaign).await?;
    Ok(None)
}

/// JSON; nothing for everybody, and for a list of addresses.
async fn audience_filter(
    tx: &Tx,
    brand: BrandKey,
    send: &SendRecord,
) -> Result<Option<String>, JobError> {
    let Some(audience) = &send.refs.audience else {
        return match send.audience {
            None => Ok(None),
            Some(_) => Err(JobError::Failed("the audience is gone".to_owned())),
        };
    };
    let audience = audiences::get(tx, brand, audience).await?;
    Ok(audience.map(|audience| audience.filters))
}

/// A stored filter as it is asked at a time.
pub(crate) async fn resolved(
    tx: &Tx,
    brand: BrandKey,
    stored: Option<&str>,
    at: i64,
) -> Result<Option<ResolvedFilter>, JobError> {
    let Some(stored) = stored else {
        return Ok(None);
    };
    let known = fields::known(tx, brand).await?;
    let zone = match brands::get(tx, brand).await? {
        Some(brand) => parse_zone(&brand.time_zone),
        None => None,
    };
    let checked = FilterGroup::from_stored(stored)
        .and_then(|group| filter::check(&group, &known, "filters").ok())
        .ok_or_else(|| JobError::Failed("the audience's filter fits no more".to_owned()))?;
    let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
    Ok(Some(checked.resolve(at, &zone)))
}

/// The addresses of a list, each with whether it repeats an earlier one.
fn listed(addresses: &str) -> Result<Vec<(String, bool)>, JobError> {
    let addresses: Vec<String> = serde_json::from_str(addresses)
        .map_err(|error| JobError::Hopeless(format!("the send's addresses: {error}")))?;
    let mut seen = std::collections::HashSet::new();
    let listed = addresses.into_iter().map(|address| {
        let repeats = !seen.insert(address.clone());
        (address, repeats)
    });
    Ok(listed.collect())
}

/// The next commit of a freeze.
#[derive(Clone, Copy)]
struct Page {
    brand: BrandKey,
    send: i64,
    process: i64,
    size: i64,
    now: i64,
}

impl Page {
    /// Whether there are more.
    async fn freeze(self, tx: &Tx, plans: &Plans) -> Result<bool, JobError> {
        let (brand, number) = (self.brand, self.send);
        let Some(send) = sends::by_number(tx, brand, number).await? else {
            return Ok(false);
        };
        let (SendStatus::Running, Some(bound), false) =
            (send.status, send.freeze_bound, send.frozen)
        else {
            return Ok(false);
        };
        let members = self.members(tx, &send, bound).await?;
        let is_last = send.addresses.is_some() || (members.len() as i64) < self.size;
        let step = freezing::Step {
            from: send.frozen_to,
            to: members
                .iter()
                .map(|member| member.contact)
                .max()
                .unwrap_or(send.frozen_to),
            last_ordinal: members
                .iter()
                .map(|member| member.ordinal)
                .max()
                .unwrap_or(send.last_ordinal),
            is_last,
        };
        if !freezing::advance(tx, brand, number, step).await? {
            return Err(JobError::Lost);
        }
        let by = tally_of(&members)?;
        let change = Change {
            brand,
            send: number,
            place: None,
            by,
        };
        tallies::add(tx, self.process, vec![change]).await?;
        if is_last {
            self.close(tx, &send, plans).await?;
        }
        tx.wake_workers();
        Ok(!is_last)
    }

    async fn members(
        self,
        tx: &Tx,
        send: &SendRecord,
        bound: i64,
    ) -> Result<Vec<Member>, JobError> {
        let brand = self.brand;
        if let Some(addresses) = &send.addresses {
            return Ok(contacts::freeze_listed(tx, brand, send.id, listed(addresses)?).await?);
        }
        let at = send.started_at.unwrap_or(self.now);
        let filter = resolved(tx, brand, send.freeze_filter.as_deref(), at).await?;
        let page = MemberPage {
            send: send.id,
            after: send.frozen_to,
            bound,
            last_ordinal: send.last_ordinal,
            limit: self.size,
        };
        Ok(contacts::freeze(tx, brand, filter.as_ref(), page).await?)
    }

    /// The number is known now: it is what is shown, and what the allowance gives.
    async fn close(self, tx: &Tx, send: &SendRecord, plans: &Plans) -> Result<(), JobError> {
        let (brand, month) = (self.brand, send.allowance_month);
        let planned = tallies::read(tx, brand, send.id).await?.planned;
        freezing::set_recipient_count(tx, brand, send.id, planned).await?;
        let Some(account) = account_of(tx, plans, brand.org, self.now).await? else {
            return Ok(());
        };
        let month = month.unwrap_or(account.period.start);
        let account = Account {
            period: Period::at(month),
            // The audience may have grown since it was counted: by then it is on its way.
            sends: None,
            ..account
        };
        if planned > send.allowance {
            usage::take_sends(tx, &account, planned - send.allowance).await?;
        } else {
            usage::return_sends(tx, &account, send.allowance - planned).await?;
        }
        freezing::set_allowance(tx, brand, send.id, planned, month).await?;
        Ok(())
    }
}

fn tally_of(members: &[Member]) -> Result<Tally, JobError> {
    let mut tally = Tally::default();
    for member in members {
        let state = RecipientState::from_code(member.state)
            .ok_or_else(|| JobError::Failed(format!("a recipient in state {}", member.state)))?;
        match tally.in_state(state) {
            Some(count) => *count += 1,
            None => tally.planned += 1,
        }
    }
    Ok(tally)
}
