use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::numbers::PersonNo;
use postrider_store::db::{Db, DbError};
use postrider_store::people::audit::{
    self, AuditQuery, AuditReach, AuditRecord, AuditTarget, NewAuditRow,
};
use serde_json::json;

use super::{NOW, count, join_brands, person, write};
use crate::harness::on_each;
use crate::tenants::{brand, organization};

fn row(org: i64, act: &str) -> NewAuditRow {
    NewAuditRow {
        org,
        at: NOW,
        person: None,
        session: None,
        address: None,
        act: act.to_owned(),
        target: None,
        brand: None,
        before: None,
        after: None,
        counts: None,
    }
}

fn target(kind: &str, id: &str) -> AuditTarget {
    AuditTarget {
        kind: kind.to_owned(),
        id: id.to_owned(),
    }
}

fn everything() -> AuditQuery {
    AuditQuery {
        person: None,
        act: None,
        target: None,
        from: None,
        to: None,
        visible: AuditReach::AllBrands,
        before: None,
        limit: 10,
    }
}

async fn append(db: &Db, new: NewAuditRow) {
    write(db, move |tx| {
        let new = new.clone();
        async move { audit::append(&tx, &new).await }
    })
    .await;
}

async fn list(db: &Db, org: i64, query: AuditQuery) -> Vec<AuditRecord> {
    write(db, move |tx| {
        let query = query.clone();
        async move { audit::list(&tx, org, &query).await }
    })
    .await
}

