//! API keys: found with their plan, revoked once, touched forward.

use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError};
use postrider_store::keys::{self, KeyFilter, NewKey, Revocation};

use crate::harness::on_each;
use crate::tenants::{brand, organization};

const NOW: i64 = 1_800_000_000_000;

async fn key(db: &Db, org: i64, brand: Option<i64>, name: &'static str) -> Result<i64, DbError> {
    db.write(move |tx| async move {
        let new = NewKey {
            org,
            brand,
            public_id: format!("key_{name}"),
            prefix: format!("prefix_{name}"),
            hash: vec![1, 2, 3],
            name: name.to_owned(),
            scopes: "contacts,emails".to_owned(),
            created_at: NOW,
        };
        keys::create(&tx, &new).await
    })
    .await
}

async fn revoke(db: &Db, org: i64, public_id: &'static str, now: i64) -> Revocation {
    let revoked = db.write(move |tx| async move { keys::revoke(&tx, org, public_id, now).await });
    revoked.await.unwrap()
}

async fn names(db: &Db, filter: KeyFilter) -> Vec<(String, Option<String>)> {
    let listed = db
        .read(move |tx| async move { keys::list(&tx, filter).await })
        .await
        .unwrap();
    listed
        .into_iter()
        .map(|key| (key.name, key.brand_public_id))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_found_by_its_prefix() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let id = key(&db, org, Some(5), "a").await.unwrap();
        let find =
            |prefix: &'static str| db.read(move |tx| async move { keys::find(&tx, prefix).await });
        let (found, brand) = find("prefix_a").await.unwrap().expect("the key");
        assert_eq!(brand, None, "there is no brand 5");
        assert_eq!((found.org, found.id, found.brand), (org, id, Some(5)));
        assert_eq!(
            (found.public_id.as_str(), found.plan.as_str()),
            ("key_a", "free")
        );
        assert_eq!(
            (found.hash, found.scopes.as_str()),
            (vec![1, 2, 3], "contacts,emails")
        );
        assert_eq!(found.revoked_at, None);
        assert!(find("prefix_b").await.unwrap().is_none());
        let again = key(&db, org, None, "a").await;
        assert!(matches!(again, Err(DbError::Conflict { .. })), "{again:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_revoked_once() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        key(&db, one, None, "a").await.unwrap();
        assert_eq!(revoke(&db, two, "key_a", NOW).await, Revocation::NotFound);
        assert_eq!(
            revoke(&db, one, "key_a", NOW).await,
            Revocation::Revoked { revoked_at: NOW }
        );
        assert_eq!(
            revoke(&db, one, "key_a", NOW + 9).await,
            Revocation::Already { revoked_at: NOW }
        );
        assert_eq!(revoke(&db, one, "key_b", NOW).await, Revocation::NotFound);
        let found = db
            .read(move |tx| async move {
                Ok::<_, DbError>([
                    keys::get(&tx, one, "key_a").await?,
                    keys::find_by_public_id(&tx, "key_a").await?,
                    keys::get(&tx, two, "key_a").await?,
                ])
            })
            .await
            .unwrap();
        let revoked_at = found.map(|key| key.map(|key| (key.org, key.revoked_at)));
        assert_eq!(
            revoked_at,
            [Some((one, Some(NOW))), Some((one, Some(NOW))), None]
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uses_only_go_forward() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let a = key(&db, org, None, "a").await.unwrap();
        let b = key(&db, org, None, "b").await.unwrap();
        let touch = |uses: Vec<(i64, i64, i64)>| {
            let touched = db.write(move |tx| {
                let uses = uses.clone();
                async move { keys::touch(&tx, uses).await }
            });
            async { touched.await.unwrap() }
        };
        assert_eq!(
            touch(vec![(org, b, 5), (org, a, 3), (org, a, 9), (org, a, 7)]).await,
            2
        );
        assert_eq!(
            touch(vec![(org, a, 8), (org, b, 6), (org + 1, b, 99)]).await,
            1
        );
        assert_eq!(touch(vec![]).await, 0);
        let all = db
            .read(|tx| async move { keys::list(&tx, KeyFilter::All).await })
            .await
            .unwrap();
        let used: Vec<_> = all.iter().map(|key| key.last_used_at).collect();
        assert_eq!(used, [Some(9), Some(6)]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_listed_by_owner() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let shop = brand(&db, one, "shop").await;
        key(&db, one, None, "a").await.unwrap();
        key(&db, one, Some(shop.brand), "b").await.unwrap();
        key(&db, two, None, "c").await.unwrap();
        let (a, b, c) = (
            ("a".to_owned(), None),
            ("b".to_owned(), Some("brand_shop".to_owned())),
            ("c".to_owned(), None),
        );
        assert_eq!(names(&db, KeyFilter::All).await, [a.clone(), b.clone(), c]);
        assert_eq!(
            names(&db, KeyFilter::Organization(one)).await,
            [a, b.clone()]
        );
        assert_eq!(names(&db, KeyFilter::Brand(shop)).await, [b]);
        let elsewhere = BrandKey { org: two, ..shop };
        assert_eq!(names(&db, KeyFilter::Brand(elsewhere)).await, []);
    })
    .await;
}
