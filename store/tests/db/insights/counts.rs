//! The counts of a look: who is silent, what providers refuse, which long designs are mailed.

use std::ops::RangeInclusive;

use postrider_domain::time::DAY_MS;
use postrider_store::db::{DbError, Tx, first_number};
use postrider_store::{insights, params};

use super::{NOW, THEIRS};
use crate::emails::{MINE, create, email};
use crate::harness::on_each;

/// A contact that came 20 days ago. `standing`: `subscribed`, `unsubscribed_at`, `suppressed_reason` and `suppressed_at`.
pub(super) async fn contact(tx: &Tx, id: i64, standing: &str) -> Result<(), DbError> {
    let created = NOW - 20 * DAY_MS;
    let sql = format!(
        "INSERT INTO contacts (org, brand, id, email, subscribed, unsubscribed_at, suppressed_reason, suppressed_at, custom,
            folded, created_at, updated_at)
         VALUES ({}, {}, {id}, 'c{id}@x.test', {standing}, {{jsonb}}('{{}}'), '', {created}, {created})",
        MINE.org, MINE.brand
    );
    tx.dynamic(&sql, params![]).await?;
    Ok(())
}

/// Counts of an hour at one provider: delivered, bounced, unsubscribed.
pub(super) async fn hour(tx: &Tx, at: i64, counts: [i64; 3]) -> Result<(), DbError> {
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
async fn the_silent_are_counted_page_by_page() {
    on_each(|db| async move {
        let counted = db.write(|tx| async move {
            let known = first_number(NOW - 200 * DAY_MS);
            let young = first_number(NOW - 100 * DAY_MS);
            let (sent, long_ago) = (NOW - DAY_MS, NOW - 181 * DAY_MS);
            for (contact, sent_at, opened_at, sends) in [
                // Silent; opened; too few mails; opened long ago: silent; not mailed any more; too young to tell; left;
                // suppressed; deleted.
                (known + 1, sent, None, 8),
                (known + 2, sent, Some(sent), 8),
                (known + 3, sent, None, 7),
                (known + 4, sent, Some(long_ago), 20),
                (known + 5, long_ago, None, 20),
                (young, sent, None, 20),
                (known + 6, sent, None, 20),
                (known + 7, sent, None, 20),
                (known + 8, sent, None, 20),
            ] {
                let opened = opened_at.map_or("NULL".to_owned(), |at: i64| at.to_string());
                let sql = format!(
                    "INSERT INTO engagement (org, brand, contact, last_sent_at, last_opened_at, last_clicked_at, sends,
                        opens, clicks) VALUES ({}, {}, {contact}, {sent_at}, {opened}, NULL, {sends}, 0, 0)",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            for id in [1, 2, 3, 4, 5].map(|id| known + id).into_iter().chain([young]) {
                contact(&tx, id, "TRUE, NULL, NULL, NULL").await?;
            }
            contact(&tx, known + 6, "FALSE, 5, NULL, NULL").await?;
            contact(&tx, known + 7, "TRUE, NULL, 'bounced', 5").await?;
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

/// How a send goes out.
#[derive(Clone, Copy)]
pub(super) enum Goes {
    /// Once, from then on.
    At(i64),
    /// Events make it go on: of which version of an automation.
    OnAndOn(i64),
}

/// A send of a design.
pub(super) async fn sent(tx: &Tx, send: i64, email: i64, goes: Goes) -> Result<(), DbError> {
    let (started, version, is_stream) = match goes {
        Goes::OnAndOn(version) => ("NULL".to_owned(), version.to_string(), true),
        Goes::At(started) => (started.to_string(), "NULL".to_owned(), false),
    };
    let sql = format!(
        "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject, from_email,
            recipient_count, frozen_to, frozen, last_ordinal, allowance, automation, automation_version, node, is_stream,
            started_at, created_at, updated_at)
         VALUES ({}, {}, {send}, 'snd_{send}', 'campaign', 'running', {email}, 1, 1, 'Hi', 'a@b.test', 0, 0, TRUE, 0, 0,
            {version}, {version}, 'n', {is_stream}, {started}, 0, 0)",
        MINE.org, MINE.brand
    );
    tx.dynamic(&sql, params![]).await?;
    Ok(())
}

/// A published automation whose live version has its own number.
pub(super) async fn automation(tx: &Tx, id: i64) -> Result<(), DbError> {
    let sql = format!(
        "INSERT INTO automations (org, brand, id, public_id, name, kind, head, live, published, created_at, updated_at)
         VALUES ({}, {}, {id}, 'aut_{id}', 'Welcome', 'event', {id}, {id}, TRUE, 0, 0)",
        MINE.org, MINE.brand
    );
    tx.dynamic(&sql, params![]).await?;
    Ok(())
}

#[tokio::test]
async fn of_long_designs_those_are_told_that_are_mailed_however_many_others_are_edited() {
    on_each(|db| async move {
        let mut designs = Vec::new();
        for (name, length) in [
            ("campaign", 110_000),
            ("welcome", 110_000),
            ("short", 10),
            ("draft", 110_000),
            ("old campaign", 110_000),
            ("stopped", 110_000),
            ("older version", 110_000),
            ("planned", 110_000),
        ] {
            let mut new = email(name);
            new.version.content.html = "x".repeat(length);
            designs.push(create(&db, new, NOW).await.id);
        }
        for number in 0..60 {
            create(&db, email(&format!("edited {number}")), NOW + DAY_MS).await;
        }
        let seen = db.write(move |tx| {
            let designs = designs.clone();
            async move {
                let young = first_number(NOW - 80 * DAY_MS);
                let old = first_number(NOW - 100 * DAY_MS);
                automation(&tx, 70).await?;
                automation(&tx, 80).await?;
                let stopped = "UPDATE automations SET published = FALSE WHERE id = 80";
                tx.dynamic(stopped, params![]).await?;
                for (send, email, goes) in [
                    (young, designs[0], Goes::At(NOW - 80 * DAY_MS)),
                    (old, designs[1], Goes::OnAndOn(70)),
                    (young + 1, designs[2], Goes::At(NOW - 80 * DAY_MS)),
                    (old + 1, designs[4], Goes::At(NOW - 91 * DAY_MS)),
                    (young + 2, designs[5], Goes::OnAndOn(80)),
                    (young + 3, designs[6], Goes::OnAndOn(69)),
                    // Made long ago for a day that has come.
                    (old + 2, designs[7], Goes::At(NOW - DAY_MS)),
                ] {
                    sent(&tx, send, email, goes).await?;
                }
                let clipped = insights::clipped(&tx, MINE, NOW).await?;
                let mut shown: Vec<_> = clipped
                    .iter()
                    .map(|long| (long.design.id.as_str(), long.bytes))
                    .collect();
                shown.sort_unstable();
                assert_eq!(
                    shown,
                    [
                        ("campaign", 110_000),
                        ("planned", 110_000),
                        ("welcome", 110_000)
                    ]
                );
                assert_eq!(insights::clipped(&tx, THEIRS, NOW).await?, []);
                Ok::<_, DbError>(())
            }
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn campaigns_are_looked_at_by_when_they_began_however_long_ago_they_were_made() {
    on_each(|db| async move {
        let email = create(&db, email("news"), NOW).await.id;
        let seen = db.write(move |tx| async move {
            let (young, old) = (first_number(NOW - 2 * DAY_MS), first_number(NOW - 300 * DAY_MS));
            for (send, began) in [(old, 1), (old + 1, 91), (old + 2, 89), (young, 2)] {
                sent(&tx, send, email, Goes::At(NOW - began * DAY_MS)).await?;
                let sql = format!(
                    "INSERT INTO tallies VALUES ({}, {}, {send}, 1, 9, 0, 0, 0, 0, 0, {began}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            let sends = insights::sends(&tx, MINE, "UTC", NOW).await?;
            let shown: Vec<_> = sends
                .iter()
                .map(|send| ((NOW - send.started_at) / DAY_MS, send.tally.accepted))
                .collect();
            assert_eq!(shown, [(1, 1), (2, 2), (89, 89)]);
            assert_eq!(insights::sends(&tx, THEIRS, "UTC", NOW).await?, []);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn domains_that_have_lost_their_records_are_looked_at_however_many_were_added_since() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            for number in 1_000..1_203 {
                // Two that are old and a new one.
                let is_lost = [1_000, 1_001, 1_202].contains(&number);
                let notice = if is_lost {
                    "id"
                } else {
                    "CAST(NULL AS BIGINT)"
                };
                let sql = format!(
                    "INSERT INTO domains (org, brand, id, public_id, name, sandbox, status, records, open_tracking,
                        click_tracking, created_at, updated_at, notice)
                     SELECT {}, {}, id, 'dom_{number}', '{number}.test', FALSE, 'failed', '[]', TRUE, TRUE, 0, 0, {notice}
                     FROM (SELECT {number} AS id) AS n",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            let domains = insights::domains(&tx, MINE, NOW).await?;
            let numbers: Vec<_> = domains.iter().map(|domain| domain.number).collect();
            let newest = (1_003..1_203).rev();
            assert_eq!(numbers, newest.chain([1_001, 1_000]).collect::<Vec<_>>());
            let lost = domains.iter().filter(|domain| domain.has_lost_records);
            assert_eq!(lost.count(), 3);
            assert_eq!(insights::domains(&tx, THEIRS, NOW).await?, []);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// Sends of a domain that began so many half hours ago, with two mails each that were taken.
async fn sent_by(tx: &Tx, domain: i64, ago: RangeInclusive<i64>) -> Result<(), DbError> {
    let (org, brand, first, last) = (MINE.org, MINE.brand, ago.start(), ago.end());
    let ago = format!(
        "WITH RECURSIVE ago(n) AS (
            SELECT CAST({first} AS BIGINT) UNION ALL SELECT n + 1 FROM ago WHERE n < {last})"
    );
    let sends = format!(
        "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject, from_email,
            recipient_count, frozen_to, frozen, last_ordinal, allowance, is_stream, started_at, created_at, updated_at)
         {ago} SELECT {org}, {brand}, n, 'snd_' || n, 'campaign', 'completed', 1, 1, {domain}, 'Hi', 'a@b.test', 0, 0,
            TRUE, 0, 0, FALSE, {NOW} - n * 1800000, 0, 0 FROM ago"
    );
    let tallies = format!(
        "INSERT INTO tallies {ago} SELECT {org}, {brand}, n, process, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
         FROM ago CROSS JOIN (SELECT 1 AS process UNION ALL SELECT 2) AS processes"
    );
    tx.dynamic(&sends, params![]).await?;
    tx.dynamic(&tallies, params![]).await?;
    Ok(())
}

#[tokio::test]
async fn a_domain_is_judged_by_its_campaigns_of_30_days_however_many_others_began_since() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            for domain in [1, 2] {
                let sql = format!(
                    "INSERT INTO domains (org, brand, id, public_id, name, sandbox, status, records, open_tracking,
                        click_tracking, created_at, updated_at)
                     VALUES ({}, {}, {domain}, 'dom_{domain}', '{domain}.test', FALSE, 'verified', '[]', TRUE, TRUE, 0, 0)",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            sent_by(&tx, 1, 1..=1_100).await?;
            // The first ten began in time.
            sent_by(&tx, 2, 1_431..=1_450).await?;
            let domains = insights::domains(&tx, MINE, NOW).await?;
            let taken = domains.iter().map(|of| (of.number, of.tally.accepted));
            assert_eq!(taken.collect::<Vec<_>>(), [(2, 20), (1, 2_200)]);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
