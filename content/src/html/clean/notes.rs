//! What the author should know beside what was taken out.

use crate::report::{Warning, WarningCode};

#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Addresses that are relative to nothing.
    pub dangling: Vec<String>,
    pub unclosed: Vec<&'static str>,
}

impl Notes {
    pub fn into_warnings(self) -> Vec<Warning> {
        let warning = |what| {
            let message = format!("{what} is never closed; it was closed at the end.");
            Warning::new(WarningCode::Unsupported, message)
        };
        self.unclosed.into_iter().map(warning).collect()
    }
}
