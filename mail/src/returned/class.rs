//! What a failure means for the address: the same table that judges replies judges reports of them.

use super::action::Action;
use crate::plain::cut;
use crate::smtp::{Phase, Reply, ReplyClass, classify};

/// What is read of a text; replies are shorter.
const MOST_SAID: usize = 2048;
/// Numbers that might begin a reply.
const MOST_CODES: usize = 8;

/// From mild to severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// They do not want mail from us: says nothing about the address.
    AboutUs,
    /// This mail did not get there: a full mailbox, a server that was away for too long.
    Soft,
    /// Nobody is there and nobody will be.
    Hard,
}

/// `5.1.1`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status(u8, u16, u16);

impl Status {
    /// From a word that may have brackets and signs around it.
    pub(super) fn read(text: &str) -> Option<Self> {
        let word = text.split_whitespace().next()?;
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let mut parts = word.split('.');
        let class = parts.next()?.parse().ok()?;
        let mut detail = || parts.next().filter(|part| part.len() <= 3)?.parse().ok();
        let (subject, last) = (detail()?, detail()?);
        let fits = matches!(class, 2 | 4 | 5) && parts.next().is_none();
        fits.then_some(Self(class, subject, last))
    }

    pub(super) fn action(self) -> Action {
        match self.0 {
            2 => Action::Delivered,
            4 => Action::Delayed,
            _ => Action::Failed,
        }
    }

    fn code(self) -> u16 {
        u16::from(self.0) * 100 + 50
    }

    fn parts(self) -> (u8, u16, u16) {
        (self.0, self.1, self.2)
    }
}

impl Class {
    /// Of what a receiver said, in whatever words a report has it, and the status beside it.
    pub(super) fn of(said: &str, status: Option<Status>) -> (Self, Reply) {
        let reply = reply(cut(said, MOST_SAID), status);
        let class = match classify(Phase::Rcpt, &reply) {
            // Given up after many tries that each might have gone well.
            _ if status.is_some_and(|status| status.0 == 4) => Self::Soft,
            ReplyClass::AddressFailure => Self::Hard,
            ReplyClass::RefusesUs => Self::AboutUs,
            _ => Self::Soft,
        };
        (class, reply)
    }
}

/// The reply that a text tells of, or one that is made of the status.
fn reply(said: &str, status: Option<Status>) -> Reply {
    if let Some(mut reply) = quoted(said) {
        let same = |status: &Status| u16::from(status.0) == reply.code / 100;
        if reply.enhanced.is_none() {
            reply.enhanced = status.filter(same).map(Status::parts);
        }
        return reply;
    }
    let inside = said.split_whitespace().find_map(Status::read);
    let status = status.filter(|status| status.1 != 0).or(inside).or(status);
    let code = status.map_or(550, Status::code);
    Reply::new(code, status.map(Status::parts), said)
}

/// A reply inside a text: `… said: 550 5.1.1 no such user (in reply to RCPT TO command)`. One with an enhanced code
/// is the surest; a bare number has to stand where replies stand.
fn quoted(said: &str) -> Option<Reply> {
    let said = said.replace(';', "; ");
    let words: Vec<&str> = said.split_whitespace().collect();
    let mut plausible = None;
    let codes = words.iter().enumerate().filter_map(|(at, word)| {
        let word = word.trim_start_matches(['<', '(', '"']);
        Some((at, word, code(word)?))
    });
    for (at, word, code) in codes.take(MOST_CODES) {
        let first = word.split_once('-').map_or("", |(_, first)| first);
        let rest = words[at + 1..].join(" ");
        let Some(reply) = Reply::parse(format!("{code} {first} {rest}").trim_end()) else {
            continue;
        };
        if reply.enhanced.is_some() {
            return Some(reply);
        }
        if at == 0 || words[at - 1].ends_with([':', ';']) {
            plausible.get_or_insert(reply);
        }
    }
    plausible
}

/// `550`, `550:` or `550-5.1.1`.
fn code(word: &str) -> Option<u16> {
    let digits = word.get(..3)?;
    let rest = &word[3..];
    let ends = rest.is_empty() || rest == ":" || rest == ";" || rest.starts_with('-');
    let code = digits
        .parse()
        .ok()
        .filter(|code| (400..600).contains(code))?;
    (ends && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: [(&str, &str, Class); 20] = [
        (
            "550 5.1.1 <ada@x.test>: Recipient address rejected",
            "5.1.1",
            Class::Hard,
        ),
        (
            "550-5.1.1 The email account that you tried to reach does not exist.",
            "5.1.1",
            Class::Hard,
        ),
        ("", "5.1.1", Class::Hard),
        ("", "5.2.1", Class::Hard),
        ("", "5.2.2", Class::Soft),
        ("552 5.2.2 mailbox full", "5.2.2", Class::Soft),
        ("", "4.4.7", Class::Soft),
        (
            "delivery temporarily suspended: connect to x.test[192.0.2.1]:25: Connection timed out",
            "4.4.1",
            Class::Soft,
        ),
        ("", "5.3.0", Class::Soft),
        ("", "5.4.1", Class::Soft),
        (
            "550 5.7.1 Message rejected due to content",
            "5.7.1",
            Class::AboutUs,
        ),
        (
            "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
            "5.7.1",
            Class::AboutUs,
        ),
        ("550 spam message rejected", "5.0.0", Class::AboutUs),
        ("550 No such user here", "5.0.0", Class::Hard),
        (
            "host mx.x.test[192.0.2.1] said: 550 5.1.1 User unknown (in reply to RCPT TO command)",
            "5.1.1",
            Class::Hard,
        ),
        (
            "The other server returned: 550 550 5.1.1 User unknown (state 14)",
            "",
            Class::Hard,
        ),
        (
            "Sorry, no mailbox here by that name. (#5.1.1)",
            "",
            Class::Hard,
        ),
        (
            "#5.1.1 smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found",
            "5.0.0",
            Class::Hard,
        ),
        ("connection to port 465 refused", "", Class::Soft),
        ("nothing that anybody knows", "", Class::Soft),
    ];

    #[test]
    fn failures_are_judged_by_what_was_said() {
        for (said, status, class) in SAID {
            let (found, reply) = Class::of(said, Status::read(status));
            assert_eq!(found, class, "{said} {status}: {reply}");
        }
    }
}
