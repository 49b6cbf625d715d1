//! Automations, their versions, and the runs that walk them.

pub mod audience_runs;
pub mod logs;
pub mod marks;
pub mod members;
pub mod run_list;
pub mod runs;
pub mod steps;
pub mod streams;
pub mod test_runs;
pub mod timers;
pub mod walkers;

pub(crate) mod record;
pub(crate) mod references;
pub(crate) mod using;
pub(crate) mod versions;
pub(crate) mod write;

pub use record::{
    AutomationName, AutomationRecord, Head, Live, LiveVersion, by_number, by_numbers, get, list,
    live_for_trigger, newest_names,
};
pub use references::references;
pub use using::{Bound, Used, bound_to_trigger, naming, referencing_trigger, using};
pub use versions::{
    NewVersion, VersionRecord, VersionRow, graphs, version, version_named, versions,
};
pub use write::{
    NewAutomation, STOP_JOB, add_version, create, delete, lock, publish, rename, stop_runs,
    unpublish,
};
