//! Steps of handlers whose types are erased.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;

/// An input, or what a step made of it, with its type erased so that rows of all routes fit one table.
/// [`Typed`](super::Typed) has made sure that each step takes what the one before it gives.
pub type Erased = Arc<dyn Any + Send + Sync>;
pub type Pending<T> = Pin<Box<dyn Future<Output = ApiResult<T>> + Send>>;

pub type InTransaction<T> = Arc<dyn Fn(Tx, Cx, Erased) -> Pending<T> + Send + Sync>;
pub type OutsideTransaction<T> = Arc<dyn Fn(Cx, Erased) -> Pending<T> + Send + Sync>;
pub type Undo = Arc<dyn Fn(Cx, Erased) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// The type that it had.
pub(super) fn of<T: Send + Sync + 'static>(erased: Erased) -> Result<Arc<T>, Problem> {
    erased.downcast::<T>().map_err(|_| mixed_up())
}

pub(super) fn mixed_up() -> Problem {
    Problem::new(
        Code::InternalError,
        "A handler got the input of another route.",
    )
}
