//! Sends: campaigns, what automations mail, and tests to one inbox.

mod body;
mod control;
mod counting;
mod create;
mod events;
mod get;
pub mod in_use;
mod list;
mod mails;
mod moved;
pub mod named;
mod record;
mod resolve;
pub mod test;
mod warnings;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;

pub use body::{EVERYBODY, address, future};
pub use control::{cancel, pause, resume};
pub use counting::{Exclusions, count};
pub use create::{create, nobody, prepare, require_allowance};
pub use get::get;
pub use list::list;
pub use resolve::no_such_audience;

/// A mail is written into a stream, which is never deleted.
fn lost_stream() -> Problem {
    Problem::new(Code::InternalError, "A mail is without its stream.")
}

fn not_found() -> Problem {
    Problem::new(Code::SendNotFound, "There is no such send.")
}
