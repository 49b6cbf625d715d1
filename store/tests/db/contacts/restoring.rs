//! What a contact refused outlives its deletion.

use std::collections::BTreeMap;

use postrider_domain::contacts::contact::Intent;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::{params, statements};

use super::{NOW, a_brand, contact, get, hash, upload, upsert};
use crate::harness::{on_each, on_postgres};

statements! {
    OPT_OUTS = "SELECT count(*) FROM opt_outs";
}

pub async fn delete(db: &Db, brand: BrandKey, emails: &[&str]) -> Vec<String> {
    let hashes: BTreeMap<_, _> = emails
        .iter()
        .map(|email| ((*email).to_owned(), hash(email)))
        .collect();
    let deleted = db.write(move |tx| {
        let hashes = hashes.clone();
        async move { contacts::delete(&tx, brand, &hashes, NOW).await }
    });
    let deleted = deleted.await.unwrap().into_iter();
    deleted.map(|contact| contact.email).collect()
}

async fn opt_outs(db: &Db) -> i64 {
    let row = db.read(|tx| async move { tx.row(&OPT_OUTS, params![]).await });
    row.await.unwrap().unwrap().int(0).unwrap()
}

async fn unsubscribe(db: &Db, brand: BrandKey, email: &str) {
    let mut row = contact(email);
    row.subscribed = Some(false);
    upload(db, brand, vec![row]).await;
}

async fn comes_back_subscribed(
    db: &Db,
    brand: BrandKey,
    email: &str,
    consent_at: Option<i64>,
) -> bool {
    let mut row = contact(email);
    row.subscribed = Some(true);
    row.consent = consent_at.map(|at| ("{}".to_owned(), at));
    let written = upload(db, brand, vec![row]).await;
    assert!(written[0].created);
    let subscribed = get(db, brand, email).await.unwrap().subscribed;
    assert_eq!(written[0].resubscribe_skipped, !subscribed);
    subscribed
}

#[tokio::test]
async fn deleted_and_uploaded_again_they_are_still_unsubscribed() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        unsubscribe(&db, brand, "a@x.de").await;
        delete(&db, brand, &["a@x.de"]).await;
        assert!(!comes_back_subscribed(&db, brand, "a@x.de", None).await);
        assert_eq!(
            get(&db, brand, "a@x.de").await.unwrap().unsubscribed_at,
            Some(NOW)
        );
        delete(&db, brand, &["a@x.de"]).await;
        assert!(!comes_back_subscribed(&db, brand, "a@x.de", Some(NOW)).await);
        delete(&db, brand, &["a@x.de"]).await;
        assert!(comes_back_subscribed(&db, brand, "a@x.de", Some(NOW + 1)).await);
    })
    .await;
}

/// Somebody who came back by their own will and is deleted later has refused nothing.
#[tokio::test]
async fn an_opt_out_that_was_taken_back_is_forgotten() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        unsubscribe(&db, brand, "a@x.de").await;
        delete(&db, brand, &["a@x.de"]).await;
        assert_eq!(opt_outs(&db).await, 1);
        upload(&db, brand, vec![contact("a@x.de")]).await;
        assert_eq!(opt_outs(&db).await, 0, "the contact's row holds it now");
        let mut row = contact("a@x.de");
        row.subscribed = Some(true);
        upsert(&db, brand, vec![row], Intent::Explicit, NOW).await;
        delete(&db, brand, &["a@x.de"]).await;
        assert_eq!(opt_outs(&db).await, 0);
        assert!(comes_back_subscribed(&db, brand, "a@x.de", None).await);
    })
    .await;
}

/// Until another transaction waits for this one. Where none ever does, what the test compares shows it.
async fn until_somebody_waits(tx: &Tx) -> Result<(), DbError> {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))";
    for _ in 0..500 {
        if tx.dynamic(waiting, params![]).await?[0].int(0)? > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    Ok(())
}

/// The upload waits for the deletion that is under way, and must see what it left behind.
#[tokio::test]
async fn an_upload_during_the_deletion_does_not_lose_the_opt_out() {
    on_postgres(|db| async move {
        let brand = a_brand(&db).await;
        unsubscribe(&db, brand, "a@x.de").await;
        let deleted = std::sync::Arc::new(tokio::sync::Notify::new());
        let signal = std::sync::Arc::clone(&deleted);
        let deleting = db.write(move |tx| {
            let signal = std::sync::Arc::clone(&signal);
            async move {
                let hashes = BTreeMap::from([("a@x.de".to_owned(), hash("a@x.de"))]);
                contacts::delete(&tx, brand, &hashes, NOW).await?;
                signal.notify_one();
                until_somebody_waits(&tx).await
            }
        });
        let uploading = async {
            deleted.notified().await;
            comes_back_subscribed(&db, brand, "a@x.de", None).await
        };
        let (deleted, subscribed) = tokio::join!(deleting, uploading);
        deleted.unwrap();
        assert!(!subscribed);
    })
    .await;
}
