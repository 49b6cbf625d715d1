//! Counts those who are silent, page by page: no snapshot is held from one to the next, and whoever is cut off goes on from
//! what was noted last.

use postrider_domain::insights::stats::Share;
use postrider_store::insights::{self, Counting, LookRecord};

use crate::jobs::{JobError, Turn};

/// Contacts that are counted in one read.
const PAGE: i64 = 10_000;
/// Pages after which it is noted how far the count has come.
const PAGES_NOTED: usize = 20;
/// Nobody is counted more often than this: that reads a row for each contact who was mailed.
const COUNTED_MS: i64 = 20 * 3_600_000;

/// The newest count, made now if there is none of today. `None`: it was stopped.
pub async fn silence(turn: &Turn, now: i64) -> Result<Option<LookRecord>, JobError> {
    let brand = turn.job.brand;
    let last = turn
        .db
        .read(move |tx| async move { insights::last_look(&tx, brand).await });
    let (counted, begun) = last.await?;
    let is_recent = |at: i64| now - at < COUNTED_MS;
    if let Some(counted) = counted.filter(|counted| is_recent(counted.counted_at)) {
        return Ok(Some(counted));
    }
    let begun = begun.filter(|begun| is_recent(begun.since));
    let anew = Counting {
        since: now,
        after: 0,
        silence: Share::default(),
    };
    count(turn, begun.unwrap_or(anew)).await
}

async fn count(turn: &Turn, mut counting: Counting) -> Result<Option<LookRecord>, JobError> {
    let brand = turn.job.brand;
    for page in 1_usize.. {
        if turn.stopping() {
            break;
        }
        let Counting { since, after, .. } = counting;
        let counted = turn.db.read_heavy(move |tx| async move {
            insights::count_silence(&tx, brand, after, PAGE, since).await
        });
        let counted = counted.await?;
        let Some(last) = counted.last else {
            let counted = LookRecord {
                counted_at: since,
                silence: counting.silence,
            };
            turn.piece(
                move |tx| async move { Ok(insights::note_counted(&tx, brand, counted).await?) },
            )
            .await?;
            return Ok(Some(counted));
        };
        counting.after = last;
        let more = Share::of(counted.silent, counted.mailed);
        counting.silence = counting.silence.plus(more);
        if page.is_multiple_of(PAGES_NOTED) {
            turn.piece(move |tx| async move {
                Ok(insights::note_counting(&tx, brand, counting).await?)
            })
            .await?;
        }
    }
    Ok(None)
}
