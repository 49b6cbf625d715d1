//! Keys of one purpose each, made from a key of the ring.

use aws_lc_rs::aead::{AES_256_GCM_SIV, LessSafeKey, UnboundKey};
use aws_lc_rs::hmac::{self, HMAC_SHA256};

/// Bytes of a MAC that a token carries.
pub(super) const MAC: usize = 10;

pub(super) fn derive(root: &hmac::Key, purpose: &str) -> [u8; 32] {
    let mut derived = [0; 32];
    derived.copy_from_slice(hmac::sign(root, purpose.as_bytes()).as_ref());
    derived
}

pub(super) fn hmac_key(root: &hmac::Key, purpose: &str) -> hmac::Key {
    hmac::Key::new(HMAC_SHA256, &derive(root, purpose))
}

pub(super) fn seal_key(root: &hmac::Key, purpose: &str) -> LessSafeKey {
    let key = UnboundKey::new(&AES_256_GCM_SIV, &derive(root, purpose));
    LessSafeKey::new(key.expect("32 bytes are what this cipher takes"))
}
