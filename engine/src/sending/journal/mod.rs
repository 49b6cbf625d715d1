//! What this process did at the dots of its SMTP transactions, in files of its data folder.
//!
//! After the final dot of a transaction the receiver may own the message while nobody here knows. So a record is
//! written just before the dot and another just after the reply. They are plain writes: the page cache
//! outlives a killed process, and after a lost machine the records that are missing are of claims that the database
//! knows, which are then in doubt. The database is what correctness comes from; the journal makes it precise.

mod entry;
mod reading;
#[cfg(test)]
mod tests;
mod writing;

pub use entry::{Owner, Recorded, RecordedKind, Slot};
pub use reading::{JournalContents, read};
pub use writing::{Dot, Journal};
