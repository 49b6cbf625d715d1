//! What a run is stepped with: the time, and what is known of its recipient, payload and mails.

use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use crate::contacts::field::FieldValue;
use crate::contacts::filter::FieldRef;

pub struct Facts<'a> {
    pub now: i64,
    /// The brand's: it says when a day begins.
    pub zone: &'a TimeZone,
    /// Nobody: the contact is gone, or a test has none.
    pub person: Option<&'a Person<'a>>,
    pub payload: &'a Map<String, Value>,
    /// The mails that this run has sent.
    pub mails: &'a [Mailed],
    pub is_test: bool,
}

pub struct Person<'a> {
    pub email: &'a str,
    pub subscribed: bool,
    pub suppressed: bool,
    /// Values as stored: core and engagement times in milliseconds, custom dates in seconds.
    pub value_of: &'a dyn Fn(&FieldRef) -> Option<FieldValue>,
}

/// What a person, no machine, did with the mail of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailed {
    pub node: usize,
    pub opened: bool,
    pub clicked: bool,
}

/// How many mails may still be sent; `None` is without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub left: Option<i64>,
}

impl Allowance {
    pub const UNLIMITED: Self = Self { left: None };

    /// Whether there was one left to take.
    pub(super) fn take(&mut self) -> bool {
        match &mut self.left {
            None => true,
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            Some(_) => false,
        }
    }
}
