//! Credits and deliveries: the last one goes to one, holds end, a bonus outlives its month.

use postrider_domain::accounts::credits::{Period, Usage};
use postrider_domain::numbers::Millis;
use postrider_store::db::{Db, DbError};
use postrider_store::params;
use postrider_store::usage::{self, Account};

use crate::harness::on_each;

/// 2026-01-15, 2026-02-15, 2026-04-15 and 2026-05-15.
const JANUARY: i64 = 1_768_435_200_000;
const FEBRUARY: i64 = 1_771_113_600_000;
const APRIL: i64 = 1_776_211_200_000;
const MAY: i64 = 1_778_803_200_000;

fn account(credits: Option<i64>, now: i64) -> Account {
    Account {
        org: 1,
        credits,
        sends: Some(10),
        period: Period::at(now),
    }
}

async fn read(db: &Db, account: Account) -> Usage {
    db.read(move |tx| async move { usage::read(&tx, &account).await })
        .await
        .unwrap()
}

async fn charge(db: &Db, account: Account, cost: i64) -> bool {
    db.write(move |tx| async move { usage::charge(&tx, &account, cost).await })
        .await
        .unwrap()
}

async fn overdraw(db: &Db, account: Account, cost: i64) {
    let drawn = db.write(move |tx| async move { usage::overdraw(&tx, &account, cost).await });
    drawn.await.unwrap();
}

async fn grant(db: &Db, account: Account, amount: i64) {
    let granted =
        db.write(move |tx| async move { usage::grant_bonus(&tx, &account, amount).await });
    granted.await.unwrap();
}

/// A hold of 4 credits until 100 ms after the hold's number.
async fn hold(db: &Db, account: Account, id: i64) -> bool {
    let held = db
        .write(move |tx| async move { usage::hold(&tx, &account, id, 4, Millis(id + 100)).await });
    held.await.unwrap()
}

async fn release(db: &Db, id: i64) {
    db.write(move |tx| async move { usage::release(&tx, 1, id).await })
        .await
        .unwrap();
}

