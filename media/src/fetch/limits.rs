//! What fetching may take.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of one answer.
    pub max_bytes: u64,
    /// For everything: looking up, redirects, and the last byte.
    pub whole: Duration,
    pub connect: Duration,
    pub redirects: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 10 << 20,
            whole: Duration::from_secs(10),
            connect: Duration::from_secs(5),
            redirects: 5,
        }
    }
}
