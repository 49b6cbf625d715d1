//! Imports of any size: the stored file is read in pieces and written in units, each unit in one commit
//! with the place where the next begins.

mod accepting;
mod ending;
mod job;
mod report;
mod source;
mod sweep;
mod units;
mod writing;

pub use accepting::{DoneImport, FileImport, SmallImport, accept, import_at_once};
pub use job::{ImportJob, KIND};
pub use source::Source;
pub use sweep::{FOLDER, sweep};
pub use units::numbered;
