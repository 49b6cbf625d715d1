//! The free check of every contact's mail domain: what DNS says is kept once a domain, never a contact.

mod job;
mod known;
mod sweep;

pub use job::MailDomainJob;
pub use known::{KnownDomains, Look};
