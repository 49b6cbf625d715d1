//! Other tools do not mind how a tag is spelled.

/// In capitals or not.
pub(super) fn starts_with(text: &str, start: &str) -> bool {
    text.as_bytes()
        .get(..start.len())
        .is_some_and(|bytes| bytes.eq_ignore_ascii_case(start.as_bytes()))
}
