//! What is said to whoever names an automation or a version that is not there.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

pub fn not_found() -> Problem {
    Problem::new(Code::AutomationNotFound, "There is no such automation.")
}

pub fn no_such_version() -> Problem {
    let message = "The automation has no such version.";
    Problem::new(Code::AutomationVersionNotFound, message).param("automationVersionId")
}
