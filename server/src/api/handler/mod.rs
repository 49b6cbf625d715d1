//! The shapes of handler. The row of a route says which one it has, and the pipeline runs it.

mod download;
mod page;
mod typed;
mod upload;

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::HeaderMap;
use bytes::Bytes;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;

use super::cx::Cx;
use super::failure::Outcome;
use super::reply::Answer;
pub use download::{DownloadHandler, Opened, Part, download};
pub use page::{PageHandler, Visit, page};
pub use typed::{PriceOf, Typed, one_step, outside, prepared_write, unprepared_write};
pub use upload::{Arrived, FileBody, FileScan, FileSpec, Seen, UploadHandler, upload};

/// An input, or what a step made of it, with its type erased so that rows of all routes fit one table.
/// [`Typed`] has made sure that each step takes what the one before it gives.
pub type Erased = Arc<dyn Any + Send + Sync>;
pub type Pending<T> = Pin<Box<dyn Future<Output = Outcome<T>> + Send>>;

pub type InTransaction<T> = Arc<dyn Fn(Tx, Cx, Erased) -> Pending<T> + Send + Sync>;
pub type OutsideTransaction = Arc<dyn Fn(Cx, Erased) -> Pending<Erased> + Send + Sync>;
pub type Undo = Arc<dyn Fn(Cx, Erased) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

#[derive(Clone)]
pub enum Handler {
    /// A row of the contract that is not built yet.
    NotBuilt,
    /// One read transaction.
    Read(InTransaction<Answer>),
    /// Reads that may scan: never on the last reader, ended after a time.
    HeavyRead(InTransaction<Answer>),
    /// One transaction holds claim, effect, charge and stored answer.
    Write(WriteSteps),
    /// A write whose input is a file.
    Upload(UploadHandler),
    /// A read whose answer is a file.
    Download(DownloadHandler),
    /// Work that waits for others.
    Outside(OutsideSteps),
    /// A page for browsers and mail programs, which writes its own answer.
    Page(PageHandler),
}

#[derive(Clone)]
pub struct OutsideSteps {
    /// Checks what may take a while, before any transaction.
    pub prepare: OutsideTransaction,
    /// Commits the claim and holds the credits.
    pub begin: InTransaction<Erased>,
    /// Runs without a transaction.
    pub work: OutsideTransaction,
    /// Commits effect, charge and answer if the claim is still ours.
    pub finish: InTransaction<Answer>,
    /// Clears away what `work` left outside the database, if `finish` came to nothing.
    pub undo: Option<Undo>,
}

#[derive(Clone)]
pub struct WriteSteps {
    /// Checks and reads before the transaction opens.
    pub prepare: OutsideTransaction,
    pub run: InTransaction<Answer>,
    /// Clears away what `prepare` left outside the database, if the transaction came to nothing.
    pub undo: Option<Undo>,
}

/// A body as it came, for rows that read it in their own way: the input of a raw row.
pub struct RawBody {
    pub headers: HeaderMap,
    pub bytes: Bytes,
}

fn of<T: Send + Sync + 'static>(erased: Erased) -> Result<Arc<T>, Problem> {
    erased.downcast::<T>().map_err(|_| mixed_up())
}

fn mixed_up() -> Problem {
    Problem::new(
        Code::InternalError,
        "A handler got the input of another route.",
    )
}
