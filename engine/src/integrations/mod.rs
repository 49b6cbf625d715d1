//! What becomes of the events that providers send: they are written down when they arrive (`receiving.rs`) and worked on
//! after (`job.rs`), which finds the contact, writes it and fires the trigger that stands for the event.

mod connecting;
mod job;
mod receiving;
mod resolving;
mod writing;

pub use connecting::{Deleted, connect, delete};
pub use job::{InboundContext, InboundJob};
pub use receiving::{Receipt, ignore, receive};
