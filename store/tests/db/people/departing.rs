//! Whom an organization takes along when it is removed.

use std::sync::Arc;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_store::db::Db;
use postrider_store::people::found::{self, Named};
use postrider_store::people::memberships::Joining;
use postrider_store::people::{self, memberships, second_factors};
use postrider_store::removal::{self, Tenant};
use tokio::sync::Barrier;

use super::{NOW, count, join, join_brands, person, sign_in, token_hash, write};
use crate::harness::on_each;
use crate::tenants::{brand, organization};

async fn remove(db: &Db, tenant: Tenant) {
    write(db, move |tx| async move {
        while removal::remove_some(&tx, tenant, 0, 1).await?.is_some() {}
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_belong_nowhere_else_leave_with_their_organization() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        let stranger = person(&db, "stranger").await;
        for who in [ada, bob] {
            join(&db, one, who, Role::Owner).await;
        }
        join(&db, two, bob, Role::Viewer).await;
        sign_in(&db, ada, Some(one), 1, NOW).await;
        sign_in(&db, bob, Some(one), 2, NOW).await;
        write(&db, move |tx| async move {
            for who in [ada, bob] {
                second_factors::replace_codes(&tx, who, vec![[1; 32]]).await?;
            }
            Ok(())
        })
        .await;
        remove(&db, Tenant::Organization(one)).await;
        write(&db, move |tx| async move {
            assert!(people::get(&tx, ada).await?.is_none());
            assert!(people::get(&tx, bob).await?.is_some());
            assert!(
                people::get(&tx, stranger).await?.is_some(),
                "not of this one"
            );
            let none = found::find(&tx, token_hash(1), Named::Nothing).await?;
            assert_eq!(none, None);
            let session = found::find(&tx, token_hash(2), Named::Nothing).await?;
            assert_eq!(session.expect("of Bob").membership, None);
            let elsewhere = found::find(&tx, token_hash(2), Named::Organization("org_two"));
            assert!(elsewhere.await?.expect("of Bob").membership.is_some());
            Ok(())
        })
        .await;
        assert_eq!(count(&db, "SELECT count(*) FROM recovery_codes").await, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_limited_to_a_brand_that_is_removed_sees_none() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let (a, b) = (brand(&db, org, "a").await, brand(&db, org, "b").await);
        let ada = person(&db, "ada").await;
        let limit = BrandLimit::Brands(vec![a.brand]);
        join_brands(&db, org, ada, Role::Editor, limit).await;
        sign_in(&db, ada, Some(org), 1, NOW).await;
        remove(&db, Tenant::Brand(a)).await;
        write(&db, move |tx| async move {
            let member = memberships::get(&tx, org, ada).await?.expect("a member");
            assert_eq!(member.limit, BrandLimit::Brands(vec![]));
            let session = found::find(&tx, token_hash(1), Named::Brand("brand_b")).await?;
            assert_eq!(session.expect("a session").brand, None);
            assert!(!member.limit.allows(b.brand));
            Ok(())
        })
        .await;
    })
    .await;
}

/// Either the removal sees that the person belongs to another organization, or who joins is told that the person is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_joins_another_organization_meanwhile_is_kept_or_told() {
    on_each(|db| async move {
        let kept = organization(&db, "kept").await;
        for name in ["a", "b", "c", "d", "e", "f"] {
            let org = organization(&db, name).await;
            let who = person(&db, name).await;
            join(&db, org, who, Role::Owner).await;
            let barrier = Arc::new(Barrier::new(2));
            let (other, waits) = (db.clone(), Arc::clone(&barrier));
            let removing = tokio::spawn(async move {
                waits.wait().await;
                remove(&other, Tenant::Organization(org)).await;
            });
            barrier.wait().await;
            let joined = join(&db, kept, who, Role::Viewer).await;
            removing.await.unwrap();
            let (is_there, belongs) = write(&db, move |tx| async move {
                let person = people::get(&tx, who).await?;
                let memberships = memberships::of_person(&tx, who, 0, 10).await?;
                Ok((person.is_some(), memberships.len()))
            })
            .await;
            let expected = match joined {
                Joining::Joined => (true, 1),
                Joining::Already | Joining::NoPerson => (false, 0),
            };
            assert_eq!((is_there, belongs), expected, "{joined:?}");
        }
    })
    .await;
}
