//! What can start automations, and each fire of it.

pub mod instances;
pub mod payloads;
pub mod provision;
pub mod readiness;
pub mod record;
pub mod write;

pub use provision::{NewProviderTrigger, provision, retire};
pub use readiness::{ContactReadiness, MailRoute, contact_readiness, counts, mail_routes};
pub use record::{TriggerRecord, by_number, get, ids, list, lock};
pub use write::{NewTrigger, TriggerPatch, create, delete, update};
