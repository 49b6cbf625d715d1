use std::sync::Arc;

use postrider_store::people::{self, second_factors};
use tokio::sync::Barrier;

use super::{person, write};
use crate::harness::on_each;

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_counts_once_a_code_of_it_was_accepted() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        write(&db, move |tx| async move {
            assert!(second_factors::offer(&tx, ada, b"first").await?);
            assert!(second_factors::offer(&tx, ada, b"second").await?);
            let offered = people::get(&tx, ada).await?.expect("Ada");
            assert!(!offered.has_second_factor());
            assert!(
                !second_factors::confirm(&tx, ada, b"first", 7).await?,
                "replaced"
            );
            assert!(!second_factors::accept(&tx, ada, 8).await?, "not confirmed");
            assert!(second_factors::confirm(&tx, ada, b"second", 7).await?);
            assert!(!second_factors::confirm(&tx, ada, b"second", 9).await?);
            assert!(!second_factors::offer(&tx, ada, b"third").await?);
            let confirmed = people::get(&tx, ada).await?.expect("Ada");
            assert!(confirmed.has_second_factor());
            assert_eq!(confirmed.totp_secret.as_deref(), Some(&b"second"[..]));
            Ok(())
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_is_accepted_once_also_by_two_at_once() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        write(&db, move |tx| async move {
            second_factors::offer(&tx, ada, b"secret").await?;
            second_factors::confirm(&tx, ada, b"secret", 7).await
        })
        .await;
        let accept = move |db, step| async move {
            write(&db, move |tx| async move {
                second_factors::accept(&tx, ada, step).await
            })
            .await
        };
        assert!(!accept(db.clone(), 7).await);
        let barrier = Arc::new(Barrier::new(4));
        let using = [(); 4].map(|()| {
            let (db, barrier) = (db.clone(), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                accept(db, 8).await
            })
        });
        let mut accepted = 0;
        for one in using {
            accepted += usize::from(one.await.unwrap());
        }
        assert_eq!(accepted, 1);
        assert!(!accept(db.clone(), 7).await, "nor one before it");
        assert!(accept(db, 9).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_is_used_once_and_by_whose_it_is() {
    on_each(|db| async move {
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        write(&db, move |tx| async move {
            second_factors::offer(&tx, ada, b"secret").await?;
            second_factors::confirm(&tx, ada, b"secret", 7).await?;
            second_factors::replace_codes(&tx, ada, vec![[1; 32], [2; 32]]).await?;
            second_factors::replace_codes(&tx, bob, vec![[1; 32]]).await?;
            assert!(second_factors::use_code(&tx, ada, &[1; 32]).await?);
            assert!(!second_factors::use_code(&tx, ada, &[1; 32]).await?);
            assert!(!second_factors::use_code(&tx, bob, &[2; 32]).await?);
            assert_eq!(second_factors::codes_left(&tx, ada).await?, 1);
            second_factors::replace_codes(&tx, ada, vec![[3; 32]; 2]).await?;
            assert!(!second_factors::use_code(&tx, ada, &[2; 32]).await?);
            assert!(second_factors::remove(&tx, ada).await?);
            assert!(!second_factors::remove(&tx, ada).await?);
            assert_eq!(second_factors::codes_left(&tx, ada).await?, 0);
            assert_eq!(second_factors::codes_left(&tx, bob).await?, 1);
            Ok(())
        })
        .await;
    })
    .await;
}
