//! Inbox-placement tests: the real mail of a design is judged, and mailed to the operator's own mailboxes, into which it is
//! looked. A test takes nothing of a plan's allowance and leaves no send.

mod asking;
mod ending;
mod filter;
mod job;
mod judging;
mod looking;
mod mailing;
mod settings;
mod shown;

pub use asking::{PlacementContext, PlacementRequest, ask};
pub use filter::{AskedFilter, SpamFilter};
pub use job::PlacementJob;
pub use judging::{HeaderFacts, Judge, Judged, SpamVerdict};
pub use settings::{ConfiguredSeed, HELD_MS, PlacementSettings};
pub use shown::{Shown, show};
