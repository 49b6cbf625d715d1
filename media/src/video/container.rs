//! What a file is that claims to be a video, by its own bytes.

/// Kinds that hold their pictures themselves. Lists of other files (`m3u8`, `ffconcat`, …) are no such kind: whoever reads one is
/// told what else to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// MP4, M4V and MOV.
    Mov,
    /// `WebM` and Matroska.
    Matroska,
}

/// Bytes that tell.
pub(super) const HEAD: usize = 12;
const EBML: [u8; 4] = [0x1A, 0x45, 0xDF, 0xA3];
/// What the first box of a file may be.
const BOXES: [&[u8]; 6] = [b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip"];

impl Container {
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&EBML) {
            return Some(Self::Matroska);
        }
        let kind = bytes.get(4..8)?;
        BOXES.contains(&kind).then_some(Self::Mov)
    }

    /// The one reader that the program is allowed for it.
    pub(super) fn reader(self) -> &'static str {
        match self {
            Self::Mov => "mov",
            Self::Matroska => "matroska",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_first_bytes() {
        for (bytes, expect) in [
            (b"\0\0\0\x20ftypisom".as_slice(), Some(Container::Mov)),
            (b"\0\0\0\x08wide\0\0", Some(Container::Mov)),
            (b"\x1A\x45\xDF\xA3\x01", Some(Container::Matroska)),
            (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd", None),
            (b"ffconcat version 1.0\nfile /etc/passwd", None),
            (b"file '/etc/passwd'", None),
            (b"<?xml version=\"1.0\"?><MPD>", None),
            (b"GIF89a", None),
            (b"RIFF\0\0\0\0AVI LIST", None),
            (b"", None),
        ] {
            assert_eq!(Container::of(bytes), expect, "{bytes:?}");
        }
    }
}
