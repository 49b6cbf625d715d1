//! PostgreSQL: a pool of connections with cached statements.

mod connect;
mod connections;
mod lease;
mod migrate;
mod run;
mod session;
mod shared;
mod tls;
mod value;

use std::sync::Arc;
use std::time::Duration;

use metrics::Counter;

pub(in crate::db) use session::PostgresTx;

use self::connect::Target;
use self::connections::Connections;
use super::error::{DbError, no_connection};
use super::measures::repeated;
use super::options::DbOptions;

pub(super) struct PostgresDb {
    connections: Arc<Connections>,
    target: Target,
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
        let begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let limit = options.heavy_limit.as_millis().max(1);
        Ok(Self {
            connections: Arc::new(Connections::new(pool, options)),
            target,
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

    pub(super) async fn close(&self) {
        self.connections.close().await;
    }
}