/// How many of sixteen takings at once succeed.
async fn of_sixteen<F>(db: &Db, take: impl Fn(Db, i64) -> F) -> usize
where
    F: Future<Output = bool> + Send + 'static,
{
    let mut takings = tokio::task::JoinSet::new();
    for number in 1..=16 {
        takings.spawn(take(db.clone(), number));
    }
    takings
        .join_all()
        .await
        .into_iter()
        .filter(|won| *won)
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_credit_goes_to_one() {
    on_each(|db| async move {
        let account = account(Some(10), JANUARY);
        assert!(charge(&db, account, 9).await);
        let won = of_sixteen(&db, |db, _| async move { charge(&db, account, 1).await }).await;
        assert_eq!(won, 1);
        assert_eq!(read(&db, account).await.credits_used, 10);
    })
    .await;
}

/// The first charges of a month also make its row.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_month_is_opened_once() {
    on_each(|db| async move {
        let (january, february) = (account(Some(10), JANUARY), account(Some(10), FEBRUARY));
        grant(&db, january, 2).await;
        let won = of_sixteen(&db, |db, _| async move { charge(&db, february, 1).await }).await;
        assert_eq!(won, 12);
        let expect = Usage {
            credits_used: 12,
            bonus: 2,
            ..Usage::default()
        };
        assert_eq!(read(&db, february).await, expect);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_is_all_or_nothing() {
    on_each(|db| async move {
        let account = account(Some(10), JANUARY);
        assert!(!charge(&db, account, 11).await);
        assert_eq!(read(&db, account).await, Usage::default());
        assert!(charge(&db, account, 10).await);
        assert!(!charge(&db, account, 1).await);
        assert!(charge(&db, account, 0).await, "nothing can always be paid");
        overdraw(&db, account, 5).await;
        assert_eq!(read(&db, account).await.credits_used, 15);
        assert!(!charge(&db, account, 1).await);
        assert!(charge(&db, account, 0).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unlimited_plan_is_counted() {
    on_each(|db| async move {
        let account = account(None, JANUARY);
        assert!(charge(&db, account, 1_000_000).await);
        overdraw(&db, account, 1).await;
        assert!(hold(&db, account, 1).await);
        let expect = Usage {
            credits_used: 1_000_001,
            credits_reserved: 4,
            ..Usage::default()
        };
        assert_eq!(read(&db, account).await, expect);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn organizations_do_not_share() {
    on_each(|db| async move {
        let one = account(Some(10), JANUARY);
        let two = Account { org: 2, ..one };
        assert!(charge(&db, one, 10).await);
        assert!(charge(&db, two, 10).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_counts_until_it_is_released() {
    on_each(|db| async move {
        let account = account(Some(10), JANUARY);
        assert!(hold(&db, account, 1).await);
        assert!(hold(&db, account, 2).await);
        assert!(!hold(&db, account, 3).await, "8 of 10 are held");
        assert!(!charge(&db, account, 3).await);
        assert!(charge(&db, account, 2).await);
        release(&db, 1).await;
        release(&db, 1).await;
        release(&db, 3).await;
        let expect = Usage {
            credits_used: 2,
            credits_reserved: 4,
            ..Usage::default()
        };
        assert_eq!(read(&db, account).await, expect);
        assert!(charge(&db, account, 4).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_hold_goes_to_one() {
    on_each(|db| async move {
        let account = account(Some(7), JANUARY);
        let won = of_sixteen(&db, |db, id| async move { hold(&db, account, id).await }).await;
        assert_eq!(won, 1);
        assert_eq!(read(&db, account).await.credits_reserved, 4);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_end_by_themselves() {
    on_each(|db| async move {
        let (january, february) = (account(Some(100), JANUARY), account(Some(100), FEBRUARY));
        for id in 1..=3 {
            assert!(hold(&db, january, id).await);
        }
        assert!(hold(&db, february, 4).await);
        assert!(hold(&db, february, 200).await);
        let expire = |limit| {
            db.write(move |tx| async move { usage::release_expired(&tx, 104, limit).await })
        };
        assert_eq!(expire(2).await.unwrap(), 2);
        assert_eq!(read(&db, january).await.credits_reserved, 4);
        assert_eq!(expire(9).await.unwrap(), 2);
        assert_eq!(expire(9).await.unwrap(), 0);
        assert_eq!(read(&db, january).await.credits_reserved, 0);
        assert_eq!(
            read(&db, february).await.credits_reserved,
            4,
            "one hold has time left"
        );
        release(&db, 2).await;
        assert_eq!(
            read(&db, january).await.credits_reserved,
            0,
            "given back once"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bonus_goes_from_month_to_month() {
    on_each(|db| async move {
        let limit = Some(10);
        grant(&db, account(limit, JANUARY), 8).await;
        assert!(charge(&db, account(limit, JANUARY), 13).await);
        let bonus = |bonus| Usage {
            bonus,
            ..Usage::default()
        };
        assert_eq!(
            read(&db, account(limit, FEBRUARY)).await,
            bonus(5),
            "the plan is used first"
        );
        assert!(!charge(&db, account(limit, FEBRUARY), 16).await);
        assert!(charge(&db, account(limit, FEBRUARY), 12).await);
        // Nothing happened in March.
        assert_eq!(read(&db, account(limit, APRIL)).await, bonus(3));
        grant(&db, account(limit, APRIL), 4).await;
        assert_eq!(read(&db, account(limit, APRIL)).await, bonus(7));
        overdraw(&db, account(limit, APRIL), 40).await;
        assert_eq!(read(&db, account(limit, MAY)).await, bonus(0));
        assert_eq!(
            read(&db, account(limit, JANUARY)).await.bonus,
            8,
            "the past stays"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deliveries_have_their_own_limit() {
    on_each(|db| async move {
        let account = account(Some(0), JANUARY);
        let take = |count| {
            db.write(move |tx| async move { usage::take_sends(&tx, &account, count).await })
        };
        let give = |count| {
            db.write(move |tx| async move { usage::return_sends(&tx, &account, count).await })
        };
        assert!(take(9).await.unwrap());
        assert!(!take(2).await.unwrap());
        let won = of_sixteen(&db, |db, _| async move {
            let taken =
                db.write(move |tx| async move { usage::take_sends(&tx, &account, 1).await });
            taken.await.unwrap()
        });
        assert_eq!(won.await, 1);
        give(3).await.unwrap();
        assert_eq!(read(&db, account).await.sends_used, 7);
        give(30).await.unwrap();
        assert_eq!(read(&db, account).await.sends_used, 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_row_is_an_error() {
    on_each(|db| async move {
        let account = account(Some(10), JANUARY);
        assert!(hold(&db, account, 1).await);
        for column in ["credits_used", "credits_reserved", "bonus"] {
            let spoil = |value: i64| {
                db.write(move |tx| async move {
                    let sql = format!("UPDATE usage_periods SET {column} = $1 RETURNING org");
                    tx.dynamic(&sql, params![value]).await
                })
            };
            spoil(-5).await.unwrap();
            let read = db.read(move |tx| async move { usage::read(&tx, &account).await });
            fails(&read.await);
            let later = Account {
                period: Period::at(FEBRUARY),
                ..account
            };
            let carried = db.read(move |tx| async move { usage::read(&tx, &later).await });
            fails(&carried.await);
            let charged = db.write(move |tx| async move { usage::charge(&tx, &account, 1).await });
            fails(&charged.await);
            let drawn = db.write(move |tx| async move { usage::overdraw(&tx, &account, 1).await });
            fails(&drawn.await);
            let held = db
                .write(move |tx| async move { usage::hold(&tx, &account, 2, 1, Millis(1)).await });
            fails(&held.await);
            let granted =
                db.write(move |tx| async move { usage::grant_bonus(&tx, &account, 1).await });
            fails(&granted.await);
            spoil(0).await.unwrap();
        }
        assert!(charge(&db, account, 1).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_negative_amount_is_an_error() {
    on_each(|db| async move {
        let account = account(Some(10), JANUARY);
        let charged = db.write(move |tx| async move { usage::charge(&tx, &account, -1).await });
        fails(&charged.await);
        let taken = db.write(move |tx| async move { usage::take_sends(&tx, &account, -1).await });
        fails(&taken.await);
        assert_eq!(read(&db, account).await, Usage::default());
    })
    .await;
}

fn fails<T: std::fmt::Debug>(result: &Result<T, DbError>) {
    assert!(matches!(result, Err(DbError::Other(_))), "{result:?}");
}

#[tokio::test]
async fn credits_go_back_to_the_month_they_came_from() {
    on_each(|db| async move {
        assert!(charge(&db, account(Some(20), JANUARY), 12).await);
        assert!(charge(&db, account(Some(20), FEBRUARY), 5).await);
        let refund = async |amount| {
            let period = Period::at(JANUARY);
            db.write(move |tx| async move { usage::refund(&tx, 1, period, amount).await })
                .await
        };
        refund(10).await.unwrap();
        assert_eq!(read(&db, account(Some(20), JANUARY)).await.credits_used, 2);
        refund(10).await.unwrap();
        assert_eq!(read(&db, account(Some(20), JANUARY)).await.credits_used, 0);
        let february = read(&db, account(Some(20), FEBRUARY)).await;
        assert_eq!(february.credits_used, 5);
        assert!(refund(-1).await.is_err());
    })
    .await;
}
