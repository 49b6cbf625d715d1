//! Looks for findings about a brand's mail: the counts are read, the detectors of `domain` judge them, and what becomes of
//! each finding is written in one commit.

mod job;
mod looking;
mod silence;

pub use job::InsightJob;
