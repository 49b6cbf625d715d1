//! What reporters write in any kind of report.

/// What is kept of a name that a reporter gives.
const LONGEST_NAME: usize = 253;
const LONGEST_ID: usize = 500;

/// Nobody can or should read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// A name as DNS has it, in lower case; nothing if it is none.
pub(super) fn name(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let is_name = !text.is_empty() && text.len() <= LONGEST_NAME && text.bytes().all(fits);
    is_name.then(|| text.to_ascii_lowercase())
}

/// What a report calls itself. What is longer is told apart by its beginning.
pub(super) fn id(text: &str) -> Result<String, Unreadable> {
    let id: String = text.trim().chars().take(LONGEST_ID).collect();
    if id.is_empty() {
        Err(Unreadable)
    } else {
        Ok(id)
    }
}
