//! Organizations, their brands, and what the database remembers.

use postrider_domain::accounts::brand::{
    BrandStatus, Identity, Logo, LogoGround, Readiness, StepStatus, Steps, Theme,
};
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::{self, BrandRecord, NewBrand};
use postrider_store::db::{Db, DbError};
use postrider_store::organizations::{self, NewOrganization};
use postrider_store::{meta, params};

use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;

pub async fn organization(db: &Db, name: &'static str) -> i64 {
    let created = db.write(move |tx| async move {
        let new = NewOrganization {
            public_id: format!("org_{name}"),
            name: name.to_owned(),
            plan: "free".to_owned(),
            created_at: NOW,
        };
        organizations::create(&tx, &new).await
    });
    created.await.unwrap().id
}

pub async fn brand(db: &Db, org: i64, name: &'static str) -> BrandKey {
    let created = db.write(move |tx| async move {
        let new = NewBrand {
            org,
            public_id: format!("brand_{name}"),
            name: name.to_owned(),
            website_url: None,
            readiness: Readiness::nothing_to_extract(),
            identity: Identity::default(),
            theme: Theme::default(),
            logos: Vec::new(),
            created_at: NOW,
        };
        brands::create(&tx, new).await
    });
    let created = created.await.unwrap();
    assert_eq!(get(db, created.key).await.as_ref(), Some(&created));
    created.key
}

async fn get(db: &Db, key: BrandKey) -> Option<BrandRecord> {
    db.read(move |tx| async move { brands::get(&tx, key).await })
        .await
        .unwrap()
}

/// What every version so far has stored for a brand without a website.
const READY_AT_ONCE: &str = r#"{"ready":true,"status":"completed","progress":100,"steps":{"logo":"skipped","theme":"skipped","domain":"skipped"}}"#;

