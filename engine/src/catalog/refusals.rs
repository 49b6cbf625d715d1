//! What is said to whoever asks for something that the catalog does not have.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

pub fn no_such_template() -> Problem {
    Problem::new(Code::EmailNotFound, "There is no such template.")
        .suggest("List the templates with `GET /v1/templates`.")
}

pub fn no_such_flow() -> Problem {
    Problem::new(Code::FlowNotFound, "There is no such flow.")
        .suggest("List the flows with `GET /v1/flows`.")
}
