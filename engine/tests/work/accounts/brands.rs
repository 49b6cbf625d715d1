//! Organizations and their brands.

use std::sync::Arc;

use postrider_domain::accounts::brand::{BrandUpdate, Identity, Readiness, Theme};
use postrider_domain::accounts::credits::Plans;
use postrider_engine::accounts::keys::{self, KeyOwnerId};
use postrider_engine::accounts::{AccountError, brands, organizations, standing};
use postrider_store::brands::BrandRecord;
use postrider_store::db::DbError;

use super::{NOW, Shop, entropy};
use crate::harness::on_each;

#[tokio::test]
async fn a_new_brand_is_ready_and_says_nothing_of_itself() {
    on_each(|db| async move {
        let shop = Shop::open(&db, &entropy()).await;
        for brand in &shop.brands {
            assert_eq!(brand.readiness, Readiness::nothing_to_extract());
            assert_eq!(brand.identity, Identity::default());
            assert_eq!(brand.theme, Theme::default());
            assert!(brand.logos.is_empty());
        }
        let (org, wanted) = (shop.org.public_id.clone(), shop.brands[1].public_id.clone());
        let seen = db.read(move |tx| async move {
            let found = brands::find_anywhere(&tx, &wanted).await?;
            let listed = standing::list_brands(&tx, &org).await?;
            Ok::<_, AccountError>((listed, found))
        });
        let (listed, found) = seen.await.unwrap();
        assert_eq!(found, shop.key_of(1));
        let listed: Vec<&str> = listed
            .iter()
            .map(|(brand, _)| brand.public_id.as_str())
            .collect();
        assert_eq!(
            listed,
            [&shop.brands[1].public_id, &shop.brands[0].public_id]
        );
    })
    .await;
}

#[tokio::test]
async fn a_change_of_a_brand_keeps_what_it_leaves_out() {
    on_each(|db| async move {
        let shop = Shop::open(&db, &entropy()).await;
        let change = |json: &'static str| {
            let (db, brand) = (db.clone(), shop.key_of(0));
            async move {
                let change: Arc<BrandUpdate> = Arc::new(serde_json::from_str(json).unwrap());
                let changed = db.write(move |tx| {
                    let change = Arc::clone(&change);
                    async move { brands::update(&tx, brand, &change, NOW + 5).await }
                });
                changed.await.unwrap().expect("the brand")
            }
        };
        let first = change(r#"{"voice":"dry","identity":{"tagline":"It works"},"theme":{"buttonRadius":4},"trackOpens":false}"#).await;
        let second = change(r#"{"name":"Acme","voice":null,"timeZone":"Europe/Berlin","identity":{"address":"Road 1"}}"#).await;
        let mut expected = BrandRecord {
            voice: Some("dry".to_owned()),
            track_opens: false,
            updated_at: NOW + 5,
            ..shop.brands[0].clone()
        };
        expected.identity.tagline = Some("It works".to_owned());
        expected.theme.button_radius = Some(4);
        assert_eq!(first, expected);
        expected.name = "Acme".to_owned();
        expected.voice = None;
        expected.time_zone = "Europe/Berlin".to_owned();
        expected.identity.address = Some("Road 1".to_owned());
        assert_eq!(second, expected);
    })
    .await;
}

#[tokio::test]
async fn what_is_not_there_is_named() {
    on_each(|db| async move {
        let shop = Shop::open(&db, &entropy()).await;
        let org = shop.org.public_id.clone();
        let set = db.write(move |tx| {
            let org = org.clone();
            async move { organizations::set_plan(&tx, &org, "pro").await }
        });
        assert_eq!(set.await.unwrap().plan, "pro");
        let said = db.read(|tx| async move {
            let nowhere = KeyOwnerId::Brand("nowhere".to_owned());
            let mut said = vec![
                organizations::find(&tx, "nowhere").await.unwrap_err(),
                standing::list_brands(&tx, "nowhere").await.unwrap_err(),
                brands::find_anywhere(&tx, "nowhere").await.unwrap_err(),
                keys::list(&tx, Some(&nowhere)).await.unwrap_err(),
            ];
            said.extend(organizations::plan_named(&Plans::default(), "gold").err());
            let said = said.iter().map(ToString::to_string).collect::<Vec<_>>();
            Ok::<_, DbError>(said)
        });
        assert_eq!(
            said.await.unwrap(),
            [
                "there is no organization nowhere",
                "there is no organization nowhere",
                "there is no brand nowhere",
                "there is no brand nowhere",
                "there is no plan `gold`; there are free, starter, pro, unlimited",
            ]
        );
    })
    .await;
}
