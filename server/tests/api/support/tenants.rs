//! Organizations, brands and keys for tests.

use std::ops::Deref;
use std::sync::Arc;

use postrider_domain::accounts::scope::Scopes;
use postrider_domain::tenant::BrandKey;
use postrider_engine::accounts::keys::{self, KeyOwner, NewKey};
use postrider_engine::accounts::{brands, organizations, standing};
use postrider_engine::assets::Entropy;
use postrider_server::app::App;
use postrider_server::entropy;
use postrider_store::db::{DbError, Tx};
use postrider_store::organizations as stored;

use super::client::Caller;
use super::server::TestServer;

/// An organization; it calls with a key of its own that has every scope.
#[derive(Clone)]
pub struct Org {
    pub(super) app: App,
    pub number: i64,
    caller: Caller,
}

/// A brand; it calls with a key of its own that has every scope.
#[derive(Clone)]
pub struct Brand {
    pub org: Org,
    pub key: BrandKey,
    pub brand_id: String,
    caller: Caller,
}

impl Org {
    pub async fn make(app: &App, nobody: &Caller, plan: &str) -> Self {
        let (now, plan) = (app.clock.now(), plan.to_owned());
        let made =
            app.db.write(move |tx| {
                let plan = plan.clone();
                async move {
                    organizations::create(&tx, &chance(), "Test organization", &plan, now).await
                }
            });
        Self::of(app, nobody, made.await.unwrap().id).await
    }

    /// The first there is.
    pub async fn first(app: &App, nobody: &Caller) -> Self {
        let found = app
            .db
            .read(|tx| async move { stored::list(&tx, 0, 1).await });
        Self::of(app, nobody, found.await.unwrap()[0].id).await
    }

    async fn of(app: &App, nobody: &Caller, number: i64) -> Self {
        let owner = KeyOwner {
            org: number,
            brand: None,
        };
        let caller = make_key(app, nobody, owner, "all").await;
        Self {
            app: app.clone(),
            number,
            caller,
        }
    }

    /// As the command does it.
    pub async fn suspend(&self) {
        let (org, now) = (self.number, self.app.clock.now());
        let suspended = self.app.db.write(move |tx| async move {
            let id = public_id(&tx, org).await?;
            standing::suspend(&tx, &id, now).await
        });
        suspended.await.unwrap();
    }

    pub async fn resume(&self) {
        let (org, now) = (self.number, self.app.clock.now());
        let resumed = self.app.db.write(move |tx| async move {
            let id = public_id(&tx, org).await?;
            standing::resume(&tx, &id, now).await
        });
        resumed.await.unwrap();
    }

    pub async fn delete_org(&self) {
        let (org, now) = (self.number, self.app.clock.now());
        let deleted = self.app.db.write(move |tx| async move {
            let id = public_id(&tx, org).await?;
            standing::delete_organization(&tx, &id, now).await
        });
        deleted.await.unwrap();
    }

    /// One more brand of this organization.
    pub async fn brand(&self) -> Brand {
        let (org, now) = (self.number, self.app.clock.now());
        let made = self.app.db.write(move |tx| async move {
            brands::create(&tx, &chance(), org, "Test brand", now).await
        });
        let made = made.await.unwrap();
        let owner = KeyOwner::brand(made.key);
        let caller = make_key(&self.app, &self.nobody(), owner, "all").await;
        Brand {
            org: self.clone(),
            key: made.key,
            brand_id: made.public_id,
            caller,
        }
    }

    /// A key of the organization with these scopes, a comma list.
    pub async fn key(&self, scopes: &str) -> Caller {
        let owner = KeyOwner {
            org: self.number,
            brand: None,
        };
        make_key(&self.app, &self.nobody(), owner, scopes).await
    }

    pub(super) fn nobody(&self) -> Caller {
        Caller::nobody(self.caller.http(), &self.caller.url)
    }
}

impl Brand {
    /// As the command does it.
    pub async fn delete_brand(&self) {
        let (id, now) = (self.brand_id.clone(), self.org.app.clock.now());
        let deleted = self.org.app.db.write(move |tx| {
            let id = id.clone();
            async move { standing::delete_brand(&tx, &id, now).await }
        });
        deleted.await.unwrap();
    }

    /// A key of the brand with these scopes, a comma list.
    pub async fn key(&self, scopes: &str) -> Caller {
        let owner = KeyOwner::brand(self.key);
        make_key(&self.org.app, &self.org.nobody(), owner, scopes).await
    }
}

async fn public_id(tx: &Tx, org: i64) -> Result<String, DbError> {
    let found = stored::get(tx, org).await?;
    Ok(found.expect("the organization").public_id)
}

fn chance() -> Entropy {
    Arc::new(entropy::bytes)
}

async fn make_key(app: &App, nobody: &Caller, owner: KeyOwner, scopes: &str) -> Caller {
    let (scopes, now) = (Scopes::parse(scopes).unwrap(), app.clock.now());
    let made = app.db.write(move |tx| {
        let scopes = scopes.clone();
        async move {
            let new = NewKey {
                owner,
                scopes: &scopes,
                name: "Test key",
            };
            let key = keys::create(&tx, &chance(), &new, now).await?;
            Ok::<_, DbError>((key.public_id, key.minted.secret))
        }
    });
    let (key_id, secret) = made.await.unwrap();
    nobody.clone().with_key(&key_id, &secret)
}

impl Deref for Org {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl Brand {
    /// Calls the server where it is after a restart.
    pub fn follow(&mut self, server: &TestServer) {
        self.caller = server.again(&self.caller);
    }
}

impl Deref for Brand {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}
