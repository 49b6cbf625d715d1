//! How a connection is made.

use std::time::Duration;

use deadpool_postgres::{
    ClientWrapper, Hook, Manager, ManagerConfig, Metrics, Pool, QueueMode, RecyclingMethod, Runtime,
};
use futures_util::FutureExt;
use tokio_postgres::Config;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::connections::all_connections;
use super::tls::{self, Certificate};
use crate::db::error::DbError;
use crate::db::options::DbOptions;

/// A statement, a wait for a lock and an idle transaction all end, so that one stuck client cannot
/// stop the others: a transaction waits for nothing but the database, so one that is idle for seconds belongs to a process that
/// stands still. Compiling a count takes longer than it saves. A plan is kept for as long as its session, and one that was
/// made while a table was small would read all of it when it has grown: what runs here goes along an index wherever there is
/// one (heavy reads may do as they like). What the URL's own `options` say comes later and wins.
const LIMITS: &str = "-c statement_timeout=30000 -c lock_timeout=10000 \
                      -c idle_in_transaction_session_timeout=10000 -c jit=off -c enable_seqscan=off";

/// A server that went without a word (a failover, a cable) is given up after half a minute; the system's
/// own limits are two hours for a quiet connection and a quarter of an hour for an unanswered statement.
fn notice_silence(config: &mut Config) {
    config
        .keepalives_idle(Duration::from_secs(15))
        .keepalives_interval(Duration::from_secs(5))
        .keepalives_retries(3)
        .tcp_user_timeout(Duration::from_secs(30));
}

#[derive(Clone)]
pub(super) struct Target {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
}

impl Target {
    pub(super) fn parse(url: &str, patience: Duration) -> Result<Self, DbError> {
        let checked = url.replace("sslmode=verify-full", "sslmode=require");
        let certificate = if checked == url {
            Certificate::Unchecked
        } else {
            Certificate::Checked
        };
        let mut config: Config = checked
            .parse()
            .map_err(|error| DbError::Other(format!("the database URL is wrong: {error}")))?;
        let options = match config.get_options() {
            Some(own) => format!("{LIMITS} {own}"),
            None => LIMITS.to_owned(),
        };
        config
            .options(options)
            .application_name("postrider")
            .connect_timeout(patience);
        if !url.contains("keepalives") && !url.contains("tcp_user_timeout") {
            notice_silence(&mut config);
        }
        Ok(Self {
            config,
            tls: tls::connector(certificate)?,
        })
    }

    pub(super) fn pool(self, options: &DbOptions) -> Result<Pool, DbError> {
        let manager_config = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_config(self.config, self.tls, manager_config);
        Pool::builder(manager)
            .pre_recycle(Hook::sync_fn(|client, used| {
                renew_plans(client, used);
                Ok(())
            }))
            .max_size(all_connections(options))
            // The one that was used last knows its plans and its rows best.
            .queue_mode(QueueMode::Lifo)
            .wait_timeout(Some(options.patience))
            .create_timeout(Some(options.patience))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| DbError::Other(error.to_string()))
    }
}

/// A session keeps its plans until the server is told of other statistics, and those that were made while a table was empty
/// take reading all of it for the quickest way. So they are made anew: soon and ever more seldom in a young session, then
/// twice a minute. The next statement is behind it in the line, so nobody waits for the answer.
fn renew_plans(client: &ClientWrapper, used: &Metrics) {
    if is_renewal_due(used.age(), used.last_used()) {
        let _ = client.batch_execute("DISCARD PLANS").now_or_never();
    }
}

/// Whether a new period of a session's life began while it was not in use.
fn is_renewal_due(age: Duration, unused: Duration) -> bool {
    let period = |age: Duration| match age.as_secs() {
        seconds @ 0..32 => u64::from((seconds + 1).ilog2()),
        seconds => 5 + seconds / 30,
    };
    period(age) != period(age.saturating_sub(unused))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_plans_anew_soon_and_then_twice_a_minute() {
        let is_due = |age_ms: u64, unused_ms: u64| {
            is_renewal_due(
                Duration::from_millis(age_ms),
                Duration::from_millis(unused_ms),
            )
        };
        assert!(!is_due(0, 0));
        assert!(!is_due(900, 900));
        assert!(is_due(1_100, 300), "after a second");
        assert!(!is_due(1_200, 100));
        assert!(is_due(3_100, 200), "two later");
        assert!(!is_due(100_000, 5));
        assert!(is_due(120_001, 5), "and every half minute");
        // However often it is used, each period is seen to begin once.
        let renewed = (0..120_000).filter(|ms| is_due(*ms, 1)).count();
        assert_eq!(renewed, 8);
    }
}
