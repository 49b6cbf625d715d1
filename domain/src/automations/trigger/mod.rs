//! Triggers: the contract of their payloads, and where each fire stands.

mod contract;
mod depth;
mod fire;
mod payload;

pub use contract::{Contract, Enforcement, MAX_FIELDS, PayloadField, PayloadType, SERVICE_API};
pub use fire::{
    InstanceState, NotStarted, NotStartedReason, RETRY_AFTER_MS, Retried, Source, run_id,
};
pub use payload::{
    CheckedPayload, Landing, MAX_PAYLOAD, PayloadError, PayloadWarning, check_payload,
};
