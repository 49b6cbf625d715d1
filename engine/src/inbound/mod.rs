//! What comes back by mail: reports, complaints and replies find the recipient that they are about by the token in
//! the address they come to, and are in the database before they are answered.

mod bounce;
mod case;
mod complaint;
mod letter;
mod pipeline;
mod postmaster;
mod result;
mod room;

pub use pipeline::{Accepted, InboundPipeline};
pub use postmaster::{POSTMASTER_FOLDER, Postmaster};
pub use result::{InboundResult, NotTaken};
