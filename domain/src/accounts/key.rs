//! API keys: `pr_live_<prefix>_<secret><checksum>`. The prefix finds the row, the hash proves the
//! secret, the checksum refuses a mistyped key without asking the database.

use std::fmt;

use subtle::ConstantTimeEq;

use crate::contract::ids::{sha256, spell};

const MARK: &str = "pr_live_";
const PREFIX: usize = 8;
const SECRET: usize = 43;
const CHECKSUM: usize = 6;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A new key. The text is shown once; only prefix and hash are kept.
pub struct MintedKey {
    pub prefix: String,
    /// The whole text that the caller keeps.
    pub secret: String,
    pub hash: [u8; 32],
}

/// A well-formed key that a caller sent; whether it is a real one says [`PresentedKey::matches`].
pub struct PresentedKey {
    pub prefix: String,
    hash: [u8; 32],
}

pub fn mint(entropy: [u8; 64]) -> MintedKey {
    let (for_prefix, for_secret) = entropy.split_at(16);
    let prefix = spell(for_prefix, BASE62, PREFIX);
    let body = format!("{MARK}{prefix}_{}", spell(for_secret, BASE62, SECRET));
    let secret = format!("{body}{}", checksum(&body));
    let hash = sha256(secret.as_bytes());
    MintedKey {
        prefix,
        secret,
        hash,
    }
}

/// `None` when the text cannot be a key: another shape, or a checksum that does not fit.
pub fn parse(text: &str) -> Option<PresentedKey> {
    let (prefix, rest) = text.strip_prefix(MARK)?.split_once('_')?;
    let well_formed = prefix.len() == PREFIX
        && rest.len() == SECRET + CHECKSUM
        && prefix
            .bytes()
            .chain(rest.bytes())
            .all(|byte| byte.is_ascii_alphanumeric());
    if !well_formed {
        return None;
    }
    let (body, sum) = text.split_at(text.len() - CHECKSUM);
    (checksum(body) == sum).then(|| PresentedKey {
        prefix: prefix.to_owned(),
        // The secret has 256 random bits, so a plain hash is as good as a slow one and costs a
        // microsecond per request.
        hash: sha256(text.as_bytes()),
    })
}

impl PresentedKey {
    /// What stands for the whole key.
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// Takes the same time wherever the hashes differ.
    pub fn matches(&self, stored_hash: &[u8]) -> bool {
        self.hash.ct_eq(stored_hash).into()
    }
}

fn checksum(body: &str) -> String {
    let hash = sha256(body.as_bytes());
    spell(&hash[..16], BASE62, CHECKSUM)
}

impl fmt::Debug for MintedKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        redacted(out, "MintedKey", &self.prefix)
    }
}

impl fmt::Debug for PresentedKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        redacted(out, "PresentedKey", &self.prefix)
    }
}

fn redacted(out: &mut fmt::Formatter<'_>, name: &str, prefix: &str) -> fmt::Result {
    out.debug_struct(name)
        .field("prefix", &prefix)
        .finish_non_exhaustive()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> MintedKey {
        mint(std::array::from_fn(|at| (at * 37 + 11) as u8))
    }

    #[test]
    fn a_minted_key_is_accepted() {
        let key = sample();
        assert_eq!(key.secret.len(), 66);
        assert!(key.secret.starts_with(&format!("pr_live_{}_", key.prefix)));
        let presented = parse(&key.secret).unwrap();
        assert_eq!(presented.prefix, key.prefix);
        assert!(presented.matches(&key.hash));
    }

    #[test]
    fn extreme_entropy_still_fills_the_shape() {
        for byte in [0, 255] {
            let key = mint([byte; 64]);
            assert_eq!(key.secret.len(), 66);
            assert!(parse(&key.secret).is_some());
        }
    }

    #[test]
    fn another_hash_does_not_match() {
        let key = sample();
        let presented = parse(&key.secret).unwrap();
        let mut other = key.hash;
        other[31] ^= 1;
        assert!(!presented.matches(&other));
        assert!(!presented.matches(&key.hash[..31]));
        assert!(!presented.matches(&[]));
    }

    #[test]
    fn any_mistyped_character_is_refused() {
        let key = sample().secret;
        for at in 0..key.len() {
            for wrong in ['0', 'x', '_', ' '] {
                let mut typed: Vec<char> = key.chars().collect();
                if typed[at] == wrong {
                    continue;
                }
                typed[at] = wrong;
                let typed: String = typed.into_iter().collect();
                assert!(parse(&typed).is_none(), "{typed}");
            }
        }
    }

    #[test]
    fn swapped_neighbours_are_refused() {
        let key = sample().secret;
        for at in 0..key.len() - 1 {
            let mut typed = key.clone().into_bytes();
            if typed[at] == typed[at + 1] {
                continue;
            }
            typed.swap(at, at + 1);
            assert!(parse(std::str::from_utf8(&typed).unwrap()).is_none());
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let key = sample().secret;
        let cut = &key[..key.len() - 1];
        let lengthened = format!("{key}0");
        let spaced = format!(" {key}");
        let foreign = "é".repeat(33);
        for text in [
            "",
            "pr_live_",
            "pr_live__",
            "Bearer x",
            cut,
            &lengthened,
            &spaced,
            &foreign,
        ] {
            assert!(parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn debug_shows_no_secret() {
        let key = sample();
        let shown = format!("{key:?} {:?}", parse(&key.secret));
        assert!(!shown.contains(&key.secret[17..30]), "{shown}");
        assert!(!shown.contains("hash"), "{shown}");
    }
}
