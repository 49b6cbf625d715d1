//! Automations, their versions, and the runs that walk them.

pub mod runs;
pub mod steps;
pub mod streams;
pub mod timers;

pub(crate) mod automations;
pub(crate) mod automations_write;
pub(crate) mod versions;
pub(crate) mod versions_naming;

pub use automations::{
    AutomationName, AutomationRecord, Head, Live, LiveVersion, by_number, by_numbers, get, list,
    live_for_trigger,
};
pub use automations_write::{
    NewAutomation, STOP_JOB, add_version, create, delete, lock, publish, rename, stop_runs,
    unpublish,
};
pub use versions::{NewVersion, VersionRecord, VersionRow, version, version_named, versions};
pub use versions_naming::{Bound, Used, bound_to_trigger, referencing_trigger, using};
