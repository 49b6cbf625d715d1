//! Changes of an HTML.

use std::ops::Range;

/// What takes the place of some bytes.
pub(crate) type Edit = (Range<usize>, String);

pub(crate) fn apply(html: &str, edits: &[Edit]) -> String {
    let mut new = String::with_capacity(html.len());
    let mut at = 0;
    for (range, replacement) in edits {
        // There are none that overlap; if there ever were, another round would do the second.
        let Some(kept) = html.get(at..range.start) else {
            continue;
        };
        new.push_str(kept);
        new.push_str(replacement);
        at = range.end;
    }
    new.push_str(&html[at..]);
    new
}
