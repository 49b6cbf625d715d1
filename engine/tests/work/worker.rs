//! A kind of work that does what a test tells it, and reconcilers that run it.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use postrider_domain::tenant::BrandKey;
use postrider_engine::jobs::{
    Folder, JobError, Pending, Process, Reconciler, Turn, TurnEnd, WORKER, Work,
};
use postrider_store::db::{Clock, Db, DbError, Sleeper, Tx};
use postrider_store::jobs::{self, Claimed};
use postrider_store::params;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::harness::{ADD, NAMES};

pub const BRAND: BrandKey = BrandKey { org: 1, brand: 1 };
pub const KIND: &str = "test";

/// What the work does with a job.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Two pieces, each leaving a note.
    Work,
    Fail,
    Panic,
    /// One piece, then it waits for the test to open the gate, then the last.
    WaitAtGate,
    /// The same, and waits before the first piece.
    WaitAtGateFirst,
    FailAfterPiece,
}

pub struct Worker {
    pub act: Mutex<Act>,
    pub gate: tokio::sync::Semaphore,
    /// Places that one organization may have.
    pub each: usize,
    pub turns: AtomicUsize,
    /// How often a process has begun to look for what is due.
    pub looks: AtomicUsize,
    /// What a turn that had to wait came to.
    pub lost: AtomicUsize,
}

impl Worker {
    pub fn new(act: Act) -> Arc<Self> {
        Self::sharing(act, 8)
    }

    pub fn sharing(act: Act, each: usize) -> Arc<Self> {
        Arc::new(Self {
            each,
            act: Mutex::new(act),
            gate: tokio::sync::Semaphore::new(0),
            turns: AtomicUsize::new(0),
            looks: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
        })
    }

    async fn act(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        self.turns.fetch_add(1, Ordering::SeqCst);
        let act = *self.act.lock().unwrap();
        match act {
            Act::Fail => return Err(JobError::Failed("told to".to_owned())),
            Act::Panic => panic!("told to"),
            Act::WaitAtGateFirst => self.gate.acquire().await.unwrap().forget(),
            Act::Work | Act::WaitAtGate | Act::FailAfterPiece => {}
        }
        let subject = turn.job.subject;
        turn.piece(move |tx| async move { note(&tx, subject, "first").await })
            .await?;
        if act == Act::FailAfterPiece {
            return Err(JobError::Failed("told to".to_owned()));
        }
        if act == Act::WaitAtGate {
            tokio::select! {
                passed = self.gate.acquire() => passed.unwrap().forget(),
                () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            }
        }
        let last = turn
            .last_piece(move |tx| async move { note(&tx, subject, "last").await })
            .await;
        if matches!(last, Err(JobError::Lost)) {
            self.lost.fetch_add(1, Ordering::SeqCst);
        }
        last.map(|()| TurnEnd::Finished)
    }
}

async fn note(tx: &Tx, subject: i64, what: &str) -> Result<(), JobError> {
    tx.execute(&ADD, params![1, tx.number(), format!("{what} {subject}")])
        .await?;
    Ok(())
}

impl Work for Worker {
    fn kind(&self) -> &'static str {
        KIND
    }

    /// Asked once in every look.
    fn at_once(&self) -> usize {
        self.looks.fetch_add(1, Ordering::SeqCst);
        8
    }

    fn at_once_of_one(&self) -> usize {
        self.each
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.act(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, _now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let name = format!("gave up {}", job.subject);
            tx.execute(&ADD, params![1, tx.number(), name]).await?;
            Ok(())
        })
    }
}

/// A life of a process, each time another.
pub fn new_life(number: i64, started_at: i64) -> Process {
    static LIVES: AtomicI64 = AtomicI64::new(1);
    Process {
        number,
        life: LIVES.fetch_add(1, Ordering::SeqCst),
        started_at,
        version: "test",
        roles: WORKER.to_owned(),
        objects: String::new(),
        takeover_ms: 600_000,
    }
}

/// A process that does background work, until it is stopped.
pub struct Running {
    pub stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Running {
    pub fn start(db: &Db, time: &Arc<AtomicI64>, number: i64, work: &Arc<Worker>) -> Self {
        let time = Arc::clone(time);
        let process = new_life(number, time.load(Ordering::SeqCst));
        let works: Vec<Arc<dyn Work>> = vec![Arc::<Worker>::clone(work)];
        let clock: Clock = Arc::new(move || time.load(Ordering::SeqCst));
        let stop = CancellationToken::new();
        let reconciler = Reconciler::new(db.clone(), Arc::clone(&clock), process.clone(), works);
        let (db, stopped) = (db.clone(), stop.clone());
        let task = tokio::spawn(async move {
            process.join(&db, &clock, Folder::Same).await.unwrap();
            reconciler.run(stopped).await;
        });
        Self { stop, task }
    }

    pub async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }

    /// As a killed process: nothing is given back.
    pub async fn kill(self) {
        self.task.abort();
        let _ = self.task.await;
    }
}

pub async fn enqueue(db: &Db, subjects: std::ops::Range<i64>, at: i64) {
    enqueue_for(db, BRAND, subjects, at).await;
}

pub async fn enqueue_for(db: &Db, brand: BrandKey, subjects: std::ops::Range<i64>, at: i64) {
    db.write(move |tx| {
        let subjects = subjects.clone();
        async move {
            for subject in subjects {
                jobs::enqueue(&tx, brand, KIND, subject, at).await?;
            }
            Ok::<_, DbError>(())
        }
    })
    .await
    .unwrap();
}

/// Lets the reconcilers look at once at a clock that the test has set.
pub async fn pass(db: &Db, time: &AtomicI64, ms: i64) {
    time.fetch_add(ms, Ordering::SeqCst);
    db.write(|tx| async move {
        tx.wake(Sleeper::Jobs);
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
}

pub async fn notes(db: &Db) -> Vec<String> {
    db.read(|tx| async move {
        let rows = tx.rows(&NAMES, params![]).await?;
        rows.iter().map(|row| row.text(0)).collect::<Result<_, _>>()
    })
    .await
    .unwrap_or_else(|error: DbError| panic!("{error}"))
}

/// Waits until a condition, which may await, holds.
macro_rules! until {
    ($what:expr, $holds:expr $(,)?) => {
        let mut tries = 0;
        while !$holds {
            tries += 1;
            assert!(tries < 2000, "it never came to this: {}", $what);
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
}
pub(crate) use until;
