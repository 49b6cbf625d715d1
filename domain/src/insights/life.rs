//! What becomes of a finding from run to run.

use super::reading::{Detector, InsightState, Reading, Severity};
use super::table::{Unread, unread};
use crate::time::DAY_MS;

/// For so long nobody is told again what somebody has dismissed.
pub const SILENT_MS: i64 = 30 * DAY_MS;
/// Below this much of its bound a finding is on its way out.
const CALM: f64 = 0.8;
/// How far apart two calm looks are that end it: those after sends may be minutes apart.
const CALM_MS: i64 = DAY_MS;
/// So long a finding stands of which there is nothing to read any more, if its detector looks at a few days alone.
const STANDS_MS: i64 = 30 * DAY_MS;

/// A finding that is not resolved, as it was last written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Nothing: it is no longer there.
    pub detector: Option<Detector>,
    pub state: InsightState,
    pub severity: Severity,
    pub step: i64,
    /// The first of the looks in a row that were calm; nothing if the last one was not.
    pub calm_since: Option<i64>,
    pub dismissed_at: Option<i64>,
    pub found_at: i64,
}

/// What a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Nothing,
    /// A new finding.
    Open,
    /// What is told is told anew, with the numbers of now, and it is active.
    Rewrite,
    /// It is calm from this look on.
    Calm,
    /// It is calm no more.
    Stir,
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
            (false, false) => calm_or_not(known, reading, now),
        };
    }
    match reading {
        Some(reading) if fires && is_worse(known, reading) => Change::Rewrite,
        _ => calm_or_not(known, reading, now),
    }
}

fn is_worse(known: &Known, reading: &Reading) -> bool {
    reading.severity > known.severity || reading.step() > known.step
}

fn calm_or_not(known: &Known, reading: Option<&Reading>, now: i64) -> Change {
    let is_calm = match reading {
        Some(reading) => !reading.fires && reading.strength < CALM,
        None => match known.detector.map_or(Unread::Calm, unread) {
            Unread::Over => return Change::Resolve,
            Unread::Nothing if now.saturating_sub(known.found_at) < STANDS_MS => {
                return Change::Nothing;
            }
            Unread::Nothing | Unread::Calm => true,
        },
    };
    match (is_calm, known.calm_since) {
        (true, Some(since)) if now.saturating_sub(since) >= CALM_MS => Change::Resolve,
        (true, None) => Change::Calm,
        (false, Some(_)) => Change::Stir,
        (true, Some(_)) | (false, None) => Change::Nothing,
    }
}
