//! The people a brand writes to: their addresses, fields and consent, how they are found, and how they come in.

pub mod address;
pub mod contact;
pub mod departed;
pub mod field;
pub mod filter;
pub mod import;
pub mod mailbox;
pub mod validation;
