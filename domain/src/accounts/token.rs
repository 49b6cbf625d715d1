//! Tokens of sessions and of links: 256 random bits that only their holder knows. Their hash finds the row.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;

use crate::contract::ids::sha256;

const BYTES: usize = 32;

/// A new token. The text goes to its holder; only the hash is kept.
pub struct MintedToken {
    pub text: String,
    pub hash: TokenHash,
}

/// What is stored of a token. With 256 random bits a plain hash is as good as a slow one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

pub fn mint(entropy: [u8; BYTES]) -> MintedToken {
    let text = BASE64URL_NOPAD.encode(&entropy);
    let hash = TokenHash(sha256(text.as_bytes()));
    MintedToken { text, hash }
}

/// Nothing for a text that cannot be a token: no row is asked for it.
pub fn parse(text: &str) -> Option<TokenHash> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    (bytes.len() == BYTES).then(|| TokenHash(sha256(text.as_bytes())))
}

impl TokenHash {
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn as_array(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("TokenHash(…)")
    }
}

impl fmt::Debug for MintedToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("MintedToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minted_token_is_found_by_its_hash() {
        let (one, two) = (mint([7; 32]), mint([8; 32]));
        assert_eq!(one.text.len(), 43);
        assert_eq!(parse(&one.text), Some(one.hash));
        assert_ne!(one.hash, two.hash);
        assert_eq!(one.hash.as_bytes().len(), 32);
    }

    #[test]
    fn what_cannot_be_a_token_is_refused() {
        let token = mint([7; 32]).text;
        let (cut, longer) = (&token[..42], format!("{token}A"));
        // The last character holds four bits: with others it would be a second spelling of the same token.
        let respelled = format!("{}d", &token[..42]);
        for text in ["", "x", cut, &longer, &respelled, &"é".repeat(21), " "] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn debug_shows_neither_token_nor_hash() {
        let token = mint([7; 32]);
        let shown = format!("{token:?} {:?}", token.hash);
        assert_eq!(shown, "MintedToken(…) TokenHash(…)");
    }
}
