//! What work costs the database in statements and transactions, counted for whoever asked for it: two numbers that are the
//! same on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use metrics::{Counter, counter};

/// Of all work of one kind.
struct Totals {
    /// `postrider_db_statements_total`: what the database was asked, by the `work` on whose behalf: `requests`, `tracking`,
    /// `jobs`, `mailing`, `automations`, and `other` for all that is done now and then. On PostgreSQL a BEGIN and a COMMIT are
    /// one each; many rows that are written together are one. Chart the rate of each over that of what it does, requests or
    /// mails: it changes with a release, never with the load.
    statements: Counter,
    /// `postrider_db_transactions_total`: how many transactions they were in. A statement that needs none has none.
    transactions: Counter,
}

/// What one piece of work has cost so far.
pub struct Spent {
    statements: AtomicU64,
    transactions: AtomicU64,
    totals: Arc<Totals>,
}

impl Spent {
    pub(super) fn on(work: &'static str) -> Arc<Self> {
        Self::new(Arc::new(Totals {
            statements: counter!("postrider_db_statements_total", "work" => work),
            transactions: counter!("postrider_db_transactions_total", "work" => work),
        }))
    }

    fn new(totals: Arc<Totals>) -> Arc<Self> {
        Arc::new(Self {
            statements: AtomicU64::new(0),
            transactions: AtomicU64::new(0),
            totals,
        })
    }

    /// Another piece of work of the same kind, which has cost nothing yet.
    pub(super) fn anew(&self) -> Arc<Self> {
        Self::new(Arc::clone(&self.totals))
    }

    pub(super) fn statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
        self.totals.statements.increment(1);
    }

    pub(super) fn transaction(&self) {
        self.transactions.fetch_add(1, Ordering::Relaxed);
        self.totals.transactions.increment(1);
    }

    pub fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    pub fn transactions(&self) -> u64 {
        self.transactions.load(Ordering::Relaxed)
    }
}
