//! The words and codes of the product that stand in columns.

use postrider_domain::sending::send::{PauseReason, SendKind, SendStatus};

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

stored_words!(PauseReason, SendKind, SendStatus);
