//! What is named and is not there.

use postrider_domain::contract::problem::{Problem, excerpt};

pub(super) fn missing(param: &str, id: &str) -> Problem {
    Problem::invalid(param, format!("There is no block `{}`.", excerpt(id, 64)))
}
