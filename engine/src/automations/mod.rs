//! Automations at work: fires become runs, and runs are walked when their time comes.

mod batch;
mod caused;
pub mod firing;
pub mod programs;
pub mod runner;
pub mod starting;
mod starting_job;

pub use starting_job::StartJob;
