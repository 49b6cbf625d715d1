//! What mails bring back: opens, clicks and unsubscribes, of recipients of any brand at once. Each row carries
//! its tenant.

pub(crate) mod departed;
pub(crate) mod engagement;
pub(crate) mod pages;
pub(crate) mod recipients;
pub(crate) mod unsubscribe;

use postrider_domain::sending::track::Token;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Value};
use crate::params;

pub(crate) use departed::{depart, follow};
pub use engagement::{Disengaged, Engaged, disengaged, engaged, mark};
pub use pages::{Reader, html, reader};
pub use recipients::{Standing, arrived, find, first_clicks, first_opens, take_back_clicks};
pub use unsubscribe::{Effect, resubscribe, unsubscribe};

/// One recipient of one send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipient {
    pub brand: BrandKey,
    pub send: i64,
    pub ordinal: i64,
}

impl Recipient {
    /// The order in which rows are written.
    pub fn key(&self) -> (i64, i64, i64, i64) {
        (self.brand.org, self.brand.brand, self.send, self.ordinal)
    }

    pub(crate) fn params(&self) -> [Value; 4] {
        params![self.brand.org, self.brand.brand, self.send, self.ordinal]
    }

    /// From the first four columns.
    fn of(row: &Row) -> Result<Self, DbError> {
        Ok(Self {
            brand: BrandKey {
                org: row.int(0)?,
                brand: row.int(1)?,
            },
            send: row.int(2)?,
            ordinal: row.int(3)?,
        })
    }
}

impl From<Token> for Recipient {
    fn from(token: Token) -> Self {
        Self {
            brand: token.brand,
            send: token.send,
            ordinal: token.ordinal,
        }
    }
}
