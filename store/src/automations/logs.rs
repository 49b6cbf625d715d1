//! What a run did at each node: the log of a run is its events.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

/// A graph has no more nodes, and a run comes to each once.
const MOST: i64 = 1_000;

statements! {
    list OF_RUN = "
        SELECT e.type, e.occurred_at, e.detail FROM events AS e {along}(events__org__brand__run)
        WHERE e.org = $1 AND e.brand = $2 AND e.run = $3 AND e.type IN (105, 106, 107)
        ORDER BY e.id LIMIT $4";
}

/// A node that a run has left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedNode {
    pub kind: EventType,
    pub completed_at: i64,
    /// JSON: `node`, `type`, `label`, `order`, `enteredAt`, `branch`, `send`, `error`.
    pub detail: String,
}

/// In the order in which they were written.
pub async fn of_run(tx: &Tx, brand: BrandKey, run: i64) -> Result<Vec<LoggedNode>, DbError> {
    let values = params![brand.org, brand.brand, run, MOST];
    let rows = tx.rows(&OF_RUN, values).await?;
    let logged = |row: &Row| {
        let code = row.int(0)?;
        let kind = EventType::from_code(code)
            .ok_or_else(|| DbError::Other(format!("an event is stored with type {code}")))?;
        Ok(LoggedNode {
            kind,
            completed_at: row.int(1)?,
            detail: row.opt_text(2)?.unwrap_or_default(),
        })
    };
    rows.iter().map(logged).collect()
}
