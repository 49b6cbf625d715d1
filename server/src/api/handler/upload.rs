//! A write whose input is a file beside the query.

use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::http::HeaderMap;
use postrider_domain::contract::problem::Problem;

use super::erased::{Erased, InTransaction, Pending};
use super::steps::WriteSteps;
use crate::api::cx::Cx;
use crate::api::reply::Answer;
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
    pub(super) arrive: Arrive,
    pub(super) prepare: Prepare,
    pub(super) run: InTransaction<Answer>,
}

impl UploadHandler {
    /// The steps of one request, once its file is there.
    pub fn with_file(self, object: String, seen: Seen) -> Result<WriteSteps, Problem> {
        let (prepare, file) = (self.prepare, (self.arrive)(object, seen)?);
        Ok(WriteSteps {
            prepare: Arc::new(move |cx, input| prepare(cx, input, Arc::clone(&file))),
            run: self.run,
            together: None,
            undo: None,
        })
    }
}
