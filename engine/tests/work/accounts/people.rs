//! People and their passwords.

use postrider_domain::accounts::role::Role;
use postrider_engine::accounts::AccountError;
use postrider_engine::accounts::people::HashedPassword;
use postrider_store::users;

use super::{Shop, entropy};
use crate::harness::on_each;

#[tokio::test]
async fn a_person_has_one_account_in_an_organization() {
    on_each(|db| async move {
        let entropy = entropy();
        let (shop, other) = (
            Shop::open(&db, &entropy).await,
            Shop::open(&db, &entropy).await,
        );
        let ada = shop.hire("ada@example.test", Role::Editor).await.unwrap();
        other.hire("ada@example.test", Role::Viewer).await.unwrap();
        match shop.hire("ada@example.test", Role::Owner).await {
            Err(AccountError::AddressTaken(email)) => assert_eq!(email, "ada@example.test"),
            other => panic!("{other:?}"),
        }
        let org = shop.org.id;
        let people = db.read(move |tx| async move { users::list(&tx, org).await });
        let people = people.await.unwrap();
        let people: Vec<_> = people
            .iter()
            .map(|one| (&one.public_id, one.role))
            .collect();
        assert_eq!(people, [(&ada, Role::Editor)]);
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
