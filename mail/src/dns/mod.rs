//! Asks DNS whether a domain takes mail, who takes it, and what a name publishes.

mod exchanger_lookup;
mod exchangers;
mod limits;
mod measures;
mod published;
mod question;
mod resolver;
mod reverse;
pub(crate) mod upstream;

pub use exchangers::{Exchanger, Exchangers};
pub use limits::Limits;
pub use resolver::{Resolver, ResolverError};
