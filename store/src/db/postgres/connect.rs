//! How a connection is made.

use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio_postgres::Config;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls::{self, Certificate};
use crate::db::error::DbError;
use crate::db::options::DbOptions;

/// A statement, a wait for a lock and an idle transaction all end, so that one stuck client cannot
/// stop the others: a transaction waits for nothing but the database, so one that is idle for seconds belongs to a process that
/// stands still. Compiling a count takes longer than it saves. What the URL's own `options` say comes later and wins.
const LIMITS: &str = "-c statement_timeout=30000 -c lock_timeout=10000 \
                      -c idle_in_transaction_session_timeout=10000 -c jit=off";

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
            .max_size(options.pool_size.max(2))
            .wait_timeout(Some(options.patience))
            .create_timeout(Some(options.patience))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| DbError::Other(error.to_string()))
    }
}
