//! The words and codes of the product that stand in columns.

use postrider_domain::accounts::brand::BrandStatus;
use postrider_domain::accounts::role::Role;
use postrider_domain::automations::integration::Provider;
use postrider_domain::contacts::field::FieldType;
use postrider_domain::designs::design::{Category, EmailStatus, EmailType, VersionSource};
use postrider_domain::sending::send::{PauseReason, SendKind, SendStatus};
use postrider_domain::sending::sending_domain::DomainStatus;

use crate::db::{Cell, FromCell};
use crate::notifications;

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

stored_words!(
    BrandStatus,
    Category,
    DomainStatus,
    EmailStatus,
    EmailType,
    FieldType,
    PauseReason,
    Provider,
    Role,
    SendKind,
    SendStatus,
    VersionSource,
    notifications::Kind,
);
