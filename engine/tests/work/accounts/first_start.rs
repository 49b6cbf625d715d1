//! What the first start makes, and that it does so once.

use std::sync::Arc;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::accounts::key;
use postrider_domain::accounts::link::LinkKind;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token;
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_engine::accounts::{AccountError, first_start, organizations};
use postrider_engine::assets::Entropy;
use postrider_store::people::{self, links, memberships};
use postrider_store::{brands, keys, organizations as stored};

use super::{NOW, entropy};
use crate::harness::on_each;

#[tokio::test]
async fn the_first_start_fills_an_empty_database_once() {
    on_each(|db| async move {
        let made = first_start::run(&db, entropy(), NOW).await.unwrap();
        let made = made.expect("the database was empty");
        let again = first_start::run(&db, entropy(), NOW).await.unwrap();
        assert!(again.is_none(), "it is not empty any more");
        let prefix = key::parse(&made.secret).expect("a key").prefix;
        let seen = db.read(move |tx| async move {
            let org = organizations::find(&tx, &made.organization_id).await?;
            assert_eq!(org.plan, Plans::UNLIMITED);
            let brands = brands::list(&tx, org.id, 10, None).await?;
            assert_eq!(brands.len(), 1);
            assert_eq!(brands[0].public_id, made.brand_id);
            let (key, _) = keys::find(&tx, &prefix).await?.expect("the key");
            assert_eq!((&key.public_id, key.scopes.as_str()), (&made.key_id, "all"));
            assert_eq!(key.brand, Some(brands[0].key.brand));
            let members = memberships::list(&tx, org.id, PersonNo(0), 10).await?;
            assert_eq!(members.len(), 1);
            assert_eq!(
                (members[0].email.as_str(), members[0].role),
                (made.owner, Role::Owner)
            );
            let owner = people::get(&tx, members[0].person).await?;
            let password = owner.expect("the owner").password_hash;
            assert_eq!(password, None, "the link chooses it");
            let token = token::parse(&made.claim_token).expect("a token");
            let link = links::find(&tx, token, LinkKind::Claim, Millis(NOW)).await?;
            assert_eq!(link.expect("the link").person, members[0].person);
            Ok::<_, AccountError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn of_several_first_starts_one_makes_it() {
    on_each(|db| async move {
        let mut starts = tokio::task::JoinSet::new();
        for number in 0..4 {
            let db = db.clone();
            let chance: Entropy = Arc::new(move || [number; 32]);
            starts.spawn(async move { first_start::run(&db, chance, NOW).await.unwrap() });
        }
        let made = starts.join_all().await;
        assert_eq!(made.iter().flatten().count(), 1);
        let organizations = db
            .read(|tx| async move { stored::list(&tx, 0, 10).await })
            .await
            .unwrap();
        assert_eq!(organizations.len(), 1);
    })
    .await;
}
