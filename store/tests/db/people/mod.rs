//! People, what they belong to, their sessions and second factors, and what is written down of what they do.

mod audit;
mod carried_over;
mod departing;
mod invitations;
mod links;
mod memberships;
mod person;
mod second_factors;
mod sessions;

use std::sync::Arc;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token::{self, TokenHash};
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::params;
use postrider_store::people::memberships::{Joining, NewMembership};
use postrider_store::people::sessions::{NewSession, SessionOrigin};
use postrider_store::people::{self, NewPerson};

pub const NOW: i64 = 1_800_000_000_000;

/// In one transaction.
pub async fn write<T, Fut>(db: &Db, work: impl Fn(Tx) -> Fut + Send + Sync + 'static) -> T
where
    T: Send + 'static,
    Fut: Future<Output = Result<T, DbError>> + Send + 'static,
{
    db.write(work).await.unwrap()
}

/// Somebody who belongs nowhere yet.
pub async fn person(db: &Db, name: &'static str) -> PersonNo {
    let created = write(db, move |tx| async move {
        let new = NewPerson {
            public_id: format!("person_{name}"),
            email: format!("{name}@example.test"),
            name: None,
            password_hash: Some(format!("hash of {name}")),
            created_at: NOW,
        };
        people::create(&tx, &new).await
    });
    created.await.expect("a new address")
}

pub async fn join(db: &Db, org: i64, person: PersonNo, role: Role) -> Joining {
    join_brands(db, org, person, role, BrandLimit::AllBrands).await
}

pub async fn join_brands(
    db: &Db,
    org: i64,
    person: PersonNo,
    role: Role,
    limit: BrandLimit,
) -> Joining {
    let new = Arc::new(NewMembership {
        org,
        person,
        role,
        limit,
        created_at: NOW,
    });
    write(db, move |tx| {
        let new = Arc::clone(&new);
        async move { people::memberships::create(&tx, &new).await }
    })
    .await
}

/// A token that is told from others by a number.
pub fn token_hash(number: u8) -> TokenHash {
    token::mint([number; 32]).hash
}

pub async fn sign_in(db: &Db, person: PersonNo, org: Option<i64>, number: u8, at: i64) {
    let made = write(db, move |tx| async move {
        let new = NewSession {
            token_hash: token_hash(number),
            public_id: format!("session_{number}"),
            person,
            org,
            origin: SessionOrigin::default(),
            now: Millis(at),
        };
        people::sessions::create(&tx, &new).await
    });
    assert!(made.await, "there is such a person");
}

pub async fn count(db: &Db, sql: &'static str) -> i64 {
    write(db, move |tx| async move {
        tx.dynamic(sql, params![]).await?[0].int(0)
    })
    .await
}
