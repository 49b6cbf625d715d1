//! Which encoding a file is in, from what its sender and its first bytes say.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::contract::problem::Problem;

/// Fewer bytes than this say nothing without a byte-order mark.
const TELLING: usize = 4;

/// The `charset` of a `Content-Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(&'static Encoding);

impl Charset {
    pub fn parse(name: &str) -> Result<Self, Problem> {
        Encoding::for_label(name.as_bytes())
            .filter(|known| [UTF_8, WINDOWS_1252, UTF_16LE, UTF_16BE].contains(known))
            .map(Self)
            .ok_or_else(|| {
                let message = format!("The charset `{name}` is not known.");
                Problem::invalid("Content-Type", message)
                    .suggest("Use utf-8, iso-8859-1, windows-1252 or utf-16, or leave it out.")
            })
    }
}

pub(super) enum Sniffed {
    /// UTF-8 or Windows-1252: the whole file tells.
    Guess,
    Utf8,
    Windows1252,
    Utf16(&'static Encoding),
}

impl Sniffed {
    pub(super) fn of(first: &[u8], charset: Option<Charset>) -> Self {
        let utf16 = utf16(first);
        match charset {
            None => utf16.map_or(Self::Guess, Self::Utf16),
            Some(Charset(said)) if said == UTF_8 => Self::Utf8,
            Some(Charset(said)) if said == WINDOWS_1252 => Self::Windows1252,
            // `utf-16` alone leaves the order of the bytes open.
            Some(Charset(said)) => Self::Utf16(utf16.unwrap_or(said)),
        }
    }
}

/// By the byte-order mark, or where every other byte is zero: that is how ASCII looks in UTF-16.
fn utf16(first: &[u8]) -> Option<&'static Encoding> {
    match first {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    let zero = |offset: usize| first.iter().skip(offset).step_by(2).all(|byte| *byte == 0);
    let full = |offset: usize| first.iter().skip(offset).step_by(2).all(|byte| *byte != 0);
    if first.len() < TELLING {
        None
    } else if full(0) && zero(1) {
        Some(UTF_16LE)
    } else if zero(0) && full(1) {
        Some(UTF_16BE)
    } else {
        None
    }
}
