//! The shapes of handler. The row of a route says which one it has, and the pipeline runs it.

mod download;
mod erased;
mod page;
mod raw_body;
mod shape;
mod steps;
mod together;
mod typed;
mod typed_file;
mod upload;

pub use download::{DownloadHandler, Opened, Part, StoredFile};
pub use erased::{Erased, InTransaction, OutsideTransaction, Pending, Undo};
pub use page::{PageHandler, Visit, page};
pub use raw_body::RawBody;
pub use shape::Handler;
pub use steps::{OutsideSteps, WriteSteps};
pub use together::{Group, Joined, Member, Together, Told};
pub use typed::{
    PriceOf, Typed, heavy_read, one_step, outside, prepared_write, read_outside, unprepared_write,
};
pub use typed_file::{download, stored_file, upload};
pub use upload::{Arrived, FileBody, FileScan, FileSpec, Seen, UploadHandler};
