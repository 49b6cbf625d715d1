//! What grows old is cleared in small pieces, so that no piece holds the database for long: expired
//! idempotency keys, sessions, links and invitations, credit holds of work that died, values of deleted fields, row errors of old imports, old events and
//! runs, stale audience counts, and what the query planner does not know about tables that have grown.

use postrider_domain::contacts::filter::{self, FilterGroup};
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_zone;
use postrider_store::audiences::StaleBefore;
use postrider_store::automations::test_runs;
use postrider_store::connections::RECEIVED_KEPT_MS;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::people::{audit, invitations, links, sessions};
use postrider_store::{
    analytics, audiences, brands, client_previews, contacts, fields, idempotency, imports, reports,
    test_mails, usage, validations,
};
use tokio_util::sync::CancellationToken;

/// Rows a piece touches: about 10 ms of the writer's time.
const PIECE: i64 = 500;
/// Each holds some hundred addresses.
const VALIDATION_PIECES: i64 = 20;
/// Row errors of imports name people: they are kept as long as one needs to mend a file.
const ROW_ERRORS_KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Tests keep the address they were for, and their payload, as long as one looks at them.
const TESTS_KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Invitations that nobody has accepted in time are shown for so long, to be sent again.
const INVITATIONS_SHOWN_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Brands that are looked up at once.
const BRANDS: i64 = 100;
/// Audiences that could not be counted, after which the others wait for the next sweep.
const MAX_FAILURES: usize = 3;
/// How old a kept audience count may grow.
const COUNT_AGE_MS: i64 = 15 * 60 * 1000;
/// How old it may grow if contacts of the brand have changed: in a list, counts are wrong for a minute at most.
const COUNT_AGE_AFTER_CHANGE_MS: i64 = 20 * 1000;

