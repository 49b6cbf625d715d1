//! Findings as they are kept, the counts that they are found in, and when a brand is looked at.

mod automations;
mod counts;
mod growing;
mod reported;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use postrider_domain::insights::stats::Share;
use postrider_domain::insights::{
    Detector, InsightState, Metrics, Reading, Severity, Subject, SubjectKind, Text,
};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::DAY_MS;
use postrider_store::db::{Db, DbError, Dialect, Tx, time_of_number};
use postrider_store::insights::{self, Counting, InsightFilter, LookRecord};
use postrider_store::jobs::{self, JobKey, Later};
use postrider_store::{notifications, params};
use tokio::sync::Barrier;

use crate::emails::MINE;
use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;
const THEIRS: BrandKey = BrandKey { org: 2, brand: 1 };

fn reading(severity: Severity) -> Reading {
    Reading {
        detector: Detector::Bounces,
        subject: Subject::new(SubjectKind::Domain, "dom", "example.com"),
        part: None,
        severity,
        strength: 1.5,
        chance: None,
        fires: true,
        metrics: Metrics::new(),
        text: Text::default(),
    }
}

#[tokio::test]
async fn there_is_one_of_a_detector_and_a_subject_until_it_is_over() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let all = InsightFilter::default();
            // Whoever was cut off in the middle and begins again finds what is there.
            for id in ["a", "b"] {
                insights::open(&tx, MINE, id, &reading(Severity::Warning), NOW).await?;
            }
            insights::open(&tx, THEIRS, "c", &reading(Severity::Warning), NOW).await?;
            let list = insights::list(&tx, MINE, all, None, 10).await?;
            assert_eq!(list.len(), 1);
            assert_eq!(list[0].public_id, "a");
            let told = insights::unresolved(&tx, MINE).await?;
            let critical = reading(Severity::Critical);
            assert!(insights::rewrite(&tx, MINE, &told[0], &critical, NOW + 1).await?);
            assert!(!insights::rewrite(&tx, THEIRS, &told[0], &critical, NOW + 1).await?);
            let dismissed = InsightState::Dismissed;
            let changed = insights::set_state(&tx, MINE, list[0].id, dismissed, NOW + 2).await?;
            assert_eq!(changed.map(|row| row.severity), Some(Severity::Critical));
            let theirs = insights::set_state(&tx, THEIRS, list[0].id, dismissed, NOW + 2).await?;
            assert_eq!(theirs, None);
            assert!(insights::resolve(&tx, MINE, list[0].id, NOW + 3).await?);
            assert!(!insights::resolve(&tx, MINE, list[0].id, NOW + 3).await?);
            insights::open(&tx, MINE, "d", &reading(Severity::Warning), NOW + 4).await?;
            let list = insights::list(&tx, MINE, all, None, 10).await?;
            let shown: Vec<_> = list.iter().map(|row| row.public_id.as_str()).collect();
            assert_eq!(shown, ["d", "a"]);
            insights::prune(&tx, MINE, NOW + 366 * DAY_MS).await?;
            let list = insights::list(&tx, MINE, all, None, 10).await?;
            assert_eq!(list.len(), 1);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// Opens a finding as a look does that saw none; on PostgreSQL not before the other look has seen none either.
