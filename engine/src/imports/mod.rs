//! Imports of any size: the stored file is read in pieces and written in units, each unit in one commit
//! with the place where the next begins.

mod job;
mod report;
mod source;
mod units;

pub use job::{ImportJob, KIND};
pub use report::{KEPT, faults_of, status_of, tally_of};
pub use source::Source;
pub use units::numbered;
