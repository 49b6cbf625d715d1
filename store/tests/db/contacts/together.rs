//! Several writers at once.

use std::collections::HashMap;

use postrider_domain::contacts::contact::Intent;

use super::restoring::delete;
use super::{NOW, a_brand, contact, get, upload, upsert};
use crate::harness::on_each;

/// Each writer starts elsewhere in the list, so that they meet in every order.
fn rotated(start: usize) -> Vec<String> {
    (0..40)
        .map(|n| format!("{:02}@x.de", (n + start) % 40))
        .collect()
}

#[tokio::test]
async fn writers_of_the_same_contacts_create_each_once() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let writers: Vec<_> = (0..8)
            .map(|writer| {
                let db = db.clone();
                tokio::spawn(async move {
                    let emails = rotated(writer * 5);
                    let rows = emails.iter().map(|email| contact(email));
                    upload(&db, brand, rows.collect()).await
                })
            })
            .collect();
        let mut created: HashMap<String, usize> = HashMap::new();
        for writer in writers {
            let written = writer.await.unwrap();
            assert_eq!(written.len(), 40);
            for row in written {
                let stored = get(&db, brand, &row.email).await.unwrap();
                assert_eq!(stored.id, row.id);
                *created.entry(row.email).or_default() += usize::from(row.created);
            }
        }
        assert!(created.len() == 40 && created.values().all(|count| *count == 1));
    })
    .await;
}

/// Whatever the order, somebody who has unsubscribed is never subscribed by an upload.
#[tokio::test]
async fn deleting_while_uploading_loses_no_opt_out() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let emails = rotated(0);
        let rows = |subscribed: bool| {
            let row = move |email: &String| {
                let mut row = contact(email);
                row.subscribed = Some(subscribed);
                row
            };
            emails.iter().map(row).collect::<Vec<_>>()
        };
        upload(&db, brand, rows(false)).await;
        let mut tasks = tokio::task::JoinSet::new();
        for writer in 0..4 {
            let (deleting, uploading, again) = (db.clone(), db.clone(), rows(true));
            tasks.spawn(async move {
                let emails = rotated(writer * 7);
                for half in emails.chunks(20) {
                    let half: Vec<&str> = half.iter().map(String::as_str).collect();
                    delete(&deleting, brand, &half).await;
                }
            });
            tasks.spawn(async move {
                upsert(&uploading, brand, again, Intent::Upload, NOW + 1).await;
            });
        }
        while let Some(done) = tasks.join_next().await {
            done.unwrap();
        }
        upload(&db, brand, rows(true)).await;
        for email in &emails {
            assert!(!get(&db, brand, email).await.unwrap().subscribed, "{email}");
        }
    })
    .await;
}
