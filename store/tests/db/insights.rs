//! Findings as they are kept, and the counts of who is silent.

use postrider_domain::insights::stats::Share;
use postrider_domain::insights::{
    Detector, InsightState, Metrics, Reading, Severity, Subject, SubjectKind, Text,
};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::DAY_MS;
use postrider_store::db::{DbError, Tx, first_number};
use postrider_store::insights::{self, Counting, InsightFilter, LookRecord};
use postrider_store::jobs::{self, JobKey, Later};
use postrider_store::params;

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

#[tokio::test]
async fn the_silent_are_counted_page_by_page() {
    on_each(|db| async move {
        let counted = db.write(|tx| async move {
            let known = first_number(NOW - 200 * DAY_MS);
            let young = first_number(NOW - 100 * DAY_MS);
            let (sent, long_ago) = (NOW - DAY_MS, NOW - 181 * DAY_MS);
            for (contact, sent_at, opened_at, sends) in [
                // Silent; opened; too few mails; opened long ago: silent; not mailed any more; too young to tell.
                (known + 1, sent, None, 8),
                (known + 2, sent, Some(sent), 8),
                (known + 3, sent, None, 7),
                (known + 4, sent, Some(long_ago), 20),
                (known + 5, long_ago, None, 20),
                (young, sent, None, 20),
            ] {
                let opened = opened_at.map_or("NULL".to_owned(), |at: i64| at.to_string());
                let sql = format!(
                    "INSERT INTO engagement (org, brand, contact, last_sent_at, last_opened_at, last_clicked_at, sends,
                        opens, clicks) VALUES ({}, {}, {contact}, {sent_at}, {opened}, NULL, {sends}, 0, 0)",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            let (mut after, mut mailed, mut silent) = (0, 0, 0);
            loop {
                let page = insights::count_silence(&tx, MINE, after, 4, NOW).await?;
                (mailed, silent) = (mailed + page.mailed, silent + page.silent);
                match page.last {
                    Some(last) => after = last,
                    None => break,
                }
            }
            assert_eq!((mailed, silent), (5, 2));
            let theirs = insights::count_silence(&tx, THEIRS, 0, 4, NOW).await?;
            assert_eq!((theirs.last, theirs.mailed), (None, 0));
            Ok::<_, DbError>(())
        });
        counted.await.unwrap();
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

/// Counts of an hour at one provider: delivered, bounced, unsubscribed.
async fn hour(tx: &Tx, at: i64, counts: [i64; 3]) -> Result<(), DbError> {
    let hour = at - at.rem_euclid(3_600_000);
    let [delivered, bounced, unsubscribed] = counts;
    let sql = format!(
        "INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed, in_doubt,
            opened, clicked, complained, unsubscribed, machine_opens, machine_clicks)
         VALUES ({}, {}, {hour}, 0, 1, 1, 0, {delivered}, {bounced}, 0, 0, 0, 0, 0, {unsubscribed}, 0, 0)",
        MINE.org, MINE.brand
    );
    tx.dynamic(&sql, params![]).await?;
    Ok(())
}

#[tokio::test]
async fn whoever_came_and_left_is_gain_and_loss_and_who_never_came_is_neither() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let young = first_number(NOW - 20 * DAY_MS);
            let (old, day) = (first_number(NOW - 40 * DAY_MS), NOW - DAY_MS);
            for (contact, subscribed, unsubscribed_at) in [
                (young, true, None),
                (young + 1, false, Some(day)),
                (young + 2, false, Some(day)),
                // Brought in as one who had left.
                (young + 3, false, Some(NOW - 20 * DAY_MS)),
                (old, true, None),
            ] {
                let left = unsubscribed_at.map_or("NULL".to_owned(), |at: i64| at.to_string());
                let created = NOW - 20 * DAY_MS;
                let sql = format!(
                    "INSERT INTO contacts (org, brand, id, email, subscribed, unsubscribed_at, custom, folded,
                        created_at, updated_at)
                     VALUES ({}, {}, {contact}, 'c{contact}@x.test', {subscribed}, {left}, {{jsonb}}('{{}}'), '', {created}, {day})",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            hour(&tx, day, [100, 1, 9]).await?;
            assert_eq!(insights::growth(&tx, MINE, NOW).await?, (3, 10));
            assert_eq!(insights::growth(&tx, THEIRS, NOW).await?, (0, 0));
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn the_hour_in_which_a_day_begins_is_not_what_was_usual_before_it() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let now = NOW + 30 * 60_000;
            let border = now - DAY_MS;
            hour(&tx, border, [10, 50, 0]).await?;
            hour(&tx, border - 3_600_000, [200, 1, 0]).await?;
            let providers = insights::providers(&tx, MINE, now).await?;
            let [counts] = providers.as_slice() else {
                panic!("{providers:?}");
            };
            assert_eq!((counts.day.delivered, counts.day.bounced), (10, 50));
            assert_eq!((counts.before.delivered, counts.before.bounced), (200, 1));
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
