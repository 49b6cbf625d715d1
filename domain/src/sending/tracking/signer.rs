//! Writing tokens and reading what strangers bring.

use aws_lc_rs::aead::{AES_256_GCM_SIV, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hmac::{self, HMAC_SHA256};
use data_encoding::{BASE32_DNSSEC, BASE64URL_NOPAD};
use subtle::ConstantTimeEq;

use super::bytes::{self, Written};
use super::{Purpose, Token};

const MAC: usize = 10;
/// What the sealing adds to a target.
const SEAL: usize = 16;
/// A longer target is a link that is not tracked: with base64 around it, mail programs begin to cut.
pub const LONGEST_TARGET: usize = 2048;
/// Longer than any token: what is longer is not even decoded.
const LONGEST_TEXT: usize = 3072;

/// Holds the key that tokens are written with, and older ones whose tokens are still read: a mail is read
/// years after it was sent, and an unsubscribe link works for ever.
#[derive(Clone)]
pub struct Signer {
    current: Key,
    older: Vec<Key>,
}

/// What an authentic token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub token: Token,
    /// Where a sealed click goes.
    pub target: Option<String>,
}

/// Everything that is made from a key is made once: a mail has a token for each of its links.
#[derive(Clone)]
struct Key {
    /// Which key of the ring a token was written with; tells nothing of the key.
    id: u8,
    mac: hmac::Key,
    nonces: hmac::Key,
    seal: std::sync::Arc<LessSafeKey>,
}

impl Signer {
    pub fn new(key: [u8; 32]) -> Self {
        Self {
            current: Key::new(&key),
            older: Vec::new(),
        }
    }

    /// Also reads what was written with this key, in the time when it was the current one.
    #[must_use]
    pub fn with_older(mut self, key: [u8; 32]) -> Self {
        self.older.push(Key::new(&key));
        self
    }

    /// Appends the token as it stands in a URL.
    pub fn write(&self, token: &Token, out: &mut String) {
        debug_assert!(token.purpose != Purpose::SealedClick && token.purpose.stands_in_links());
        self.current.written(token, |bytes| {
            BASE64URL_NOPAD.encode_append(bytes, out);
        });
    }

    /// Appends a token that carries where its link goes, so that nobody can read it there. The same recipient
    /// and target give the same token. A target that is too long is not written: false.
    #[must_use]
    pub fn write_sealed(&self, token: &Token, target: &str, out: &mut String) -> bool {
        if target.len() > LONGEST_TARGET {
            return false;
        }
        let token = Token {
            purpose: Purpose::SealedClick,
            ..*token
        };
        let head = Written::new(self.current.id, &token);
        let mut bytes = Vec::with_capacity(head.as_slice().len() + target.len() + SEAL);
        bytes.extend_from_slice(head.as_slice());
        bytes.extend_from_slice(target.as_bytes());
        self.current.seal(&mut bytes, head.as_slice());
        BASE64URL_NOPAD.encode_append(&bytes, out);
        true
    }

    /// For the local part of an address: lower-case letters and digits alone.
    pub fn write_return_path(&self, token: &Token, out: &mut String) {
        self.write_address(token, Purpose::ReturnPath, out);
    }

    /// For what stands before the `@` of a `Message-ID`.
    pub fn write_message_id(&self, token: &Token, out: &mut String) {
        self.write_address(token, Purpose::MessageId, out);
    }

    fn write_address(&self, token: &Token, purpose: Purpose, out: &mut String) {
        let token = Token { purpose, ..*token };
        self.current.written(&token, |bytes| {
            BASE32_DNSSEC.encode_append(bytes, out);
        });
    }

    /// Nothing if it is made up, changed or cut off, or of an address.
    pub fn read(&self, text: &str) -> Option<Read> {
        if text.len() > LONGEST_TEXT {
            return None;
        }
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let read = self.keys_of(&bytes).find_map(|key| key.read(&bytes))?;
        read.token.purpose.stands_in_links().then_some(read)
    }

