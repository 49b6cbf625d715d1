//! People of an organization, and passwords that are made for them.

use postrider_domain::accounts::link::LinkKind;
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_store::db::{DbError, Tx};
use postrider_store::people::links::{self, NewLink};
use postrider_store::people::memberships::{self, Joining, NewMembership};
use postrider_store::people::{self as stored, NewPerson as NewRow, second_factors, sessions};

use super::{AccountError, bytes, passwords, public_id, telling};
use crate::assets::Entropy;

pub struct NewPerson<'p> {
    pub org: i64,
    /// Normalized: addresses are compared by byte.
    pub email: &'p str,
    pub role: Role,
    /// For an address that nobody has yet; without one the person chooses it with a link.
    pub password: Option<&'p HashedPassword>,
}

/// Somebody who belongs to an organization from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadePerson {
    pub public_id: String,
    pub password: PasswordKept,
}

/// Which password the person signs in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordKept {
    /// The one that was made now.
    New,
    /// Whatever it was: the address was known in the installation, and nobody else chooses its password.
    Known,
}

/// An address that is known already gains a membership, and nothing else of it changes.
pub async fn create(
    tx: &Tx,
    entropy: &Entropy,
    new: &NewPerson<'_>,
    now: i64,
) -> Result<MadePerson, AccountError> {
    let (person, made) = find_or_make(tx, entropy, new, now).await?;
    let membership = NewMembership {
        org: new.org,
        person,
        role: new.role,
        limit: BrandLimit::AllBrands,
        created_at: now,
    };
    match memberships::create(tx, &membership).await? {
        Joining::Joined => Ok(made),
        Joining::Already => Err(AccountError::AddressTaken(new.email.to_owned())),
        Joining::NoPerson => Err(left_just_now()),
    }
}

async fn find_or_make(
    tx: &Tx,
    entropy: &Entropy,
    new: &NewPerson<'_>,
    now: i64,
) -> Result<(PersonNo, MadePerson), AccountError> {
    let row = NewRow {
        public_id: public_id(entropy),
        email: new.email.to_owned(),
        name: None,
        password_hash: new.password.map(|password| password.hash.clone()),
        created_at: now,
    };
    if let Some(person) = stored::create(tx, &row).await? {
        let made = MadePerson {
            public_id: row.public_id,
            password: PasswordKept::New,
        };
        return Ok((person, made));
    }
    let known = stored::find_by_email(tx, new.email).await?;
    let known = known.ok_or_else(left_just_now)?;
    let made = MadePerson {
        public_id: known.public_id,
        password: PasswordKept::Known,
    };
    Ok((known.id, made))
}

/// An address as those of people are stored. The first owner's is none that gets mail; else what cannot be an address is
/// nobody's.
pub fn normalized(email: &str) -> String {
    let email = email.trim();
    EmailAddress::parse(email).map_or_else(
        |_| email.to_lowercase(),
        |address| address.as_str().to_owned(),
    )
}

/// A link with which the person chooses a new password; one that was made before is worth nothing any more. The token is
/// shown once.
pub async fn link(
    tx: &Tx,
    entropy: &Entropy,
    email: &str,
    now: i64,
) -> Result<String, AccountError> {
    let person = stored::find_by_email(tx, email).await?;
    let person = person.ok_or_else(|| AccountError::NoPerson(email.to_owned()))?;
    let minted = token::mint(entropy());
    let new = NewLink {
        token_hash: minted.hash,
        person: person.id,
        kind: LinkKind::Claim,
        now: Millis(now),
    };
    links::create(tx, &new).await?;
    Ok(minted.text)
}

/// Lets somebody in without the second factor that was lost, and ends all their sessions: whoever has found it may have
/// one. How many there were; nothing if there was no second factor.
pub async fn forget_second_factor(
    tx: &Tx,
    email: &str,
    now: i64,
) -> Result<Option<u64>, AccountError> {
    let person = stored::find_by_email(tx, email).await?;
    let person = person.ok_or_else(|| AccountError::NoPerson(email.to_owned()))?;
    if !second_factors::remove(tx, person.id).await? {
        return Ok(None);
    }
    let ended = sessions::end_all(tx, person.id).await?;
    let act = "command.user.forgetSecondFactor";
    telling::tell_of_command(tx, act, &person, now).await?;
    Ok(Some(ended))
}

/// The last organization of the person was removed between two statements: the same call makes a new one.
fn left_just_now() -> AccountError {
    AccountError::Database(DbError::Busy)
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
        let hash = passwords::hash_now(&text, &bytes(entropy))
            .map_err(|error| AccountError::Password(error.to_string()))?;
        Ok(Self { text, hash })
    }
}
