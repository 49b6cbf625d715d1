//! What mails bring about once they are taken: people who open and click, proxies and filters that do it before
//! them, people who leave or complain, and servers that find out too late that nobody is there.
//!
//! Everything waits in a queue for its time by the sink's clock; a few at once are done.

mod action;
mod destination;
mod offer;
mod plan;
mod queue;
mod returned;
#[cfg(test)]
mod tests;
mod web;

pub(super) use action::{Action, Failed, Method, What};
pub use destination::Aftermath;
pub(super) use offer::Offer;
pub(super) use plan::make as plan;
pub(super) use queue::{Queue, Work};
pub(super) use returned::Postman;
pub(super) use web::Browser;
pub use web::Follow;