/// Does all that is due. It may be killed at any line: each piece is one transaction, and the next
/// sweep finds the rest.
pub async fn sweep(db: &Db, now: i64, stop: &CancellationToken) -> Result<(), DbError> {
    repeat(db, stop, move |tx| async move {
        Ok(idempotency::purge_expired(&tx, now, PIECE).await? > 0)
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        Ok(usage::release_expired(&tx, now, PIECE).await? > 0)
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        fields::purge_deleted(&tx, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        validations::purge(&tx, now, VALIDATION_PIECES).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        imports::forget_old(&tx, now - ROW_ERRORS_KEPT_MS, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        analytics::forget_received(&tx, now - RECEIVED_KEPT_MS, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        test_runs::forget(&tx, now - TESTS_KEPT_MS, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        test_mails::forget(&tx, now - TESTS_KEPT_MS, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        client_previews::forget(&tx, now, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        reports::forget(&tx, now - reports::KEPT_MS, PIECE).await
    })
    .await?;
    repeat(db, stop, move |tx| async move {
        forget_ways_in(&tx, Millis(now)).await
    })
    .await?;
    recount_audiences(db, now, stop).await?;
    db.analyze_unknown().await
}

/// Sessions, links and invitations whose time is over. `false`: no more are left.
async fn forget_ways_in(tx: &Tx, now: Millis) -> Result<bool, DbError> {
    let sessions = sessions::forget_ended(tx, now, PIECE).await?;
    let links = links::forget_expired(tx, now, PIECE).await?;
    let shown_until = Millis(now.0 - INVITATIONS_SHOWN_MS);
    let invitations = invitations::forget_expired(tx, shown_until, PIECE).await?;
    Ok(sessions || links || invitations)
}

/// Forgets rows of the audit log of all organizations that were written before a time.
pub async fn forget_audit_log(
    db: &Db,
    before: i64,
    stop: &CancellationToken,
) -> Result<(), DbError> {
    repeat(db, stop, move |tx| async move {
        audit::forget(&tx, before, PIECE).await
    })
    .await
}

/// Forgets events of all brands that were written before a time, runs that ended before it, and what fired them.
pub async fn forget_events(db: &Db, before: i64, stop: &CancellationToken) -> Result<(), DbError> {
    let mut after = BrandKey { org: 0, brand: 0 };
    loop {
        let some = db
            .read(move |tx| async move { brands::every(&tx, after, BRANDS).await })
            .await?;
        let Some(last) = some.last() else {
            return Ok(());
        };
        after = *last;
        for brand in some {
            repeat(db, stop, move |tx| async move {
                analytics::forget(&tx, brand, before, PIECE).await
            })
            .await?;
            repeat(db, stop, move |tx| async move {
                test_mails::delete(&tx, brand, before, PIECE).await
            })
            .await?;
            forget_runs(db, brand, before, stop).await?;
        }
    }
}

/// Runs that ended long ago, and then the fires that no run needs any more.
async fn forget_runs(
    db: &Db,
    brand: BrandKey,
    before: i64,
    stop: &CancellationToken,
) -> Result<(), DbError> {
    for ending in analytics::ENDINGS {
        let mut after = Some(0);
        while let Some(from) = after.filter(|_| !stop.is_cancelled()) {
            let piece = (from, PIECE);
            after = db
                .write_bulk(move |tx| async move {
                    analytics::forget_runs(&tx, brand, ending, before, piece).await
                })
                .await?;
        }
    }
    let mut after = Some(0);
    while let Some(from) = after.filter(|_| !stop.is_cancelled()) {
        let piece = (from, PIECE);
        after = db
            .write_bulk(move |tx| async move {
                analytics::forget_instances(&tx, brand, before, piece).await
            })
            .await?;
    }
    Ok(())
}

/// Runs one piece after the other until it says that nothing is left.
async fn repeat<F, Fut>(db: &Db, stop: &CancellationToken, piece: F) -> Result<(), DbError>
where
    F: Fn(Tx) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<bool, DbError>> + Send + 'static,
{
    while !stop.is_cancelled() && db.write_bulk(piece.clone()).await? {}
    Ok(())
}

async fn recount_audiences(db: &Db, now: i64, stop: &CancellationToken) -> Result<(), DbError> {
    let before = StaleBefore {
        any: now - COUNT_AGE_MS,
        changed: now - COUNT_AGE_AFTER_CHANGE_MS,
    };
    let mut stale = db
        .read(move |tx| async move { audiences::stale(&tx, before, 50).await })
        .await?;
    // Those that take too long come first every time: begin elsewhere each time, and leave after a few.
    let first = (now / 5_000) as usize % stale.len().max(1);
    stale.rotate_left(first);
    let mut failures = 0;
    for audience in stale {
        if stop.is_cancelled() || failures == MAX_FAILURES {
            return Ok(());
        }
        let counted = audience.clone();
        let count = db
            .read_heavy(move |tx| {
                let audience = counted.clone();
                async move { count(&tx, &audience, now).await }
            })
            .await;
        // One audience that takes too long, or names a field that is gone, must not stop the others.
        let count = match count {
            Ok(count) => count.unwrap_or(0),
            Err(error) => {
                tracing::warn!(error = %error, audience.id = audience.public_id, "an audience was not counted");
                failures += 1;
                continue;
            }
        };
        db.write_bulk(move |tx| async move {
            audiences::set_count(&tx, audience.brand, audience.id, count, Millis(now)).await
        })
        .await?;
    }
    Ok(())
}

/// `None` when the stored filter no longer fits the brand's fields.
async fn count(
    tx: &Tx,
    audience: &audiences::StaleAudience,
    now: i64,
) -> Result<Option<i64>, DbError> {
    let known = fields::known(tx, audience.brand).await?;
    let zone = parse_zone(&audience.time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let checked = FilterGroup::from_stored(&audience.filters)
        .and_then(|group| filter::check(&group, &known, "filters").ok());
    let Some(checked) = checked else {
        return Ok(None);
    };
    let filter = checked.resolve(now, &zone);
    contacts::count(tx, audience.brand, Some(&filter), None)
        .await
        .map(Some)
}
