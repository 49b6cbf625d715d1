//! Codes that stand for a second factor that was lost: ten, each good once, of 80 random bits.

use crate::contract::ids::{sha256, spell};

pub const COUNT: usize = 10;
const BYTES: usize = 10;
const CHARACTERS: usize = 16;
const GROUP: usize = 4;
/// Without the letters that look like digits or like each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Their texts, shown once.
pub fn mint(entropy: [u8; COUNT * BYTES]) -> Vec<String> {
    let (codes, _) = entropy.as_chunks::<BYTES>();
    codes.iter().map(|bytes| grouped(bytes)).collect()
}

/// What is stored of a code that was made or typed; nothing for a text that cannot be one.
pub fn hash(code: &str) -> Option<[u8; 32]> {
    let mut plain = String::with_capacity(CHARACTERS);
    for character in code.chars() {
        match character.to_ascii_lowercase() {
            '-' => {}
            space if space.is_whitespace() => {}
            // As somebody reads them from paper.
            'o' => plain.push('0'),
            'i' | 'l' => plain.push('1'),
            other if other.is_ascii() && ALPHABET.contains(&(other as u8)) => plain.push(other),
            _ => return None,
        }
    }
    (plain.len() == CHARACTERS).then(|| sha256(plain.as_bytes()))
}

fn grouped(bytes: &[u8]) -> String {
    let plain = spell(bytes, ALPHABET, CHARACTERS);
    let groups = plain.as_bytes().chunks(GROUP);
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ten_codes_are_made_in_groups() {
        let codes = mint(std::array::from_fn(|at| (at * 73) as u8));
        let distinct: HashSet<_> = codes.iter().map(|code| hash(code)).collect();
        assert_eq!((codes.len(), distinct.len()), (10, 10));
        assert!(!distinct.contains(&None));
        for code in codes {
            let groups: Vec<usize> = code.split('-').map(str::len).collect();
            assert_eq!(groups, [4; 4], "{code}");
        }
        assert_eq!(mint([255; 100])[0], "zzzz-zzzz-zzzz-zzzz");
        assert_eq!(mint([0; 100])[9], "0000-0000-0000-0000");
    }

    #[test]
    fn they_are_read_as_people_type_them() {
        let code = "0123-4567-89ab-cdef";
        let hashed = hash(code);
        assert!(hashed.is_some());
        for typed in [
            "0123456789abcdef",
            " 0123 4567 89AB CDEF\n",
            "oI23-4567-89ab-cdef",
            "Ol23-4567-89ab-cdef",
            "0123–4567",
        ] {
            let same = hash(typed) == hashed;
            assert_eq!(same, typed.len() > 12, "{typed}");
        }
        for text in [
            "",
            "0123",
            "0123-4567-89ab-cdeu",
            "0123-4567-89ab-cdeff",
            "é123-4567-89ab-cdef",
        ] {
            assert_eq!(hash(text), None, "{text}");
        }
    }
}
