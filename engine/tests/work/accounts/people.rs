//! People of organizations, and passwords that are made for them.

use postrider_domain::accounts::role::Role;
use postrider_domain::numbers::PersonNo;
use postrider_engine::accounts::AccountError;
use postrider_engine::accounts::people::{HashedPassword, PasswordKept};
use postrider_store::db::Db;
use postrider_store::people::{self, memberships};

use super::{Shop, entropy};
use crate::harness::on_each;

async fn roles(db: &Db, org: i64) -> Vec<(String, Role)> {
    let members =
        db.read(move |tx| async move { memberships::list(&tx, org, PersonNo(0), 10).await });
    let members = members.await.unwrap();
    members
        .into_iter()
        .map(|one| (one.public_id, one.role))
        .collect()
}

async fn password_hash(db: &Db) -> Option<String> {
    let person = db.read(|tx| async move { people::find_by_email(&tx, "ada@example.test").await });
    person.await.unwrap().expect("Ada").password_hash
}

#[tokio::test]
async fn an_address_that_is_known_gains_a_membership_and_nothing_else() {
    on_each(|db| async move {
        let entropy = entropy();
        let (shop, other) = (
            Shop::open(&db, &entropy).await,
            Shop::open(&db, &entropy).await,
        );
        let ada = shop.hire("ada@example.test", Role::Editor).await.unwrap();
        assert_eq!(ada.password, PasswordKept::New);
        let kept = password_hash(&db).await;
        let again = other.hire("ada@example.test", Role::Viewer).await.unwrap();
        assert_eq!(again.public_id, ada.public_id);
        assert_eq!(again.password, PasswordKept::Known);
        assert_eq!(password_hash(&db).await, kept);
        match shop.hire("ada@example.test", Role::Owner).await {
            Err(AccountError::AddressTaken(email)) => assert_eq!(email, "ada@example.test"),
            other => panic!("{other:?}"),
        }
        let ada = ada.public_id;
        assert_eq!(roles(&db, shop.org.id).await, [(ada.clone(), Role::Editor)]);
        assert_eq!(roles(&db, other.org.id).await, [(ada, Role::Viewer)]);
    })
    .await;
}

#[test]
fn passwords_are_long_and_never_the_same() {
    let entropy = entropy();
    let (one, two) = (
        HashedPassword::random(&entropy).unwrap(),
        HashedPassword::random(&entropy).unwrap(),
    );
    assert!(one.text.len() >= 24 && one.text != two.text);
}
