//! What comes back to a return path: reports on deliveries (RFC 3464, and those of servers that write prose),
//! complaints (RFC 5965), automatic replies, and letters of people. Reads strangers' bytes: bounded, and never panics.

mod automatic;
mod class;
mod clues;
mod complaint;
mod fields;
mod prose;
mod status;
#[cfg(test)]
mod tests;

use mail_parser::{Message, MessageParser, MimeHeaders};
use memchr::memmem;

pub use class::Class;
pub use complaint::Complaint;

/// More parts than any report or letter has. The parser's result is as deep as they are nested, and so is the
/// stack that gives it back.
const MAX_PARTS: usize = 100;
/// What is kept of a subject.
const MAX_SUBJECT: usize = 120;

/// A message that came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    pub kind: Kind,
    /// One line without control characters.
    pub subject: String,
    /// Words from the report and the mail in it that may be tokens of ours.
    pub clues: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Report(Report),
    Complaint(Complaint),
    AutomaticReply,
    /// Of a person, as far as anybody can tell.
    Reply,
    /// No message, or one that nobody should read.
    Unreadable,
}

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub action: Action,
    /// What a failure means for the address.
    pub class: Class,
    /// What the receiver said, as one line: `550 5.1.1 no such user`.
    pub diagnostic: String,
    /// The server that said it.
    pub remote: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Failed,
    /// It is still being tried.
    Delayed,
    /// It arrived, or went to where reports do not come from.
    Delivered,
}

impl Returned {
    /// `sender` is the one of the envelope; empty for reports.
    pub fn read(message: &[u8], sender: &str) -> Self {
        let unreadable = Self {
            kind: Kind::Unreadable,
            subject: String::new(),
            clues: Vec::new(),
        };
        if parts(message) > MAX_PARTS {
            return unreadable;
        }
        let Some(parsed) = MessageParser::default().parse(message) else {
            return unreadable;
        };
        if parsed.parts.is_empty() {
            return unreadable;
        }
        Self {
            kind: kind(&parsed, sender),
            subject: line(parsed.subject().unwrap_or_default(), MAX_SUBJECT),
            clues: clues::find(&parsed),
        }
    }
}

fn kind(message: &Message<'_>, sender: &str) -> Kind {
    if let Some(report) = part(message, "feedback-report") {
        return match Complaint::read(&report) {
            Some(complaint) => Kind::Complaint(complaint),
            None => Kind::AutomaticReply,
        };
    }
    let status = part(message, "delivery-status")
        .or_else(|| part(message, "global-delivery-status"))
        .and_then(|text| status::read(&text));
    if let Some(report) = status {
        return Kind::Report(report);
    }
    if automatic::is_from_a_server(message, sender)
        && let Some(report) = prose::read(message)
    {
        return Kind::Report(report);
    }
    if automatic::is_automatic(message, sender) {
        return Kind::AutomaticReply;
    }
    Kind::Reply
}

/// The text of a `message/…` part of this message itself, not of one inside.
fn part(message: &Message<'_>, subtype: &str) -> Option<String> {
    let part = message
        .parts
        .iter()
        .find(|part| part.is_content_type("message", subtype))?;
    Some(String::from_utf8_lossy(part.contents()).into_owned())
}

/// Every part that holds others says so in a field of this name.
fn parts(message: &[u8]) -> usize {
    let lower = message.to_ascii_lowercase();
    memmem::find_iter(&lower, b"content-type").count()
}

/// One line of at most so many characters, without what could change how others read it.
fn line(text: &str, most: usize) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'))
        .collect();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(most).collect()
}
