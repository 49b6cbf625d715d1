//! Reports that servers write for people. Each family begins in its own words, and those are all that is known of them.

use mail_parser::decoders::html::html_to_text;

use super::action::Action;
use super::class::Class;
use super::clues::has;
use super::report::Report;
use crate::mime::{Owner, Part};
use crate::plain::cut;

/// What is read of a report; the rest is the mail that it is about.
const MOST: usize = 8192;
/// The same with the tags of a page around it.
const MOST_HTML: usize = 64 << 10;

/// In lower case, with single spaces.
const FAILED: &[&str] = &[
    // qmail
    "this is the qmail-send program",
    // Exim
    "this message was created automatically by mail delivery software",
    // Postfix
    "i'm sorry to have to inform you that your message could not",
    // Exchange
    "your message did not reach some or all of the intended recipients",
    "the following recipient(s) could not be reached",
    "delivery has failed to these recipients",
    "the following recipients cannot be reached",
    // Yahoo
    "sorry, we were unable to deliver your message to the following address",
    // Gmail
    "delivery to the following recipient failed permanently",
    "delivery to the following recipients failed",
    "your message wasn't delivered to",
    "your message couldn't be delivered",
    // Sendmail
    "the following addresses had permanent fatal errors",
    "the following addresses had permanent delivery errors",
    // Courier, MDaemon, Lotus
    "undeliverable mail",
    "your message could not be delivered",
    "could not be delivered to one or more recipients",
    "the following message could not be delivered",
    "failed to deliver to",
];

const DELAYED: &[&str] = &[
    "this is a warning only",
    "you do not need to resend your message",
    "has not yet been delivered",
    "delivery to the following recipient has been delayed",
    "the following recipients has been delayed",
    "warning: could not send message for past",
    "delivery is delayed to these recipients",
    "delivery incomplete",
];

/// Given up after many tries.
const EXPIRED: &[&str] = &[
    "this message has been in the queue too long",
    "retry timeout exceeded",
    "retry time not reached for any host after a long failure period",
    "delivery time expired",
    "delivery expired",
    "message expired",
];

/// Where the mail begins that the report is about.
const COPIES: &[&str] = &[
    "--- below this line is a copy",
    "------ this is a copy of",
    "--- the header of the original message",
    "----- original message",
    "--- original message",
    "--- enclosed is a copy",
    "reporting-mta:",
    "original message headers:",
];

pub(super) fn read(parts: &[Part<'_>]) -> Option<Report> {
    let text = body(parts)?;
    let words = cut(&text, MOST).split_whitespace();
    let text = words.collect::<Vec<_>>().join(" ");
    // Letters that change their length in lower case would shift all places.
    let lower = text.to_ascii_lowercase();
    let until = COPIES.iter().filter_map(|copy| lower.find(copy)).min();
    let (text, lower) = match until {
        Some(until) => (&text[..until], &lower[..until]),
        None => (text.as_str(), lower.as_str()),
    };
    let says = |signs: &[&str]| signs.iter().any(|sign| has(lower.as_bytes(), sign));
    let action = if says(DELAYED) {
        Action::Delayed
    } else if says(FAILED) {
        Action::Failed
    } else {
        return None;
    };
    let begin = FAILED
        .iter()
        .filter_map(|sign| Some(lower.find(sign)? + sign.len()))
        .max()
        .unwrap_or(0);
    let (class, reply) = Class::of(text[begin..].trim(), None);
    let class = if says(EXPIRED) { Class::Soft } else { class };
    Some(Report {
        action,
        class,
        diagnostic: reply.to_line(),
        remote: None,
    })
}

/// The first text of the message itself; a page only if there is no other.
fn body(parts: &[Part<'_>]) -> Option<String> {
    let first = |subtype: &str| {
        let mut own = parts.iter().filter(|part| part.owner == Owner::Message);
        own.find(|part| part.entity.content_type().is("text", subtype))
    };
    if let Some(part) = first("plain") {
        return Some(part.entity.text());
    }
    let page = first("html")?.entity.text();
    Some(html_to_text(cut(&page, MOST_HTML)))
}
