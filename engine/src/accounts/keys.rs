//! Making, listing and revoking API keys.

use postrider_domain::accounts::key::{self, MintedKey};
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::scope::Scopes;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::keys::{self, KeyFilter, ListedKey, Revocation};

use super::{AccountError, brands, bytes, organizations, public_id};
use crate::assets::Entropy;

/// Whose a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyOwner {
    pub org: i64,
    /// `None` for a key of the organization.
    pub brand: Option<i64>,
}

/// Whose a key is, by the id that people know.
#[derive(Clone, Debug)]
pub enum KeyOwnerId {
    Organization(String),
    Brand(String),
}

pub struct NewKey<'k> {
    pub owner: KeyOwner,
    pub scopes: &'k Scopes,
    pub name: &'k str,
}

pub struct MadeKey {
    pub public_id: String,
    /// Shown once, never stored.
    pub minted: MintedKey,
}

/// What came of revoking a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revoked {
    Now {
        at: i64,
    },
    /// The time stays the first one.
    Before {
        at: i64,
    },
    /// There is none, or it is somebody else's.
    NotFound,
    /// It is the organization's, and a brand asked.
    NotTheBrands,
}

impl KeyOwner {
    pub fn brand(key: BrandKey) -> Self {
        Self {
            org: key.org,
            brand: Some(key.brand),
        }
    }

    /// The keys that it has a say over: an organization has it over those of its brands too.
    pub fn reach(self) -> KeyFilter {
        match self.brand {
            Some(brand) => KeyFilter::Brand(BrandKey {
                org: self.org,
                brand,
            }),
            None => KeyFilter::Organization(self.org),
        }
    }
}

pub async fn find_owner(tx: &Tx, id: &KeyOwnerId) -> Result<KeyOwner, AccountError> {
    match id {
        KeyOwnerId::Brand(id) => Ok(KeyOwner::brand(brands::find_anywhere(tx, id).await?)),
        KeyOwnerId::Organization(id) => Ok(KeyOwner {
            org: organizations::find_kept(tx, id).await?.id,
            brand: None,
        }),
    }
}

pub async fn create(
    tx: &Tx,
    entropy: &Entropy,
    new: &NewKey<'_>,
    now: i64,
) -> Result<MadeKey, DbError> {
    let minted = key::mint(bytes(entropy));
    let public_id = public_id(entropy);
    let row = keys::NewKey {
        org: new.owner.org,
        brand: new.owner.brand,
        public_id: public_id.clone(),
        prefix: minted.prefix.clone(),
        hash: minted.hash.to_vec(),
        name: new.name.to_owned(),
        scopes: new.scopes.to_list(),
        created_at: now,
    };
    keys::create(tx, &row).await?;
    Ok(MadeKey { public_id, minted })
}

/// A key with the same name, scopes and brand in place of one that goes on until `ends_at`, so that nothing stops which still
/// calls with it. Nothing if that has ended.
pub async fn rotate(
    tx: &Tx,
    entropy: &Entropy,
    org: i64,
    old: &ListedKey,
    now: i64,
    ends_at: i64,
) -> Result<Option<MadeKey>, DbError> {
    if !keys::revoke_later(tx, org, &old.public_id, now, ends_at).await? {
        return Ok(None);
    }
    // What is stored was checked when the key was made.
    let scopes = Scopes::parse(&old.scopes).unwrap_or_default();
    let new = NewKey {
        owner: KeyOwner {
            org,
            brand: old.brand,
        },
        scopes: &scopes,
        name: &old.name,
    };
    create(tx, entropy, &new, now).await.map(Some)
}

/// The oldest first; of everybody without an owner.
pub async fn list(tx: &Tx, id: Option<&KeyOwnerId>) -> Result<Vec<ListedKey>, AccountError> {
    let filter = match id {
        Some(id) => find_owner(tx, id).await?.reach(),
        None => KeyFilter::All,
    };
    Ok(keys::list(tx, filter).await?)
}

/// Revokes a key of one of the brands that somebody is limited to; there are no others for them.
pub async fn revoke_seen(
    tx: &Tx,
    org: i64,
    seen: &BrandLimit,
    key_id: &str,
    now: i64,
) -> Result<Revoked, DbError> {
    let found = keys::get(tx, org, key_id).await?;
    match found
        .and_then(|key| key.brand)
        .filter(|brand| seen.allows(*brand))
    {
        Some(brand) => {
            let reach = KeyFilter::Brand(BrandKey { org, brand });
            revoke(tx, reach, key_id, now).await
        }
        None => Ok(Revoked::NotFound),
    }
}

/// Revokes a key within the reach of whoever asks. A brand may revoke its own keys, the one it calls with included; the
/// organization's keys are not its own.
pub async fn revoke(tx: &Tx, reach: KeyFilter, key_id: &str, now: i64) -> Result<Revoked, DbError> {
    let found = match reach {
        KeyFilter::All => keys::find_by_public_id(tx, key_id).await?,
        KeyFilter::Organization(org) | KeyFilter::Brand(BrandKey { org, .. }) => {
            keys::get(tx, org, key_id).await?
        }
    };
    let Some(key) = found else {
        return Ok(Revoked::NotFound);
    };
    if let KeyFilter::Brand(own) = reach {
        match key.brand {
            None => return Ok(Revoked::NotTheBrands),
            Some(brand) if brand != own.brand => return Ok(Revoked::NotFound),
            Some(_) => {}
        }
    }
    Ok(match keys::revoke(tx, key.org, key_id, now).await? {
        Revocation::Revoked { revoked_at: at } => Revoked::Now { at },
        Revocation::Already { revoked_at: at } => Revoked::Before { at },
        Revocation::NotFound => Revoked::NotFound,
    })
}
