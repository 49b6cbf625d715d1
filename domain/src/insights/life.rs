//! What becomes of a finding from run to run.

use super::reading::{InsightState, Reading, Severity};
use crate::time::DAY_MS;

/// For so long nobody is told again what somebody has dismissed.
pub const SILENT_MS: i64 = 30 * DAY_MS;
/// Below this much of its bound a finding is on its way out.
const CALM: f64 = 0.8;
/// Runs in a row after which it is gone.
const CALM_RUNS: i64 = 2;

/// A finding that is not resolved, as it was last written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub state: InsightState,
    pub severity: Severity,
    pub step: i64,
    /// Runs in a row that were calm.
    pub calm: i64,
    pub dismissed_at: Option<i64>,
}

/// What a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Nothing,
    /// A new finding.
    Open,
    /// What is told is told anew, with the numbers of now, and it is active.
    Rewrite,
    /// So many runs in a row were calm.
    Calm(i64),
    Resolve,
}

/// `reading`: what the detector says now of the subject; nothing if there are too few cases to say anything.
pub fn next(known: Option<&Known>, reading: Option<&Reading>, now: i64) -> Change {
    let fires = reading.is_some_and(|reading| reading.fires);
    let Some(known) = known else {
        return if fires { Change::Open } else { Change::Nothing };
    };
    if known.state == InsightState::Dismissed {
        let is_silent = known
            .dismissed_at
            .is_some_and(|at| now.saturating_sub(at) < SILENT_MS);
        return match (is_silent, fires) {
            (true, _) => Change::Nothing,
            (false, true) => Change::Rewrite,
            (false, false) => calm_or_not(known, reading),
        };
    }
    match reading {
        Some(reading) if fires && is_worse(known, reading) => Change::Rewrite,
        _ => calm_or_not(known, reading),
    }
}

fn is_worse(known: &Known, reading: &Reading) -> bool {
    reading.severity > known.severity || reading.step() > known.step
}

fn calm_or_not(known: &Known, reading: Option<&Reading>) -> Change {
    let is_calm = reading.is_none_or(|reading| !reading.fires && reading.strength < CALM);
    match (is_calm, known.calm + 1) {
        (true, runs) if runs >= CALM_RUNS => Change::Resolve,
        (true, runs) => Change::Calm(runs),
        (false, _) if known.calm > 0 => Change::Calm(0),
        (false, _) => Change::Nothing,
    }
}
