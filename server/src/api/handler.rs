//! The shapes of handler. The row of a route says which one it has, and the pipeline runs it.

mod download;
mod upload;

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;

use super::cx::Cx;
use super::failure::Outcome;
use super::input::Input;
use super::reply::{Answer, Output, Reply};
pub use download::{DownloadHandler, Opened, Part, download};
pub use upload::{Arrived, UploadHandler, upload};

/// An input, or what a step made of it, with its type erased so that rows of all routes fit one table.
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

fn of<T: Send + Sync + 'static>(erased: Erased) -> Result<Arc<T>, Problem> {
    erased.downcast::<T>().map_err(|_| {
        Problem::new(
            Code::InternalError,
            "A handler got the input of another route.",
        )
    })
}

fn in_transaction<I, O, F, Fut>(handler: F) -> InTransaction<Answer>
where
    I: Send + Sync + 'static,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    let handler = Arc::new(handler);
    Arc::new(move |tx, cx, input| {
        let handler = Arc::clone(&handler);
        Box::pin(async move {
            let reply = handler(tx, cx, of::<I>(input)?).await?;
            Ok(Answer::from_reply(&reply)?)
        })
    })
}

fn outside_transaction<I, P, F, Fut>(step: F) -> OutsideTransaction
where
    I: Send + Sync + 'static,
    P: Send + Sync + 'static,
    F: Fn(Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Outcome<P>> + Send + 'static,
{
    let step = Arc::new(step);
    Arc::new(move |cx, input| {
        let step = Arc::clone(&step);
        Box::pin(async move { Ok(Arc::new(step(cx, of::<I>(input)?).await?) as Erased) })
    })
}

pub fn read<I, O, F, Fut>(handler: F) -> Handler
where
    I: Input,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    Handler::Read(in_transaction(handler))
}

pub fn heavy_read<I, O, F, Fut>(handler: F) -> Handler
where
    I: Input,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    Handler::HeavyRead(in_transaction(handler))
}

pub fn write<I, O, F, Fut>(handler: F) -> Handler
where
    I: Input,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    let prepare: OutsideTransaction = Arc::new(|_, input| Box::pin(async move { Ok(input) }));
    Handler::Write(WriteSteps {
        prepare,
        run: in_transaction(handler),
        undo: None,
    })
}

pub fn prepared_write<I, P, O, F, G, Prepared, Done>(prepare: F, handler: G) -> Handler
where
    I: Input,
    P: Send + Sync + 'static,
    O: Output,
    F: Fn(Cx, Arc<I>) -> Prepared + Send + Sync + 'static,
    Prepared: Future<Output = Outcome<P>> + Send + 'static,
    G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
    Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    Handler::Write(WriteSteps {
        prepare: outside_transaction(prepare),
        run: in_transaction(handler),
        undo: None,
    })
}

/// What `prepare` or `work` left outside the database of a write that came to nothing.
pub fn undone<P, F, Undone>(handler: Handler, undo: F) -> Handler
where
    P: Send + Sync + 'static,
    F: Fn(Cx, Arc<P>) -> Undone + Send + Sync + 'static,
    Undone: Future<Output = ()> + Send + 'static,
{
    let undo = Arc::new(undo);
    let undo: Undo = Arc::new(move |cx, prepared| {
        let undo = Arc::clone(&undo);
        Box::pin(async move {
            if let Ok(prepared) = of::<P>(prepared) {
                undo(cx, prepared).await;
            }
        })
    });
    let undo = Some(undo);
    match handler {
        Handler::Write(steps) => Handler::Write(WriteSteps { undo, ..steps }),
        Handler::Outside(steps) => Handler::Outside(OutsideSteps { undo, ..steps }),
        other => other,
    }
}

/// The steps of work outside a transaction, each with what the one before made.
pub fn outside<I, B, W, O, F, G, H, Begun, Worked, Done>(begin: F, work: G, finish: H) -> Handler
where
    I: Send + Sync + 'static,
    B: Send + Sync + 'static,
    W: Send + Sync + 'static,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Begun + Send + Sync + 'static,
    Begun: Future<Output = Outcome<B>> + Send + 'static,
    G: Fn(Cx, Arc<B>) -> Worked + Send + Sync + 'static,
    Worked: Future<Output = Outcome<W>> + Send + 'static,
    H: Fn(Tx, Cx, Arc<W>) -> Done + Send + Sync + 'static,
    Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    let begin = Arc::new(begin);
    Handler::Outside(OutsideSteps {
        prepare: Arc::new(|_, input| Box::pin(async move { Ok(input) })),
        begin: Arc::new(move |tx, cx, input| {
            let begin = Arc::clone(&begin);
            Box::pin(async move { Ok(Arc::new(begin(tx, cx, of::<I>(input)?).await?) as Erased) })
        }),
        work: outside_transaction(work),
        finish: in_transaction(finish),
        undo: None,
    })
}

/// Checks first, without a transaction, what may take a while.
pub fn checked<I, P, F, Prepared>(handler: Handler, prepare: F) -> Handler
where
    I: Input,
    P: Send + Sync + 'static,
    F: Fn(Cx, Arc<I>) -> Prepared + Send + Sync + 'static,
    Prepared: Future<Output = Outcome<P>> + Send + 'static,
{
    let prepare = outside_transaction(prepare);
    match handler {
        Handler::Outside(steps) => Handler::Outside(OutsideSteps { prepare, ..steps }),
        other => other,
    }
}
