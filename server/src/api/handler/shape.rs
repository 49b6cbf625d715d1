//! Which shape a handler has.

use std::sync::Arc;

use super::download::{DownloadHandler, StoredFile};
use super::erased::{Erased, InTransaction, OutsideTransaction};
use super::page::PageHandler;
use super::steps::{OutsideSteps, WriteSteps};
use super::upload::UploadHandler;
use crate::api::reply::Answer;

#[derive(Clone)]
pub enum Handler {
    /// A row of the contract that is not built yet.
    NotBuilt,
    /// One read transaction.
    Read(InTransaction<Answer>),
    /// Reads that may scan: never on the last reader, ended after a time. An input that makes none scan is read like any
    /// other.
    HeavyRead {
        run: InTransaction<Answer>,
        may_scan: Arc<dyn Fn(&Erased) -> bool + Send + Sync>,
    },
    /// A read of what the database does not have: no transaction waits for it.
    ReadOutside(OutsideTransaction<Answer>),
    /// One transaction holds claim, effect, charge and stored answer.
    Write(WriteSteps),
    /// A write whose input is a file.
    Upload(UploadHandler),
    /// A read whose answer is a file.
    Download(DownloadHandler),
    /// A read whose answer is a file that is there.
    File(OutsideTransaction<StoredFile>),
    /// Work that waits for others.
    Outside(OutsideSteps),
    /// A page for browsers and mail programs, which writes its own answer.
    Page(PageHandler),
}
