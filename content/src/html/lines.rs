//! Lines of a text.

/// Finds the line of a byte.
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// A byte and its line, from which the next one is counted on.
    seen: (usize, u32),
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, seen: (0, 1) }
    }

    /// The line of a byte, counted from 1. Quick where bytes are asked for in order.
    pub fn line(&mut self, at: usize) -> u32 {
        if at < self.seen.0 {
            self.seen = (0, 1);
        }
        let breaks = self.text[self.seen.0..at].matches('\n').count();
        self.seen = (at, self.seen.1 + breaks as u32);
        self.seen.1
    }
}
