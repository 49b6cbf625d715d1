use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::audiences::{
    self, AudiencePatch, AudienceRecord, NewAudience, NewFilters, StaleBefore,
};
use postrider_store::db::{Db, DbError};

use crate::harness::on_each;
use crate::tenants::{brand, organization};

const NOW: i64 = 1_800_000_000_000;

async fn create(
    db: &Db,
    brand: BrandKey,
    name: &'static str,
    counted_at: Option<i64>,
) -> AudienceRecord {
    let created = db.write(move |tx| async move {
        let new = NewAudience {
            public_id: format!("aud_{name}"),
            name: name.to_owned(),
            filters: "{}".to_owned(),
            count: 3,
            counted_at,
        };
        audiences::create(&tx, brand, new, NOW).await
    });
    created.await.unwrap()
}

async fn get(db: &Db, brand: BrandKey, public_id: &'static str) -> Option<AudienceRecord> {
    db.read(move |tx| async move { audiences::get(&tx, brand, public_id).await })
        .await
        .unwrap()
}

async fn update(db: &Db, brand: BrandKey, change: AudiencePatch) -> Option<AudienceRecord> {
    db.write(move |tx| {
        let change = change.clone();
        async move { audiences::update(&tx, brand, "aud_a", change, NOW + 1).await }
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn audiences_are_listed_changed_and_deleted() {
    on_each(|db| async move {
        let org = organization(&db, "acme").await;
        let mine = brand(&db, org, "mine").await;
        let theirs = brand(&db, org, "theirs").await;
        let a = create(&db, mine, "a", Some(NOW)).await;
        let b = create(&db, mine, "b", None).await;
        assert_eq!(get(&db, mine, "aud_a").await.as_ref(), Some(&a));
        assert_eq!(get(&db, theirs, "aud_a").await, None);
        let listed = db.read(move |tx| async move {
            let first = audiences::list(&tx, mine, None, 1, 9).await?.rows;
            let next = audiences::list(&tx, mine, Some(first[0].id), 1, 9).await?;
            Ok::<_, DbError>((first, next.rows, audiences::list_all(&tx, mine).await?))
        });
        let expected = (vec![b.clone()], vec![a.clone()], vec![b, a.clone()]);
        assert_eq!(listed.await.unwrap(), expected);

        let named = update(
            &db,
            mine,
            AudiencePatch {
                name: Some("A".to_owned()),
                filters: None,
            },
        )
        .await
        .unwrap();
        assert_eq!(
            named,
            AudienceRecord {
                name: "A".to_owned(),
                updated_at: NOW + 1,
                ..a
            }
        );
        let filters = NewFilters {
            filters: "{\"x\":1}".to_owned(),
            count: 0,
            counted_at: None,
        };
        let changed = update(
            &db,
            mine,
            AudiencePatch {
                name: None,
                filters: Some(filters),
            },
        )
        .await
        .unwrap();
        assert_eq!(
            (changed.count, changed.counted_at, changed.name.as_str()),
            (0, None, "A")
        );
        assert_eq!(update(&db, theirs, AudiencePatch::default()).await, None);

        let deleted =
            db.write(move |tx| async move { audiences::delete(&tx, mine, "aud_a").await });
        assert_eq!(deleted.await.unwrap(), Some(changed));
        assert_eq!(get(&db, mine, "aud_a").await, None);
    })
    .await;
}

#[tokio::test]
async fn the_oldest_counts_are_taken_first_and_a_newer_one_stays() {
    on_each(|db| async move {
        let org = organization(&db, "acme").await;
        let mine = brand(&db, org, "mine").await;
        let newer = create(&db, mine, "newer", Some(20)).await;
        create(&db, mine, "older", Some(10)).await;
        create(&db, mine, "never", None).await;
        create(&db, mine, "fresh", Some(30)).await;
        for (limit, expected) in [
            (10, vec!["never", "older", "newer"]),
            (2, vec!["never", "older"]),
            (1, vec!["never"]),
        ] {
            let stale = db
                .read(move |tx| async move {
                    let before = StaleBefore {
                        any: 30,
                        changed: 30,
                    };
                    audiences::stale(&tx, before, limit).await
                })
                .await
                .unwrap();
            let names: Vec<_> = stale
                .iter()
                .map(|row| row.public_id.trim_start_matches("aud_"))
                .collect();
            assert_eq!(names, expected);
            assert_eq!((stale[0].brand, stale[0].time_zone.as_str()), (mine, "UTC"));
        }
        for (count, at, kept) in [(7, 25, (7, 25)), (9, 21, (7, 25))] {
            let set = db.write(move |tx| async move {
                audiences::set_count(&tx, mine, newer.id, count, Millis(at)).await
            });
            set.await.unwrap();
            let stored = get(&db, mine, "aud_newer").await.unwrap();
            assert_eq!((stored.count, stored.counted_at), (kept.0, Some(kept.1)));
        }
    })
    .await;
}
