//! Connections on which many ask at the same time.
//!
//! A statement that is in no transaction needs no connection of its own: the server answers in the order of asking, and one
//! process of it that always has something to do costs a fraction of many that are woken for each statement.

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Client, Pool, PoolError};
use tokio::sync::Mutex;

use crate::db::measures::Stopwatch;

/// More of them ask less of each other and more of the server.
pub(super) const CONNECTIONS: usize = 2;

/// How many closures ask on them at once; each waits for those before it.
pub(super) const AT_ONCE: usize = 64;

/// Then it goes back to the pool, where connections are looked after, and another is taken.
const KEPT: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct SharedConnections {
    slots: [Mutex<Option<Kept>>; CONNECTIONS],
}

struct Kept {
    client: Arc<Client>,
    since: Stopwatch,
}

impl SharedConnections {
    /// The connection on which the fewest ask, a new one where there is none.
    pub(super) async fn get(&self, pool: &Pool) -> Result<Arc<Client>, PoolError> {
        let [first, others @ ..] = &self.slots;
        let mut least = kept(first, pool).await?;
        for slot in others {
            // This handle and the slot's count too.
            if Arc::strong_count(&least) == 2 {
                break;
            }
            let other = kept(slot, pool).await?;
            if Arc::strong_count(&other) < Arc::strong_count(&least) {
                least = other;
            }
        }
        Ok(least)
    }

    /// Nobody is given them any more.
    pub(super) async fn let_go(&self) {
        for slot in &self.slots {
            slot.lock().await.take();
        }
    }
}

async fn kept(slot: &Mutex<Option<Kept>>, pool: &Pool) -> Result<Arc<Client>, PoolError> {
    let mut slot = slot.lock().await;
    if let Some(kept) = &*slot
        && !kept.client.is_closed()
        && kept.since.elapsed() < KEPT
    {
        return Ok(Arc::clone(&kept.client));
    }
    // With nobody on it, this is the one that the pool gives back.
    slot.take();
    let client = Arc::new(Box::pin(pool.get()).await?);
    *slot = Some(Kept {
        client: Arc::clone(&client),
        since: Stopwatch::start(),
    });
    Ok(client)
}
