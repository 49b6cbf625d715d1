//! An SMTP server that counts what it gets, checks it, and misbehaves on request. Tests, benchmarks and rehearsals
//! send to it: nothing that it takes goes any further.
//!
//! ```no_run
//! use postrider_mail::sink::{Sink, SinkOptions};
//!
//! let sink = Sink::start(SinkOptions::default()).unwrap();
//! println!("smtp://{}", sink.address);
//! sink.behave("tempfail=10%".parse().unwrap());
//! assert_eq!(sink.report().duplicates, 0);
//! ```

mod aftermath;
mod behaviour;
mod certificate;
mod checker;
mod connection;
mod doer;
mod figures;
mod hash;
mod ledger;
mod mistake;
mod options;
mod planner;
mod profile;
mod received;
mod recipient;
mod report;
mod running;
mod scan;
mod session;
mod shared;
#[cfg(test)]
mod tests;

pub use aftermath::{Aftermath, Follow};
pub use behaviour::{Behaviour, parse_share};
pub use mistake::BehaviourError;
pub use options::SinkOptions;
pub use profile::{Ending, Fate, First, Machine, Profile, Reader, Receiver, Trait};
pub use received::Received;
pub use report::{AftermathReport, Figures, HeaderChecks, Pair, ProfileReport, Report, Signatures};
pub use running::{RunningSink, Sink};
