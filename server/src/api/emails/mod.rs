//! Email designs.

pub mod change;
mod delete;
mod described;
mod duplicate;
mod get;
pub mod group;
pub mod import;
mod list;
mod older;
mod record;
mod restore;
mod source;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;

use crate::api::cx::Cx;
use crate::api::failure::Failure;

pub use delete::delete;
pub use described::stored;
pub use duplicate::duplicate;
pub use get::get;
pub use list::list;
pub use older::transactional;
pub use record::{find, sent_state};
pub use restore::restore;

fn in_progress(message: &str) -> Problem {
    Problem::new(Code::EmailInProgress, message)
}

/// Somebody else's edit came first.
fn overtaken(message: &str) -> Problem {
    in_progress(message)
        .suggest("Read the design again and repeat the change on its newest version.")
}

pub fn no_such_version() -> Problem {
    Problem::new(
        Code::EmailVersionNotFound,
        "The design has no such version.",
    )
    .param("emailVersionId")
}

/// Why a version could not become the head: the design is gone, or another one is the head by now.
async fn not_added(tx: &Tx, cx: &Cx) -> Failure {
    match find(tx, cx).await {
        Err(failure) => failure,
        Ok(_) => overtaken("Another edit was saved while this one was being made.").into(),
    }
}

pub fn not_ready() -> Problem {
    Problem::new(Code::EmailNotReady, "The design is not ready.")
}
