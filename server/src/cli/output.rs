//! The only place that writes to the terminal.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::terminal;
use crate::config::Format;

/// What a command has to say: text for people, a value for scripts.
pub struct Output {
    text: String,
    json: Value,
    exit: ExitCode,
}

impl Output {
    pub fn new(text: impl Into<String>, json: Value) -> Self {
        Self {
            text: text.into(),
            json,
            exit: ExitCode::SUCCESS,
        }
    }

    pub fn line(text: &str) -> Self {
        Self::new(text, json!({ "message": text }))
    }

    /// A JSON document is printed as it is, whatever was asked for.
    pub fn document(json: Value) -> Self {
        let text = serde_json::to_string_pretty(&json).unwrap_or_default();
        Self::new(text, json)
    }

    /// Nothing more to say.
    pub fn silent() -> Self {
        Self::new("", Value::Null)
    }

    /// It is said all the same, and scripts see that something is wrong.
    pub fn failing(self) -> Self {
        Self {
            exit: ExitCode::FAILURE,
            ..self
        }
    }

    pub fn print(self, format: Format) -> ExitCode {
        // Whoever reads it may have seen enough and gone.
        let _ = write!(std::io::stdout().lock(), "{}", self.rendered(format));
        self.exit
    }

    /// With the end of its line; empty if there is nothing to say.
    pub fn rendered(&self, format: Format) -> String {
        match format {
            _ if self.text.is_empty() => String::new(),
            Format::Json => format!("{}\n", self.json),
            Format::Text => format!("{}\n", self.text),
        }
    }
}

/// Whether somebody looks at what is printed.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// What somebody at the terminal answers; nothing where nobody sits there.
pub fn ask(question: &str) -> Option<String> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        return None;
    }
    let mut out = std::io::stderr().lock();
    write!(out, "{}", terminal::harmless(question)).ok()?;
    out.flush().ok()?;
    let mut answer = String::new();
    input.read_line(&mut answer).ok()?;
    Some(answer.trim().to_owned())
}

/// A line that is written over and over, for people at a terminal; others get none of it.
pub struct Progress {
    is_seen: bool,
}

impl Progress {
    pub fn new(format: Format) -> Self {
        let is_terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        Self {
            is_seen: format == Format::Text && is_terminal,
        }
    }

    pub fn show(&mut self, line: &str) {
        if self.is_seen {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[2K{line}");
        }
    }
}

impl Drop for Progress {
    /// What is printed next begins on a line of its own.
    fn drop(&mut self) {
        if self.is_seen {
            let _ = writeln!(std::io::stderr().lock());
        }
    }
}

/// Bytes of a stranger: as they are into a file or a pipe, harmless on a terminal.
pub fn print_bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        out.write_all(terminal::harmless(&String::from_utf8_lossy(bytes)).as_bytes())?;
    } else {
        out.write_all(bytes)?;
    }
    out.flush()
}

#[expect(clippy::print_stderr, reason = "this is what a failed command prints")]
pub fn print_error(message: &str) {
    eprintln!("postrider: {message}");
}
