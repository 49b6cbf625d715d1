//! What one question may cost.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct FilterLimits {
    /// For the question and its whole answer.
    pub deadline: Duration,
    /// For the answer.
    pub bytes: usize,
}

impl Default for FilterLimits {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(30),
            bytes: 512 << 10,
        }
    }
}
