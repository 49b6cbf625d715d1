//! The connection to Redis. One task makes it, watches it and makes it again; calls only use it, and
//! never wait for it to come back.

use std::time::Duration;

use postrider_domain::contract::window::Reading;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisError};
use tokio::sync::watch;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::script::{Question, WindowScript};

/// After a failure nobody asks again for so long; and so often the task looks whether Redis is there.
const PAUSE: Duration = Duration::from_secs(1);
/// How long making a connection may take. Only the task waits for it.
const ATTEMPT: Duration = Duration::from_secs(1);

pub struct Link {
    client: Client,
    script: WindowScript,
    /// A window of no key. Asking about it shows more than a ping would: that the server takes writes
    /// and has room for them.
    probe: String,
    /// How long a call may wait.
    patience: Duration,
    state: watch::Sender<State>,
}

enum State {
    /// The first attempt still runs. Calls wait for it, no longer than for an answer, so that a process
    /// that has just started counts from its first call on.
    Starting,
    Up(Connection),
    Away,
}

#[derive(Clone)]
struct Connection {
    number: u64,
    redis: MultiplexedConnection,
}

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("no answer in time")]
    Silence(#[from] Elapsed),
    #[error(transparent)]
    Redis(#[from] RedisError),
}

impl Link {
    pub fn new(client: Client, probe: String, patience: Duration) -> Self {
        Self {
            client,
            script: WindowScript::new(),
            probe,
            patience,
            state: watch::Sender::new(State::Starting),
        }
    }

    /// `None` while Redis is away, and when it does not answer in time.
    pub async fn ask(&self, question: Question<'_>) -> Option<Reading> {
        let deadline = Instant::now() + self.patience;
        let connection = self.connection(deadline).await?;
        let answer = timeout_at(deadline, self.script.ask(&connection.redis, question));
        answered(answer.await)
            .inspect_err(|fault| self.lost(Some(&connection), fault))
            .ok()
    }

    async fn connection(&self, deadline: Instant) -> Option<Connection> {
        let mut state = self.state.subscribe();
        let settled = state.wait_for(|state| !matches!(state, State::Starting));
        match timeout_at(deadline, settled).await {
            Ok(state) => match &*state.ok()? {
                State::Up(connection) => Some(connection.clone()),
                State::Starting | State::Away => None,
            },
            Err(silence) => {
                self.lost(None, &silence.into());
                None
            }
        }
    }

    /// Connects, and again whenever the connection is lost. Never ends.
    pub async fn keep(&self) {
        for number in 1.. {
            match self.connect().await {
                Ok(redis) => self.watch_over(Connection { number, redis }).await,
                Err(fault) => self.lost(None, &fault),
            }
            sleep(PAUSE).await;
        }
    }

    async fn connect(&self) -> Result<MultiplexedConnection, Fault> {
        let made = timeout(ATTEMPT, async {
            // Whoever asks has a limit of its own, so the driver needs none.
            let config = AsyncConnectionConfig::new().set_response_timeout(None);
            let redis = self
                .client
                .get_multiplexed_async_connection_with_config(&config)
                .await?;
            // The first question may have to bring the script.
            self.script.ask(&redis, self.probe()).await?;
            Ok::<_, RedisError>(redis)
        });
        let redis = answered(made.await)?;
        // A server that answers, but too late for any call, is as good as away.
        let again = timeout(self.patience, self.script.ask(&redis, self.probe()));
        answered(again.await)?;
        Ok(redis)
    }

    /// Until the connection is lost.
    async fn watch_over(&self, connection: Connection) {
        if let State::Away = self.state.send_replace(State::Up(connection.clone())) {
            tracing::info!("Redis is back: calls are counted against their limits again");
        }
        let mut state = self.state.subscribe();
        let away = async {
            let _ = state.wait_for(|state| matches!(state, State::Away)).await;
        };
        tokio::select! {
            () = away => {}
            fault = self.first_fault(&connection) => self.lost(Some(&connection), &fault),
        }
    }

    /// Finds out that Redis has gone even if no call does.
    async fn first_fault(&self, connection: &Connection) -> Fault {
        loop {
            sleep(PAUSE).await;
            let answer = timeout(ATTEMPT, self.script.ask(&connection.redis, self.probe()));
            if let Err(fault) = answered(answer.await) {
                return fault;
            }
        }
    }

    fn probe(&self) -> Question<'_> {
        Question {
            window: &self.probe,
            limit: 1,
            length_ms: 1,
        }
    }

    /// Says so once: many calls may find out at the same time. `connection` is the one that failed, if
    /// there was one.
    fn lost(&self, connection: Option<&Connection>, fault: &Fault) {
        let first = self.state.send_if_modified(|state| {
            let current = match state {
                State::Starting => connection.is_none(),
                State::Up(other) => connection.is_some_and(|lost| lost.number == other.number),
                State::Away => false,
            };
            if current {
                *state = State::Away;
            }
            current
        });
        if first {
            tracing::warn!(
                error = %fault,
                "Redis cannot be asked: calls are admitted without being counted until it is back"
            );
        }
    }
}

fn answered<T>(answer: Result<Result<T, RedisError>, Elapsed>) -> Result<T, Fault> {
    Ok(answer??)
}
