//! Accounts of the version before people: nobody is locked out, and nobody gains.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::numbers::PersonNo;
use postrider_store::db::{Db, DbError};
use postrider_store::params;
use postrider_store::people::{self, PersonRecord, memberships};

use super::{count, write};
use crate::harness::Fresh;
use crate::upgrades::{LAST_WITH_ACCOUNTS, fill};

/// The organizations 1 and 2 of the samples share `both@x.test`, whose account in the second is the older one;
/// `tie@x.test` has two of one moment, and `Both@x.test` is another address.
const ACCOUNTS: &str = "
    INSERT INTO users (org, id, public_id, email, role, password_hash, created_at) VALUES
    (1, 300, 'usr_young', 'both@x.test', 'owner', 'young hash', 2000),
    (2, 301, 'usr_old', 'both@x.test', 'viewer', 'old hash', 1000),
    (2, 303, 'usr_second', 'tie@x.test', 'admin', 'second hash', 1500),
    (1, 304, 'usr_first', 'tie@x.test', 'editor', 'first hash', 1500),
    (2, 305, 'usr_case', 'Both@x.test', 'editor', 'case hash', 500),
    (3, 306, 'usr_late', 'late@x.test', 'owner', 'late hash', 1)";

async fn found(db: &Db, email: &'static str) -> PersonRecord {
    let found = write(db, move |tx| async move {
        people::find_by_email(&tx, email).await
    });
    found
        .await
        .unwrap_or_else(|| panic!("{email} is locked out"))
}

async fn roles(db: &Db, person: PersonNo) -> Vec<(i64, Role)> {
    let found = write(db, move |tx| async move {
        memberships::of_person(&tx, person, 0, 10).await
    });
    found
        .await
        .into_iter()
        .map(|one| (one.org, one.role))
        .collect()
}

async fn carried_over(fresh: &Fresh) -> Db {
    let db = fresh.open().await;
    fill(&db, LAST_WITH_ACCOUNTS).await;
    let added = db.write(|tx| async move { tx.dynamic(ACCOUNTS, params![]).await.map(drop) });
    assert_eq!(added.await, Ok::<_, DbError>(()));
    db.migrate().await.unwrap();
    db
}

#[tokio::test]
async fn accounts_with_one_address_become_one_person() {
    for fresh in Fresh::each().await {
        let db = carried_over(&fresh).await;
        for (email, public_id, hash, created_at, expected) in [
            (
                "both@x.test",
                "usr_old",
                "old hash",
                1000,
                vec![(1, Role::Owner), (2, Role::Viewer)],
            ),
            (
                "tie@x.test",
                "usr_first",
                "first hash",
                1500,
                vec![(1, Role::Editor), (2, Role::Admin)],
            ),
            (
                "Both@x.test",
                "usr_case",
                "case hash",
                500,
                vec![(2, Role::Editor)],
            ),
            (
                "late@x.test",
                "usr_late",
                "late hash",
                1,
                vec![(3, Role::Owner)],
            ),
        ] {
            let person = found(&db, email).await;
            assert_eq!(person.public_id, public_id, "{email}");
            assert_eq!(person.password_hash.as_deref(), Some(hash), "{email}");
            assert_eq!(person.created_at, created_at, "{email}");
            assert!(!person.has_second_factor());
            assert_eq!(roles(&db, person.id).await, expected, "{email}");
        }
        let owner = found(&db, "owner@first.test").await;
        assert_eq!(
            (owner.id, owner.public_id.as_str()),
            (PersonNo(10), "usr_01")
        );
        assert_eq!(count(&db, "SELECT count(*) FROM people").await, 5);
        assert_eq!(count(&db, "SELECT count(*) FROM memberships").await, 7);
        assert_eq!(
            count(&db, "SELECT count(*) FROM membership_brands").await,
            0
        );
        db.close().await;
        fresh.remove().await;
    }
}

#[tokio::test]
async fn everybody_sees_all_brands_as_before() {
    for fresh in Fresh::each().await {
        let db = carried_over(&fresh).await;
        for org in [1, 2, 3] {
            let members = write(&db, move |tx| async move {
                memberships::list(&tx, org, PersonNo(0), 10).await
            });
            for member in members.await {
                assert_eq!(member.limit, BrandLimit::AllBrands);
                assert!(member.has_password);
            }
        }
        db.close().await;
        fresh.remove().await;
    }
}
