//! A write whose input is a file beside the query.

use std::sync::Arc;

use postrider_domain::import::Scanned;
use postrider_domain::problem::Problem;
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

/// What can be said about the input before the file is read.
type Check = Arc<dyn Fn(&Cx, Erased) -> Result<Erased, Problem> + Send + Sync>;
type Prepare = Arc<dyn Fn(Cx, Erased, Arc<Arrived>) -> Pending<Erased> + Send + Sync>;

#[derive(Clone)]
pub struct UploadHandler {
    pub check: Check,
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

pub fn upload<I, C, P, O, E, F, G, Prepared, Done>(check: E, prepare: F, handler: G) -> Handler
where
    I: Input,
    C: Send + Sync + 'static,
    P: Send + Sync + 'static,
    O: Output,
    E: Fn(&Cx, &I) -> Result<C, Problem> + Send + Sync + 'static,
    F: Fn(Cx, Arc<C>, Arc<Arrived>) -> Prepared + Send + Sync + 'static,
    Prepared: Future<Output = Outcome<P>> + Send + 'static,
    G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
    Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
{
    let prepare = Arc::new(prepare);
    Handler::Upload(UploadHandler {
        check: Arc::new(move |cx, input| {
            let input = of::<I>(input)?;
            Ok(Arc::new(check(cx, &input)?) as Erased)
        }),
        prepare: Arc::new(move |cx, input, file| {
            let prepare = Arc::clone(&prepare);
            Box::pin(
                async move { Ok(Arc::new(prepare(cx, of::<C>(input)?, file).await?) as Erased) },
            )
        }),
        run: in_transaction(handler),
    })
}
