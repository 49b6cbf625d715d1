//! Which shape a handler has.

use super::download::DownloadHandler;
use super::erased::InTransaction;
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
