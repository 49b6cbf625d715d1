//! The loop that walks runs: it takes those whose time has come, a share of each brand in turn, steps them and
//! writes all that they cause in one commit. A crash takes back the whole commit, so nothing happens twice or not at all.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::timers;
use postrider_store::db::{Clock, Db, DbError, Sleeper};
use tokio_util::sync::CancellationToken;

use super::batch::Batch;
use super::programs::Programs;
use crate::assets::Entropy;
use crate::rounds;

/// Runs that go on in one commit.
const AT_ONCE: usize = 500;
/// The least share of a brand.
const SHARE: usize = 25;
/// A round that walked fewer than this is followed by a pause: what starts meanwhile is walked in one commit.
const FEW: usize = SHARE;
const GATHER: Duration = Duration::from_millis(20);
/// What other processes write is seen within this time.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
const AFTER_FAILURE: Duration = Duration::from_millis(500);

/// What the runner works with.
#[derive(Clone)]
pub struct RunnerContext {
    pub db: Db,
    pub clock: Clock,
    /// Whether the time may be believed: after a leap of the machine's clock it may not for a while.
    pub is_trusted: Arc<dyn Fn() -> bool + Send + Sync>,
    pub plans: Arc<Plans>,
    pub entropy: Entropy,
    pub process: i64,
}

pub struct Runner {
    context: RunnerContext,
    programs: Programs,
    /// The brand that was served last: the next round begins behind it.
    served: i64,
    holds: bool,
}

/// What a round came to.
enum Round {
    /// There may be more that is due.
    More,
    /// There was little, and more may be about to start.
    Few,
    /// When the next is due, if any sleeps.
    Until(Option<i64>),
}

impl Runner {
    pub fn new(context: RunnerContext) -> Self {
        Self {
            context,
            programs: Programs::default(),
            served: 0,
            holds: false,
        }
    }

    pub async fn run(mut self, stop: CancellationToken) {
        let db = self.context.db.clone();
        while !stop.is_cancelled() {
            // Asked before looking: what is committed after the look wakes the loop.
            let mut woken = std::pin::pin!(db.woken(Sleeper::Runs));
            woken.as_mut().enable();
            let round = self.round().await;
            rounds::ended("automations", &round);
            let wait = match round {
                Ok(Round::More) => continue,
                Ok(Round::Few) => {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = tokio::time::sleep(GATHER) => {}
                    }
                    continue;
                }
                Ok(Round::Until(next)) => self.until(next),
                Err(error) => {
                    tracing::warn!(error = %error, "automations wait for the database");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = woken => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    fn until(&self, next: Option<i64>) -> Duration {
        let now = (self.context.clock)();
        let left = next.map_or(i64::MAX, |next| next - now).max(1);
        LOOK_AGAIN.min(Duration::from_millis(left.unsigned_abs()))
    }

    async fn round(&mut self) -> Result<Round, DbError> {
        if self.is_held() {
            return Ok(Round::Until(None));
        }
        let now = (self.context.clock)();
        let brands = self
            .context
            .db
            .read(|tx| async move { timers::brands(&tx).await })
            .await?;
        let next = brands.iter().map(|(_, first)| *first).min();
        let mut due: Vec<BrandKey> = brands
            .into_iter()
            .filter(|(_, first)| *first <= now)
            .map(|(brand, _)| brand)
            .collect();
        if due.is_empty() {
            return Ok(Round::Until(next));
        }
        due.sort_unstable_by_key(|brand| (brand.brand <= self.served, brand.brand));
        due.truncate(AT_ONCE / SHARE);
        let share = AT_ONCE / due.len();
        self.served = due.last().map_or(0, |brand| brand.brand);
        // Always in one order: two processes that walk the same brands never wait for each other in a circle.
        due.sort_unstable_by_key(|brand| (brand.org, brand.brand));
        let batch = Batch {
            brands: due,
            share,
            now,
            programs: self.programs.clone(),
            plans: Arc::clone(&self.context.plans),
            entropy: Arc::clone(&self.context.entropy),
            process: self.context.process,
        };
        let batch = Arc::new(batch);
        let walked = self.context.db.write(move |tx| {
            let batch = Arc::clone(&batch);
            async move { Box::pin(batch.run(&tx)).await }
        });
        let walked = walked.await?;
        metrics::counter!("postrider_runs_woken_total").increment(walked as u64);
        let late = next.map_or(0, |next| now - next);
        metrics::gauge!("postrider_runs_late_seconds").set(late as f64 / 1_000.0);
        // All that is due may be in the hands of another process.
        match walked {
            0 => Ok(Round::Until(None)),
            1..FEW => Ok(Round::Few),
            _ => Ok(Round::More),
        }
    }

    /// A clock that leapt is not believed at once: a wait of days would end at once for everybody.
    fn is_held(&mut self) -> bool {
        let holds = !(self.context.is_trusted)();
        if holds && !self.holds {
            tracing::warn!("the clock leapt ahead: waiting runs are held until it can be believed");
        }
        if self.holds && !holds {
            tracing::info!("the clock is believed again: waiting runs go on");
        }
        self.holds = holds;
        holds
    }
}
