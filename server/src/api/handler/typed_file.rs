//! Handlers that take a file or give one, with the types they were written for.

use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;

use super::download::{DownloadHandler, Opened, Part, StoredFile};
use super::erased::{Erased, mixed_up, of};
use super::shape::Handler;
use super::typed::{Typed, in_transaction};
use super::upload::{Arrived, UploadHandler};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::{Output, Reply};

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
    Prepared: Future<Output = ApiResult<P>> + Send + 'static,
    G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
    Done: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
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

pub fn download<I, S, F, G, Opening, Making>(open: F, part: G) -> Typed<I, S, String>
where
    I: Send + Sync + 'static,
    S: Send + Sync + 'static,
    F: Fn(Tx, Cx, Arc<I>) -> Opening + Send + Sync + 'static,
    Opening: Future<Output = ApiResult<Opened<S>>> + Send + 'static,
    G: Fn(Tx, Arc<S>, Option<i64>) -> Making + Send + Sync + 'static,
    Making: Future<Output = ApiResult<Part>> + Send + 'static,
{
    let (open, part) = (Arc::new(open), Arc::new(part));
    Typed::new(Handler::Download(DownloadHandler {
        open: Arc::new(move |tx, cx, input| {
            let open = Arc::clone(&open);
            Box::pin(async move {
                let opened = open(tx, cx, of::<I>(input)?).await?;
                Ok(Opened {
                    file_name: opened.file_name,
                    head: opened.head,
                    source: Arc::new(opened.source) as Erased,
                })
            })
        }),
        part: Arc::new(move |tx, source, after| {
            let part = Arc::clone(&part);
            Box::pin(async move { part(tx, of::<S>(source)?, after).await })
        }),
    }))
}

pub fn stored_file<I, F, Fut>(open: F) -> Typed<I, I, String>
where
    I: Send + Sync + 'static,
    F: Fn(Cx, Arc<I>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ApiResult<StoredFile>> + Send + 'static,
{
    let open = Arc::new(open);
    Typed::new(Handler::File(Arc::new(move |cx, input| {
        let open = Arc::clone(&open);
        Box::pin(async move { open(cx, of::<I>(input)?).await })
    })))
}
