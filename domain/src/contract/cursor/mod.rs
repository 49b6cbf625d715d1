//! Where a list goes on: a page's last position, sealed so that nobody can make one up or carry it to
//! another list.

use aws_lc_rs::hmac::{Context, HMAC_SHA256, Key};
use data_encoding::BASE64URL_NOPAD;
use subtle::ConstantTimeEq;

use crate::contract::ids::sha256;
use crate::contract::problem::Problem;
use crate::tenant::BrandKey;

const VERSION: u8 = 1;
const LIFETIME_MS: i64 = 24 * 60 * 60 * 1000;
const ROUTE: usize = 8;
const FILTERS: usize = 16;
const TAG: usize = 16;
/// Room for the longest text that a contact's field may hold (10,000 characters). A position is never
/// cut: a page that goes on after half a sort key repeats rows or leaves some out.
const LONGEST_CURSOR: usize = 64 * 1024;

/// One column of the last row's sort key.
#[derive(Clone, Debug, PartialEq)]
pub enum Position {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
}

/// The list that a cursor belongs to. A page size is no part of it: that may change between pages.
#[derive(Clone, Copy)]
pub struct CursorScope<'a> {
    pub key: &'a [u8; 32],
    pub route: &'a str,
    /// See [`filters_hash`].
    pub filters: [u8; 16],
}

/// Over the filters and the order in a spelling that is always the same for the same ones.
pub fn filters_hash(canonical: &[u8]) -> [u8; 16] {
    first_bytes(&sha256(canonical))
}

pub fn seal(scope: &CursorScope<'_>, brand: BrandKey, position: &[Position], now: i64) -> String {
    let mut bytes = vec![VERSION];
    bytes.extend(now.to_be_bytes());
    bytes.extend(route_hash(scope.route));
    bytes.extend(scope.filters);
    for part in position {
        part.write(&mut bytes);
    }
    bytes.extend(tag(scope.key, brand, &bytes));
    BASE64URL_NOPAD.encode(&bytes)
}

pub fn open(
    scope: &CursorScope<'_>,
    brand: BrandKey,
    text: &str,
    now: i64,
) -> Result<Vec<Position>, Problem> {
    let bytes = authentic(scope.key, brand, text).ok_or_else(unknown)?;
    let frame = Frame::read(&bytes).ok_or_else(unknown)?;
    if frame.route != route_hash(scope.route) {
        return Err(other_route());
    }
    if frame.filters != scope.filters {
        return Err(other_filters());
    }
    if now.saturating_sub(frame.issued) > LIFETIME_MS {
        return Err(expired());
    }
    frame.position().ok_or_else(unknown)
}

/// Made up, cut off, changed, of another tenant, or of a version before an upgrade: all look the same.
fn unknown() -> Problem {
    Problem::invalid(
        "cursor",
        "This is not a cursor that the service gave out here.",
    )
    .suggest(
        "Pass `pagination.cursor` of the page before unchanged, \
         or leave `cursor` out to start at the first page.",
    )
}

fn other_route() -> Problem {
    Problem::invalid("cursor", "This cursor was given out by another route.").suggest(
        "Use a cursor only on the route that returned it, \
         or leave `cursor` out to start at the first page.",
    )
}

fn other_filters() -> Problem {
    let message = "This cursor was given out for other filters or another order.";
    Problem::invalid("cursor", message).suggest(
        "Repeat the filters and the order of the first page (only `limit` may change), \
         or leave `cursor` out to start again.",
    )
}

fn expired() -> Problem {
    Problem::invalid("cursor", "This cursor is older than 24 hours.")
        .suggest("Leave `cursor` out to start again at the first page.")
}

fn authentic(key: &[u8; 32], brand: BrandKey, text: &str) -> Option<Vec<u8>> {
    if text.len() > LONGEST_CURSOR {
        return None;
    }
    let mut bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let sealed = bytes.split_off(bytes.len().checked_sub(TAG)?);
    bool::from(tag(key, brand, &bytes).ct_eq(&sealed)).then_some(bytes)
}

/// The tenant is in the tag alone: a cursor tells nothing of it, and is no cursor for anyone else.
fn tag(key: &[u8; 32], brand: BrandKey, bytes: &[u8]) -> [u8; TAG] {
    let mut mac = Context::with_key(&Key::new(HMAC_SHA256, key));
    mac.update(&brand.org.to_be_bytes());
    mac.update(&brand.brand.to_be_bytes());
    mac.update(bytes);
    first_bytes(mac.sign().as_ref())
}

fn route_hash(route: &str) -> [u8; ROUTE] {
    first_bytes(&sha256(route.as_bytes()))
}

fn first_bytes<const N: usize>(hash: &[u8]) -> [u8; N] {
    let mut first = [0; N];
    first.copy_from_slice(&hash[..N]);
    first
}

struct Frame<'a> {
    issued: i64,
    route: [u8; ROUTE],
    filters: [u8; FILTERS],
    rest: &'a [u8],
}

impl<'a> Frame<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first()?;
        let (issued, rest) = rest.split_first_chunk()?;
        let (route, rest) = rest.split_first_chunk()?;
        let (filters, rest) = rest.split_first_chunk()?;
        (*version == VERSION).then_some(Self {
            issued: i64::from_be_bytes(*issued),
            route: *route,
            filters: *filters,
            rest,
        })
    }

    fn position(&self) -> Option<Vec<Position>> {
        let mut parts = Vec::new();
        let mut rest = self.rest;
        while !rest.is_empty() {
            let (part, after) = Position::read(rest)?;
            parts.push(part);
            rest = after;
        }
        Some(parts)
    }
}

impl Position {
    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Null => bytes.push(b'n'),
            Self::Bool(value) => bytes.extend([b'b', u8::from(*value)]),
            Self::Int(value) => {
                bytes.push(b'i');
                bytes.extend(value.to_be_bytes());
            }
            Self::Float(value) => {
                bytes.push(b'f');
                bytes.extend(value.to_bits().to_be_bytes());
            }
            Self::Text(value) => {
                bytes.push(b't');
                bytes.extend((value.len() as u32).to_be_bytes());
                bytes.extend(value.as_bytes());
            }
        }
    }

    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (kind, rest) = bytes.split_first()?;
        match kind {
            b'n' => Some((Self::Null, rest)),
            b'b' => rest
                .split_first()
                .map(|(value, rest)| (Self::Bool(*value != 0), rest)),
            b'i' => rest
                .split_first_chunk()
                .map(|(value, rest)| (Self::Int(i64::from_be_bytes(*value)), rest)),
            b'f' => rest.split_first_chunk().map(|(value, rest)| {
                (
                    Self::Float(f64::from_bits(u64::from_be_bytes(*value))),
                    rest,
                )
            }),
            b't' => {
                let (length, rest) = rest.split_first_chunk()?;
                let (value, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
                Some((Self::Text(String::from_utf8(value.to_vec()).ok()?), rest))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
