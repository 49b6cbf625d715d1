//! The keys that a domain signs with. Their private halves are stored sealed: a copy of the database alone signs
//! nothing.

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use data_encoding::BASE64;
use postrider_domain::sending_domain::{Algorithm, PublicKey};
use postrider_mail::dkim::{self, KeyKind, PrivateKey};
use serde::{Deserialize, Serialize};

#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    #[error("a key could not be made: {0}")]
    Making(#[from] dkim::Error),
    #[error("stored keys cannot be opened: the secret is another one, or they were changed")]
    Sealed,
}

/// Seals private keys, each for the domain that it belongs to.
pub struct KeySeal(RandomizedNonceKey);

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

impl KeySeal {
    pub fn new(key: [u8; 32]) -> Self {
        // It fails for keys of another length alone.
        Self(RandomizedNonceKey::new(&AES_256_GCM, &key).expect("32 bytes are an AES-256 key"))
    }

    fn seal(&self, domain_id: &str, mut text: Vec<u8>) -> Result<Vec<u8>, KeysError> {
        let owner = Aad::from(domain_id.as_bytes());
        let nonce = self.0.seal_in_place_append_tag(owner, &mut text);
        let nonce = nonce.map_err(|_| KeysError::Sealed)?;
        Ok([nonce.as_ref().as_slice(), &text].concat())
    }

    pub(super) fn open(&self, domain_id: &str, sealed: &[u8]) -> Result<Vec<Selected>, KeysError> {
        let (nonce, text) = sealed
            .split_at_checked(NONCE_LEN)
            .ok_or(KeysError::Sealed)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| KeysError::Sealed)?;
        let mut text = text.to_vec();
        let owner = Aad::from(domain_id.as_bytes());
        let opened = self.0.open_in_place(nonce, owner, &mut text);
        let opened = opened.map_err(|_| KeysError::Sealed)?;
        let stored: Vec<Stored> = serde_json::from_slice(opened).map_err(|_| KeysError::Sealed)?;
        stored.into_iter().map(Stored::open).collect()
    }
}

impl Stored {
    fn open(self) -> Result<Selected, KeysError> {
        let pkcs8 = BASE64.decode(self.pkcs8.as_bytes());
        Ok(Selected {
            selector: self.selector,
            algorithm: self.algorithm,
            kind: kind_of(self.algorithm),
            pkcs8: pkcs8.map_err(|_| KeysError::Sealed)?,
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
    pub fn make(seal: &KeySeal, domain_id: &str) -> Result<Self, KeysError> {
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
        let text = serde_json::to_vec(&stored).map_err(|_| KeysError::Sealed)?;
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
        let seal = KeySeal::new([7; 32]);
        let keys = NewKeys::make(&seal, ID).unwrap();
        let opened = seal.open(ID, &keys.sealed).unwrap();
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
        for sealed in [&changed[..], &keys.sealed[..NONCE_LEN - 1], &[]] {
            assert!(seal.open(ID, sealed).is_err());
        }
        assert!(seal.open("another", &keys.sealed).is_err());
        assert!(KeySeal::new([8; 32]).open(ID, &keys.sealed).is_err());
    }

    #[test]
    fn nothing_of_a_private_key_is_in_clear() {
        let keys = NewKeys::make(&KeySeal::new([7; 32]), ID).unwrap();
        let text = String::from_utf8_lossy(&keys.sealed);
        assert!(!text.contains("selector") && !text.contains("pkcs8"));
    }
}
