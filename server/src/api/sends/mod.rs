//! Campaign sends, and tests to one inbox.

mod body;
mod control;
mod counting;
mod create;
mod events;
mod get;
pub mod in_use;
mod list;
mod record;
mod resolve;
pub mod test;
mod warnings;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;

pub use control::{cancel, pause, resume};
pub use create::{create, prepare};
pub use get::get;
pub use list::list;

fn not_found() -> Problem {
    Problem::new(Code::SendNotFound, "There is no such send.")
}
