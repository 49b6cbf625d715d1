//! The installation's one secret, and the keys made from it.

use std::fmt;

use aws_lc_rs::hkdf::{HKDF_SHA256, Prk, Salt};
use data_encoding::HEXLOWER;

/// Part of every derivation, so that a later scheme can make other keys from the same secret.
const VERSION: &str = "v1";
const SHORTEST: usize = 32;

/// Nothing signs with the secret itself: each purpose has a key of its own, and one that leaks tells
/// nothing of the others.
#[derive(Clone)]
pub struct Secret {
    root: Prk,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret has {0} characters and needs at least {SHORTEST}")]
pub struct SecretTooShort(pub usize);

impl Secret {
    pub fn new(text: &str) -> Result<Self, SecretTooShort> {
        let length = text.chars().count();
        if length < SHORTEST {
            return Err(SecretTooShort(length));
        }
        let root = Salt::new(HKDF_SHA256, b"postrider").extract(text.as_bytes());
        Ok(Self { root })
    }

    /// The key for one purpose, always the same.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let info = [VERSION.as_bytes(), b"/", purpose.as_bytes()];
        let mut key = [0; 32];
        self.root
            .expand(&info, HKDF_SHA256)
            .and_then(|okm| okm.fill(&mut key))
            .expect("one block is within what HKDF can give");
        key
    }

    /// Tells two secrets apart without telling either: stored beside the data, it shows at start that
    /// the wrong secret was configured.
    pub fn fingerprint(&self) -> String {
        HEXLOWER.encode(&self.derive("fingerprint")[..16])
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn short_secrets_are_refused() {
        for (text, accepted) in [
            ("", false),
            (&TEXT[1..], false),
            (TEXT, true),
            (&"é".repeat(31), false),
            (&"é".repeat(32), true),
        ] {
            assert_eq!(Secret::new(text).is_ok(), accepted, "{text}");
        }
        assert_eq!(Secret::new("abc").unwrap_err(), SecretTooShort(3));
    }

    #[test]
    fn keys_differ_by_purpose_and_by_secret() {
        let one = Secret::new(TEXT).unwrap();
        let other = Secret::new(&TEXT.to_uppercase()).unwrap();
        assert_eq!(one.derive("cursor"), one.clone().derive("cursor"));
        assert_ne!(one.derive("cursor"), one.derive("tracking"));
        assert_ne!(one.derive("cursor"), other.derive("cursor"));
        assert_ne!(one.fingerprint(), other.fingerprint());
    }

    #[test]
    fn derivation_never_changes() {
        // Links in mails that were sent are signed with these keys: they must verify for ever.
        let secret = Secret::new(TEXT).unwrap();
        assert_eq!(
            HEXLOWER.encode(&secret.derive("cursor")),
            "4e3f6e48f9b79c64243b5dd97b1744a4b2475f5a523d8ca6c77514db5f389d29"
        );
        assert_eq!(secret.fingerprint().len(), 32);
    }

    #[test]
    fn debug_shows_nothing() {
        let secret = Secret::new(TEXT).unwrap();
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
