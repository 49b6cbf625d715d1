use postrider_domain::numbers::Millis;
use postrider_store::db::DbError;
use postrider_store::people::{self, NewPerson};

use super::{NOW, person, write};
use crate::harness::on_each;

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_one_person_in_the_installation() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        let again = write(&db, |tx| async move {
            let new = NewPerson {
                public_id: "another".to_owned(),
                email: "ada@example.test".to_owned(),
                name: None,
                password_hash: None,
                created_at: NOW,
            };
            people::create(&tx, &new).await
        });
        assert_eq!(again.await, None);
        write(&db, move |tx| async move {
            let found = people::find_by_email(&tx, "ada@example.test").await?;
            assert_eq!(found.map(|person| person.id), Some(ada));
            let found = people::find_by_public_id(&tx, "person_ada").await?;
            assert_eq!(found.map(|person| person.id), Some(ada));
            for nobody in ["bob@example.test", "Ada@example.test", "ada@example.test\0"] {
                assert!(people::find_by_email(&tx, nobody).await?.is_none());
            }
            Ok(())
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_changes_name_address_and_password() {
    on_each(|db| async move {
        let (ada, _) = (person(&db, "ada").await, person(&db, "bob").await);
        write(&db, move |tx| async move {
            people::set_name(&tx, ada, Some("Ada")).await?;
            assert!(!people::set_email(&tx, ada, "bob@example.test").await?);
            assert!(people::set_email(&tx, ada, "ada@example.test").await?);
            assert!(people::set_email(&tx, ada, "lovelace@example.test").await?);
            people::set_password(&tx, ada, "another hash", Millis(NOW + 5)).await?;
            let changed = people::lock(&tx, ada).await?.expect("Ada");
            assert_eq!(changed.name.as_deref(), Some("Ada"));
            assert_eq!(changed.email, "lovelace@example.test");
            assert_eq!(changed.password_hash.as_deref(), Some("another hash"));
            assert_eq!(changed.password_changed_at, Some(NOW + 5));
            Ok::<_, DbError>(())
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hash_is_renewed_only_for_the_password_it_was_made_of() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        write(&db, move |tx| async move {
            assert!(people::rehash(&tx, ada, "hash of ada", "stronger").await?);
            assert!(!people::rehash(&tx, ada, "hash of ada", "stale").await?);
            let person = people::get(&tx, ada).await?.expect("Ada");
            assert_eq!(person.password_hash.as_deref(), Some("stronger"));
            assert_eq!(
                person.password_changed_at,
                Some(NOW),
                "it is the same password"
            );
            Ok(())
        })
        .await;
    })
    .await;
}