async fn look(db: Db, id: &'static str, barrier: Arc<Barrier>, runs: Arc<AtomicU32>) {
    let meets = db.dialect() == Dialect::Postgres;
    let looked = db.write(move |tx| {
        let (barrier, is_first) = (
            Arc::clone(&barrier),
            runs.fetch_add(1, Ordering::Relaxed) < 2,
        );
        async move {
            let told = insights::unresolved(&tx, MINE).await?;
            if meets && is_first {
                barrier.wait().await;
            }
            if told.is_empty() {
                insights::open(&tx, MINE, id, &reading(Severity::Critical), NOW).await?;
            }
            Ok::<_, DbError>(())
        }
    });
    looked.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_looks_at_once_write_one_finding() {
    on_each(|db| async move {
        let (barrier, runs) = (Arc::new(Barrier::new(2)), Arc::new(AtomicU32::new(0)));
        let one = look(db.clone(), "one", Arc::clone(&barrier), Arc::clone(&runs));
        let other = look(db.clone(), "other", barrier, runs);
        tokio::join!(one, other);
        let list = db.read(|tx| async move {
            insights::list(&tx, MINE, InsightFilter::default(), None, 10).await
        });
        assert_eq!(list.await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn since_when_a_finding_is_calm_is_kept_until_it_is_not() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let calm_since = async || -> Result<Option<i64>, DbError> {
                let told = insights::unresolved(&tx, MINE).await?;
                assert_eq!(told[0].known.detector, Some(Detector::Bounces));
                assert_eq!(told[0].known.found_at, NOW);
                Ok(told[0].known.calm_since)
            };
            insights::open(&tx, MINE, "a", &reading(Severity::Warning), NOW).await?;
            assert_eq!(calm_since().await?, None);
            let id = insights::unresolved(&tx, MINE).await?[0].id;
            assert!(insights::calm(&tx, MINE, id, Some(NOW + 5)).await?);
            assert_eq!(calm_since().await?, Some(NOW + 5));
            assert!(!insights::calm(&tx, THEIRS, id, None).await?);
            assert!(insights::calm(&tx, MINE, id, None).await?);
            assert_eq!(calm_since().await?, None);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn what_becomes_critical_later_is_told_at_the_time_it_does() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            // Long before the numbers of today.
            insights::open(&tx, MINE, "a", &reading(Severity::Warning), DAY_MS).await?;
            assert_eq!(notifications::list(&tx, MINE, None, 10).await?, []);
            let told = insights::unresolved(&tx, MINE).await?;
            let before = tx.number();
            let critical = reading(Severity::Critical);
            assert!(insights::rewrite(&tx, MINE, &told[0], &critical, 2 * DAY_MS).await?);
            let shown = notifications::list(&tx, MINE, None, 10).await?;
            assert_eq!(shown.len(), 1);
            assert!(shown[0].id > before);
            assert_eq!(shown[0].created_at, time_of_number(shown[0].id));
            assert_eq!(shown[0].updated_at, shown[0].created_at);
            let resolved_at = shown[0].created_at + DAY_MS;
            assert!(insights::resolve(&tx, MINE, told[0].id, resolved_at).await?);
            let over = notifications::list(&tx, MINE, None, 10).await?;
            assert_eq!(over[0].created_at, shown[0].created_at);
            assert_eq!(over[0].updated_at, resolved_at);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn what_comes_back_and_is_not_critical_any_more_is_no_trouble_that_lasts() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let status = async || -> Result<Vec<String>, DbError> {
                let shown = notifications::list(&tx, MINE, None, 10).await?;
                Ok(shown.into_iter().map(|shown| shown.status).collect())
            };
            insights::open(&tx, MINE, "a", &reading(Severity::Critical), NOW).await?;
            assert_eq!(status().await?, ["failed"]);
            let told = insights::unresolved(&tx, MINE).await?;
            let dismissed = InsightState::Dismissed;
            insights::set_state(&tx, MINE, told[0].id, dismissed, NOW + 1).await?;
            assert_eq!(status().await?, ["completed"]);
            let told = insights::unresolved(&tx, MINE).await?;
            let warning = reading(Severity::Warning);
            let later = NOW + 31 * DAY_MS;
            assert!(insights::rewrite(&tx, MINE, &told[0], &warning, later).await?);
            assert_eq!(status().await?, ["completed"]);
            // What is critical again is.
            let told = insights::unresolved(&tx, MINE).await?;
            let critical = reading(Severity::Critical);
            assert!(insights::rewrite(&tx, MINE, &told[0], &critical, later + 1).await?);
            assert_eq!(status().await?, ["failed"]);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// The only job, as if a process had it; and when it is due.
async fn taken(tx: &Tx, fence: i64) -> Result<JobKey, DbError> {
    let sql = format!("UPDATE jobs SET owner = 7, fence = {fence}");
    tx.dynamic(&sql, params![]).await?;
    let rows = tx.dynamic("SELECT id FROM jobs", params![]).await?;
    let (org, id) = (MINE.org, rows[0].int(0).unwrap());
    Ok(JobKey { org, id, fence })
}

async fn due(tx: &Tx) -> Result<Option<i64>, DbError> {
    let rows = tx.dynamic("SELECT due_at FROM jobs WHERE owner IS NULL", params![]);
    Ok(rows.await?.first().map(|row| row.int(0).unwrap()))
}

#[tokio::test]
async fn a_send_that_ends_while_its_brand_is_looked_at_has_a_look_of_its_own() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            const SOON: i64 = NOW + 10 * 60_000;
            let tomorrow = Later {
                due_at: NOW + DAY_MS,
                attempts: 0,
                error: None,
            };
            insights::look_daily(&tx, MINE, NOW - DAY_MS).await?;
            let key = taken(&tx, 1).await?;
            insights::look_after_send(&tx, MINE, NOW + 60_000).await?;
            insights::look_after_send(&tx, MINE, NOW).await?;
            assert_eq!(due(&tx).await?, None, "it runs on");
            assert!(jobs::put_back(&tx, key, tomorrow.clone()).await?);
            assert_eq!(due(&tx).await?, Some(SOON));
            // Once, for all that ended meanwhile.
            let key = taken(&tx, 2).await?;
            assert!(jobs::put_back(&tx, key, tomorrow).await?);
            assert_eq!(due(&tx).await?, Some(NOW + DAY_MS));
            // One that ends begins anew if it is wanted.
            let key = taken(&tx, 3).await?;
            insights::look_after_send(&tx, MINE, NOW).await?;
            assert!(jobs::finish(&tx, key).await?);
            assert_eq!(due(&tx).await?, Some(SOON));
            let key = taken(&tx, 4).await?;
            assert!(jobs::finish(&tx, key).await?);
            assert!(!jobs::finish(&tx, key).await?);
            assert_eq!(due(&tx).await?, None);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_count_is_noted_as_far_as_it_has_come_and_survives_without_a_look() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let counting = Counting {
                since: NOW,
                after: 77,
                silence: Share::of(3, 10),
            };
            let counted = LookRecord {
                counted_at: NOW,
                silence: Share::of(5, 20),
            };
            assert_eq!(insights::last_look(&tx, MINE).await?, (None, None));
            insights::note_counting(&tx, MINE, counting).await?;
            assert_eq!(
                insights::last_look(&tx, MINE).await?,
                (None, Some(counting))
            );
            assert_eq!(insights::last_look(&tx, THEIRS).await?, (None, None));
            insights::note_counted(&tx, MINE, counted).await?;
            assert_eq!(insights::last_look(&tx, MINE).await?, (Some(counted), None));
            insights::looked(&tx, MINE, NOW + 1).await?;
            insights::note_counting(&tx, MINE, counting).await?;
            let both = (Some(counted), Some(counting));
            assert_eq!(insights::last_look(&tx, MINE).await?, both);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
