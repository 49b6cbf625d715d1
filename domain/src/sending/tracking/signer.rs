//! Writing tokens and reading what strangers bring.

use data_encoding::{BASE32_DNSSEC, BASE64URL_NOPAD};

use super::key::Key;
use super::{Purpose, Read, ReportedDomain, Token};

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
        BASE64URL_NOPAD.encode_append(&self.current.sealed(&token, target), out);
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

    /// For the local part of the address that stands in the domain's DNS. The same domain gives the same.
    pub fn write_reports(&self, reported: ReportedDomain, out: &mut String) {
        let token = Token {
            brand: reported.brand,
            send: reported.domain,
            ordinal: 0,
            purpose: Purpose::Reports,
        };
        self.write_address(&token, Purpose::Reports, out);
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
        let read = self.keys().find_map(|key| key.read(&bytes))?;
        read.token.purpose.stands_in_links().then_some(read)
    }

    /// Mail servers may have changed the case of a local part on its way.
    pub fn read_return_path(&self, text: &str) -> Option<Token> {
        self.read_address(text, Purpose::ReturnPath)
    }

    pub fn read_message_id(&self, text: &str) -> Option<Token> {
        self.read_address(text, Purpose::MessageId)
    }

    pub fn read_reports(&self, text: &str) -> Option<ReportedDomain> {
        let token = self.read_address(text, Purpose::Reports)?;
        Some(ReportedDomain {
            brand: token.brand,
            domain: token.send,
        })
    }

    fn read_address(&self, text: &str, purpose: Purpose) -> Option<Token> {
        if text.len() > LONGEST_TEXT {
            return None;
        }
        let bytes = BASE32_DNSSEC.decode(text.as_bytes()).ok()?;
        let read = self.keys().find_map(|key| key.read(&bytes))?;
        (read.token.purpose == purpose).then_some(read.token)
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.current).chain(&self.older)
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Signer(…)")
    }
}
