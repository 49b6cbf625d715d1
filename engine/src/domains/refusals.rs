//! What is said to whoever names a domain that they do not have.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

pub fn not_found() -> Problem {
    Problem::new(Code::DomainNotFound, "There is no such domain.")
}

pub fn verified_elsewhere() -> Problem {
    Problem::new(
        Code::DomainVerifiedElsewhere,
        "Another organization has shown that this domain is theirs.",
    )
}
