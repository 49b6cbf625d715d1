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

pub(in crate::db) use session::PostgresTx;

use self::connect::Target;
use super::error::{DbError, no_connection};
use super::lane::QUICK_QUEUE;
use super::measures::{LaneMeasures, repeated};
use super::options::DbOptions;
use super::places::Places;

/// How long closing waits for transactions under way, and how often it looks.
const CLOSING: Duration = Duration::from_secs(30);
const CLOSING_LOOK: Duration = Duration::from_millis(5);

pub(super) struct PostgresDb {
    pool: Pool,
    target: Target,
    /// One for each connection: organizations have them in turn.
    places: Places,
    /// Bulk writes and heavy reads share these and leave a quarter of the pool to quick work.
    slow_places: Places,
    patience: Duration,
    begin_heavy: Arc<str>,
    begin_read: Arc<str>,
    begin_write: Arc<str>,
    heavy_limit: Duration,
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
            places: Places::measured(LaneMeasures::new("pool", "quick"), size, QUICK_QUEUE),
            slow_places: Places::measured(
                LaneMeasures::new("pool", "slow"),
                size - (size / 4).max(1),
                options.slow_queue,
            ),
            patience: options.patience,
            begin_heavy: format!(
                "{begin_read}; SET LOCAL statement_timeout = {limit}; SET LOCAL enable_seqscan = on"
            )
            .into(),
            begin_read: begin_read.into(),
            begin_write: "BEGIN".into(),
            heavy_limit: options.heavy_limit,
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
