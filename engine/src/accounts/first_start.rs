//! An empty database gets an organization, a brand, an owner and a key, so that the first call works. One whose last
//! organization was deleted is not empty in this sense: it gets nothing that nobody asked for.

use std::sync::Arc;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::scope::Scopes;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::{meta, organizations as stored};

use super::keys::{KeyOwner, NewKey};
use super::people::NewPerson;
use super::{AccountError, FIRST_START, brands, keys, organizations, people, public_id};
use crate::assets::Entropy;

/// Shown once, on the terminal of the first start, or left in a file for whoever started it.
pub struct Made {
    pub organization_id: String,
    pub brand_id: String,
    pub key_id: String,
    pub secret: String,
    pub owner: &'static str,
    /// Of the link with which the owner chooses address and password.
    pub claim_token: String,
}

/// Who owns the first organization until somebody claims it. No mail gets there.
pub const OWNER: &str = "owner@localhost";

/// Several processes may start on one empty database: the one that writes the mark first makes it.
pub async fn run(db: &Db, entropy: Entropy, now: i64) -> Result<Option<Made>, AccountError> {
    let empty = db
        .read(|tx| async move { Ok::<_, DbError>(!stored::any(&tx).await?) })
        .await?;
    if !empty {
        return Ok(None);
    }
    db.write(move |tx| {
        let entropy = Arc::clone(&entropy);
        async move {
            let mark = public_id(&entropy);
            if meta::remember(&tx, FIRST_START, &mark).await? != mark || stored::any(&tx).await? {
                return Ok(None);
            }
            // Boxed, so that a start that makes nothing does not carry the room for it.
            let made = Box::pin(make(&tx, &entropy, now));
            made.await.map(Some)
        }
    })
    .await
}

async fn make(tx: &Tx, entropy: &Entropy, now: i64) -> Result<Made, AccountError> {
    let org = organizations::create(tx, entropy, "My organization", Plans::UNLIMITED, now).await?;
    let brand = brands::create(tx, entropy, org.id, "My brand", now).await?;
    let owner = NewPerson {
        org: org.id,
        email: OWNER,
        role: Role::Owner,
        password: None,
    };
    people::create(tx, entropy, &owner, now).await?;
    let link = people::link(tx, entropy, OWNER, now).await?;
    let key = NewKey {
        owner: KeyOwner::brand(brand.key),
        scopes: &Scopes::all(),
        name: "First key",
    };
    let key = keys::create(tx, entropy, &key, now).await?;
    Ok(Made {
        organization_id: org.public_id,
        brand_id: brand.public_id,
        key_id: key.public_id,
        secret: key.minted.secret,
        owner: OWNER,
        claim_token: link,
    })
}
