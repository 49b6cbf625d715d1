//! Handlers with the types they were written for. Here and in `typed_file` alone they are erased, after the compiler has seen that
//! every step takes what the one before it gives, and that price and undo belong to the same handler.

use std::marker::PhantomData;
use std::sync::Arc;

use postrider_domain::accounts::credits::Metering;
use postrider_store::db::Tx;

use super::erased::{Erased, InTransaction, OutsideTransaction, Undo, of};
use super::shape::Handler;
use super::steps::{OutsideSteps, WriteSteps};
use super::together::Together;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::{Answer, Output, Reply};
use crate::app::App;

/// What an input costs, where that depends on it and on what this server has.
pub type PriceOf = Arc<dyn Fn(&App, &Erased) -> Option<Metering> + Send + Sync>;

/// A handler from an input `I` to an output `O`. `P` is what its last step is given: what may have left something
/// outside the database.
#[must_use = "a handler does nothing until a row has it"]
pub struct Typed<I, P, O> {
    pub(in crate::api) handler: Handler,
    pub(in crate::api) price: Option<PriceOf>,
    types: PhantomData<fn(I, P) -> O>,
}

impl<I, P, O> Typed<I, P, O>
where
    I: Send + Sync + 'static,
    P: Send + Sync + 'static,
{
    pub(super) fn new(handler: Handler) -> Self {
        Self {
            handler,
            price: None,
            types: PhantomData,
        }
    }

    /// The price of each input; the row says what callers read about it.
    pub fn price(mut self, price: fn(&App, &I) -> Metering) -> Self {
        self.price = Some(Arc::new(move |app: &App, input: &Erased| {
            let input = input.downcast_ref::<I>()?;
            Some(price(app, input))
        }));
        self
    }

    /// Clears away what was left outside the database, if the last step came to nothing.
    pub fn undo<F, Undone>(mut self, undo: F) -> Self
    where
        F: Fn(Cx, Arc<P>) -> Undone + Send + Sync + 'static,
        Undone: Future<Output = ()> + Send + 'static,
    {
        let undo = clearing(undo);
        match &mut self.handler {
            Handler::Write(steps) => steps.undo = Some(undo),
            Handler::Outside(steps) => steps.undo = Some(undo),
            _ => {}
        }
        self
    }

    /// Clears away what is outside the database and not needed any more, once the last step has had its effect.
    pub fn done<F, Cleared>(mut self, done: F) -> Self
    where
        F: Fn(Cx, Arc<P>) -> Cleared + Send + Sync + 'static,
        Cleared: Future<Output = ()> + Send + 'static,
    {
        if let Handler::Outside(steps) = &mut self.handler {
            steps.done = Some(clearing(done));
        }
        self
    }

    /// Writes what several callers ask for at the same time in one transaction. `mark`: what no two of them may have in common,
    /// or nothing for an input that needs a transaction of its own. An answer each, in the same order: one that is an
    /// error has left nothing.
    pub fn together<F, Fut>(mut self, mark: fn(&P) -> Option<String>, run: F) -> Self
    where
        O: Output,
        F: Fn(Tx, Vec<(Cx, Arc<P>)>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Vec<ApiResult<Reply<O>>>>> + Send + 'static,
    {
        if let Handler::Write(steps) = &mut self.handler {
            steps.together = Some(Together::new(mark, run));
        }
        self
    }

    /// Checks first, without a transaction, what may take a while, and gives what was made of the input.
    pub fn after<J, F, Prepared>(mut self, prepare: F) -> Typed<J, P, O>
    where
        J: Send + Sync + 'static,
        F: Fn(Cx, Arc<J>) -> Prepared + Send + Sync + 'static,
        Prepared: Future<Output = ApiResult<I>> + Send + 'static,
    {
        let prepare = outside_transaction(prepare);
        match &mut self.handler {
            Handler::Write(steps) => steps.prepare = prepare,
            Handler::Outside(steps) => steps.prepare = prepare,
            _ => {}
        }
        Typed::new(self.handler)
    }
}

fn clearing<P, F, Cleared>(clear: F) -> Undo
where
    P: Send + Sync + 'static,
    F: Fn(Cx, Arc<P>) -> Cleared + Send + Sync + 'static,
    Cleared: Future<Output = ()> + Send + 'static,
{
    let clear = Arc::new(clear);
    Arc::new(move |cx, prepared| {
        let clear = Arc::clone(&clear);
        Box::pin(async move {
            if let Ok(prepared) = of::<P>(prepared) {
                clear(cx, prepared).await;
            }
        })
    })
}

pub(super) fn in_transaction<I, O, F, Fut>(handler: F) -> InTransaction<Answer>
where
    I: Send + Sync + 'static,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
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

fn outside_transaction<I, P, F, Fut>(step: F) -> OutsideTransaction<Erased>
where
    I: Send + Sync + 'static,
    P: Send + Sync + 'static,
    F: Fn(Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ApiResult<P>> + Send + 'static,
{
    let step = Arc::new(step);
    Arc::new(move |cx, input| {
        let step = Arc::clone(&step);
        Box::pin(async move { Ok(Arc::new(step(cx, of::<I>(input)?).await?) as Erased) })
    })
}

fn unprepared() -> OutsideTransaction<Erased> {
    Arc::new(|_, input| Box::pin(async move { Ok(input) }))
}

/// A handler that is one step in a transaction; `kind` says which of those that makes it.
pub fn one_step<I, O, F, Fut>(kind: fn(InTransaction<Answer>) -> Handler, step: F) -> Typed<I, I, O>
where
    I: Send + Sync + 'static,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
{
    Typed::new(kind(in_transaction(step)))
}

/// A read that may scan for the inputs of which `may_scan` says so.
pub fn heavy_read<I, O, F, Fut>(may_scan: fn(&I) -> bool, step: F) -> Typed<I, I, O>
where
    I: Send + Sync + 'static,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
{
    Typed::new(Handler::HeavyRead {
        run: in_transaction(step),
        may_scan: Arc::new(move |input| input.downcast_ref::<I>().is_none_or(may_scan)),
    })
}

/// A read that needs no transaction.
pub fn read_outside<I, O, F, Fut>(step: F) -> Typed<I, I, O>
where
    I: Send + Sync + 'static,
    O: Output,
    F: Fn(Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
{
    let step = Arc::new(step);
    Typed::new(Handler::ReadOutside(Arc::new(move |cx, input| {
        let step = Arc::clone(&step);
        Box::pin(async move {
            let reply = step(cx, of::<I>(input)?).await?;
            Ok(Answer::from_reply(&reply)?)
        })
    })))
}

/// The kind of a write whose input needs no step before the transaction.
pub fn unprepared_write(run: InTransaction<Answer>) -> Handler {
    Handler::Write(WriteSteps {
        prepare: unprepared(),
        run,
        together: None,
        undo: None,
    })
}

pub fn prepared_write<I, P, O, F, G, Prepared, Done>(prepare: F, run: G) -> Typed<I, P, O>
where
    I: Send + Sync + 'static,
    P: Send + Sync + 'static,
    O: Output,
    F: Fn(Cx, Arc<I>) -> Prepared + Send + Sync + 'static,
    Prepared: Future<Output = ApiResult<P>> + Send + 'static,
    G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
    Done: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
{
    Typed::new(Handler::Write(WriteSteps {
        prepare: outside_transaction(prepare),
        run: in_transaction(run),
        together: None,
        undo: None,
    }))
}

/// The steps of work outside a transaction, each with what the one before made.
pub fn outside<I, B, W, O, F, G, H, Begun, Worked, Done>(
    begin: F,
    work: G,
    finish: H,
) -> Typed<I, W, O>
where
    I: Send + Sync + 'static,
    B: Send + Sync + 'static,
    W: Send + Sync + 'static,
    O: Output,
    F: Fn(Tx, Cx, Arc<I>) -> Begun + Send + Sync + 'static,
    Begun: Future<Output = ApiResult<B>> + Send + 'static,
    G: Fn(Cx, Arc<B>) -> Worked + Send + Sync + 'static,
    Worked: Future<Output = ApiResult<W>> + Send + 'static,
    H: Fn(Tx, Cx, Arc<W>) -> Done + Send + Sync + 'static,
    Done: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
{
    let begin = Arc::new(begin);
    Typed::new(Handler::Outside(OutsideSteps {
        prepare: unprepared(),
        begin: Arc::new(move |tx, cx, input| {
            let begin = Arc::clone(&begin);
            Box::pin(async move { Ok(Arc::new(begin(tx, cx, of::<I>(input)?).await?) as Erased) })
        }),
        work: outside_transaction(work),
        finish: in_transaction(finish),
        undo: None,
        done: None,
    }))
}
