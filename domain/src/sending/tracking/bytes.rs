//! A token's bytes before they are covered: numbers of few digits take few bytes.

use super::{Purpose, Token};
use crate::tenant::BrandKey;

/// Purpose, three varints of at most ten bytes, the send's eight, and a link of at most three.
pub(super) const LONGEST: usize = 1 + 3 * 10 + 8 + 3;

/// One block of the cipher: a token of few digits is as long as one of more, and its length tells nothing of what is in it.
const SHORTEST: usize = 16;

/// On the stack: one is written for each link of each mail.
pub(super) struct Written {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Written {
    pub(super) fn new(token: &Token) -> Self {
        let mut written = Self {
            bytes: [0; LONGEST],
            length: 0,
        };
        written.push(token.purpose.code());
        written.varint(token.brand.org as u64);
        written.varint(token.brand.brand as u64);
        for byte in token.send.to_be_bytes() {
            written.push(byte);
        }
        written.varint(token.ordinal as u64);
        if let Purpose::Click { link } = token.purpose {
            written.varint(u64::from(link));
        }
        written
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// With zeros behind it where it is short.
    pub(super) fn filled(&self) -> &[u8] {
        &self.bytes[..self.length.max(SHORTEST)]
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn varint(&mut self, mut number: u64) {
        while number > 0x7f {
            self.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.push(number as u8);
    }
}

/// The token at the beginning, and how many bytes it takes.
pub(super) fn read(bytes: &[u8]) -> Option<(Token, usize)> {
    let (purpose, mut rest) = bytes.split_first()?;
    let brand = BrandKey {
        org: varint(&mut rest)? as i64,
        brand: varint(&mut rest)? as i64,
    };
    let (send, after) = rest.split_first_chunk()?;
    rest = after;
    let ordinal = varint(&mut rest)? as i64;
    let purpose = match purpose {
        1 => Purpose::Open,
        2 => Purpose::Click {
            link: varint(&mut rest)?.try_into().ok()?,
        },
        3 => Purpose::SealedClick,
        4 => Purpose::Unsubscribe,
        5 => Purpose::View,
        6 => Purpose::ReturnPath,
        7 => Purpose::MessageId,
        8 => Purpose::Reports,
        _ => return None,
    };
    let token = Token {
        brand,
        send: i64::from_be_bytes(*send),
        ordinal,
        purpose,
    };
    Some((token, bytes.len() - rest.len()))
}

/// The token that fills these bytes.
pub(super) fn read_filled(bytes: &[u8]) -> Option<Token> {
    let (token, _) = read(bytes)?;
    (Written::new(&token).filled() == bytes).then_some(token)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
