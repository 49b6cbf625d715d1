//! A closure in its transaction: once for a read, again after a deadlock for a write.

use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use postrider_domain::turns::Asker;

use super::PostgresDb;
use super::lease::Lease;
use super::session::{PostgresTx, Setting};
use crate::db::error::DbError;
use crate::db::lane::{Lane, Snapshot};
use crate::db::spent::Spent;
use crate::db::verdict::{Running, Verdict};

/// How often a closure is run before a deadlock or a serialization failure is the caller's.
const ATTEMPTS: u32 = 5;

/// A heavy statement is ended by the server; this much later we give up on the server's answer.
const GRACE: Duration = Duration::from_millis(500);

type WriteWork = Box<dyn Fn(Arc<PostgresTx>) -> Running + Send>;
type ReadWork = Box<dyn FnOnce(Arc<PostgresTx>) -> Running + Send>;

/// Gives the connection back when the closure ends in any way, also by being dropped halfway.
struct Attempt(Arc<PostgresTx>);

impl Attempt {
    fn new(lease: Lease, setting: Setting) -> Self {
        Self(Arc::new(PostgresTx::new(lease, setting)))
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        self.0.release();
    }
}

impl PostgresDb {
    fn setting(&self, begin: &Arc<str>, asker: Asker, spent: &Arc<Spent>) -> Setting {
        Setting {
            connections: Arc::clone(&self.connections),
            asker,
            begin: Arc::clone(begin),
            spent: Arc::clone(spent),
        }
    }

    pub(in crate::db) async fn write(
        &self,
        (lane, asker): (Lane, Asker),
        spent: &Arc<Spent>,
        work: WriteWork,
    ) -> Result<(), DbError> {
        let setting = |begin| self.setting(begin, asker, spent);
        let mut lease = self.connections.own(lane, asker).await?;
        for attempt in 1.. {
            let running = Attempt::new(lease, setting(&self.begin_write));
            let verdict = outcome(&running, start(&*work, Arc::clone(&running.0))).await;
            let kept = matches!(verdict, Ok(Verdict::Keep));
            let ended = if kept {
                running.0.commit().await
            } else {
                running.0.roll_back().await
            };
            if running.0.is_repeatable() && attempt < ATTEMPTS {
                // Others may have the connection while this one waits.
                drop(running);
                self.repeated.increment(1);
                tokio::time::sleep(pause(attempt)).await;
                lease = self.connections.own(lane, asker).await?;
                continue;
            }
            return if kept { ended } else { verdict.map(drop) };
        }
        Err(DbError::Busy)
    }

    pub(in crate::db) async fn read(
        &self,
        (lane, asker): (Lane, Asker),
        snapshot: Snapshot,
        spent: &Arc<Spent>,
        work: ReadWork,
    ) -> Result<(), DbError> {
        let lease = match snapshot {
            Snapshot::One => self.connections.own(lane, asker).await?,
            Snapshot::None => self.connections.shared(asker).await?,
        };
        let setting = |begin| self.setting(begin, asker, spent);
        match lane {
            Lane::Quick => {
                let running = Attempt::new(lease, setting(&self.begin_read));
                read_once(running, work).await
            }
            Lane::Slow => {
                let running = Attempt::new(lease, setting(&self.begin_heavy));
                let reading = read_once(running, work);
                let limited = tokio::time::timeout(self.heavy_limit + GRACE, reading);
                limited.await.unwrap_or(Err(DbError::Timeout))
            }
        }
    }
}

async fn read_once(running: Attempt, work: ReadWork) -> Result<(), DbError> {
    let verdict = outcome(&running, start(work, Arc::clone(&running.0))).await;
    // Nothing depends on how a read ends: a connection that is lost by now is not given back.
    let _ = running.0.end_read().await;
    verdict.map(drop)
}

/// Makes the future on the spot, so that the closure itself is not held across a wait.
fn start(
    work: impl FnOnce(Arc<PostgresTx>) -> Running,
    tx: Arc<PostgresTx>,
) -> std::thread::Result<Running> {
    catch_unwind(AssertUnwindSafe(|| work(tx)))
}

/// What the closure decided; an error if it panicked, or if it would keep what it did although a statement failed.
async fn outcome(
    running: &Attempt,
    started: std::thread::Result<Running>,
) -> Result<Verdict, DbError> {
    let finished = match started {
        Ok(future) => AssertUnwindSafe(future).catch_unwind().await,
        Err(panic) => Err(panic),
    };
    let verdict = finished.map_err(|panic| DbError::panicked(panic.as_ref()))?;
    match running.0.failure() {
        Some(failure) if verdict == Verdict::Keep => Err(failure),
        _ => Ok(verdict),
    }
}

/// Longer after each attempt and different for each caller, so that the same two do not meet again.
fn pause(attempt: u32) -> Duration {
    let chance = RandomState::new().hash_one(attempt) % 1000;
    Duration::from_micros(u64::from(attempt) * (1000 + 4 * chance))
}
