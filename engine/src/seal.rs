//! What is stored so that a copy of the database alone is worth nothing: private keys, secrets of connections.

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};

/// Seals bytes, each for the row that they belong to: on another they do not open.
pub struct Seal(RandomizedNonceKey);

#[derive(Debug, thiserror::Error)]
#[error(
    "what is sealed cannot be opened: the installation's secret is another one, or it was changed"
)]
pub struct SealError;

impl Seal {
    pub fn new(key: [u8; 32]) -> Self {
        // It fails for keys of another length alone.
        Self(RandomizedNonceKey::new(&AES_256_GCM, &key).expect("32 bytes are an AES-256 key"))
    }

    pub fn seal(&self, owner: &str, mut bytes: Vec<u8>) -> Result<Vec<u8>, SealError> {
        let owner = Aad::from(owner.as_bytes());
        let nonce = self.0.seal_in_place_append_tag(owner, &mut bytes);
        let nonce = nonce.map_err(|_| SealError)?;
        Ok([nonce.as_ref().as_slice(), &bytes].concat())
    }

    pub fn open(&self, owner: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let (nonce, bytes) = sealed.split_at_checked(NONCE_LEN).ok_or(SealError)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError)?;
        let mut bytes = bytes.to_vec();
        let owner = Aad::from(owner.as_bytes());
        let opened = self.0.open_in_place(nonce, owner, &mut bytes);
        let length = opened.map_err(|_| SealError)?.len();
        bytes.truncate(length);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_for_its_owner_and_key_alone() {
        let seal = Seal::new([7; 32]);
        let sealed = seal.seal("a", b"whsec_1".to_vec()).unwrap();
        assert_eq!(seal.open("a", &sealed).unwrap(), b"whsec_1");
        assert!(!sealed.windows(5).any(|part| part == b"whsec"));
        assert_ne!(seal.seal("a", b"whsec_1".to_vec()).unwrap(), sealed);
        let mut changed = sealed.clone();
        changed[14] ^= 1;
        for bytes in [&changed[..], &sealed[..NONCE_LEN - 1], &[]] {
            assert!(seal.open("a", bytes).is_err());
        }
        assert!(seal.open("b", &sealed).is_err());
        assert!(Seal::new([8; 32]).open("a", &sealed).is_err());
    }
}
