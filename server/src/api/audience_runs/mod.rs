//! Audience runs: manual automations on their way through an audience.

mod control;
mod launch;
mod list;
mod record;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;

pub use control::{cancel, pause, resume};
pub use launch::{launch, prepare};
pub use list::{get, list};

fn not_found() -> Problem {
    Problem::new(Code::AudienceRunNotFound, "There is no such audience run.")
}
