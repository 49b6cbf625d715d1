//! Why something that a caller asked for was not done.

use postrider_domain::contract::problem::Problem;
use postrider_store::db::DbError;

/// Either a refusal that the caller is told as it is, or a fault of the database, which whoever called logs and
/// answers in one place.
#[derive(Clone, Debug)]
pub enum Failure {
    Problem(Box<Problem>),
    Database(DbError),
}

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
