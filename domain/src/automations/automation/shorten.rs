//! Lists of what is wrong, no longer than somebody reads them.

const MOST: usize = 200;

/// The first of them; the last that is left says how many more there are.
pub(super) fn shorten<T>(mut found: Vec<T>, message: impl Fn(&mut T) -> &mut String) -> Vec<T> {
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    if let Some(last) = found.last_mut().filter(|_| more > 0) {
        let text = message(last);
        *text = format!("{text} ({more} more are not shown.)");
    }
    found
}
