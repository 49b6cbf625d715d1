//! Waiting for something to become true, never for time to pass.

use std::time::Duration;

/// Long enough for a machine that does much else.
const PATIENCE: Duration = Duration::from_mins(1);
const STEP: Duration = Duration::from_millis(10);

/// Asks until there is an answer; `what` is the message when there never is one.
pub async fn until<T>(what: &str, ask: impl AsyncFnMut() -> Option<T>) -> T {
    until_within(PATIENCE, what, ask).await
}

/// The same for what may take longer.
pub async fn until_within<T>(
    patience: Duration,
    what: &str,
    mut ask: impl AsyncFnMut() -> Option<T>,
) -> T {
    let asking = async {
        loop {
            if let Some(answer) = ask().await {
                return answer;
            }
            tokio::time::sleep(STEP).await;
        }
    };
    let answer = tokio::time::timeout(patience, asking).await;
    answer.unwrap_or_else(|_| panic!("waited {patience:?} in vain: {what}"))
}