    /// Mail servers may have changed the case of a local part on its way.
    pub fn read_return_path(&self, text: &str) -> Option<Token> {
        self.read_address(text, Purpose::ReturnPath)
    }

    pub fn read_message_id(&self, text: &str) -> Option<Token> {
        self.read_address(text, Purpose::MessageId)
    }

    fn read_address(&self, text: &str, purpose: Purpose) -> Option<Token> {
        if text.len() > LONGEST_TEXT {
            return None;
        }
        let bytes = BASE32_DNSSEC.decode(text.as_bytes()).ok()?;
        let read = self.keys_of(&bytes).find_map(|key| key.read(&bytes))?;
        (read.token.purpose == purpose).then_some(read.token)
    }

    fn keys_of(&self, bytes: &[u8]) -> impl Iterator<Item = &Key> {
        let id = bytes.first().copied();
        std::iter::once(&self.current)
            .chain(&self.older)
            .filter(move |key| Some(key.id) == id)
    }
}

impl Key {
    fn new(key: &[u8; 32]) -> Self {
        let root = hmac::Key::new(HMAC_SHA256, key);
        let derive = |purpose: &str| {
            let mut derived = [0; 32];
            derived.copy_from_slice(hmac::sign(&root, purpose.as_bytes()).as_ref());
            derived
        };
        let seal = UnboundKey::new(&AES_256_GCM_SIV, &derive("seal"))
            .expect("32 bytes are what this cipher takes");
        Self {
            id: derive("id")[0],
            mac: hmac::Key::new(HMAC_SHA256, &derive("mac")),
            nonces: hmac::Key::new(HMAC_SHA256, &derive("nonce")),
            seal: std::sync::Arc::new(LessSafeKey::new(seal)),
        }
    }

    fn written(&self, token: &Token, then: impl FnOnce(&[u8])) {
        let head = Written::new(self.id, token);
        let head = head.as_slice();
        let mut bytes = [0; 64];
        bytes[..head.len()].copy_from_slice(head);
        let end = head.len() + MAC;
        bytes[head.len()..end].copy_from_slice(&self.mac(head));
        then(&bytes[..end]);
    }

    fn read(&self, bytes: &[u8]) -> Option<Read> {
        let (token, length) = bytes::read(bytes)?;
        let (head, rest) = bytes.split_at(length);
        let target = if token.purpose == Purpose::SealedClick {
            Some(self.open(head, rest)?)
        } else if bool::from(self.mac(head).ct_eq(rest)) {
            None
        } else {
            return None;
        };
        Some(Read { token, target })
    }

    fn mac(&self, head: &[u8]) -> [u8; MAC] {
        let mut mac = [0; MAC];
        mac.copy_from_slice(&hmac::sign(&self.mac, head).as_ref()[..MAC]);
        mac
    }

    /// Seals what follows the head in place. The nonce comes from the recipient: it is the same for the few
    /// sealed links of one mail, which this cipher, unlike most, forgives.
    fn seal(&self, bytes: &mut Vec<u8>, head: &[u8]) {
        let tag = self
            .seal
            .seal_in_place_separate_tag(self.nonce(head), Aad::from(head), &mut bytes[head.len()..])
            .expect("a target is shorter than what this cipher can take");
        bytes.extend_from_slice(tag.as_ref());
    }

    fn open(&self, head: &[u8], sealed: &[u8]) -> Option<String> {
        let mut sealed = sealed.to_vec();
        let target = self
            .seal
            .open_in_place(self.nonce(head), Aad::from(head), &mut sealed)
            .ok()?;
        String::from_utf8(target.to_vec()).ok()
    }

    fn nonce(&self, head: &[u8]) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce.copy_from_slice(&hmac::sign(&self.nonces, head).as_ref()[..NONCE_LEN]);
        Nonce::assume_unique_for_key(nonce)
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Signer(…)")
    }
}
