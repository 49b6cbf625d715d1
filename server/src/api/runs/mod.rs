//! Runs: one walk of one recipient through one version of an automation each, and tests of them.

mod cancel;
mod get;
mod graph;
mod list;
mod logs;
mod record;
mod test;

pub use cancel::cancel;
pub use get::get;
pub use graph::{GraphNode, nodes};
pub use list::list;
pub use test::test;
