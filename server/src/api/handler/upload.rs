//! A write whose input is a file beside the query.

use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::http::HeaderMap;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;

use super::typed::in_transaction;
use super::{Erased, Handler, InTransaction, Pending, Typed, WriteSteps, mixed_up, of};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::{Answer, Output, Reply};
use crate::config::Config;

/// What a file tells about itself when all of it was read.
pub type Seen = Box<dyn Any + Send + Sync>;

/// Reads a file on its way into the object store. What it gives is what is stored.
pub trait FileScan: Send + Sync {
    fn piece<'p>(&mut self, bytes: &'p [u8]) -> Result<Cow<'p, [u8]>, Problem>;

    /// What is still to be stored, and what the file told.
    fn finish(self: Box<Self>) -> Result<(Vec<u8>, Seen), Problem>;
}

/// The files that a row takes: of what media type, how large, where they are stored, and who reads them meanwhile.
#[derive(Clone)]
pub struct FileSpec {
    pub media_type: &'static str,
    pub folder: &'static str,
    pub limit: fn(&Config) -> u64,
    pub scan: fn(&HeaderMap) -> Result<Box<dyn FileScan>, Problem>,
}

/// Such files, of which the scan tells an `S`.
pub struct FileBody<S> {
    pub spec: FileSpec,
    seen: PhantomData<fn() -> S>,
}

impl<S> FileBody<S> {
    pub fn new(spec: FileSpec) -> Self {
        Self {
            spec,
            seen: PhantomData,
        }
    }
}

/// A file that is stored. It is deleted if the request comes to nothing.
pub struct Arrived<S> {
    pub object: String,
    pub scanned: S,
}

/// What can be said about the input before the file is read.
type Check = Arc<dyn Fn(&Cx, Erased) -> Result<Erased, Problem> + Send + Sync>;
type Prepare = Arc<dyn Fn(Cx, Erased, Erased) -> Pending<Erased> + Send + Sync>;
type Arrive = Arc<dyn Fn(String, Seen) -> Result<Erased, Problem> + Send + Sync>;

#[derive(Clone)]
pub struct UploadHandler {
    pub check: Check,
    arrive: Arrive,
    prepare: Prepare,
    run: InTransaction<Answer>,
}

impl UploadHandler {
    /// The handler of one request, once its file is there.
    pub fn with_file(self, object: String, seen: Seen) -> Result<Handler, Problem> {
        let (prepare, file) = (self.prepare, (self.arrive)(object, seen)?);
        Ok(Handler::Write(WriteSteps {
            prepare: Arc::new(move |cx, input| prepare(cx, input, Arc::clone(&file))),
            run: self.run,
            undo: None,
        }))
    }
}

/// `check` is asked before the file is read.
pub fn upload<S, I, C, P, O, E, F, G, Prepared, Done>(
    check: E,
    prepare: F,
    handler: G,
) -> Typed<I, P, O>
where
    S: Send + Sync + 'static,
    I: Send + Sync + 'static,
    C: Send + Sync + 'static,
    P: Send + Sync + 'static,
    O: Output,
    E: Fn(&Cx, &I) -> Result<C, Problem> + Send + Sync + 'static,
    F: Fn(Cx, Arc<C>, Arc<Arrived<S>>) -> Prepared + Send + Sync + 'static,
    Prepared: Future<Output = Outcome<P>> + Send + 'static,
    G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
    Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    let prepare = Arc::new(prepare);
    Typed::new(Handler::Upload(UploadHandler {
        check: Arc::new(move |cx, input| {
            let input = of::<I>(input)?;
            Ok(Arc::new(check(cx, &input)?) as Erased)
        }),
        arrive: Arc::new(|object, seen| {
            let scanned = *seen.downcast::<S>().map_err(|_| mixed_up())?;
            Ok(Arc::new(Arrived { object, scanned }) as Erased)
        }),
        prepare: Arc::new(move |cx, input, file| {
            let prepare = Arc::clone(&prepare);
            Box::pin(async move {
                let (checked, file) = (of::<C>(input)?, of::<Arrived<S>>(file)?);
                Ok(Arc::new(prepare(cx, checked, file).await?) as Erased)
            })
        }),
        run: in_transaction(handler),
    }))
}
