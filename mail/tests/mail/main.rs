//! Names and mail, with real servers on this machine.
#![expect(clippy::unwrap_used, reason = "tests")]

mod dns;
mod exchangers;
mod outgoing;
mod receivers;
