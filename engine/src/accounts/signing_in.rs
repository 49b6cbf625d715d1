//! Opening a session for a person whose password was judged before the transaction.

use postrider_domain::accounts::recovery_code;
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::accounts::totp::TotpSecret;
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_store::db::{DbError, Tx};
use postrider_store::people::sessions::{self, NewSession, SessionOrigin};
use postrider_store::people::{self, PersonRecord, memberships, second_factors};

use crate::seal::Seal;

/// A password that was found right.
#[derive(Clone)]
pub struct JudgedPassword {
    pub person: PersonNo,
    /// What it was compared with.
    pub hash: Option<String>,
    /// What to keep instead, if that was made with other parameters than today's.
    pub rehashed: Option<String>,
}

/// The person, held until the transaction ends. Nothing if it has another password by now.
pub async fn hold(tx: &Tx, judged: &JudgedPassword) -> Result<Option<PersonRecord>, DbError> {
    let held = people::lock(tx, judged.person).await?;
    let held = held.filter(|person| person.password_hash == judged.hash);
    if let (Some(person), Some(old), Some(new)) = (&held, &judged.hash, &judged.rehashed) {
        people::rehash(tx, person.id, old, new).await?;
    }
    Ok(held)
}

/// Whether a second factor is there that was asked for: a code of the app that was not used yet, or one for its loss.
pub async fn accept_code(
    tx: &Tx,
    seal: &Seal,
    person: &PersonRecord,
    code: Option<&str>,
    now: i64,
) -> Result<bool, DbError> {
    let (Some(last), Some(sealed)) = (person.totp_step, &person.totp_secret) else {
        return Ok(true);
    };
    let Some(code) = code else {
        return Ok(false);
    };
    let opened = seal.open(&person.public_id, sealed);
    let opened = opened.map_err(|error| DbError::Other(error.to_string()))?;
    let secret = TotpSecret::from_bytes(&opened);
    if let Some(step) = secret.and_then(|secret| secret.accept(code, Some(last), Millis(now))) {
        return second_factors::accept(tx, person.id, step).await;
    }
    match recovery_code::hash(code) {
        Some(hash) => second_factors::use_code(tx, person.id, &hash).await,
        None => Ok(false),
    }
}

pub struct Opening {
    pub token: TokenHash,
    pub public_id: String,
    /// The organization that it looks at first; without one, the oldest of the person.
    pub org: Option<i64>,
    pub origin: SessionOrigin,
    /// The session that the same browser had: it ends.
    pub replaced: Option<TokenHash>,
    pub now: i64,
}

pub async fn open(tx: &Tx, person: PersonNo, opening: &Opening) -> Result<(), DbError> {
    if let Some(replaced) = opening.replaced {
        sessions::end(tx, replaced).await?;
    }
    let mut org = opening.org;
    if org.is_none() {
        let oldest = memberships::of_person(tx, person, 0, 1).await?;
        org = oldest.first().map(|joined| joined.org);
    }
    let new = NewSession {
        token_hash: opening.token,
        public_id: opening.public_id.clone(),
        person,
        org,
        origin: opening.origin.clone(),
        now: Millis(opening.now),
    };
    if sessions::create(tx, &new).await? {
        return Ok(());
    }
    // The last organization of the person was removed just now.
    Err(DbError::Busy)
}
