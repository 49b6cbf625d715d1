//! Audience runs: a manual automation that everybody of an audience walks. Their members' runs are `runs`, the mail of
//! their nodes are `sends`.

pub(crate) mod counts;
pub(crate) mod create;
pub(crate) mod ending;
pub mod freezing;
pub(crate) mod record;
pub(crate) mod status;

pub use counts::{NodeCount, node_counts};
pub use create::{JOB, NewAudienceRun, create};
pub use ending::{end_if_done, unfinished};
pub use record::{AudienceRunRecord, AudienceRunRefs, by_number, get, list, lock, lock_by_number};
pub use status::{
    NodeSend, cancel, fail, open_of_automation, pause, resume, resume_mail, schedule_sends, sends,
    start, work_on,
};
