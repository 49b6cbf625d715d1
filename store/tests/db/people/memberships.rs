use std::sync::Arc;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::numbers::PersonNo;
use postrider_store::db::{Db, DbError};
use postrider_store::people::memberships::{self, Joining, MembershipChange, MembershipRecord};
use tokio::sync::Barrier;

use super::{NOW, join, join_brands, person, write};
use crate::harness::on_each;
use crate::tenants::{brand, organization};

async fn get(db: &Db, org: i64, person: PersonNo) -> Option<MembershipRecord> {
    write(db, move |tx| async move {
        memberships::get(&tx, org, person).await
    })
    .await
}

async fn set(
    db: &Db,
    org: i64,
    person: PersonNo,
    role: Role,
    limit: BrandLimit,
) -> MembershipChange {
    write(db, move |tx| {
        let limit = limit.clone();
        async move { memberships::update(&tx, org, person, role, &limit).await }
    })
    .await
}

async fn remove(db: &Db, org: i64, person: PersonNo) -> MembershipChange {
    write(db, move |tx| async move {
        memberships::remove(&tx, org, person).await
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_belongs_to_organizations_with_a_role_in_each() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        assert_eq!(join(&db, one, ada, Role::Owner).await, Joining::Joined);
        assert_eq!(join(&db, two, ada, Role::Viewer).await, Joining::Joined);
        assert_eq!(join(&db, two, bob, Role::Editor).await, Joining::Joined);
        assert_eq!(join(&db, two, ada, Role::Owner).await, Joining::Already);
        let nobody = PersonNo(1);
        assert_eq!(join(&db, one, nobody, Role::Owner).await, Joining::NoPerson);
        write(&db, move |tx| async move {
            let of_ada = memberships::of_person(&tx, ada, 0, 10).await?;
            let roles: Vec<_> = of_ada.iter().map(|one| (one.org, one.role)).collect();
            assert_eq!(roles, [(one, Role::Owner), (two, Role::Viewer)]);
            assert_eq!(memberships::of_person(&tx, ada, one, 10).await?.len(), 1);
            let of_two = memberships::list(&tx, two, PersonNo(0), 10).await?;
            let members: Vec<_> = of_two.iter().map(|one| (one.person, one.role)).collect();
            assert_eq!(members, [(ada, Role::Viewer), (bob, Role::Editor)]);
            assert_eq!(memberships::list(&tx, two, ada, 10).await?, of_two[1..]);
            assert_eq!(of_two[0].email, "ada@example.test");
            assert!(of_two[0].has_password && !of_two[0].has_second_factor);
            assert_eq!(of_two[0].joined_at, NOW);
            let found = memberships::find(&tx, two, "person_bob").await?;
            assert_eq!(found.as_ref(), Some(&of_two[1]));
            assert_eq!(memberships::find(&tx, one, "person_bob").await?, None);
            assert_eq!(memberships::get(&tx, one, bob).await?, None);
            Ok(())
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_names_brands_of_the_organization_alone() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let (a, b) = (brand(&db, one, "a").await, brand(&db, one, "b").await);
        let foreign = brand(&db, two, "c").await;
        let (ada, owner) = (person(&db, "ada").await, person(&db, "owner").await);
        join(&db, one, owner, Role::Owner).await;
        let wanted = BrandLimit::Brands(vec![b.brand, foreign.brand, a.brand, 99]);
        join_brands(&db, one, ada, Role::Editor, wanted).await;
        let member = get(&db, one, ada).await.expect("Ada");
        assert_eq!(member.limit, BrandLimit::Brands(vec![a.brand, b.brand]));
        let narrower = BrandLimit::Brands(vec![b.brand]);
        let done = set(&db, one, ada, Role::Admin, narrower.clone()).await;
        assert_eq!(done, MembershipChange::Done);
        let member = get(&db, one, ada).await.expect("Ada");
        assert_eq!((member.role, member.limit), (Role::Admin, narrower));
        let wider = set(&db, one, ada, Role::Admin, BrandLimit::AllBrands).await;
        assert_eq!(wider, MembershipChange::Done);
        let member = get(&db, one, ada).await.expect("Ada");
        assert_eq!(member.limit, BrandLimit::AllBrands);
        let none = BrandLimit::Brands(vec![foreign.brand]);
        set(&db, one, ada, Role::Admin, none).await;
        let member = get(&db, one, ada).await.expect("Ada");
        assert_eq!(member.limit, BrandLimit::Brands(vec![]), "none, never all");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_row_holds_an_owner_who_is_limited() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let shop = brand(&db, org, "shop").await;
        let ada = person(&db, "ada").await;
        join(&db, org, ada, Role::Editor).await;
        let limited = db.write(move |tx| async move {
            let limit = BrandLimit::Brands(vec![shop.brand]);
            memberships::update(&tx, org, ada, Role::Owner, &limit).await
        });
        assert!(matches!(limited.await, Err(DbError::Other(_))));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_owner_stays() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        join(&db, one, ada, Role::Owner).await;
        join(&db, one, bob, Role::Admin).await;
        // An owner elsewhere is none here.
        join(&db, two, bob, Role::Owner).await;
        let demoted = set(&db, one, ada, Role::Admin, BrandLimit::AllBrands).await;
        assert_eq!(demoted, MembershipChange::LastOwner);
        assert_eq!(remove(&db, one, ada).await, MembershipChange::LastOwner);
        let kept = set(&db, one, ada, Role::Owner, BrandLimit::AllBrands).await;
        assert_eq!(kept, MembershipChange::Done);
        set(&db, one, bob, Role::Owner, BrandLimit::AllBrands).await;
        assert_eq!(remove(&db, one, ada).await, MembershipChange::Done);
        assert_eq!(remove(&db, one, ada).await, MembershipChange::NotFound);
        assert_eq!(remove(&db, one, bob).await, MembershipChange::LastOwner);
        let nobody = set(&db, one, ada, Role::Viewer, BrandLimit::AllBrands).await;
        assert_eq!(nobody, MembershipChange::NotFound);
        assert_eq!(
            get(&db, two, bob).await.map(|one| one.role),
            Some(Role::Owner)
        );
    })
    .await;
}

const ROUNDS: [[&str; 3]; 8] = [
    ["a", "ada", "bob"],
    ["b", "cem", "dan"],
    ["c", "eva", "fay"],
    ["d", "gus", "hal"],
    ["e", "ida", "jan"],
    ["f", "kai", "lea"],
    ["g", "mia", "ned"],
    ["h", "ola", "pia"],
];

/// In transactions that are open at the same time; without a lock both would succeed within these rounds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_owners_who_leave_at_once_one_stays() {
    on_each(|db| async move {
        for (round, [name, one, two]) in ROUNDS.into_iter().enumerate() {
            let org = organization(&db, name).await;
            let owners = [person(&db, one).await, person(&db, two).await];
            for owner in owners {
                join(&db, org, owner, Role::Owner).await;
            }
            let barrier = Arc::new(Barrier::new(2));
            let leaving = owners.map(|who| {
                let (db, barrier) = (db.clone(), Arc::clone(&barrier));
                tokio::spawn(async move {
                    barrier.wait().await;
                    if round % 2 == 0 {
                        remove(&db, org, who).await
                    } else {
                        set(&db, org, who, Role::Admin, BrandLimit::AllBrands).await
                    }
                })
            });
            let [one, two] = leaving;
            let mut came = [one.await.unwrap(), two.await.unwrap()];
            came.sort_by_key(|change| *change == MembershipChange::LastOwner);
            assert_eq!(came, [MembershipChange::Done, MembershipChange::LastOwner]);
        }
    })
    .await;
}
