//! Fields before they have their ids, and where they stand.

use std::ops::Range;

use super::super::imported::{Quoting, Value};

/// A field before it has its id. `None` if it became part of another.
#[derive(Clone, Debug)]
pub(super) enum Draft {
    Gone,
    Title(String),
    Text(String),
    Link { href: String },
    Button { label: String, href: String },
    Image { src: String, alt: Option<String> },
}

/// A place of the HTML where a value stands.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub range: Range<usize>,
    pub draft: usize,
    pub value: Value,
    pub place: Quoting,
}
