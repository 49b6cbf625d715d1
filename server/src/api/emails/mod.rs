//! Email designs.

pub mod change;
mod delete;
mod duplicate;
mod get;
pub mod group;
pub mod import;
mod list;
mod older;
mod record;
mod restore;
mod source;
mod tags;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;

pub use delete::delete;
pub use duplicate::duplicate;
pub use get::get;
pub use list::list;
pub use older::transactional;
pub use record::find;
pub use restore::restore;

/// Characters of a title.
const TITLE_MAX: usize = 200;

fn in_progress(message: &str) -> Problem {
    Problem::new(Code::EmailInProgress, message)
}

fn not_ready() -> Problem {
    Problem::new(Code::EmailNotReady, "The design is not ready.")
}
