//! Redis, where one is set.

use std::time::Duration;

use redis::{AsyncConnectionConfig, Client, RedisError};
use tokio::time::{Instant, timeout};

use super::finding::{Check, Finding};

const PATIENCE: Duration = Duration::from_secs(2);
/// What a request waits for it.
const PROMPT: Duration = Duration::from_millis(50);
const ADVICE: &str =
    "Check POSTRIDER_REDIS_URL. Until it answers, calls are admitted without being counted.";

pub async fn look(client: &Client) -> Finding {
    let told = match timeout(PATIENCE, ping(client)).await {
        Ok(Ok(took)) if took <= PROMPT => {
            return Finding::ok(Check::Redis, format!("{} ms", took.as_millis()));
        }
        Ok(Ok(took)) => {
            return Finding::warning(
                Check::Redis,
                format!("answers after {} ms", took.as_millis()),
                "Use one that is nearer: a call waits 50 ms at most, and is not counted otherwise.",
            );
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => "no answer".to_owned(),
    };
    Finding::warning(Check::Redis, told, ADVICE)
}

/// How long an answer takes over a connection that is there.
async fn ping(client: &Client) -> Result<Duration, RedisError> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(PATIENCE))
        .set_response_timeout(Some(PATIENCE));
    let mut connection = client
        .get_multiplexed_async_connection_with_config(&config)
        .await?;
    let since = Instant::now();
    redis::cmd("PING")
        .query_async::<()>(&mut connection)
        .await?;
    Ok(since.elapsed())
}
