//! A brand is read from its website: its logo, its theme, and who it is. Asking is one write: the brand that is `extracting`,
//! and the job. The job visits the website once, and each of its three steps is a commit of its own.

mod asking;
mod finding;
mod job;
mod logos;
mod order;
mod visit;

pub use asking::{begin, forget, website_address};
pub use job::{BrandJob, Moment};
