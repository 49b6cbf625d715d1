//! Organizations, brands, people and keys are made, found, changed and revoked, each within its bounds.

mod brands;
mod ending;
mod first_start;
mod keys;
mod passwords;
mod people;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::scope::Scopes;
use postrider_domain::tenant::BrandKey;
use postrider_engine::accounts::keys::{KeyOwner, MadeKey, NewKey, Revoked};
use postrider_engine::accounts::people::{HashedPassword, MadePerson, NewPerson};
use postrider_engine::accounts::{self, AccountError};
use postrider_engine::assets::Entropy;
use postrider_store::brands::BrandRecord;
use postrider_store::db::{Db, DbError};
use postrider_store::keys::KeyFilter;
use postrider_store::organizations::OrganizationRecord;

pub const NOW: i64 = 1_768_435_200_000;

/// Never the same twice in one test, and the same in every run of it.
pub fn entropy() -> Entropy {
    let count = AtomicU8::new(0);
    Arc::new(move || {
        let count = count.fetch_add(1, Ordering::SeqCst);
        std::array::from_fn(|at| count.wrapping_mul(37).wrapping_add(at as u8))
    })
}

/// An organization with two brands.
pub struct Shop {
    pub db: Db,
    pub entropy: Entropy,
    pub org: OrganizationRecord,
    pub brands: [BrandRecord; 2],
}

impl Shop {
    pub async fn open(db: &Db, entropy: &Entropy) -> Self {
        let chance = Arc::clone(entropy);
        let made = db.write(move |tx| {
            let chance = Arc::clone(&chance);
            async move {
                let org =
                    accounts::organizations::create(&tx, &chance, "Acme", "free", NOW).await?;
                let one = accounts::brands::create(&tx, &chance, org.id, "One", NOW).await?;
                let two = accounts::brands::create(&tx, &chance, org.id, "Two", NOW).await?;
                Ok::<_, DbError>((org, [one, two]))
            }
        });
        let (org, brands) = made.await.unwrap();
        Self {
            db: db.clone(),
            entropy: Arc::clone(entropy),
            org,
            brands,
        }
    }

    pub fn key_of(&self, brand: usize) -> BrandKey {
        self.brands[brand].key
    }

    pub fn itself(&self) -> KeyOwner {
        KeyOwner {
            org: self.org.id,
            brand: None,
        }
    }

    pub async fn mint(&self, owner: KeyOwner) -> MadeKey {
        let entropy = Arc::clone(&self.entropy);
        let made = self.db.write(move |tx| {
            let entropy = Arc::clone(&entropy);
            async move {
                let new = NewKey {
                    owner,
                    scopes: &Scopes::parse("contacts,sends").unwrap(),
                    name: "CRM",
                };
                accounts::keys::create(&tx, &entropy, &new, NOW).await
            }
        });
        made.await.unwrap()
    }

    pub async fn revoke(&self, reach: KeyFilter, key_id: &str, now: i64) -> Revoked {
        let key_id = key_id.to_owned();
        let revoked = self.db.write(move |tx| {
            let key_id = key_id.clone();
            async move { accounts::keys::revoke(&tx, reach, &key_id, now).await }
        });
        revoked.await.unwrap()
    }

    pub async fn hire(&self, email: &'static str, role: Role) -> Result<MadePerson, AccountError> {
        let password = Arc::new(HashedPassword::random(&self.entropy).unwrap());
        let (entropy, org) = (Arc::clone(&self.entropy), self.org.id);
        let made = self.db.write(move |tx| {
            let (entropy, password) = (Arc::clone(&entropy), Arc::clone(&password));
            async move {
                let new = NewPerson {
                    org,
                    email,
                    role,
                    password: Some(&password),
                };
                accounts::people::create(&tx, &entropy, &new, NOW).await
            }
        });
        made.await
    }
}
