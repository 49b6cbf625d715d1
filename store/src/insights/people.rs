//! Who is silent, who came and who was lost: the only counts of a look for which contacts are read, page by page or up to
//! a bound.

use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::DAY_MS;

use super::counters::{MONTH_MS, before};
use crate::analytics::{Of, by_provider};
use crate::db::{DbError, Tx, first_number};
use crate::{params, record, statements};

/// A silent contact got so many mails and showed no sign of life for so long.
const SILENT_SENDS: i64 = 8;
const SILENT_MS: i64 = 180 * DAY_MS;
/// Beyond so many nobody counts.
const GAINS: i64 = 200_000;

statements! {
    // Each of a page is looked up by its key: a join may be made by reading all contacts of the brand for every page.
    SILENT -> SilencePage = "
        SELECT {columns} FROM (
            SELECT e.contact, e.last_sent_at, e.last_opened_at, e.last_clicked_at, e.sends, (
                SELECT CASE WHEN c.subscribed AND c.suppressed_reason IS NULL THEN 1 ELSE 0 END
                FROM contacts AS c
                WHERE c.org = e.org AND c.brand = e.brand AND c.id = e.contact) AS may_be_mailed
            FROM engagement AS e
            WHERE e.org = $1 AND e.brand = $2 AND e.contact > $3 ORDER BY e.contact LIMIT $4) AS page";
    // Whoever has left again is among the losses. Some never came: they were brought in as those who had left.
    GAINED -> (i64,) = "
        SELECT count(*) FROM (
            SELECT 1 AS one FROM contacts
            WHERE org = $1 AND brand = $2 AND id >= $3 AND (subscribed OR unsubscribed_at > created_at)
            LIMIT $4) AS few";
}

record! {
    /// A part of the contacts that were mailed and still may be, and those of them who are silent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SilencePage {
        /// The last that was looked at; nothing once there are no more.
        pub last: Option<i64> = "max(contact)",
        pub mailed: i64 =
            "CAST(COALESCE(sum(CASE WHEN may_be_mailed = 1 AND last_sent_at >= $5 THEN 1 ELSE 0 END), 0) AS BIGINT)",
        pub silent: i64 =
            "CAST(COALESCE(sum(CASE WHEN may_be_mailed = 1 AND last_sent_at >= $5 AND sends >= $6 AND contact < $7
                AND (last_opened_at IS NULL OR last_opened_at < $5)
                AND (last_clicked_at IS NULL OR last_clicked_at < $5) THEN 1 ELSE 0 END), 0) AS BIGINT)",
    }
}

/// The contacts after one, so many of them.
pub async fn count_silence(
    tx: &Tx,
    brand: BrandKey,
    after: i64,
    limit: i64,
    now: i64,
) -> Result<SilencePage, DbError> {
    let since = now - SILENT_MS;
    // Whoever came later has not had the time to be silent.
    let values = params![
        brand.org,
        brand.brand,
        after,
        limit,
        since,
        SILENT_SENDS,
        first_number(since)
    ];
    let page = tx.one(&SILENT, values).await?;
    Ok(page.unwrap_or(SilencePage {
        last: None,
        mailed: 0,
        silent: 0,
    }))
}

/// Who came and who was lost in a month, as `gains` and `losses` of the counters say it.
pub async fn growth(tx: &Tx, brand: BrandKey, now: i64) -> Result<(i64, i64), DbError> {
    let month = by_provider(tx, brand, before(now, MONTH_MS), Of::Everything).await?;
    let losses = month.iter().map(|counted| lost(&counted.tally)).sum();
    Ok((gains(tx, brand, losses, now).await?, losses))
}

/// People to whom no mail goes any more. Who bounced is not among them: most bounces are mails that come through the next
/// time, or that a receiver did not want from us.
fn lost(tally: &Tally) -> i64 {
    tally.unsubscribed + tally.complained
}

/// Where so many come, a list grows so well that nobody is told any more that it shrinks.
fn enough(losses: i64) -> i64 {
    losses + losses / 4 + 1
}

/// Beyond what is counted there may be any number: a list to which so many come is not called a shrinking one.
fn known_gains(counted: i64, losses: i64) -> i64 {
    if counted == GAINS {
        enough(losses)
    } else {
        counted
    }
}

async fn gains(tx: &Tx, brand: BrandKey, losses: i64, now: i64) -> Result<i64, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        first_number(now - MONTH_MS),
        enough(losses).clamp(0, GAINS)
    ];
    let gains = tx.value(&GAINED, values).await?.unwrap_or(0);
    Ok(known_gains(gains, losses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_shows_that_a_list_grows_however_long_it_is() {
        for losses in [100, 101, 103, 159_999, 160_000, 190_000, 3_000_000] {
            let gains = known_gains(enough(losses).min(GAINS), losses);
            assert!(losses * 10 < gains * 8, "{losses} {gains}");
            assert_eq!(known_gains(99, losses), 99);
        }
    }
}
