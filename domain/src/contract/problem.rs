//! What is told to a caller when a request cannot be done.

use std::borrow::Cow;

use serde_json::Value;

use crate::contract::catalog::Code;

/// A refusal with everything the error envelope shows. It says nothing about HTTP beyond what the
/// catalog knows of its code.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub code: Code,
    pub param: Option<String>,
    pub message: String,
    /// Replaces the catalog's suggestion where a better one is known.
    pub suggestion: Option<String>,
    pub details: Option<Value>,
    /// Seconds until a retry makes sense.
    pub retry_after: Option<u64>,
}

impl Problem {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            param: None,
            message: message.into(),
            suggestion: None,
            details: None,
            retry_after: None,
        }
    }

    /// `INVALID_REQUEST` about one named input.
    pub fn invalid(param: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Code::InvalidRequest, message).param(param)
    }

    #[must_use]
    pub fn param(mut self, param: impl Into<String>) -> Self {
        self.param = Some(param.into());
        self
    }

    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    #[must_use]
    pub fn details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The same problem, found one level further out: `email` under `contacts[2]` is `contacts[2].email`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        self.param = Some(match self.param {
            Some(inner) if inner.starts_with('[') => format!("{outer}{inner}"),
            Some(inner) => format!("{outer}.{inner}"),
            None => outer.to_owned(),
        });
        self
    }
}
/// Somebody else's text as far as a message shows it.
pub fn excerpt(text: &str, characters: usize) -> Cow<'_, str> {
    match text.char_indices().nth(characters) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
