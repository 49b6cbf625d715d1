//! Who came and who was lost, and what is found in it.

use postrider_domain::insights::counters::Counters;
use postrider_domain::insights::life::{Change, Known, next};
use postrider_domain::insights::{Detector, InsightState, Reading, Severity, judge};
use postrider_domain::time::DAY_MS;
use postrider_store::db::{DbError, Tx, first_number};
use postrider_store::insights;

use super::counts::{contact, hour};
use super::{NOW, THEIRS};
use crate::emails::MINE;
use crate::harness::on_each;

#[tokio::test]
async fn whoever_came_and_left_is_gain_and_loss_and_who_never_came_is_neither() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let young = first_number(NOW - 20 * DAY_MS);
            let (old, day) = (first_number(NOW - 40 * DAY_MS), NOW - DAY_MS);
            let standings = [
                (young, "TRUE, NULL, NULL, NULL".to_owned()),
                (young + 1, format!("FALSE, {day}, NULL, NULL")),
                (young + 2, format!("FALSE, {day}, NULL, NULL")),
                // Brought in as one who had left.
                (
                    young + 3,
                    format!("FALSE, {}, NULL, NULL", NOW - 20 * DAY_MS),
                ),
                (old, "TRUE, NULL, NULL, NULL".to_owned()),
            ];
            for (id, standing) in standings {
                contact(&tx, id, &standing).await?;
            }
            // A bounce is no loss.
            hour(&tx, day, [100, 1, 9]).await?;
            assert_eq!(insights::growth(&tx, MINE, NOW).await?, (3, 9));
            assert_eq!(insights::growth(&tx, THEIRS, NOW).await?, (0, 0));
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// What is said of the growth of the list.
async fn said(tx: &Tx) -> Result<Option<Reading>, DbError> {
    let (gains, losses) = insights::growth(tx, MINE, NOW).await?;
    let counters = Counters {
        now: NOW,
        gains,
        losses,
        ..Counters::default()
    };
    let mut readings = judge(&counters).into_iter();
    Ok(readings.find(|reading| reading.detector == Detector::ShrinkingList))
}

#[tokio::test]
async fn a_list_that_grows_again_is_no_longer_called_a_shrinking_one() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let young = first_number(NOW - 20 * DAY_MS);
            let mut came = 0;
            hour(&tx, NOW - DAY_MS, [1_000, 0, 101]).await?;
            let reading = said(&tx).await?;
            assert_eq!(next(None, reading.as_ref(), NOW), Change::Open);
            let known = Known {
                detector: Some(Detector::ShrinkingList),
                state: InsightState::Active,
                severity: Severity::Warning,
                step: 9,
                calm_since: None,
                dismissed_at: None,
                found_at: NOW,
            };
            // As many as were lost, and then well more: it is calm, and a day later it is over.
            for (gains, expected) in [(101, Change::Nothing), (127, Change::Calm)] {
                while came < gains {
                    contact(&tx, young + came, "TRUE, NULL, NULL, NULL").await?;
                    came += 1;
                }
                let reading = said(&tx).await?;
                assert_eq!(next(Some(&known), reading.as_ref(), NOW), expected);
            }
            let calm = Known {
                calm_since: Some(NOW),
                ..known
            };
            let reading = said(&tx).await?;
            let tomorrow = next(Some(&calm), reading.as_ref(), NOW + DAY_MS);
            assert_eq!(tomorrow, Change::Resolve);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
