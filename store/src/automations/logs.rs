//! What a run did at each node: the log of a run is its events.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// A graph has no more nodes, and a run comes to each once.
const MOST: i64 = 1_000;

statements! {
    list OF_RUN -> LoggedNode = "
        SELECT {columns} FROM events AS e {along}(events__org__brand__run)
        WHERE e.org = $1 AND e.brand = $2 AND e.run = $3 AND e.type IN ({node_completed}, {node_failed}, {node_skipped})
        ORDER BY e.id LIMIT $4";
}

record! {
    /// A node that a run has left behind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LoggedNode {
        pub kind: EventType = "e.type",
        pub completed_at: i64 = "e.occurred_at",
        /// JSON: `node`, `type`, `label`, `order`, `enteredAt`, `branch`, `send`, `error`.
        pub detail: String = "COALESCE(e.detail, '')",
    }
}

/// In the order in which they were written.
pub async fn of_run(tx: &Tx, brand: BrandKey, run: i64) -> Result<Vec<LoggedNode>, DbError> {
    let values = params![brand.org, brand.brand, run, MOST];
    tx.all(&OF_RUN, values).await
}
