//! What a claim may still say about recipients that were in it.

use postrider_domain::sending::send::RecipientState;
use postrider_store::db::{Db, DbError, Dialect};
use postrider_store::delivery::settling::{self, Batch, RecipientOutcome, Settlement};
use postrider_store::params;

use crate::harness::{Fresh, on_each};
use crate::upgrades;

const OWNER: i64 = 7;

async fn sql(db: &Db, text: &'static str) {
    let done = db.write(move |tx| async move { tx.dynamic(text, params![]).await });
    done.await.unwrap();
}

fn settlement(claim: i64, ordinal: i64, outcome: RecipientOutcome) -> Settlement {
    Settlement {
        claim,
        ordinal,
        outcome,
        at: 1_000,
        mailbox: None,
        detail: None,
    }
}

/// What the first claim has to say when its one recipient has got the mail.
fn delivered(ordinal: i64) -> Batch {
    Batch {
        settlements: vec![settlement(1, ordinal, RecipientOutcome::Delivered)],
        finished: vec![1],
    }
}

/// One outcome of each claim for the first recipient.
async fn settle(db: &Db, outcomes: &[(i64, RecipientOutcome)], finished: &[i64]) {
    let settlements = outcomes.iter().cloned();
    let settlements = settlements.map(|(claim, outcome)| settlement(claim, 1, outcome));
    let batch = Batch {
        settlements: settlements.collect(),
        finished: finished.to_vec(),
    };
    let settled = db.write(move |tx| {
        let batch = batch.clone();
        async move { settling::settle(&tx, OWNER, batch).await }
    });
    settled.await.unwrap();
}

/// State and next try of the first recipient.
async fn first(db: &Db) -> (i64, Option<i64>) {
    let read = db.read(|tx| async move {
        let rows = "SELECT state, due_at FROM recipients WHERE ordinal = 1";
        let rows = tx.dynamic(rows, params![]).await?;
        Ok::<_, DbError>((rows[0].int(0)?, rows[0].opt_int(1)?))
    });
    read.await.unwrap()
}

/// Two recipients in a claim; the first is put off and taken again by a second claim.
async fn taken_again(db: &Db) {
    sql(
        db,
        "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts)
        VALUES (1, 1, 5, 1, 91, 0, 0), (1, 1, 5, 2, 92, 0, 0)",
    )
    .await;
    sql(
        db,
        "INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
        VALUES (7, 1, 1, 1, 5, '[1,2]', 0)",
    )
    .await;
    settle(db, &[(1, RecipientOutcome::Deferred(60_000))], &[]).await;
    let deferred = RecipientState::Deferred.code();
    assert_eq!(first(db).await, (deferred, Some(60_000)));
    sql(db, "UPDATE recipients SET due_at = NULL WHERE ordinal = 1").await;
    sql(
        db,
        "INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
        VALUES (7, 2, 1, 1, 5, '[1]', 0)",
    )
    .await;
}

#[tokio::test]
async fn a_claim_says_nothing_more_about_whom_it_gave_back() {
    on_each(|db| async move {
        taken_again(&db).await;
        // As after a crash, or a commit that is repeated because nobody heard that it had come through.
        settle(&db, &[(1, RecipientOutcome::Released(5_000))], &[]).await;
        let deferred = RecipientState::Deferred.code();
        assert_eq!(
            first(&db).await,
            (deferred, None),
            "the second claim has it"
        );
        settle(&db, &[(2, RecipientOutcome::Delivered)], &[2]).await;
        assert_eq!(first(&db).await, (RecipientState::Delivered.code(), None));
    })
    .await;
}

#[tokio::test]
async fn of_two_claims_settled_together_the_later_one_speaks() {
    on_each(|db| async move {
        taken_again(&db).await;
        let both = [
            (1, RecipientOutcome::Released(5_000)),
            (2, RecipientOutcome::InDoubt),
        ];
        settle(&db, &both, &[1, 2]).await;
        assert_eq!(first(&db).await, (RecipientState::InDoubt.code(), None));
    })
    .await;
}

#[tokio::test]
async fn what_happens_to_a_runs_mail_is_told_of_the_run() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        upgrades::fill(&db, upgrades::newest()).await;
        sql(
            &db,
            "INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
            VALUES (7, 1, 1, 1, 150, '[2]', 0)",
        )
        .await;
        let batch = delivered(2);
        let stamps = db.write(move |tx| {
            let batch = batch.clone();
            async move {
                settling::settle(&tx, OWNER, batch).await?;
                let told = "SELECT automation, run FROM events WHERE send = 150 AND ordinal = 2";
                let told = tx.dynamic(told, params![]).await?;
                Ok::<_, DbError>((told[0].opt_int(0)?, told[0].opt_int(1)?))
            }
        });
        assert_eq!(stamps.await.unwrap(), (Some(110), Some(120)));
        db.close().await;
        fresh.remove().await;
    }
}

/// Those of this transaction that PostgreSQL wrote without touching an index.
const IN_PLACE: &str = "SELECT pg_stat_get_xact_tuples_hot_updated('recipients'::regclass)";

#[tokio::test]
async fn an_outcome_changes_its_recipient_in_place() {
    on_each(|db| async move {
        if db.dialect() == Dialect::Sqlite {
            return;
        }
        sql(
            &db,
            "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts)
            VALUES (1, 1, 5, 1, 91, 0, 0)",
        )
        .await;
        sql(
            &db,
            "INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
            VALUES (7, 1, 1, 1, 5, '[1]', 0)",
        )
        .await;
        let batch = delivered(1);
        let in_place = db.write(move |tx| {
            let batch = batch.clone();
            async move {
                settling::settle(&tx, OWNER, batch).await?;
                tx.dynamic(IN_PLACE, params![]).await?[0].int(0)
            }
        });
        assert_eq!(in_place.await, Ok::<_, DbError>(1));
    })
    .await;
}
