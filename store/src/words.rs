//! The words, codes and JSON of the product that stand in columns.

use postrider_domain::accounts::brand::BrandStatus;
use postrider_domain::accounts::link::LinkKind;
use postrider_domain::accounts::role::Role;
use postrider_domain::automations::automation::{AutomationKind, Uses};
use postrider_domain::automations::integration::Provider;
use postrider_domain::automations::trigger::{InstanceState, NotStarted, PayloadField, Source};
use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::contacts::field::FieldType;
use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::designs::design::{Category, EmailStatus, EmailType, UsedTag, VersionSource};
use postrider_domain::designs::placeholder::KeptWarning;
use postrider_domain::insights::{self, InsightState, Metrics, Severity, Subject};
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_domain::placement::{LastLook, SeedState, TestStatus};
use postrider_domain::sending::send::{
    EventType, PauseReason, RecipientState, SendKind, SendStatus,
};
use postrider_domain::sending::sending_domain::DomainStatus;

use crate::db::{Cell, FromCell};
use crate::{chats, notifications, pulse};

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

/// Stored as the number that the type is.
macro_rules! stored_numbers {
    ($($type:ident),+ $(,)?) => {$(
        impl FromCell for $type {
            fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
                i64::from_cell(cell).map($type)
            }
        }
    )+};
}

stored_numbers! {
    Millis,
    PersonNo,
}

stored_words! {
    AssetKind,
    AutomationKind,
    BrandStatus,
    Category,
    DomainStatus,
    EmailStatus,
    EmailType,
    FieldType,
    InsightState,
    InstanceState,
    LastLook,
    LinkKind,
    PauseReason,
    Provider,
    Role,
    SeedState,
    SendKind,
    SendStatus,
    Severity,
    Source,
    SuppressionReason,
    TestStatus,
    VersionSource,
    chats::Speaker,
    insights::Category,
    notifications::Kind,
    pulse::MovingKind,
}

stored_codes! {
    EventType,
    RecipientState,
}

stored_json! {
    Metrics,
    Subject,
    Uses,
    Vec<KeptWarning>,
    Vec<NotStarted>,
    Vec<PayloadField>,
    Vec<String>,
    Vec<UsedTag>,
    Vec<i64>,
}

/// Of a stored address, which need not be copied to tell whose mailbox it is.
impl FromCell for Mailbox {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Text(email) => Ok(Self::of(email)),
            _ => Err("an address"),
        }
    }
}
