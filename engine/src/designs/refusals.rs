//! What is said to whoever asks for something of a design that it cannot give.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

pub fn not_found() -> Problem {
    Problem::new(Code::EmailNotFound, "There is no such design.")
}

pub fn no_such_version() -> Problem {
    Problem::new(
        Code::EmailVersionNotFound,
        "The design has no such version.",
    )
    .param("emailVersionId")
}

pub fn not_ready() -> Problem {
    Problem::new(Code::EmailNotReady, "The design is not ready.")
}

pub fn in_progress(message: &str) -> Problem {
    Problem::new(Code::EmailInProgress, message)
}

/// Somebody else's edit came first.
pub fn overtaken(message: &str) -> Problem {
    in_progress(message)
        .suggest("Read the design again and repeat the change on its newest version.")
}
