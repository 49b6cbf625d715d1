//! What mails bring back: opens, clicks and unsubscribes, of recipients of any brand at once. Each row carries
//! its tenant.

pub(crate) mod departed;
pub(crate) mod engagement;
pub(crate) mod pages;
pub(crate) mod recipients;
pub(crate) mod unsubscribe;

use postrider_domain::sending::tracking::Token;
use postrider_domain::tenant::BrandKey;

use crate::db::Value;
use crate::{params, record};

pub use departed::depart;
pub(crate) use departed::follow;
pub use engagement::{Disengaged, Engaged, disengaged, engaged, mark};
pub use pages::{Reader, html, reader};
pub use recipients::{
    TrackedRecipient, arrived, find, first_clicks, first_opens, take_back_clicks, take_back_opens,
};
pub use unsubscribe::{Effect, resubscribe, unsubscribe};

/// One recipient of one send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecipientRef {
    pub brand: BrandKey,
    pub send: i64,
    pub ordinal: i64,
}

impl RecipientRef {
    /// The order in which rows are written.
    pub fn key(&self) -> (i64, i64, i64, i64) {
        (self.brand.org, self.brand.brand, self.send, self.ordinal)
    }

    pub(crate) fn params(&self) -> [Value; 4] {
        params![self.brand.org, self.brand.brand, self.send, self.ordinal]
    }
}

record! {
    /// A recipient by the columns of its row.
    struct RecipientKey {
        org: i64 = "recipients.org",
        brand: i64 = "recipients.brand",
        send: i64 = "recipients.send",
        ordinal: i64 = "recipients.ordinal",
    }
}

impl From<RecipientKey> for RecipientRef {
    fn from(key: RecipientKey) -> Self {
        Self {
            brand: BrandKey {
                org: key.org,
                brand: key.brand,
            },
            send: key.send,
            ordinal: key.ordinal,
        }
    }
}

impl From<Token> for RecipientRef {
    fn from(token: Token) -> Self {
        Self {
            brand: token.brand,
            send: token.send,
            ordinal: token.ordinal,
        }
    }
}
