//! Small pictures of designs, made in the background after every new head.

mod job;

pub use job::{Moment, PreviewJob, want_unseen};
