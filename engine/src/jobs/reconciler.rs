//! The loop that finds jobs, claims them and sees them through.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use postrider_domain::turns;
use postrider_store::db::{Clock, Db, DbError, Sleeper};
use postrider_store::jobs::{self, Claimed, Later, claim};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use super::Work;
use super::activities::Activities;
use super::backoff::{MAX_ATTEMPTS, delay_ms};
use super::heartbeat::Heartbeat;
use super::outcome::{JobError, TurnEnd};
use super::process::{Peers, Process};
use super::turn::{LEASE_MS, Turn};

/// How long the loop sleeps at most: what another process left behind is found by looking.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

pub struct Reconciler {
    db: Db,
    clock: Clock,
    works: Vec<Arc<dyn Work>>,
    activities: Arc<Activities>,
    heartbeat: Arc<Heartbeat>,
    /// The organization whose job of a kind was taken last.
    last: Mutex<HashMap<&'static str, i64>>,
    /// An activity has ended and left room for another.
    room: Notify,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Reconciler {
    pub fn new(db: Db, clock: Clock, process: Process, works: Vec<Arc<dyn Work>>) -> Arc<Self> {
        let activities = Arc::new(Activities::default());
        let heartbeat = Heartbeat {
            db: db.clone(),
            clock: Arc::clone(&clock),
            process,
            kinds: works.iter().map(|work| work.kind()).collect(),
            activities: Arc::clone(&activities),
            peers: Peers::default(),
            replaced: CancellationToken::new(),
            has_warned: AtomicBool::new(false),
        };
        Arc::new(Self {
            db,
            clock,
            works,
            activities,
            heartbeat: Arc::new(heartbeat),
            last: Mutex::default(),
            room: Notify::new(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        })
    }

    fn now(&self) -> i64 {
        (self.clock)()
    }

    /// The others, as far as this process has seen them.
    pub fn peers(&self) -> Peers {
        self.heartbeat.peers.clone()
    }

    /// Cancelled when another process has begun to live under this one's number.
    pub fn replaced(&self) -> CancellationToken {
        self.heartbeat.replaced.clone()
    }

    /// Runs until `stop`, then lets the activities end at their next piece and gives back what they hold. The process
    /// has joined before.
    pub async fn run(self: Arc<Self>, stop: CancellationToken) {
        let beats = Arc::clone(&self.heartbeat).run(stop.clone());
        self.tasks.spawn(beats);
        self.claims(&stop).await;
        self.stop.cancel();
        self.tasks.close();
        if !self.activities.names().is_empty() {
            tracing::info!(
                jobs = self.activities.names(),
                "waiting for background work to pause"
            );
        }
        self.tasks.wait().await;
        if let Err(error) = self.heartbeat.leave().await {
            tracing::warn!(error = %error, "leases will end by themselves");
        }
    }

    async fn claims(self: &Arc<Self>, stop: &CancellationToken) {
        loop {
            // Asked before looking: what is committed after the look wakes the loop.
            let mut woken = std::pin::pin!(self.db.woken(Sleeper::Jobs));
            woken.as_mut().enable();
            let wait = match self.claim_due().await {
                Ok(wait) => wait,
                Err(error) => {
                    tracing::warn!(error = %error, "due jobs could not be claimed; the next round tries again");
                    LOOK_AGAIN
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = woken => {}
                () = self.room.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Takes what is due of every kind that has room, and says when to look again.
    async fn claim_due(self: &Arc<Self>) -> Result<Duration, DbError> {
        let mut wait = LOOK_AGAIN;
        let works = self.works.iter().map(|work| (work, self.room_for(work)));
        let works: Vec<_> = works.filter(|(_, room)| *room > 0).collect();
        let kinds: Vec<_> = works.iter().map(|(work, _)| work.kind()).collect();
        if kinds.is_empty() {
            return Ok(wait);
        }
        // A look costs a reader; only if there is something to take the writer is asked.
        let due = self
            .db
            .read_apart(move |tx| async move { claim::next_due(&tx, &kinds).await });
        let due = due.await?;
        let now = self.now();
        for (work, room) in works {
            match due.iter().find(|due| due.kind == work.kind()) {
                Some(due) if due.due_at <= now => self.claim(work, room, now).await?,
                Some(due) => wait = wait.min(Duration::from_millis((due.due_at - now) as u64)),
                None => {}
            }
        }
        Ok(wait)
    }

    fn room_for(&self, work: &Arc<dyn Work>) -> usize {
        let busy = self.activities.count(work.kind());
        work.at_once().saturating_sub(busy)
    }

    async fn claim(
        self: &Arc<Self>,
        work: &Arc<dyn Work>,
        room: usize,
        now: i64,
    ) -> Result<(), DbError> {
        let process = &self.heartbeat.process;
        let by = claim::Claimant {
            owner: process.number,
            life: process.life,
            now,
            lease_until: now + LEASE_MS,
        };
        let kind = work.kind();
        let shares = self.shares(work, room, now).await?;
        if shares.is_empty() {
            return Ok(()); // all that is due is held
        }
        let claimed = self
            .db
            .write(move |tx| {
                let shares = shares.clone();
                async move { claim::claim(&tx, kind, by, &shares).await }
            })
            .await?;
        for job in claimed {
            let stop = self.stop.child_token();
            self.activities.begin(&job, stop.clone());
            let span = tracing::info_span!(
                "job",
                job.kind = kind,
                job.id = job.key.id,
                job.subject = job.subject
            );
            let activity = Arc::clone(self).see_through(Arc::clone(work), job, stop);
            self.tasks.spawn(activity.instrument(span));
        }
        Ok(())
    }

    /// How many jobs of which organization are taken into the room that is left. Whoever comes after the one that was taken
    /// last is first, so that nobody waits behind all that another has to do.
    async fn shares(
        &self,
        work: &Arc<dyn Work>,
        room: usize,
        now: i64,
    ) -> Result<Vec<(i64, usize)>, DbError> {
        let (kind, each) = (work.kind(), work.at_once_of_one());
        let due = self
            .db
            .read_apart(move |tx| async move { claim::due(&tx, kind, now, room as i64).await });
        let mut due = due.await?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let served = last.get(kind).copied().unwrap_or(i64::MIN);
        let later = due.partition_point(|due| due.org <= served);
        due.rotate_left(later);
        let waiting: Vec<_> = due
            .iter()
            .map(|due| {
                let busy = self.activities.count_of(kind, due.org);
                let more = each.saturating_sub(busy).min(due.jobs as usize);
                (due.org, busy, more)
            })
            .collect();
        let shares = turns::shares(room, &waiting);
        if let Some((org, _)) = shares.last() {
            last.insert(kind, *org);
        }
        Ok(shares)
    }

    /// One turn of one job, whatever becomes of it.
    async fn see_through(
        self: Arc<Self>,
        work: Arc<dyn Work>,
        mut job: Claimed,
        stop: CancellationToken,
    ) {
        let (outcome, settled) = if job.attempts > MAX_ATTEMPTS {
            // It was begun so often and never came back to say what went wrong.
            tracing::error!(job.attempts, "a job that ends its process was given up");
            ("given_up", self.give_up(&work, &job).await)
        } else {
            let turn = Turn::new(job.clone(), self.db.clone(), Arc::clone(&self.clock), stop);
            let progressed = turn.progressed();
            let ran = AssertUnwindSafe(work.run(turn)).catch_unwind().await;
            if progressed.load(Ordering::Relaxed) {
                job.attempts = 1; // only tries without progress count
            }
            let ran = ran.unwrap_or_else(|_| Err(JobError::Failed("the job panicked".to_owned())));
            self.settle(&work, &job, ran).await
        };
        metrics::counter!("postrider_jobs_total", "kind" => work.kind(), "outcome" => outcome)
            .increment(1);
        if let Err(error) = settled {
            tracing::warn!(error = %error, "a job could not be given back; its lease will end by itself");
        }
        self.activities.end(job.key);
        self.room.notify_one();
    }

    async fn settle(
        &self,
        work: &Arc<dyn Work>,
        job: &Claimed,
        ran: Result<TurnEnd, JobError>,
    ) -> (&'static str, Result<(), DbError>) {
        match ran {
            Ok(TurnEnd::Finished) => ("finished", Ok(())),
            Ok(TurnEnd::Interrupted) => ("interrupted", self.release(job).await),
            Ok(TurnEnd::Again { at }) => ("again", self.put_back(job, at, 0, None).await),
            Ok(TurnEnd::Retry { at }) => {
                ("again", self.put_back(job, at, job.attempts, None).await)
            }
            Ok(TurnEnd::Untried { at }) => {
                let before = job.attempts - 1;
                ("again", self.put_back(job, at, before, None).await)
            }
            Err(JobError::Lost) => ("lost", Ok(())),
            // Nobody takes it before the tenant goes on.
            Err(JobError::Stopped) => ("held", self.release(job).await),
            Err(error) => self.failed(work, job, &error).await,
        }
    }

    async fn failed(
        &self,
        work: &Arc<dyn Work>,
        job: &Claimed,
        error: &JobError,
    ) -> (&'static str, Result<(), DbError>) {
        let text = error.to_string();
        if matches!(error, JobError::Hopeless(_)) || job.attempts >= MAX_ATTEMPTS {
            tracing::error!(error = text, job.attempts, "a job was given up");
            return ("given_up", self.give_up(work, job).await);
        }
        let at = self.now() + delay_ms(job.key.id, job.attempts);
        tracing::warn!(error = text, job.attempts, "a job will be tried again");
        (
            "failed",
            self.put_back(job, at, job.attempts, Some(text)).await,
        )
    }

    async fn give_up(&self, work: &Arc<dyn Work>, job: &Claimed) -> Result<(), DbError> {
        let (work, job, now) = (Arc::clone(work), job.clone(), self.now());
        self.db
            .write(move |tx| {
                let (work, job) = (Arc::clone(&work), job.clone());
                async move {
                    if jobs::finish(&tx, job.key).await? {
                        work.give_up(tx, job, now).await?;
                    }
                    Ok(())
                }
            })
            .await
    }

    async fn put_back(
        &self,
        job: &Claimed,
        due_at: i64,
        attempts: i64,
        error: Option<String>,
    ) -> Result<(), DbError> {
        let (key, later) = (
            job.key,
            Later {
                due_at,
                attempts,
                error,
            },
        );
        self.db
            .write(move |tx| {
                let later = later.clone();
                async move { jobs::put_back(&tx, key, later).await }
            })
            .await
            .map(drop)
    }

    async fn release(&self, job: &Claimed) -> Result<(), DbError> {
        let (key, now) = (job.key, self.now());
        self.db
            .write(move |tx| async move { jobs::release(&tx, key, now).await })
            .await
    }
}
