//! API keys: whose they are, and who may revoke them.

use postrider_engine::accounts::keys::{self, KeyOwner, KeyOwnerId, Revoked};
use postrider_store::keys::KeyFilter;

use super::{NOW, Shop, entropy};
use crate::harness::on_each;

#[tokio::test]
async fn a_key_is_revoked_within_the_reach_of_whoever_asks() {
    on_each(|db| async move {
        let entropy = entropy();
        let (shop, stranger) = (
            Shop::open(&db, &entropy).await,
            Shop::open(&db, &entropy).await,
        );
        let (one, two) = (
            KeyOwner::brand(shop.key_of(0)),
            KeyOwner::brand(shop.key_of(1)),
        );
        let (of_one, of_two) = (
            shop.mint(one).await.public_id,
            shop.mint(two).await.public_id,
        );
        let of_org = shop.mint(shop.itself()).await.public_id;
        let of_stranger = stranger.mint(stranger.itself()).await.public_id;
        let (whole, foreign) = (shop.itself().reach(), stranger.itself().reach());
        let at = NOW + 1;
        for (reach, key_id, expected) in [
            (one.reach(), &of_two, Revoked::NotFound),
            (one.reach(), &of_org, Revoked::NotTheBrands),
            (one.reach(), &of_stranger, Revoked::NotFound),
            (foreign, &of_one, Revoked::NotFound),
            (foreign, &of_org, Revoked::NotFound),
            (KeyFilter::All, &"nobody".to_owned(), Revoked::NotFound),
            (one.reach(), &of_one, Revoked::Now { at }),
            (whole, &of_two, Revoked::Now { at }),
            (whole, &of_org, Revoked::Now { at }),
            (KeyFilter::All, &of_stranger, Revoked::Now { at }),
        ] {
            assert_eq!(shop.revoke(reach, key_id, at).await, expected, "{reach:?}");
        }
        let again = shop.revoke(KeyFilter::All, &of_one, NOW + 9).await;
        assert_eq!(again, Revoked::Before { at });
    })
    .await;
}

#[tokio::test]
async fn keys_are_listed_by_their_owner() {
    on_each(|db| async move {
        let entropy = entropy();
        let (shop, stranger) = (
            Shop::open(&db, &entropy).await,
            Shop::open(&db, &entropy).await,
        );
        let of_brand = shop.mint(KeyOwner::brand(shop.key_of(0))).await;
        let of_org = shop.mint(shop.itself()).await;
        let foreign = stranger.mint(stranger.itself()).await;
        let brand = KeyOwnerId::Brand(shop.brands[0].public_id.clone());
        let org = KeyOwnerId::Organization(shop.org.public_id.clone());
        for (owner, expected) in [
            (Some(brand), vec![&of_brand]),
            (Some(org), vec![&of_brand, &of_org]),
            (None, vec![&of_brand, &of_org, &foreign]),
        ] {
            let listed = db.read(move |tx| async move { keys::list(&tx, owner.as_ref()).await });
            let listed: Vec<String> = listed
                .await
                .unwrap()
                .into_iter()
                .map(|key| key.public_id)
                .collect();
            let expected: Vec<&String> = expected.iter().map(|key| &key.public_id).collect();
            assert_eq!(listed.iter().collect::<Vec<_>>(), expected);
        }
    })
    .await;
}
