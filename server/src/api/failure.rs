//! Why a handler did not answer.

use postrider_domain::problem::Problem;
use postrider_store::db::DbError;

/// Either something the caller is told as it is, or a fault of the database, which becomes a
/// response in one place ([`crate::api::respond`]) and is logged there.
#[derive(Debug)]
pub enum Failure {
    Problem(Box<Problem>),
    Database(DbError),
}

pub type Outcome<T> = Result<T, Failure>;

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
