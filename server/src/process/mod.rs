//! One process of the service, from its start to its end: what it listens on and what it does beside answering.

mod background;
pub mod descriptors;
mod finding;
mod http;
mod images;
mod inbound;
pub mod listen;
pub mod lookout;
pub mod mailing;
mod making;
mod operators;
pub mod server;
pub mod start_error;
pub mod upkeep;
