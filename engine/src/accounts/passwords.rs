//! Passwords are hashed and compared here alone. A hash takes tens of milliseconds and 19 MiB on purpose, so only so many are
//! made at once, and only so many callers wait for one.

use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use postrider_domain::turns::{Asker, QueueFull};
use postrider_store::db::Places;

use super::bytes;
use crate::aside::{NotDone, aside};
use crate::assets::Entropy;

/// Two processors are busy with them at most, whoever tries how many.
const AT_ONCE: usize = 2;
/// Of one organization, or of all who are not known yet, so many wait at most: two seconds' worth about. Strangers who guess
/// do not stand before people who are signed in.
const QUEUE: usize = 64;

/// Not `Debug`: it holds nothing to show.
pub struct Passwords {
    places: Places,
    argon2: Argon2<'static>,
    /// What a password of nobody is hashed with: the answer is no before it begins.
    nobodys_salt: [u8; 16],
    entropy: Entropy,
    hashes: AtomicU64,
}

/// What a password came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Wrong,
    Right,
    /// Right, and what is stored was made with other parameters than today's: hash it again.
    RightAndOutdated,
}

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many wait already; the same call may succeed later.
    #[error("too many passwords wait to be looked at")]
    Busy,
    #[error("cannot hash the password: {0}")]
    Failed(String),
}

impl From<QueueFull> for PasswordError {
    fn from(_: QueueFull) -> Self {
        Self::Busy
    }
}

impl From<NotDone> for PasswordError {
    fn from(error: NotDone) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Passwords {
    pub fn new(entropy: Entropy) -> Self {
        Self::with_params(entropy, Params::default())
    }

    /// With parameters of its own, for whoever tests what becomes of hashes when they change.
    pub fn with_params(entropy: Entropy, params: Params) -> Self {
        Self {
            places: Places::new("passwords", AT_ONCE, QUEUE),
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            nobodys_salt: bytes(&entropy),
            entropy,
            hashes: AtomicU64::new(0),
        }
    }

    /// What is kept of a password.
    pub async fn hash(&self, asker: Asker, password: String) -> Result<String, PasswordError> {
        let (argon2, salt) = (self.argon2.clone(), bytes::<16>(&self.entropy));
        self.work(asker, move || hashed(&argon2, &password, &salt))
            .await
    }

    /// Compares a password with what is kept of it. Without anything kept, for an address that nobody has or somebody who has
    /// chosen none yet, it takes as long: who asks does not learn which it was.
    pub async fn verify(
        &self,
        asker: Asker,
        password: String,
        stored: Option<String>,
    ) -> Result<Verdict, PasswordError> {
        let (argon2, salt) = (self.argon2.clone(), self.nobodys_salt);
        let judged = self.work(asker, move || match stored {
            Some(stored) => judge(&argon2, &password, &stored),
            None => hashed(&argon2, &password, &salt).map(|_| Verdict::Wrong),
        });
        judged.await
    }

    /// How many were made since the start.
    pub fn hashes(&self) -> u64 {
        self.hashes.load(Ordering::Relaxed)
    }

    /// One hash, on a thread of its own. The place is held until it is made, also if nobody waits for it any more.
    async fn work<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = self.places.take(asker).await?;
        self.hashes.fetch_add(1, Ordering::Relaxed);
        let done = aside(move || {
            let _place = place;
            work()
        });
        done.await?
    }
}

/// Right away, on the thread that asks: for commands, which have nobody beside them.
pub fn hash_now(password: &str, salt: &[u8; 16]) -> Result<String, PasswordError> {
    hashed(&Argon2::default(), password, salt)
}

fn hashed(argon2: &Argon2<'_>, password: &str, salt: &[u8]) -> Result<String, PasswordError> {
    let hash = argon2.hash_password_with_salt(password.as_bytes(), salt);
    let hash = hash.map_err(|error| PasswordError::Failed(error.to_string()))?;
    Ok(hash.to_string())
}

fn judge(argon2: &Argon2<'_>, password: &str, stored: &str) -> Result<Verdict, PasswordError> {
    let stored = PasswordHash::new(stored)
        .map_err(|error| PasswordError::Failed(format!("a stored hash is none: {error}")))?;
    match argon2.verify_password(password.as_bytes(), &stored) {
        Ok(()) => {}
        Err(argon2::password_hash::Error::PasswordInvalid) => return Ok(Verdict::Wrong),
        Err(error) => return Err(PasswordError::Failed(error.to_string())),
    }
    let is_current = stored.algorithm == Algorithm::Argon2id.ident()
        && stored.version == Some(Version::V0x13.into())
        && Params::try_from(&stored).is_ok_and(|params| is_same(&params, argon2.params()));
    Ok(if is_current {
        Verdict::Right
    } else {
        Verdict::RightAndOutdated
    })
}

/// As far as they cost.
fn is_same(one: &Params, other: &Params) -> bool {
    let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    costs(one) == costs(other)
}
