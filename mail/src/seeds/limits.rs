//! What one look may cost.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct LookLimits {
    /// For the whole look, from the name of the server to the end.
    pub deadline: Duration,
    /// For each thing that is asked of the server.
    pub step: Duration,
    /// For one answer of it, with all that is announced in it.
    pub answer_bytes: usize,
    /// For all that it says.
    pub bytes: usize,
}

impl Default for LookLimits {
    fn default() -> Self {
        Self {
            deadline: Duration::from_mins(1),
            step: Duration::from_secs(20),
            answer_bytes: 64 << 10,
            bytes: 1 << 20,
        }
    }
}
