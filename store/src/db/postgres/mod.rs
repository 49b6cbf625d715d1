//! PostgreSQL: a pool of connections with cached statements.

mod connect;
mod migrate;
mod run;
mod session;
mod tls;
mod value;

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::Pool;
use metrics::Counter;
use tokio::sync::Semaphore;

pub(in crate::db) use session::PostgresTx;

use self::connect::Target;
use super::error::{DbError, no_connection};
use super::measures::{LaneMeasures, repeated};
use super::options::DbOptions;

/// How long closing waits for transactions under way, and how often it looks.
const CLOSING: Duration = Duration::from_secs(30);
const CLOSING_LOOK: Duration = Duration::from_millis(5);

pub(super) struct PostgresDb {
    pool: Pool,
    target: Target,
    /// Bulk writes and heavy reads share these and leave a quarter of the pool to quick work.
    slow: Semaphore,
    begin_heavy: Arc<str>,
    begin_read: Arc<str>,
    begin_write: Arc<str>,
    heavy_limit: Duration,
    quick_waits: LaneMeasures,
    slow_waits: LaneMeasures,
    repeated: Counter,
}

impl PostgresDb {
    /// Also makes the first connection, so that a wrong URL is found now.
    pub(super) async fn open(options: &DbOptions) -> Result<Self, DbError> {
        let target = Target::parse(&options.url, options.patience)?;
        let pool = target.clone().pool(options)?;
        drop(pool.get().await.map_err(|error| no_connection(&error))?);
        let size = options.pool_size.max(2);
        let begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let limit = options.heavy_limit.as_millis().max(1);
        Ok(Self {
            pool,
            target,
            slow: Semaphore::new(size - (size / 4).max(1)),
            begin_heavy: format!("{begin_read}; SET LOCAL statement_timeout = {limit}").into(),
            begin_read: begin_read.into(),
            begin_write: "BEGIN".into(),
            heavy_limit: options.heavy_limit,
            quick_waits: LaneMeasures::new("pool", "quick"),
            slow_waits: LaneMeasures::new("pool", "slow"),
            repeated: repeated(),
        })
    }

    /// Gives no connection away any more and waits for those in use; a transaction that hangs is left to
    /// the server.
    pub(super) async fn close(&self) {
        self.pool.close();
        let all_back = async {
            while self.pool.status().size > 0 {
                tokio::time::sleep(CLOSING_LOOK).await;
            }
        };
        if tokio::time::timeout(CLOSING, all_back).await.is_err() {
            tracing::warn!("closed the database while transactions were under way");
        }
    }
}
