//! Organizations with their brands, people and keys: what the command line, the first start and the API share. All of
//! it runs in the transaction of its caller, so that what belongs together is one commit.

pub mod brands;
pub mod first_start;
pub mod keys;
pub mod mails;
pub mod organizations;
pub mod passwords;
pub mod people;
pub mod signing_in;
pub mod standing;
pub mod telling;

use postrider_domain::contract::ids;
use postrider_store::db::DbError;

use crate::assets::Entropy;

/// Why it was not done. Ids are those that people know.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error("there is no organization {0}")]
    NoOrganization(String),
    #[error("there is no brand {0}")]
    NoBrand(String),
    #[error("organization {0} was deleted and is being removed: it cannot come back")]
    BeingRemoved(String),
    #[error("there is no plan `{plan}`; there are {}", known.join(", "))]
    NoPlan { plan: String, known: Vec<String> },
    #[error("nobody has the address {0}")]
    NoPerson(String),
    #[error("{0} has an account in this organization")]
    AddressTaken(String),
    #[error("{0}")]
    Password(String),
}

/// Under this the database remembers that somebody has begun on it.
const FIRST_START: &str = "first_start";

fn public_id(entropy: &Entropy) -> String {
    ids::lower32(entropy())
}

/// As many random bytes as are asked for, from a source that gives them in pieces.
fn bytes<const N: usize>(entropy: &Entropy) -> [u8; N] {
    let mut all = [0; N];
    for piece in all.chunks_mut(32) {
        piece.copy_from_slice(&entropy()[..piece.len()]);
    }
    all
}
