//! How a database is opened.

use std::time::Duration;

use super::numbers::Clock;

#[derive(Clone)]
pub struct DbOptions {
    /// `sqlite:/path/file.db` or `postgres://user:password@host/name`. For PostgreSQL `sslmode` is
    /// `disable`, `prefer` (the default), `require` or `verify-full`, and `options=-csearch_path%3Dname`
    /// chooses a schema.
    pub url: String,
    /// Where row numbers take their time from, in epoch milliseconds.
    pub clock: Clock,
    /// `SQLite`: threads that read.
    pub readers: usize,
    /// PostgreSQL: connections.
    pub pool_size: usize,
    /// How long one heavy read may run.
    pub heavy_limit: Duration,
    /// How many heavy reads of one organization may wait.
    pub slow_queue: usize,
    /// How long to wait for another process's lock (`SQLite`) or for a connection (PostgreSQL).
    pub patience: Duration,
}

impl DbOptions {
    pub fn new(url: impl Into<String>, clock: Clock) -> Self {
        Self {
            url: url.into(),
            clock,
            readers: 4,
            pool_size: 16,
            heavy_limit: Duration::from_secs(10),
            slow_queue: 64,
            patience: Duration::from_secs(5),
        }
    }
}
