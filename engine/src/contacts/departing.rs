//! Whoever was deleted is named nowhere: what may name them is looked through after them, in small pieces.

use std::sync::Arc;

use postrider_mail::capture::Captured;
use postrider_store::db::{Db, DbError};
use postrider_store::departures::texts::{Position, TextSource};
use postrider_store::departures::{self, Departures};
use tokio_util::sync::CancellationToken;

/// People who are looked for at once: everything is read once for all of them.
const AT_ONCE: i64 = 1000;

/// Looks for all who are due. It may be killed at any line: the next look begins anew.
pub async fn clear(
    db: &Db,
    captured: &Arc<Captured>,
    now: i64,
    stop: &CancellationToken,
) -> Result<(), DbError> {
    loop {
        let due = db.read(move |tx| async move { departures::due(&tx, now, AT_ONCE).await });
        let Some(due) = due.await? else {
            return Ok(());
        };
        let due = Arc::new(due);
        for source in TextSource::ALL {
            look_through(db, source, &due, stop).await?;
        }
        forget_captured(captured, &due).await;
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

/// Mails that this process has kept instead of sending them.
async fn forget_captured(captured: &Arc<Captured>, due: &Arc<Departures>) {
    if due.departed.is_empty() || due.brand_id.is_empty() {
        return;
    }
    let (captured, due) = (Arc::clone(captured), Arc::clone(due));
    let forgetting = tokio::task::spawn_blocking(move || {
        captured.forget(&due.brand_id, |to| due.departed.are_named(to))
    });
    let forgotten = forgetting.await.unwrap_or_else(|error| Err(error.into()));
    if let Err(error) = forgotten {
        tracing::warn!(error = %error, "captured mail of deleted people could not be deleted");
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
