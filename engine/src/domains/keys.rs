//! The keys that a domain signs with. Their private halves are stored sealed: a copy of the database alone signs
//! nothing.

use data_encoding::BASE64;
use postrider_domain::sending::sending_domain::{Algorithm, PublicKey};
use postrider_mail::dkim::{self, KeyKind, PrivateKey};
use serde::{Deserialize, Serialize};

use crate::seal::{Seal, SealError};

#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    #[error("a key could not be made: {0}")]
    Making(#[from] dkim::Error),
    #[error("stored keys: {0}")]
    Sealed(#[from] SealError),
}

/// As it is sealed.
#[derive(Serialize, Deserialize)]
struct Stored {
    selector: String,
    algorithm: Algorithm,
    pkcs8: String,
}

/// A private half and where its public one is found.
pub(super) struct Selected {
    pub selector: String,
    pub algorithm: Algorithm,
    pub kind: KeyKind,
    pub pkcs8: Vec<u8>,
}

/// The private halves of a domain's keys.
pub(super) fn open(
    seal: &Seal,
    domain_id: &str,
    sealed: &[u8],
) -> Result<Vec<Selected>, KeysError> {
    let text = seal.open(domain_id, sealed)?;
    let stored: Vec<Stored> = serde_json::from_slice(&text).map_err(|_| SealError)?;
    stored.into_iter().map(Stored::open).collect()
}

impl Stored {
    fn open(self) -> Result<Selected, KeysError> {
        let pkcs8 = BASE64.decode(self.pkcs8.as_bytes());
        Ok(Selected {
            selector: self.selector,
            algorithm: self.algorithm,
            kind: kind_of(self.algorithm),
            pkcs8: pkcs8.map_err(|_| SealError)?,
        })
    }
}

fn kind_of(algorithm: Algorithm) -> KeyKind {
    match algorithm {
        Algorithm::Rsa => KeyKind::Rsa,
        Algorithm::Ed25519 => KeyKind::Ed25519,
    }
}

/// The keys of a new domain.
pub struct NewKeys {
    pub sealed: Vec<u8>,
    pub public: Vec<PublicKey>,
}

impl NewKeys {
    /// Takes up to a second of CPU: not for IO threads.
    pub fn make(seal: &Seal, domain_id: &str) -> Result<Self, KeysError> {
        let pairs = [
            (Algorithm::Rsa, "rsa", dkim::generate_rsa()?),
            (Algorithm::Ed25519, "ed25519", dkim::generate_ed25519()?),
        ];
        let mut stored = Vec::new();
        let mut public = Vec::new();
        for (algorithm, word, key) in pairs {
            let selector = selector(domain_id, word);
            public.push(public_half(&selector, algorithm, &key)?);
            stored.push(Stored {
                selector,
                algorithm,
                pkcs8: BASE64.encode(&key.pkcs8),
            });
        }
        let text = serde_json::to_vec(&stored).map_err(|_| SealError)?;
        Ok(Self {
            sealed: seal.seal(domain_id, text)?,
            public,
        })
    }
}

/// Its own for each domain there is: one that is added anew, or by another organization, finds its place free.
fn selector(domain_id: &str, word: &str) -> String {
    let start: String = domain_id.chars().take(8).collect();
    format!("pr-{start}-{word}")
}

fn public_half(
    selector: &str,
    algorithm: Algorithm,
    key: &PrivateKey,
) -> Result<PublicKey, KeysError> {
    Ok(PublicKey {
        selector: selector.to_owned(),
        algorithm,
        record: dkim::public_record(key)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdefghijklmnopqrstuv";

    #[test]
    fn keys_open_for_their_domain_and_secret_alone() {
        let seal = Seal::new([7; 32]);
        let keys = NewKeys::make(&seal, ID).unwrap();
        let opened = open(&seal, ID, &keys.sealed).unwrap();
        let selectors: Vec<&str> = opened.iter().map(|key| key.selector.as_str()).collect();
        assert_eq!(selectors, ["pr-01234567-rsa", "pr-01234567-ed25519"]);
        for (private, public) in opened.iter().zip(&keys.public) {
            let private = PrivateKey {
                kind: private.kind,
                pkcs8: private.pkcs8.clone(),
            };
            assert_eq!(dkim::public_record(&private).unwrap(), public.record);
        }
        let mut changed = keys.sealed.clone();
        changed[20] ^= 1;
        for sealed in [&changed[..], &keys.sealed[..11], &[]] {
            assert!(open(&seal, ID, sealed).is_err());
        }
        assert!(open(&seal, "another", &keys.sealed).is_err());
        assert!(open(&Seal::new([8; 32]), ID, &keys.sealed).is_err());
    }

    #[test]
    fn nothing_of_a_private_key_is_in_clear() {
        let keys = NewKeys::make(&Seal::new([7; 32]), ID).unwrap();
        let text = String::from_utf8_lossy(&keys.sealed);
        assert!(!text.contains("selector") && !text.contains("pkcs8"));
    }
}