/// The words and JSON of the only brand, as they are in the database.
async fn stored(db: &Db) -> Vec<String> {
    let read = db.read(|tx| async move {
        let sql = "SELECT status, readiness, identity, theme, logos FROM brands";
        let rows = tx.dynamic(sql, params![]).await?;
        (0..5).map(|column| rows[0].text(column)).collect()
    });
    read.await
        .unwrap_or_else(|error: DbError| panic!("the columns of a brand: {error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn organizations_are_numbered() {
    on_each(|db| async move {
        let any = || db.read(|tx| async move { organizations::any(&tx).await });
        assert!(!any().await.unwrap());
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        assert_eq!((one, two), (1, 2));
        assert!(any().await.unwrap());
        let set =
            |org| db.write(move |tx| async move { organizations::set_plan(&tx, org, "pro").await });
        assert!(set(two).await.unwrap());
        assert!(!set(3).await.unwrap());
        let seen = db.read(move |tx| async move {
            let get = organizations::get(&tx, two).await?.expect("by number");
            let found = organizations::find(&tx, "org_two").await?.expect("by id");
            assert_eq!(get, found);
            assert_eq!(found.plan, "pro");
            assert_eq!(organizations::find(&tx, "org_three").await?, None);
            assert_eq!(organizations::list(&tx, 0, 10).await?.len(), 2);
            assert_eq!(organizations::list(&tx, one, 10).await?, [found]);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brand_is_found_in_its_organization() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let key = brand(&db, one, "shop").await;
        let record = get(&db, key).await.expect("the brand");
        assert_eq!(
            (record.status.as_str(), record.time_zone.as_str()),
            ("completed", "UTC")
        );
        assert!(record.track_opens && record.track_clicks);
        assert_eq!(record.identity, Identity::default());
        assert_eq!(
            stored(&db).await,
            [
                "completed",
                READY_AT_ONCE,
                r#"{"socialLinks":[]}"#,
                "{}",
                "[]"
            ]
        );
        let seen = db.read(move |tx| async move {
            let identity = brands::identity(&tx, key).await?.expect("by number");
            assert_eq!(brands::find(&tx, one, "brand_shop").await?, Some(identity));
            assert_eq!(brands::find(&tx, two, "brand_shop").await?, None);
            assert_eq!(
                brands::find_anywhere(&tx, "brand_shop").await?,
                Some(record)
            );
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn brands_are_listed_newest_first() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let a = brand(&db, one, "a").await;
        brand(&db, two, "b").await;
        let c = brand(&db, one, "c").await;
        let list = |limit, after| {
            db.read(move |tx| async move { brands::list(&tx, one, limit, after).await })
        };
        let keys =
            |brands: Vec<BrandRecord>| brands.iter().map(|brand| brand.key).collect::<Vec<_>>();
        assert_eq!(keys(list(10, None).await.unwrap()), [c, a]);
        assert_eq!(keys(list(1, None).await.unwrap()), [c]);
        assert_eq!(keys(list(10, Some(c.brand)).await.unwrap()), [a]);
        assert_eq!(keys(list(10, Some(a.brand)).await.unwrap()), []);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_writes_every_column() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let key = brand(&db, org, "shop").await;
        let changed = db.write(move |tx| async move {
            let mut record = brands::lock(&tx, key).await?.expect("the brand");
            record.name = "Shop".to_owned();
            record.website_url = Some("https://shop.test".to_owned());
            record.status = BrandStatus::Extracting;
            record.readiness = Readiness::of(Steps {
                logo: StepStatus::Completed,
                theme: StepStatus::Running,
                domain: StepStatus::Queued,
            });
            record.identity.tagline = Some("It works".to_owned());
            record.theme.button_radius = Some(4);
            record.logos.push(Logo {
                url: "https://shop.test/logo.png".to_owned(),
                theme: Some(LogoGround::Dark),
                width: Some(64),
                height: None,
            });
            record.voice = Some("{\"d\":1}".to_owned());
            record.time_zone = "Europe/Berlin".to_owned();
            record.track_opens = false;
            record.track_clicks = false;
            record.updated_at = NOW + 5;
            assert!(brands::update(&tx, &record).await?);
            Ok::<_, DbError>(record)
        });
        let changed = changed.await.unwrap();
        assert_eq!(get(&db, key).await, Some(changed));
        assert_eq!(
            stored(&db).await,
            [
                "extracting",
                r#"{"ready":false,"status":"extracting","progress":33,"steps":{"logo":"completed","theme":"running","domain":"queued"}}"#,
                r#"{"tagline":"It works","socialLinks":[]}"#,
                r#"{"buttonRadius":4}"#,
                r#"[{"url":"https://shop.test/logo.png","theme":"dark","width":64}]"#,
            ]
        );
    })
    .await;
}

/// Each change adds its number to the name it finds: none may be lost.
#[tokio::test(flavor = "multi_thread")]
async fn changes_at_once_are_both_kept() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let key = brand(&db, org, "x").await;
        let mut changes = tokio::task::JoinSet::new();
        for number in 0..8 {
            let db = db.clone();
            changes.spawn(async move {
                let written = db.write(move |tx| async move {
                    let mut record = brands::lock(&tx, key).await?.expect("the brand");
                    record.name.push_str(&number.to_string());
                    brands::update(&tx, &record).await
                });
                assert!(written.await.unwrap());
            });
        }
        changes.join_all().await;
        assert_eq!(get(&db, key).await.expect("the brand").name.len(), 9);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_brand_is_gone() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let key = brand(&db, org, "shop").await;
        let record = get(&db, key).await.expect("the brand");
        let seen = db.write(move |tx| {
            let record = record.clone();
            async move {
                let sql = "UPDATE brands SET deleted_at = $1 RETURNING id";
                tx.dynamic(sql, params![NOW]).await?;
                assert_eq!(brands::identity(&tx, key).await?, None);
                assert_eq!(brands::find(&tx, org, "brand_shop").await?, None);
                assert_eq!(brands::get(&tx, key).await?, None);
                assert_eq!(brands::lock(&tx, key).await?, None);
                assert_eq!(brands::find_anywhere(&tx, "brand_shop").await?, None);
                assert_eq!(brands::list(&tx, org, 10, None).await?, []);
                assert!(!brands::update(&tx, &record).await?);
                Ok::<_, DbError>(())
            }
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_value_is_remembered() {
    on_each(|db| async move {
        let mut starts = tokio::task::JoinSet::new();
        for number in 0..8 {
            let db = db.clone();
            starts.spawn(async move {
                let stands = db.write(move |tx| async move {
                    meta::remember(&tx, "secret", &number.to_string()).await
                });
                stands.await.unwrap()
            });
        }
        let mut stands = starts.join_all().await;
        let kept = db
            .read(|tx| async move { meta::get(&tx, "secret").await })
            .await
            .unwrap();
        stands.dedup();
        assert_eq!(Some(stands), kept.map(|kept| vec![kept]));
        let other = db
            .read(|tx| async move { meta::get(&tx, "other").await })
            .await
            .unwrap();
        assert_eq!(other, None);
    })
    .await;
}
