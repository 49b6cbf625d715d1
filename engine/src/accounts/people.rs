//! People of an organization, and their passwords.

use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use postrider_domain::accounts::role::Role;
use postrider_store::db::{DbError, Tx};
use postrider_store::users::{self, NewUser};

use super::{AccountError, bytes, public_id};
use crate::assets::Entropy;

pub struct NewPerson<'p> {
    pub org: i64,
    /// Normalized: addresses are compared by byte.
    pub email: &'p str,
    pub role: Role,
    pub password: &'p HashedPassword,
}

/// The id of the new person.
pub async fn create(
    tx: &Tx,
    entropy: &Entropy,
    new: &NewPerson<'_>,
    now: i64,
) -> Result<String, AccountError> {
    let user = NewUser {
        org: new.org,
        public_id: public_id(entropy),
        email: new.email.to_owned(),
        role: new.role,
        password_hash: new.password.hash.clone(),
        created_at: now,
    };
    match users::create(tx, &user).await {
        Ok(_) => Ok(user.public_id),
        Err(DbError::Conflict { .. }) => Err(AccountError::AddressTaken(user.email)),
        Err(error) => Err(error.into()),
    }
}

/// A password made for somebody, and what is kept of it. Not `Debug`: neither has a place in a log.
pub struct HashedPassword {
    /// Shown once, never stored.
    pub text: String,
    hash: String,
}

impl HashedPassword {
    /// Slow by design: hash before opening a transaction.
    pub fn random(entropy: &Entropy) -> Result<Self, AccountError> {
        let text = data_encoding::BASE32_NOPAD
            .encode(&bytes::<15>(entropy))
            .to_lowercase();
        let hash = Argon2::default()
            .hash_password_with_salt(text.as_bytes(), &bytes::<16>(entropy))
            .map_err(|error| AccountError::Password(error.to_string()))?
            .to_string();
        Ok(Self { text, hash })
    }
}
