use std::sync::Arc;

use postrider_domain::accounts::link::INVITATION_MS;
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::numbers::Millis;
use postrider_store::db::Db;
use postrider_store::organizations;
use postrider_store::people::invitations::{self, InvitationRecord, NewInvitation};
use tokio::sync::Barrier;

use super::{NOW, token_hash, write};
use crate::harness::on_each;
use crate::tenants::organization;

async fn invite(db: &Db, org: i64, email: &'static str, number: u8) {
    write(db, move |tx| async move {
        let new = NewInvitation {
            org,
            public_id: format!("inv_{number}"),
            email: email.to_owned(),
            role: Role::Editor,
            limit: BrandLimit::Brands(vec![3, 4]),
            token_hash: token_hash(number),
            invited_by: None,
            now: Millis(NOW),
        };
        invitations::create(&tx, &new).await
    })
    .await;
}

async fn accept(db: &Db, number: u8, email: &'static str, at: i64) -> Option<InvitationRecord> {
    write(db, move |tx| async move {
        invitations::accept(&tx, token_hash(number), email, Millis(at)).await
    })
    .await
}

async fn open(db: &Db, org: i64) -> Vec<String> {
    let listed = write(db, move |tx| async move {
        invitations::list(&tx, org, 0, 10).await
    });
    listed.await.into_iter().map(|one| one.public_id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_accepted_once_in_time_and_by_whom_it_is_for() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        invite(&db, org, "ada@example.test", 1).await;
        let ends = NOW + INVITATION_MS;
        let seen = write(&db, move |tx| async move {
            assert_eq!(
                invitations::find(&tx, token_hash(1), Millis(ends)).await?,
                None
            );
            assert_eq!(
                invitations::find(&tx, token_hash(2), Millis(NOW)).await?,
                None
            );
            invitations::find(&tx, token_hash(1), Millis(NOW)).await
        });
        let seen = seen.await.expect("an invitation");
        assert_eq!((seen.org, seen.role), (org, Role::Editor));
        assert_eq!(seen.limit, BrandLimit::Brands(vec![3, 4]));
        assert_eq!(accept(&db, 1, "bob@example.test", NOW).await, None);
        assert_eq!(accept(&db, 2, "ada@example.test", NOW).await, None);
        assert_eq!(accept(&db, 1, "ada@example.test", ends).await, None);
        assert_eq!(
            accept(&db, 1, "ada@example.test", ends - 1).await,
            Some(seen)
        );
        assert_eq!(accept(&db, 1, "ada@example.test", NOW).await, None);
        assert!(open(&db, org).await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_invitation_of_an_address_takes_the_place_of_the_last() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        invite(&db, one, "ada@example.test", 1).await;
        invite(&db, two, "ada@example.test", 2).await;
        invite(&db, one, "ada@example.test", 3).await;
        assert_eq!(open(&db, one).await, ["inv_3"]);
        assert_eq!(open(&db, two).await, ["inv_2"]);
        assert_eq!(accept(&db, 1, "ada@example.test", NOW).await, None);
        assert!(accept(&db, 3, "ada@example.test", NOW).await.is_some());
        // Somebody who has left may be asked again.
        invite(&db, one, "ada@example.test", 4).await;
        assert_eq!(open(&db, one).await, ["inv_4"]);
        assert!(accept(&db, 4, "ada@example.test", NOW).await.is_some());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_revoked_by_its_organization_alone() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        invite(&db, one, "ada@example.test", 1).await;
        write(&db, move |tx| async move {
            assert_eq!(invitations::get(&tx, two, "inv_1").await?, None);
            assert!(invitations::get(&tx, one, "inv_1").await?.is_some());
            assert!(!invitations::revoke(&tx, two, "inv_1").await?);
            assert!(invitations::revoke(&tx, one, "inv_1").await?);
            assert!(!invitations::revoke(&tx, one, "inv_1").await?);
            Ok(())
        })
        .await;
        assert_eq!(accept(&db, 1, "ada@example.test", NOW).await, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_joins_an_organization_that_is_being_removed() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        invite(&db, org, "ada@example.test", 1).await;
        write(&db, move |tx| async move {
            organizations::delete(&tx, org, NOW).await
        })
        .await;
        assert_eq!(accept(&db, 1, "ada@example.test", NOW).await, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_is_forgotten_in_pieces() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        invite(&db, org, "ada@example.test", 1).await;
        invite(&db, org, "bob@example.test", 2).await;
        accept(&db, 2, "bob@example.test", NOW).await;
        let forget = |at| {
            write(&db, move |tx| async move {
                invitations::forget_expired(&tx, Millis(at), 1).await
            })
        };
        assert!(!forget(NOW + INVITATION_MS - 1).await);
        assert_eq!(open(&db, org).await, ["inv_1"]);
        let later = NOW + INVITATION_MS;
        assert_eq!(
            [
                forget(later).await,
                forget(later).await,
                forget(later).await
            ],
            [true, true, false]
        );
        assert!(open(&db, org).await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_accept_at_once_one_does() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        invite(&db, org, "ada@example.test", 1).await;
        let barrier = Arc::new(Barrier::new(4));
        let accepting = [(); 4].map(|()| {
            let (db, barrier) = (db.clone(), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                accept(&db, 1, "ada@example.test", NOW).await
            })
        });
        let mut accepted = 0;
        for one in accepting {
            accepted += usize::from(one.await.unwrap().is_some());
        }
        assert_eq!(accepted, 1);
    })
    .await;
}
