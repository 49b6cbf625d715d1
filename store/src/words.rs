//! The words, codes and JSON of the product that stand in columns.

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::sending::send::{PauseReason, RecipientState, SendKind, SendStatus};
use postrider_domain::sending::sending_domain::DomainStatus;

use crate::db::{Cell, FromCell};

/// Stored as a word, which the type's `parse` reads.
macro_rules! stored_words {
    ($($type:ty),+ $(,)?) => {$(
        impl FromCell for $type {
            fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
                match cell {
                    Cell::Text(word) => <$type>::parse(word),
                    _ => None,
                }
                .ok_or(concat!("a ", stringify!($type)))
            }
        }
    )+};
}

/// Stored as a number, which the type's `from_code` reads.
macro_rules! stored_codes {
    ($($type:ty),+ $(,)?) => {$(
        impl FromCell for $type {
            fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
                match cell {
                    Cell::Int(code) => <$type>::from_code(code),
                    _ => None,
                }
                .ok_or(concat!("the code of a ", stringify!($type)))
            }
        }
    )+};
}

/// Stored as JSON, which serde reads.
macro_rules! stored_json {
    ($($type:ty),+ $(,)?) => {$(
        impl FromCell for $type {
            fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
                match cell {
                    Cell::Text(json) => serde_json::from_str(json).ok(),
                    _ => None,
                }
                .ok_or(concat!("the JSON of a ", stringify!($type)))
            }
        }
    )+};
}

stored_words!(
    DomainStatus,
    PauseReason,
    SendKind,
    SendStatus,
    SuppressionReason,
);

stored_codes!(
    RecipientState, //
);

stored_json!(
    Vec<i64>, //
);

/// Of a stored address, which need not be copied to tell whose mailbox it is.
impl FromCell for Mailbox {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Text(email) => Ok(Self::of(email)),
            _ => Err("an address"),
        }
    }
}
