//! Which work waits for which.

/// Slow work never takes the last place that quick work needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Quick,
    Slow,
}
