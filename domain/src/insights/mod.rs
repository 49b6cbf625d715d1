//! Findings about a brand's mail. Detectors are functions over counters; what becomes of a finding from run to run is a
//! function too.

mod audience;
mod automation;
mod content;
pub mod counters;
mod deliverability;
mod engagement;
pub mod life;
mod reading;
mod reports;
pub mod stats;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use reading::{
    Category, Detector, InsightState, Metric, Metrics, Reading, Severity, Subject, SubjectKind,
    Text,
};
pub use table::{judge, notifies};
