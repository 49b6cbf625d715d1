//! Which work waits for which.

/// More than this of one organization waiting for quick work is refused at once: waiting would only end in a timeout.
pub(super) const QUICK_QUEUE: usize = 2048;

/// Slow work never takes the last place that quick work needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Quick,
    Slow,
}

/// What the statements of a read see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Snapshot {
    /// All of them the same moment.
    One,
    /// Each what is committed when it runs; where it costs nothing, they see the same moment all the same.
    None,
}
