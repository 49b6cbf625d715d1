//! Domains that mail comes from: their keys, what DNS says about them, and whether their tracking host leads here.

mod apply;
mod from;
mod job;
mod keys;
mod look;
mod probe;
mod sender;

pub use apply::{Applied, apply};
pub use from::default_from;
pub use job::{DomainJob, KIND};
pub use keys::{KeysError, NewKeys};
pub use look::{Looked, Lookout};
pub use probe::{Probe, ProbeKey, Reach};
pub use sender::{Sender, sender};
