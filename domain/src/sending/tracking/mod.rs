//! Tokens in tracked links, pixels, unsubscribe and view links, return paths and message ids: which recipient of which send,
//! and what for; and in the addresses that reports about a domain come to. Authenticated, so nobody can make one, and covered, so nobody else can read it; see [`Signer`].

mod bytes;
mod deriving;
mod earlier;
mod key;
mod signer;
#[cfg(test)]
mod tests;

pub use signer::{LONGEST_TARGET, Signer};

use crate::tenant::BrandKey;

/// A recipient of a send, and what its bearer may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub brand: BrandKey,
    pub send: i64,
    pub ordinal: i64,
    pub purpose: Purpose,
}

/// Stands in the place of a send in the tokens of tests; the ordinal is the number of the test's mail.
pub const TEST_SEND: i64 = 0;

/// A domain of a brand, as the address says that reports about it go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReportedDomain {
    pub brand: BrandKey,
    /// Its number.
    pub domain: i64,
}

/// What an authentic token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub token: Token,
    /// Where a sealed click goes.
    pub target: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    Open,
    /// The link of the send's design with this index.
    Click {
        link: u16,
    },
    /// A link that is different for each recipient: its target travels inside the token.
    SealedClick,
    Unsubscribe,
    View,
    /// Whoever knows it can say that the mail came back.
    ReturnPath,
    /// Every reply shows it to everybody: it says which mail is meant, and lets nobody do anything.
    MessageId,
    /// Where reports about a domain go: its number stands in the place of a send's.
    Reports,
}

impl Purpose {
    /// The others stand in addresses.
    fn stands_in_links(self) -> bool {
        !matches!(self, Self::ReturnPath | Self::MessageId | Self::Reports)
    }

    /// Stands in mails that were sent: a code never changes its meaning.
    fn code(self) -> u8 {
        match self {
            Self::Open => 1,
            Self::Click { .. } => 2,
            Self::SealedClick => 3,
            Self::Unsubscribe => 4,
            Self::View => 5,
            Self::ReturnPath => 6,
            Self::MessageId => 7,
            Self::Reports => 8,
        }
    }
}
