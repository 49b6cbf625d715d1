//! People who belong to organizations, for tests.

use std::ops::Deref;
use std::sync::OnceLock;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token;
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_engine::accounts::passwords::hash_now;
use postrider_server::app::App;
use postrider_server::entropy;
use postrider_store::people::memberships::{self, NewMembership};
use postrider_store::people::sessions::{self, NewSession, SessionOrigin};
use postrider_store::people::{self, NewPerson};

use super::client::Caller;
use super::tenants::Org;

/// Everybody's.
pub const PASSWORD: &str = "correct horse battery";

/// Somebody who is signed in and calls with that session, as a page of ours does.
#[derive(Clone)]
pub struct Member {
    pub email: String,
    pub number: PersonNo,
    /// What stands in the cookie.
    pub token: String,
    caller: Caller,
}

impl Org {
    pub async fn member(&self, role: Role) -> Member {
        self.member_of(role, BrandLimit::AllBrands).await
    }

    /// Somebody who sees some brands alone, perhaps.
    pub async fn member_of(&self, role: Role, limit: BrandLimit) -> Member {
        let email = format!("{}@example.test", entropy::lower32());
        let number = make_person(&self.app, &email).await;
        self.join(number, role, limit).await;
        let token = sign_in(&self.app, number, self.number).await;
        let caller = with_session(&self.nobody(), &token);
        Member {
            email,
            number,
            token,
            caller,
        }
    }

    pub async fn join(&self, person: PersonNo, role: Role, limit: BrandLimit) {
        let new = NewMembership {
            org: self.number,
            person,
            role,
            limit,
            created_at: self.app.clock.now(),
        };
        let joined = self.app.db.write(move |tx| {
            let new = new.clone();
            async move { memberships::create(&tx, &new).await }
        });
        joined.await.unwrap();
    }
}

/// The caller, with a session as a page of ours sends it.
pub fn with_session(caller: &Caller, token: &str) -> Caller {
    let cookie = format!("postrider={token}");
    let caller = caller.clone().with_header("Cookie", &cookie);
    caller.with_header("Sec-Fetch-Site", "same-origin")
}

async fn make_person(app: &App, email: &str) -> PersonNo {
    static HASH: OnceLock<String> = OnceLock::new();
    let hash = HASH.get_or_init(|| hash_now(PASSWORD, &[7; 16]).unwrap());
    let new = NewPerson {
        public_id: entropy::lower32(),
        email: email.to_owned(),
        name: None,
        password_hash: Some(hash.clone()),
        created_at: app.clock.now(),
    };
    let made = app.db.write(move |tx| {
        let new = new.clone();
        async move { people::create(&tx, &new).await }
    });
    made.await.unwrap().expect("a new address")
}

/// One more session, and its token.
pub async fn sign_in(app: &App, person: PersonNo, org: i64) -> String {
    let minted = token::mint(entropy::bytes());
    let new = NewSession {
        token_hash: minted.hash,
        public_id: entropy::lower32(),
        person,
        org: Some(org),
        origin: SessionOrigin::default(),
        now: Millis(app.clock.now()),
    };
    let made = app.db.write(move |tx| {
        let new = new.clone();
        async move { sessions::create(&tx, &new).await }
    });
    assert!(made.await.unwrap());
    minted.text
}

impl Deref for Member {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}
