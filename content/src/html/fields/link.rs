//! A link, and what stands in it.

use std::ops::Range;

#[derive(Debug)]
pub(super) struct Link {
    pub draft: usize,
    /// From its start tag to its end tag.
    pub range: Range<usize>,
    pub texts: Vec<usize>,
    pub images: usize,
    pub looks_like_button: bool,
}

impl Link {
    pub fn new(draft: usize, start: usize) -> Self {
        Self {
            draft,
            range: start..start,
            texts: Vec::new(),
            images: 0,
            looks_like_button: false,
        }
    }
}
