//! Domains that mail comes from: their keys, what DNS says about them, and whether their tracking host leads here.

mod apply;
mod creating;
mod deleting;
mod finding;
mod from;
mod job;
mod keys;
mod look;
mod making;
mod probe;
mod refusals;
mod sender;
mod verifying;

pub use apply::{Applied, apply};
pub use creating::{create, prepare};
pub use deleting::delete;
pub use finding::{find, lock};
pub use from::default_from;
pub use job::{DomainJob, KIND};
pub use keys::KeysError;
pub use look::{DomainFindings, Lookout, REPORTS, ReportAddresses};
pub use making::KeyMaker;
pub use probe::{Probe, ProbeKey, Reach};
pub use refusals::not_found;
pub use sender::{Sender, sender};
pub use verifying::verify;
