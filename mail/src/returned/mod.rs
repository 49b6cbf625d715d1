//! What comes back to a return path: reports on deliveries (RFC 3464, and those of servers that write prose),
//! complaints (RFC 5965), automatic replies, and letters of people. Reads strangers' bytes: bounded, and never panics.

mod action;
mod automatic;
mod class;
mod clues;
mod complaint;
mod fields;
mod prose;
mod report;
mod status;
#[cfg(test)]
mod tests;

use crate::mime::{Entity, Owner, Part, parts};

use crate::plain::{cut, line};

pub use action::Action;
pub use class::Class;
pub use complaint::Complaint;
pub use report::Report;

/// What is read of a part for machines.
const MAX_REPORT: usize = 64 << 10;
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

impl Returned {
    /// `sender` is the one of the envelope; empty for reports.
    pub fn read(message: &[u8], sender: &str) -> Self {
        let head = Entity::read(message);
        if head.is_empty() {
            return Self {
                kind: Kind::Unreadable,
                subject: String::new(),
                clues: Vec::new(),
            };
        }
        let parts = parts::of(message);
        Self {
            kind: kind(&head, &parts, sender),
            subject: line(&head.subject(), MAX_SUBJECT),
            clues: clues::find(message, &parts),
        }
    }
}

fn kind(head: &Entity<'_>, parts: &[Part<'_>], sender: &str) -> Kind {
    if let Some(report) = report(parts, "feedback-report") {
        return match Complaint::read(&report) {
            Some(complaint) => Kind::Complaint(complaint),
            None => Kind::AutomaticReply,
        };
    }
    let status = report(parts, "delivery-status")
        .or_else(|| report(parts, "global-delivery-status"))
        .and_then(|text| status::read(&text));
    if let Some(report) = status {
        return Kind::Report(report);
    }
    if automatic::is_from_a_server(head, sender)
        && let Some(report) = prose::read(parts)
    {
        return Kind::Report(report);
    }
    if automatic::is_automatic(head, sender) {
        return Kind::AutomaticReply;
    }
    Kind::Reply
}

/// The text of a `message/…` part of this message itself, not of one inside.
fn report(parts: &[Part<'_>], subtype: &str) -> Option<String> {
    let mut own = parts.iter().filter(|part| part.owner == Owner::Message);
    let part = own.find(|part| part.entity.content_type().is("message", subtype))?;
    let content = part.entity.content();
    Some(cut(&String::from_utf8_lossy(&content), MAX_REPORT).to_owned())
}
