//! A write whose input is a file beside the query.

use std::sync::Arc;

use postrider_domain::import::Scanned;
use postrider_store::db::Tx;

use super::{Erased, Handler, InTransaction, Pending, WriteSteps, in_transaction, of};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Input;
use crate::api::reply::{Answer, Output, Reply};

/// A file that is stored. It is deleted if the request comes to nothing.
pub struct Arrived {
    pub object: String,
    pub scanned: Scanned,
}

type Prepare = Arc<dyn Fn(Cx, Erased, Arc<Arrived>) -> Pending<Erased> + Send + Sync>;

#[derive(Clone)]
pub struct UploadHandler {
    prepare: Prepare,
    run: InTransaction<Answer>,
}

impl UploadHandler {
    /// The handler of one request, once its file is there.
    pub fn with_file(self, file: Arc<Arrived>) -> Handler {
        let prepare = self.prepare;
        Handler::Write(WriteSteps {
            prepare: Arc::new(move |cx, input| prepare(cx, input, Arc::clone(&file))),
            run: self.run,
            undo: None,
        })
    }
}

pub fn upload<I, P, O, F, G, Prepared, Done>(prepare: F, handler: G) -> Handler
where
    I: Input,
    P: Send + Sync + 'static,
    O: Output,
    F: Fn(Cx, Arc<I>, Arc<Arrived>) -> Prepared + Send + Sync + 'static,
    Prepared: Future<Output = Outcome<P>> + Send + 'static,
    G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
    Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    let prepare = Arc::new(prepare);
    Handler::Upload(UploadHandler {
        prepare: Arc::new(move |cx, input, file| {
            let prepare = Arc::clone(&prepare);
            Box::pin(
                async move { Ok(Arc::new(prepare(cx, of::<I>(input)?, file).await?) as Erased) },
            )
        }),
        run: in_transaction(handler),
    })
}
