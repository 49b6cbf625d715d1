//! The form that tokens had before what they say was covered. Mails with it were sent, so it is read for ever; nobody writes it.

use std::sync::Arc;

use aws_lc_rs::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};
use aws_lc_rs::hmac;
use subtle::ConstantTimeEq;

use super::deriving::{MAC, derive, hmac_key, seal_key};
use super::{Purpose, Read, bytes};

/// A byte that names the key, the token as it is, and a MAC over both; or, behind the token, a sealed target.
#[derive(Clone)]
pub(super) struct EarlierKey {
    id: u8,
    mac: hmac::Key,
    nonces: hmac::Key,
    seal: Arc<LessSafeKey>,
}

impl EarlierKey {
    pub(super) fn new(root: &hmac::Key) -> Self {
        Self {
            id: derive(root, "id")[0],
            mac: hmac_key(root, "mac"),
            nonces: hmac_key(root, "nonce"),
            seal: Arc::new(seal_key(root, "seal")),
        }
    }

    pub(super) fn read(&self, text: &[u8]) -> Option<Read> {
        let (id, said) = text.split_first()?;
        if *id != self.id {
            return None;
        }
        let (token, length) = bytes::read(said)?;
        let (head, rest) = text.split_at(1 + length);
        let target = if token.purpose == Purpose::SealedClick {
            Some(self.open(head, rest)?)
        } else if bool::from(hmac::sign(&self.mac, head).as_ref()[..MAC].ct_eq(rest)) {
            None
        } else {
            return None;
        };
        Some(Read { token, target })
    }

    fn open(&self, head: &[u8], sealed: &[u8]) -> Option<String> {
        let mut nonce = [0; NONCE_LEN];
        nonce.copy_from_slice(&hmac::sign(&self.nonces, head).as_ref()[..NONCE_LEN]);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let mut sealed = sealed.to_vec();
        let opened = self.seal.open_in_place(nonce, Aad::from(head), &mut sealed);
        String::from_utf8(opened.ok()?.to_vec()).ok()
    }
}