async fn acts(db: &Db, org: i64, query: AuditQuery) -> Vec<String> {
    let rows = list(db, org, query).await;
    rows.into_iter().map(|row| row.act).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_tells_who_did_what_and_from_where() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let shop = brand(&db, org, "shop").await;
        let ada = person(&db, "ada").await;
        append(
            &db,
            NewAuditRow {
                person: Some(ada),
                session: Some("session_1".to_owned()),
                address: Some("192.0.2.1".to_owned()),
                target: Some(target("person", "person_bob")),
                brand: Some(shop.brand),
                before: Some(json!({ "role": "viewer" })),
                after: Some(json!({ "text": "x".repeat(20_000) })),
                counts: Some(json!({ "contacts": 12 })),
                ..row(org, "member.updated")
            },
        )
        .await;
        let seen = list(&db, org, everything()).await;
        let expected = AuditRecord {
            id: seen[0].id,
            at: NOW,
            person_public_id: Some("person_ada".to_owned()),
            person_email: Some("ada@example.test".to_owned()),
            session: Some("session_1".to_owned()),
            address: Some("192.0.2.1".to_owned()),
            act: "member.updated".to_owned(),
            target_kind: Some("person".to_owned()),
            target: Some("person_bob".to_owned()),
            brand_public_id: Some("brand_shop".to_owned()),
            before: Some(r#"{"role":"viewer"}"#.to_owned()),
            after: Some(r#"{"omittedBytes":20011}"#.to_owned()),
            counts: Some(r#"{"contacts":12}"#.to_owned()),
        };
        assert_eq!(seen, [expected]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_is_there_only_if_what_it_tells_of_is() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let undone = db.write(move |tx| async move {
            audit::append(&tx, &row(org, "key.created")).await?;
            Err::<(), _>(DbError::Other("it came to nothing".to_owned()))
        });
        assert!(undone.await.is_err());
        assert_eq!(list(&db, org, everything()).await, []);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_filtered_and_paged_newest_first() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        let of = |act: &str, person: PersonNo, id: &str| NewAuditRow {
            person: Some(person),
            target: Some(target("key", id)),
            ..row(one, act)
        };
        append(&db, of("a", ada, "k1")).await;
        append(&db, of("b", bob, "k1")).await;
        append(&db, of("a", bob, "k2")).await;
        append(&db, row(one, "c")).await;
        append(&db, row(two, "foreign")).await;
        let all = list(&db, one, everything()).await;
        let by = |query| acts(&db, one, query);
        assert_eq!(by(everything()).await, ["c", "a", "b", "a"]);
        let page = AuditQuery {
            limit: 2,
            before: Some(all[0].id),
            ..everything()
        };
        assert_eq!(by(page).await, ["a", "b"]);
        let of_bob = AuditQuery {
            person: Some(bob),
            ..everything()
        };
        assert_eq!(by(of_bob.clone()).await, ["a", "b"]);
        assert_eq!(
            by(AuditQuery {
                act: Some("b".to_owned()),
                ..of_bob
            })
            .await,
            ["b"]
        );
        assert_eq!(
            by(AuditQuery {
                act: Some("a".to_owned()),
                ..everything()
            })
            .await,
            ["a", "a"]
        );
        let of_key = AuditQuery {
            target: Some(target("key", "k1")),
            ..everything()
        };
        assert_eq!(by(of_key).await, ["b", "a"]);
        let of_brand = AuditQuery {
            target: Some(target("brand", "k1")),
            ..everything()
        };
        assert_eq!(by(of_brand).await, [""; 0]);
    })
    .await;
}

/// Numbers of rows grow with the real clock, and times are what is written: both bound the page.
#[tokio::test(flavor = "multi_thread")]
async fn rows_are_found_by_time() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let now = crate::harness::clock()();
        for (act, at) in [
            ("first", now - 2_000),
            ("second", now - 1_000),
            ("third", now),
        ] {
            append(
                &db,
                NewAuditRow {
                    at,
                    ..row(org, act)
                },
            )
            .await;
        }
        for (from, to, expected) in [
            (None, None, vec!["third", "second", "first"]),
            (Some(now - 1_000), None, vec!["third", "second"]),
            (None, Some(now - 1_000), vec!["first"]),
            (Some(now - 2_000), Some(now), vec!["second", "first"]),
            (Some(now + 1), None, vec![]),
        ] {
            let query = AuditQuery {
                from,
                to,
                ..everything()
            };
            assert_eq!(acts(&db, org, query).await, expected, "{from:?} {to:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_member_sees_what_was_done_in_its_brands() {
    on_each(|db| async move {
        let (org, other) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let (a, b) = (brand(&db, org, "a").await, brand(&db, org, "b").await);
        let members = ["all", "some", "none"].map(|name| person(&db, name));
        let [all, some, none] = members;
        let (all, some, none) = (all.await, some.await, none.await);
        let brands = |brands: &[i64]| BrandLimit::Brands(brands.to_vec());
        join_brands(&db, org, all, Role::Admin, brands(&[a.brand, b.brand])).await;
        join_brands(&db, org, some, Role::Admin, brands(&[a.brand])).await;
        join_brands(&db, org, none, Role::Admin, brands(&[])).await;
        for (act, brand) in [("of org", None), ("of a", Some(a)), ("of b", Some(b))] {
            let brand = brand.map(|key| key.brand);
            append(
                &db,
                NewAuditRow {
                    brand,
                    ..row(org, act)
                },
            )
            .await;
        }
        for (org, visible, expected) in [
            (org, AuditReach::AllBrands, vec!["of b", "of a", "of org"]),
            (org, AuditReach::BrandsOf(all), vec!["of b", "of a"]),
            (org, AuditReach::BrandsOf(some), vec!["of a"]),
            (org, AuditReach::BrandsOf(none), vec![]),
            (other, AuditReach::BrandsOf(all), vec![]),
        ] {
            let query = AuditQuery {
                visible,
                ..everything()
            };
            assert_eq!(acts(&db, org, query).await, expected, "{visible:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_rows_are_forgotten_in_pieces() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        for (org, at) in [(one, NOW), (two, NOW + 1), (one, NOW + 2), (one, NOW + 3)] {
            append(
                &db,
                NewAuditRow {
                    at,
                    ..row(org, "act")
                },
            )
            .await;
        }
        let forget = || {
            write(
                &db,
                |tx| async move { audit::forget(&tx, NOW + 3, 2).await },
            )
        };
        assert_eq!([forget().await, forget().await], [true, false]);
        assert_eq!(count(&db, "SELECT count(*) FROM audit_log").await, 1);
    })
    .await;
}
