//! The only place that writes to the terminal.

use serde_json::{Value, json};

use crate::config::Format;

/// What a command has to say: text for people, a value for scripts.
pub struct Output {
    text: String,
    json: Value,
}

impl Output {
    pub fn new(text: impl Into<String>, json: Value) -> Self {
        Self {
            text: text.into(),
            json,
        }
    }

    pub fn line(text: &str) -> Self {
        Self::new(text, json!({ "message": text }))
    }

    /// A JSON document is printed as it is, whatever was asked for.
    pub fn document(json: Value) -> Self {
        let text = serde_json::to_string_pretty(&json).unwrap_or_default();
        Self { text, json }
    }

    /// Nothing more to say.
    pub fn silent() -> Self {
        Self {
            text: String::new(),
            json: Value::Null,
        }
    }

    #[expect(clippy::print_stdout, reason = "this is what a command prints")]
    pub fn print(self, format: Format) {
        if self.text.is_empty() {
            return;
        }
        match format {
            Format::Json => println!("{}", self.json),
            Format::Text => println!("{}", self.text),
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is what a failed command prints")]
pub fn print_error(message: &str) {
    eprintln!("postrider: {message}");
}
