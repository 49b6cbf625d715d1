//! Images that a brand keeps: their kinds, ids and names.

use data_encoding::HEXLOWER;

use crate::contract::ids;

/// How an image came to its brand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetKind {
    Logo,
    Brand,
    Generated,
    Upload,
}

impl AssetKind {
    pub const ALL: [Self; 4] = [Self::Logo, Self::Brand, Self::Generated, Self::Upload];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Logo => "logo",
            Self::Brand => "brand",
            Self::Generated => "generated",
            Self::Upload => "upload",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// An asset is known by eight digits of its URL.
pub fn asset_id(url: &str) -> String {
    HEXLOWER.encode(&ids::sha256(url.as_bytes())[..4])
}

/// Characters of a name before its extension: 124 bits, so that nobody guesses one.
const STEM: usize = 24;

/// The name under which an image is stored and served.
pub fn asset_name(entropy: [u8; 32], extension: &str) -> String {
    let mut name = ids::lower32(entropy);
    name.truncate(STEM);
    name.push('.');
    name.push_str(extension);
    name
}

/// The extension of a text that has the shape of [`asset_name`].
pub fn extension_of(name: &str) -> Option<&str> {
    let (stem, extension) = name.split_once('.')?;
    let lower = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
    };
    (stem.len() == STEM && lower(stem) && lower(extension)).then_some(extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_the_first_digits_of_the_hash_of_the_url() {
        assert_eq!(asset_id("https://example.com/assets/a.png"), "c21ae363");
    }

    #[test]
    fn names_have_their_shape_and_nothing_else_has() {
        for byte in 0..=255 {
            let name = asset_name([byte; 32], "png");
            assert_eq!(extension_of(&name), Some("png"), "{name}");
        }
        let stem = "a".repeat(24);
        for name in [
            "",
            ".png",
            &stem,
            &format!("{stem}a.png"),
            &format!("{}.png", &stem[1..]),
            &format!("{}.png", stem.to_uppercase()),
            &format!("{}/.png", &stem[1..]),
            &format!("{stem}.p/g"),
            &format!("{stem}.png.exe"),
            &format!("../{stem}.png"),
            &format!("{}.png", "é".repeat(12)),
        ] {
            assert_eq!(extension_of(name), None, "{name}");
        }
    }

    #[test]
    fn kinds_read_as_they_are_written() {
        for kind in AssetKind::ALL {
            assert_eq!(AssetKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(AssetKind::parse("Logo"), None);
    }
}
