//! What an operator can chart about the database and about what else waits. The handles are made once, when the database is opened,
//! so that recording costs no lookup; a recorder that is installed later sees nothing.

use std::time::{Duration, Instant};

use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};

/// How long something took.
#[derive(Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(
        clippy::disallowed_methods,
        reason = "measures, and decides nothing that is stored"
    )]
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    pub(super) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// Whoever waits in one line.
#[derive(Clone)]
pub(super) struct LaneMeasures {
    waiting: Gauge,
    wait: Histogram,
}

impl LaneMeasures {
    /// Closures on their way to a thread (`queue` is `read` or `write`) or a connection (`pool`), by `lane`:
    /// `quick` is what callers wait for, `slow` is bulk work and heavy reads.
    ///
    /// `postrider_db_waiting`: how many wait now. Chart it: the quick lane is near zero while the database
    /// keeps up, and the first to grow when it does not. The slow lane may wait as long as an import runs.
    ///
    /// `postrider_db_wait_seconds`: how long each waited. Chart the quick lane's high percentiles and alert
    /// on them: this is time that every request loses before its first statement. When it grows on `read`
    /// or `pool`, add readers or connections; on `write`, look at the commits.
    pub(super) fn new(queue: &'static str, lane: &'static str) -> Self {
        Self {
            waiting: gauge!("postrider_db_waiting", "queue" => queue, "lane" => lane),
            wait: histogram!("postrider_db_wait_seconds", "queue" => queue, "lane" => lane),
        }
    }

    /// Work beside the database that has a few places.
    ///
    /// `postrider_places_waiting`: how many wait now for a place of this `line`. Chart it: what waits for long is more
    /// than the machine can do, or one organization that asks for much; others have their turn before it.
    ///
    /// `postrider_places_wait_seconds`: how long each waited.
    pub(super) fn of_places(line: &'static str) -> Self {
        Self {
            waiting: gauge!("postrider_places_waiting", "line" => line),
            wait: histogram!("postrider_places_wait_seconds", "line" => line),
        }
    }

    /// Waits until it is dropped, which also happens when the caller goes away.
    pub(super) fn wait(&self) -> Waiting {
        self.waiting.increment(1.0);
        Waiting {
            since: Stopwatch::start(),
            measures: self.clone(),
        }
    }
}

pub(super) struct Waiting {
    measures: LaneMeasures,
    since: Stopwatch,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.measures.waiting.decrement(1.0);
        self.measures.wait.record(self.since.elapsed());
    }
}

/// `postrider_refused_waiting_total`: calls that were answered 503 because too many of their organization waited already.
/// Chart it: one caller that sends more at once than it should.
pub(super) fn refused() -> Counter {
    counter!("postrider_refused_waiting_total")
}

/// The one writer of SQLite.
pub(super) struct WriterMeasures {
    /// `postrider_db_commit_seconds`: what one commit takes, nearly all of it the disk's flush. Chart it: it
    /// is the floor under every write's time, and a disk that gets slower shows here first.
    commit: Histogram,
    /// `postrider_db_commits_total`, and `postrider_db_committed_total` for the closures in them. Chart the
    /// rate of the second over that of the first, the size of a group: it grows with load, which is what
    /// keeps the writer up with it, and near 128 (the largest) the writer is at its end.
    commits: Counter,
    committed: Counter,
}

impl WriterMeasures {
    pub(super) fn new() -> Self {
        Self {
            commit: histogram!("postrider_db_commit_seconds"),
            commits: counter!("postrider_db_commits_total"),
            committed: counter!("postrider_db_committed_total"),
        }
    }

    pub(super) fn committed(&self, closures: usize, since: Stopwatch) {
        self.commit.record(since.elapsed());
        self.commits.increment(1);
        self.committed.increment(closures as u64);
    }
}

/// `postrider_db_repeated_total`: transactions that PostgreSQL ended for a deadlock or a conflict and that
/// ran again. Chart it: some are normal, a growing rate means that two kinds of work fight for the same rows.
pub(super) fn repeated() -> Counter {
    counter!("postrider_db_repeated_total")
}
