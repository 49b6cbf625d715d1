//! Designs that are made and changed by prompt. Asking is one write: the design that is `generating`, what was said, and
//! the job. The job asks a [`Maker`] for a document, and one commit ends it: a version, or why there is none.

mod asking;
mod brief;
mod designer;
mod draft;
mod ending;
mod errand;
mod job;
mod maker;
mod pages;
mod request;
mod stopping;
mod suggesting;
mod writer;
mod written;

pub use asking::{PromptedDesign, ask_for_change, ask_for_design, ask_to_clean_up, require_ready};
pub use designer::Designer;
pub use errand::{Errand, Progress};
pub use job::GenerationJob;
pub use maker::{Change, Maker, MakerError, MakerResult, Proposal, Room, Suggestions};
pub use stopping::stop;
pub use suggesting::{Asked, UnreadBrief, unread_brief};
pub use writer::Writer;
