//! A key of the ring, and what tokens written with it look like. Strangers read nothing in them: whose mail it is, which
//! send, how many recipients it has and what the token is for are covered, and nobody can make or change one.
//!
//! A token is a MAC over what it says, and what it says under the key stream that the MAC begins (a synthetic
//! initialization vector, as in RFC 5297): the same recipient and purpose give the same token, any other gives one that
//! has nothing in common with it. With a target behind it, both are sealed by AES-GCM-SIV, which is made for the same.

use std::sync::Arc;

use aws_lc_rs::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};
use aws_lc_rs::cipher::{AES_256, EncryptingKey, EncryptionContext, UnboundCipherKey};
use aws_lc_rs::hmac::{self, HMAC_SHA256};
use subtle::ConstantTimeEq;

use super::bytes::{self, LONGEST, Written};
use super::deriving::{MAC, derive, hmac_key, seal_key};
use super::earlier::EarlierKey;
use super::{Purpose, Read, Token};

/// What the sealing adds to a target.
const SEAL: usize = 16;
const BLOCK: usize = 16;

/// Everything that is made from a key is made once: a mail has a token for each of its links.
#[derive(Clone)]
pub(super) struct Key {
    mac: hmac::Key,
    cover: Arc<EncryptingKey>,
    seal: Arc<LessSafeKey>,
    earlier: EarlierKey,
}

impl Key {
    pub(super) fn new(key: &[u8; 32]) -> Self {
        let root = hmac::Key::new(HMAC_SHA256, key);
        let cover = UnboundCipherKey::new(&AES_256, &derive(&root, "covered cover"))
            .and_then(EncryptingKey::ctr)
            .expect("32 bytes are what this cipher takes");
        Self {
            mac: hmac_key(&root, "covered mac"),
            cover: Arc::new(cover),
            seal: Arc::new(seal_key(&root, "covered seal")),
            earlier: EarlierKey::new(&root),
        }
    }

    pub(super) fn written(&self, token: &Token, then: impl FnOnce(&[u8])) {
        let said = Written::new(token);
        let said = said.filled();
        let end = MAC + said.len();
        let mut bytes = [0; MAC + LONGEST];
        let mac = self.mac(said);
        bytes[..MAC].copy_from_slice(&mac);
        bytes[MAC..end].copy_from_slice(said);
        self.cover(&mac, &mut bytes[MAC..end]);
        then(&bytes[..end]);
    }

    /// The token, and the target behind it.
    pub(super) fn sealed(&self, token: &Token, target: &str) -> Vec<u8> {
        let said = Written::new(token);
        let said = said.as_slice();
        let mut bytes = Vec::with_capacity(said.len() + target.len() + SEAL);
        bytes.extend_from_slice(said);
        bytes.extend_from_slice(target.as_bytes());
        let tag = self
            .seal
            .seal_in_place_separate_tag(nonce(), Aad::empty(), &mut bytes)
            .expect("a target is shorter than what this cipher can take");
        bytes.extend_from_slice(tag.as_ref());
        bytes
    }

    /// Nothing in a token says of which form it is: that would be something to see.
    pub(super) fn read(&self, bytes: &[u8]) -> Option<Read> {
        let plain = |token| Read {
            token,
            target: None,
        };
        self.uncovered(bytes)
            .map(plain)
            .or_else(|| self.opened(bytes))
            .or_else(|| self.earlier.read(bytes))
    }

    fn uncovered(&self, bytes: &[u8]) -> Option<Token> {
        let (mac, covered) = bytes.split_first_chunk::<MAC>()?;
        let mut said = [0; LONGEST];
        let said = said.get_mut(..covered.len())?;
        said.copy_from_slice(covered);
        self.cover(mac, said);
        let is_ours: bool = self.mac(said).ct_eq(mac).into();
        let token = is_ours.then(|| bytes::read_filled(said)).flatten()?;
        (token.purpose != Purpose::SealedClick).then_some(token)
    }

    fn opened(&self, bytes: &[u8]) -> Option<Read> {
        let mut bytes = bytes.to_vec();
        let opened = self.seal.open_in_place(nonce(), Aad::empty(), &mut bytes);
        let opened = &*opened.ok()?;
        let (token, length) = bytes::read(opened)?;
        let target = std::str::from_utf8(&opened[length..]).ok()?;
        (token.purpose == Purpose::SealedClick).then(|| Read {
            token,
            target: Some(target.to_owned()),
        })
    }

    fn mac(&self, said: &[u8]) -> [u8; MAC] {
        let mut mac = [0; MAC];
        mac.copy_from_slice(&hmac::sign(&self.mac, said).as_ref()[..MAC]);
        mac
    }

    /// Covers and uncovers. One block is enough for what most tokens say.
    fn cover(&self, mac: &[u8; MAC], said: &mut [u8]) {
        let mut start = [0; BLOCK];
        start[..MAC].copy_from_slice(mac);
        self.cover
            .less_safe_encrypt(said, EncryptionContext::Iv128(start.into()))
            .expect("16 bytes are where this cipher begins");
    }
}

/// Always the same: this cipher, unlike most, forgives it, and tells no more than that two tokens are the same.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}
