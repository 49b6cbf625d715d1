//! What comes back by mail: reports, complaints and replies find the recipient that they are about by the token in
//! the address they come to, what receivers report about a domain finds the domain, and all are in the database before
//! they are answered.

mod bounce;
mod case;
mod complaint;
mod letter;
mod pipeline;
mod postmaster;
mod reports;
mod result;
mod room;

pub use pipeline::{Accepted, InboundPipeline, InboundTools};
pub use postmaster::{POSTMASTER_FOLDER, Postmaster};
pub use result::{InboundResult, NotTaken};
