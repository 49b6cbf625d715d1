//! Whoever was deleted is named nowhere: what may name them is looked through after them, in small pieces.

use std::sync::Arc;

use postrider_store::db::{Db, DbError};
use postrider_store::departures::texts::{Position, TextSource};
use postrider_store::departures::{self, Departures};
use tokio_util::sync::CancellationToken;

/// People who are looked for at once: everything is read once for all of them.
const AT_ONCE: i64 = 1000;

/// Looks for all who are due. It may be killed at any line: the next look begins anew.
pub async fn clear(db: &Db, now: i64, stop: &CancellationToken) -> Result<(), DbError> {
    loop {
        let due = db.read(move |tx| async move { departures::due(&tx, now, AT_ONCE).await });
        let Some(due) = due.await? else {
            return Ok(());
        };
        let due = Arc::new(due);
        for source in TextSource::ALL {
            look_through(db, source, &due, stop).await?;
        }
        if stop.is_cancelled() {
            return Ok(());
        }
        db.write_bulk(move |tx| {
            let due = Arc::clone(&due);
            async move { departures::looked(&tx, &due, now).await }
        })
        .await?;
    }
}

async fn look_through(
    db: &Db,
    source: TextSource,
    due: &Arc<Departures>,
    stop: &CancellationToken,
) -> Result<(), DbError> {
    let mut after = Some(Position::default());
    while let Some(from) = after.filter(|_| !stop.is_cancelled()) {
        let due = Arc::clone(due);
        let page = db.write_bulk(move |tx| {
            let (due, from) = (Arc::clone(&due), from.clone());
            async move { source.look_through(&tx, &due, &from).await }
        });
        after = page.await?;
    }
    Ok(())
}
