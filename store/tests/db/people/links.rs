use std::sync::Arc;

use postrider_domain::accounts::link::LinkKind::{self, Claim, Reset};
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_store::db::Db;
use postrider_store::people::links::{self, NewLink};
use tokio::sync::Barrier;

use super::{NOW, person, token_hash, write};
use crate::harness::on_each;

async fn link(db: &Db, person: PersonNo, kind: LinkKind, number: u8) {
    write(db, move |tx| async move {
        let new = NewLink {
            token_hash: token_hash(number),
            person,
            kind,
            now: Millis(NOW),
        };
        links::create(&tx, &new).await
    })
    .await;
}

async fn use_once(db: &Db, kind: LinkKind, number: u8, at: i64) -> Option<PersonNo> {
    write(db, move |tx| async move {
        links::use_once(&tx, token_hash(number), kind, Millis(at)).await
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_used_once_and_in_time() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        link(&db, ada, Reset, 1).await;
        link(&db, ada, Claim, 2).await;
        let ends = NOW + Reset.lasts_ms();
        let found = write(&db, move |tx| async move {
            assert_eq!(
                links::find(&tx, token_hash(1), Reset, Millis(ends)).await?,
                None
            );
            assert_eq!(
                links::find(&tx, token_hash(1), Claim, Millis(NOW)).await?,
                None
            );
            links::find(&tx, token_hash(1), Reset, Millis(NOW)).await
        });
        let found = found.await.expect("the link");
        assert_eq!(
            (found.person, found.email.as_str()),
            (ada, "ada@example.test")
        );
        assert_eq!(use_once(&db, Reset, 3, NOW).await, None, "a guess");
        assert_eq!(use_once(&db, Claim, 1, NOW).await, None, "another kind");
        assert_eq!(use_once(&db, Reset, 1, ends).await, None, "late");
        assert_eq!(use_once(&db, Reset, 1, ends - 1).await, Some(ada));
        assert_eq!(use_once(&db, Reset, 1, NOW).await, None, "again");
        assert_eq!(use_once(&db, Claim, 2, ends).await, Some(ada));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_link_of_a_kind_counts() {
    on_each(|db| async move {
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        link(&db, ada, Reset, 1).await;
        link(&db, bob, Reset, 2).await;
        link(&db, ada, Claim, 3).await;
        link(&db, ada, Reset, 4).await;
        assert_eq!(use_once(&db, Reset, 1, NOW).await, None);
        assert_eq!(use_once(&db, Reset, 2, NOW).await, Some(bob));
        let ended = write(&db, move |tx| async move { links::end_all(&tx, ada).await });
        assert_eq!(ended.await, 2, "a new password ends them");
        for (kind, number) in [(Claim, 3), (Reset, 4)] {
            assert_eq!(use_once(&db, kind, number, NOW).await, None);
        }
        let forget = |at| {
            write(&db, move |tx| async move {
                links::forget_expired(&tx, Millis(at), 1).await
            })
        };
        assert!(!forget(NOW).await);
        assert!(forget(NOW + Claim.lasts_ms()).await);
        assert!(!forget(NOW + Claim.lasts_ms()).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_use_a_link_at_once_one_gets_in() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        link(&db, ada, Claim, 1).await;
        let barrier = Arc::new(Barrier::new(4));
        let using = [(); 4].map(|()| {
            let (db, barrier) = (db.clone(), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                use_once(&db, Claim, 1, NOW).await
            })
        });
        let mut got_in = 0;
        for one in using {
            got_in += usize::from(one.await.unwrap().is_some());
        }
        assert_eq!(got_in, 1);
    })
    .await;
}
