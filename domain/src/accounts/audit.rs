//! What the audit log keeps of a change.

use serde_json::{Value, json};

/// Before and after are each kept up to so many bytes.
pub const LONGEST: usize = 16 * 1024;

/// As it is kept: what is longer is told by its length alone, so that what stands there is always JSON.
pub fn kept(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= LONGEST {
        return text;
    }
    json!({ "omittedBytes": text.len() }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_told_by_its_length() {
        let fits = json!("x".repeat(LONGEST - 2));
        assert_eq!(kept(&fits).len(), LONGEST);
        let longer = json!("x".repeat(LONGEST - 1));
        assert_eq!(kept(&longer), r#"{"omittedBytes":16385}"#);
        assert_eq!(kept(&json!({ "role": "admin" })), r#"{"role":"admin"}"#);
    }
}
