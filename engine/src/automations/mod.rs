//! Automations at work: fires become runs, and runs are walked when their time comes.

pub mod audience;
pub mod audience_control;
mod audience_page;
mod batch;
pub mod canceling;
mod caused;
pub mod checking;
pub mod drafting;
mod fire;
pub mod firing;
mod launchable;
pub mod launching;
mod log;
mod node_sender;
pub mod programs;
pub mod publishing;
mod recording;
mod refusals;
pub mod runner;
pub mod starting;
mod starting_job;
mod stopping;
mod test_run;
mod test_run_mail;
pub mod testing;
mod update;
pub mod updating;

pub use audience::AudienceJob;
pub use refusals::{no_such_version, not_found};
pub use starting_job::StartJob;
pub use stopping::StopJob;
pub use test_run::TestRunJob;
