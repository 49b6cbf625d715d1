//! What mails bring back: opens and clicks gather in memory and are written many at a time; whoever asked is
//! answered after the commit. Unsubscribes are written at once.

mod batch;
mod bursts;
mod gather;
mod links;
mod measures;
mod repeats;
mod unsubscribe;
mod write;

use std::sync::Arc;

use postrider_domain::sending::machine::MachineReason;
use postrider_store::tracking::RecipientRef;

pub use gather::{Limits, Recorded, Tracker};
pub use links::Links;
pub use unsubscribe::{resubscribe, unsubscribe};

/// Something that was seen of a recipient.
#[derive(Clone, Debug)]
pub struct Seen {
    pub recipient: RecipientRef,
    pub what: What,
    pub at: i64,
    /// Why the request itself looks like a machine's.
    pub machine: Option<MachineReason>,
}

#[derive(Clone, Debug)]
pub enum What {
    Open,
    /// A click on a link of the mail, and where it led.
    Click {
        link: u64,
        url: Arc<str>,
    },
}
