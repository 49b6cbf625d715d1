//! Making organizations, brands, people and keys: what the command line and the first start share.

use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use postrider_domain::key::{self, MintedKey};
use postrider_domain::scope::Scopes;
use postrider_store::brands::{self, BrandRecord, NewBrand};
use postrider_store::db::{DbError, Tx};
use postrider_store::keys::{self, NewKey};
use postrider_store::organizations::{self, NewOrganization, OrganizationRecord};
use postrider_store::users::{self, NewUser};

use crate::entropy;

/// Roles of people, the most powerful first.
pub const ROLES: [&str; 4] = ["owner", "admin", "editor", "viewer"];

pub async fn make_organization(
    tx: &Tx,
    name: &str,
    plan: &str,
    now: i64,
) -> Result<OrganizationRecord, DbError> {
    let new = NewOrganization {
        public_id: entropy::lower32(),
        name: name.to_owned(),
        plan: plan.to_owned(),
        created_at: now,
    };
    organizations::create(tx, &new).await
}

/// A brand without a website has nothing to extract: it is ready at once, its steps skipped.
pub async fn make_brand(tx: &Tx, org: i64, name: &str, now: i64) -> Result<BrandRecord, DbError> {
    let new = NewBrand {
        org,
        public_id: entropy::lower32(),
        name: name.to_owned(),
        website_url: None,
        readiness: READY_AT_ONCE.to_owned(),
        identity: r#"{"socialLinks":[]}"#.to_owned(),
        theme: "{}".to_owned(),
        logos: "[]".to_owned(),
        created_at: now,
    };
    brands::create(tx, new).await
}

const READY_AT_ONCE: &str = r#"{"ready":true,"status":"completed","progress":100,"steps":{"logo":"skipped","theme":"skipped","domain":"skipped"}}"#;

pub struct MadeKey {
    pub public_id: String,
    /// Shown once, never stored.
    pub minted: MintedKey,
}

pub struct KeyOwner {
    pub org: i64,
    /// `None` for a key of the organization.
    pub brand: Option<i64>,
}

pub async fn make_key(
    tx: &Tx,
    owner: &KeyOwner,
    scopes: &Scopes,
    name: &str,
    now: i64,
) -> Result<MadeKey, DbError> {
    let minted = key::mint(entropy::bytes());
    let public_id = entropy::lower32();
    let new = NewKey {
        org: owner.org,
        brand: owner.brand,
        public_id: public_id.clone(),
        prefix: minted.prefix.clone(),
        hash: minted.hash.to_vec(),
        name: name.to_owned(),
        scopes: scopes.to_list(),
        created_at: now,
    };
    keys::create(tx, &new).await?;
    Ok(MadeKey { public_id, minted })
}

pub async fn make_user(
    tx: &Tx,
    org: i64,
    email: &str,
    role: &str,
    password: &HashedPassword,
    now: i64,
) -> Result<String, DbError> {
    let new = NewUser {
        org,
        public_id: entropy::lower32(),
        email: email.to_owned(),
        role: role.to_owned(),
        password_hash: password.hash.clone(),
        created_at: now,
    };
    users::create(tx, &new).await?;
    Ok(new.public_id)
}

/// A password made for somebody, and what is kept of it.
pub struct HashedPassword {
    pub text: String,
    pub hash: String,
}

/// Slow by design: hash before opening a transaction.
pub fn make_password() -> Result<HashedPassword, String> {
    let text = data_encoding::BASE32_NOPAD
        .encode(&entropy::bytes::<15>())
        .to_lowercase();
    let hash = Argon2::default()
        .hash_password_with_salt(text.as_bytes(), &entropy::bytes::<16>())
        .map_err(|error| format!("cannot hash the password: {error}"))?
        .to_string();
    Ok(HashedPassword { text, hash })
}
