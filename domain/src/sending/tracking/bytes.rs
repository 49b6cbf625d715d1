//! A token's bytes before the seal: numbers of few digits take few bytes.

use super::{Purpose, Token};
use crate::tenant::BrandKey;

/// Key id, purpose, three varints of at most ten bytes, the send's eight, and a link of at most three.
const LONGEST: usize = 2 + 3 * 10 + 8 + 3;

/// On the stack: one is written for each link of each mail.
pub(super) struct Written {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Written {
    pub(super) fn new(key_id: u8, token: &Token) -> Self {
        let mut written = Self {
            bytes: [0; LONGEST],
            length: 0,
        };
        written.push(key_id);
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

/// The token at the beginning, after the key id, and how many bytes key id and token take.
pub(super) fn read(bytes: &[u8]) -> Option<(Token, usize)> {
    let (head, mut rest) = bytes.split_first_chunk::<2>()?;
    let brand = BrandKey {
        org: varint(&mut rest)? as i64,
        brand: varint(&mut rest)? as i64,
    };
    let (send, after) = rest.split_first_chunk()?;
    rest = after;
    let ordinal = varint(&mut rest)? as i64;
    let purpose = match head[1] {
        1 => Purpose::Open,
        2 => Purpose::Click {
            link: varint(&mut rest)?.try_into().ok()?,
        },
        3 => Purpose::SealedClick,
        4 => Purpose::Unsubscribe,
        5 => Purpose::View,
        6 => Purpose::ReturnPath,
        7 => Purpose::MessageId,
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
