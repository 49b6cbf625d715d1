//! Findings as they are kept, and the counts of who is silent.

use postrider_domain::insights::{
    Detector, InsightState, Metrics, Reading, Severity, Subject, SubjectKind, Text,
};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, first_number};
use postrider_store::insights::{self, InsightFilter};
use postrider_store::params;

use crate::emails::MINE;
use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;
const DAY_MS: i64 = 24 * 3_600_000;
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
