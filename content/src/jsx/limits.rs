//! What a template may use.

use std::time::Duration;

/// What a template may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of source.
    pub source: usize,
    /// Bytes of HTML.
    pub output: usize,
    /// Bytes that the JavaScript engine may hold.
    pub memory: usize,
    /// Bytes of stack for nested JavaScript.
    pub stack: usize,
    /// CPU time of the evaluation.
    pub evaluation: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            source: 1024 * 1024,
            output: 5 * 1024 * 1024,
            memory: 64 * 1024 * 1024,
            stack: 4 * 1024 * 1024,
            evaluation: Duration::from_millis(300),
        }
    }
}
