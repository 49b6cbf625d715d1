//! Public ids: opaque, random where nothing says otherwise, and made from entropy that comes in.

use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::HEXLOWER;

const LOWER_ALPHANUMERIC: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// 32 lowercase alphanumerics. Every contact shown costs one, so it is done in four words of eight
/// digits each; 64 bits hold 8 digits with 22 to spare, too many for a bias to show.
pub fn lower32(entropy: [u8; 32]) -> String {
    let mut id = String::with_capacity(32);
    let (words, _) = entropy.as_chunks::<8>();
    for word in words {
        let mut rest = u64::from_be_bytes(*word);
        for _ in 0..8 {
            id.push(char::from(LOWER_ALPHANUMERIC[(rest % 36) as usize]));
            rest /= 36;
        }
    }
    id
}

/// 21 characters of a URL-safe alphabet, 126 bits.
pub fn opaque21(entropy: [u8; 21]) -> String {
    // 64 divides 256, so six bits of a byte pick a character without bias.
    entropy
        .iter()
        .map(|byte| char::from(URL_SAFE[usize::from(byte & 63)]))
        .collect()
}

/// 32 lowercase hex digits.
pub fn hex16(entropy: [u8; 16]) -> String {
    HEXLOWER.encode(&entropy)
}

pub fn request_id(entropy: [u8; 16]) -> String {
    format!("req_{}", hex16(entropy))
}

/// The prefix as it is shown, underscore included (`cmt_`), and 21 opaque characters.
pub fn prefixed(prefix: &str, entropy: [u8; 21]) -> String {
    format!("{prefix}{}", opaque21(entropy))
}

/// A contact's id is computed, not stored: the same contact always shows the same one, and a table of
/// many millions of rows saves a column and an index.
pub fn contact_id(brand_public_id: &str, number: i64) -> String {
    // A zero byte is in neither part, so no two pairs spell the same text.
    let text = format!("contact\0{brand_public_id}\0{number}");
    lower32(sha256(text.as_bytes()))
}

/// The same for an event, of which there are more still.
pub fn event_id(brand_public_id: &str, number: i64) -> String {
    let text = format!("event\0{brand_public_id}\0{number}");
    lower32(sha256(text.as_bytes()))
}

/// The id of a template of the catalog, which is a file: it follows from its name, so that it is the same everywhere.
pub fn template_id(slug: &str) -> String {
    lower32(sha256(format!("template\0{slug}").as_bytes()))
}

/// Whether a text has the shape of [`lower32`], to refuse an impossible id without a look-up.
pub fn is_lower32(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| LOWER_ALPHANUMERIC.contains(&byte))
}

/// The last `count` digits of a big-endian number in another alphabet. With 64 bits of entropy more
/// than the digits hold, no digit is likelier than another by anything that could be measured.
pub(crate) fn spell(number: &[u8], alphabet: &[u8], count: usize) -> String {
    let base = alphabet.len() as u32;
    let mut number = number.to_vec();
    let mut digits = Vec::with_capacity(count);
    for _ in 0..count {
        let mut remainder = 0;
        for byte in &mut number {
            let part = (remainder << 8) | u32::from(*byte);
            *byte = (part / base) as u8;
            remainder = part % base;
        }
        digits.push(char::from(alphabet[remainder as usize]));
    }
    digits.into_iter().rev().collect()
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn digits_are_those_of_the_number() {
        for (number, count, expect) in [
            (&[0][..], 2, "00"),
            (&[35], 2, "0z"),
            (&[36], 2, "10"),
            (&[255], 2, "73"),
            (&[1, 0], 3, "074"),
            (&[255, 255], 4, "1ekf"),
            (&[255, 255], 2, "kf"),
        ] {
            assert_eq!(
                spell(number, LOWER_ALPHANUMERIC, count),
                expect,
                "{number:?}"
            );
        }
    }

    #[test]
    fn ids_have_their_shapes() {
        for byte in 0..=255 {
            let lower = lower32([byte; 32]);
            assert!(is_lower32(&lower), "{lower}");
            let opaque = opaque21([byte; 21]);
            assert_eq!(opaque.len(), 21);
            assert!(opaque.bytes().all(|byte| URL_SAFE.contains(&byte)));
        }
        assert_eq!(hex16([0xab; 16]), "ab".repeat(16));
        assert_eq!(request_id([1; 16]), format!("req_{}", "01".repeat(16)));
        assert_eq!(prefixed("cmt_", [0; 21]), format!("cmt_{}", "A".repeat(21)));
    }

    #[test]
    fn every_character_comes_up_about_as_often() {
        let mut counts = [0_u32; 36];
        for number in 0..2_000_u32 {
            for byte in lower32(sha256(&number.to_be_bytes())).bytes() {
                let at = LOWER_ALPHANUMERIC.iter().position(|one| *one == byte);
                counts[at.expect("of the alphabet")] += 1;
            }
        }
        // 64,000 draws over 36 characters: 1,778 each, standard deviation 42.
        assert!(
            counts.iter().all(|count| (1_560..2_000).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn contact_ids_are_stable_and_differ() {
        let brand = "0123456789abcdefghijklmnopqrstuv";
        assert_eq!(contact_id(brand, 7), contact_id(brand, 7));
        assert!(is_lower32(&contact_id(brand, 7)));
        let ids: HashSet<_> = (0..1_000)
            .flat_map(|number| [contact_id(brand, number), contact_id("other", number)])
            .collect();
        assert_eq!(ids.len(), 2_000);
    }

    #[test]
    fn contact_id_never_changes() {
        // Callers keep these ids: whoever changes how they are made breaks every stored one.
        assert_eq!(contact_id("brand", 1), "9q70eo4y9ak1vwwmda1901zls4crpnz2");
    }

    #[test]
    fn other_shapes_are_not_ids() {
        for text in [
            "",
            "abc",
            &"a".repeat(31),
            &"a".repeat(33),
            &"A".repeat(32),
            &"é".repeat(16),
            &"-".repeat(32),
        ] {
            assert!(!is_lower32(text), "{text}");
        }
    }
}
