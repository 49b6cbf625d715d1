//! A read whose answer is a file of any size, made part by part.

use std::sync::Arc;

use postrider_store::db::Tx;

use super::{Erased, Handler, InTransaction, Pending, Typed, of};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;

/// What is known before the first part.
pub struct Opened<S> {
    pub file_name: String,
    /// What the file begins with.
    pub head: Vec<u8>,
    /// What every part is made from.
    pub source: S,
}

/// Some of the file's rows.
pub struct Part {
    pub bytes: Vec<u8>,
    /// The number of the last row in it, if there may be more.
    pub next: Option<i64>,
}

type MakePart = Arc<dyn Fn(Tx, Erased, Option<i64>) -> Pending<Part> + Send + Sync>;

#[derive(Clone)]
pub struct DownloadHandler {
    pub open: InTransaction<Opened<Erased>>,
    /// The rows after a number; each part is one transaction.
    pub part: MakePart,
}

pub fn download<I, S, F, G, Opening, Making>(open: F, part: G) -> Typed<I, S, String>
where
    I: Send + Sync + 'static,
    S: Send + Sync + 'static,
    F: Fn(Tx, Cx, Arc<I>) -> Opening + Send + Sync + 'static,
    Opening: Future<Output = Outcome<Opened<S>>> + Send + 'static,
    G: Fn(Tx, Arc<S>, Option<i64>) -> Making + Send + Sync + 'static,
    Making: Future<Output = Outcome<Part>> + Send + 'static,
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
