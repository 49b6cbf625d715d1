//! Who gets a connection when. The pool itself would give them in the order of asking, and one organization could have them all.

use std::time::Duration;

use deadpool_postgres::Pool;
use postrider_domain::turns::Asker;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

use super::lease::Lease;
use super::shared::{self, SharedConnections};
use crate::db::error::{DbError, no_connection};
use crate::db::lane::{Lane, QUICK_QUEUE};
use crate::db::measures::LaneMeasures;
use crate::db::options::DbOptions;
use crate::db::places::{Place, Places};

/// How long closing waits for transactions under way, and how often it looks.
const CLOSING: Duration = Duration::from_secs(30);
const CLOSING_LOOK: Duration = Duration::from_millis(5);

pub(super) struct Connections {
    pool: Pool,
    shared: SharedConnections,
    /// One for each connection that a closure may have for itself: organizations have them in turn.
    own_places: Places,
    /// Bulk writes and heavy reads share these and leave a quarter to quick work.
    slow_places: Places,
    shared_places: Places,
    patience: Duration,
}

impl Connections {
    pub(super) fn new(pool: Pool, options: &DbOptions) -> Self {
        let size = own_connections(options);
        let line = |lane| LaneMeasures::new("pool", lane);
        Self {
            pool,
            shared: SharedConnections::default(),
            own_places: Places::measured(line("quick"), size, QUICK_QUEUE),
            slow_places: Places::measured(
                line("slow"),
                size - (size / 4).max(1),
                options.slow_queue,
            ),
            shared_places: Places::measured(line("shared"), shared::AT_ONCE, QUICK_QUEUE),
            patience: options.patience,
        }
    }

    /// One that nobody else has.
    pub(super) async fn own(&self, lane: Lane, asker: Asker) -> Result<Lease, DbError> {
        let slow = match lane {
            Lane::Quick => None,
            Lane::Slow => Some(self.slow_places.take(asker).await?),
        };
        let place = self.in_time(&self.own_places, asker).await?;
        // Making one is long: whoever asks for one would carry the room for that.
        let client = Box::pin(self.pool.get()).await;
        let client = client.map_err(|error| no_connection(&error))?;
        Ok(Lease::own(client, place, slow))
    }

    /// One for statements that are in no transaction.
    pub(super) async fn shared(&self, asker: Asker) -> Result<Lease, DbError> {
        let place = self.in_time(&self.shared_places, asker).await?;
        // Those who wait while one makes a new one wait as long, together.
        let client = timeout(self.patience, self.shared.get(&self.pool)).await;
        let client = client
            .map_err(late)?
            .map_err(|error| no_connection(&error))?;
        Ok(Lease::shared(client, place))
    }

    async fn in_time(&self, places: &Places, asker: Asker) -> Result<Place, DbError> {
        let place = timeout(self.patience, places.take(asker)).await;
        Ok(place.map_err(late)??)
    }

    /// Gives no connection away any more and waits for those in use; a transaction that hangs is left to
    /// the server.
    pub(super) async fn close(&self) {
        self.pool.close();
        self.shared.let_go().await;
        let all_back = async {
            while self.pool.status().size > 0 {
                tokio::time::sleep(CLOSING_LOOK).await;
            }
        };
        if timeout(CLOSING, all_back).await.is_err() {
            tracing::warn!("closed the database while transactions were under way");
        }
    }
}

fn late(_: Elapsed) -> DbError {
    DbError::Unavailable("no connection came free in time".to_owned())
}

fn own_connections(options: &DbOptions) -> usize {
    options.pool_size.max(2)
}

/// Those that are shared come on top, and twice: one that goes back to the pool is still asked while its successor is.
pub(super) fn all_connections(options: &DbOptions) -> usize {
    own_connections(options) + 2 * shared::CONNECTIONS
}
