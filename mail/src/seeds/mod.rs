//! Looks for a message in a mailbox to which a copy was sent (IMAP, RFC 3501): in the inbox, among the spam, or nowhere.
//!
//! The client is our own because these servers are strangers to us and the one library that would do cannot be held in bounds:
//! `async-imap` 0.12 takes all the memory that a server announces (512 MB), reads what it has again with every packet, and
//! writes logins into the log at its finest level. Little of IMAP is needed: six commands, none of which changes anything.

mod answer;
mod escaping;
mod folders;
mod limits;
mod look;
mod looked;
mod mailbox;
mod mark;
mod naming;
mod session;
mod status;
mod wire;

pub use limits::LookLimits;
pub use look::{Sought, look};
pub use looked::{Place, SeedError};
pub use mailbox::{Security, SeedMailbox};
pub use mark::mark;
