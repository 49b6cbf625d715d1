//! The start of a send: its audience becomes its recipients, page by page, while the first of them are being mailed.

mod audience;
mod beginning;
mod job;
mod page;

pub(crate) use audience::resolved;
pub use job::SendJob;
