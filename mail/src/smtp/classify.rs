//! What a reply means. Wrong in one direction it suppresses people who exist, in the other it mails people who do
//! not until providers stop listening to us: so an address fails only where the reply says that it does.

use super::phase::Phase;
use super::phrases::{
    BUSY, FULL, GREYLISTED, LISTED, NO_SUCH_USER, OVER, POLICY, TOO_FAST, TOO_FAST_FOR_NOW,
    TOO_LARGE,
};
use super::reply::Reply;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplyClass {
    Accepted,
    /// Not now: full queues, greylisting, a connection that broke.
    TryLater,
    /// Not at this rate: they want less from us at a time.
    Throttled,
    /// Nobody is there and nobody will be: suppresses the address.
    AddressFailure,
    /// This message does not get to this person: a full mailbox, a message too large. Suppresses nobody.
    MessageFailure,
    /// They do not want mail from us, or we speak wrongly: says nothing about the address.
    RefusesUs,
}

use ReplyClass::{Accepted, AddressFailure, MessageFailure, RefusesUs, Throttled, TryLater};

pub fn classify(phase: Phase, reply: &Reply) -> ReplyClass {
    match reply.code {
        200..300 => return Accepted,
        354 if phase == Phase::Data => return Accepted,
        500..600 => {}
        _ => return not_now(phase, reply),
    }
    match phase {
        Phase::Greeting | Phase::Hello | Phase::StartTls | Phase::Auth => return RefusesUs,
        Phase::Mail | Phase::Rcpt | Phase::Data | Phase::Dot => {}
    }
    if matches!(reply.code, 530 | 534 | 535 | 538) {
        return RefusesUs;
    }
    let text = reply.text.to_lowercase();
    let says = Says::read(&text);
    match reply.enhanced {
        Some((_, subject, detail)) => by_enhanced(phase, (subject, detail), says),
        None => by_code(phase, reply.code, says),
    }
}

/// Whether they want it later, or less of it at a time.
fn not_now(phase: Phase, reply: &Reply) -> ReplyClass {
    let text = reply.text.to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let is_for_one = text.starts_with("messages to ") || says(BUSY);
    if is_for_one || says(GREYLISTED) || (says(FULL) && !says(TOO_FAST)) {
        return TryLater;
    }
    if is_over(reply) || reply.enhanced == Some((4, 5, 3)) {
        return TryLater;
    }
    if says(TOO_FAST) || says(TOO_FAST_FOR_NOW) || reply.code == 421 {
        return Throttled;
    }
    // 4.7.1 is what filters of all kinds say without words of their own, those that greylist among them.
    let is_policy = reply
        .enhanced
        .is_some_and(|(_, subject, detail)| subject == 7 && detail != 1);
    match phase {
        // Here it is about our login, or the encryption.
        Phase::StartTls | Phase::Auth => TryLater,
        _ if is_policy => Throttled,
        _ => TryLater,
    }
}

/// Whether the server takes leave of a connection, which says nothing about the mail at hand.
pub fn is_over(reply: &Reply) -> bool {
    let text = reply.text.to_lowercase();
    reply.code == 421
        && OVER.iter().any(|phrase| text.contains(phrase))
        && !text.contains("too many connections")
}

/// Whether the mailbox has no room, which may pass.
pub fn is_full(reply: &Reply) -> bool {
    let text = reply.text.to_lowercase();
    let is_said = reply
        .enhanced
        .is_some_and(|(_, subject, detail)| (subject, detail) == (2, 2));
    is_said || FULL.iter().any(|phrase| text.contains(phrase))
}

/// What the words of a reply say, as far as we know them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// A list of unwanted senders: stronger than any code.
    Listed,
    Policy,
    NoSuchUser,
    Full,
    TooLarge,
    /// The mailbox gets more than it takes just now.
    Busy,
    /// They get more from us than they take.
    TooFast,
    Nothing,
}

/// Codes of those who take mail from some senders only: it concerns one recipient and is not about how we mail.
const CLOSED_GROUPS: &[(u16, u16)] = &[
    (7, 2),
    (7, 17),
    (7, 18),
    (7, 124),
    (7, 129),
    (7, 133),
    (7, 134),
    (7, 135),
    (7, 136),
];

impl Says {
    fn read(text: &str) -> Self {
        let any = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
        // In an order that keeps doubtful texts from suppressing anybody, but for the one of Exchange Online for
        // unknown recipients, which reads like a policy.
        if any(LISTED) {
            Self::Listed
        } else if text.contains("recipient address rejected: access denied") {
            Self::NoSuchUser
        } else if any(BUSY) {
            Self::Busy
        } else if any(FULL) {
            Self::Full
        } else if any(TOO_FAST) {
            Self::TooFast
        } else if any(TOO_LARGE) {
            Self::TooLarge
        } else if any(POLICY) {
            Self::Policy
        } else if any(NO_SUCH_USER) {
            Self::NoSuchUser
        } else {
            Self::Nothing
        }
    }
}

fn by_enhanced(phase: Phase, status: (u16, u16), says: Says) -> ReplyClass {
    if says == Says::Listed {
        return RefusesUs;
    }
    match status {
        // Before a recipient was named, addresses are ours.
        (1, _) if phase == Phase::Mail => RefusesUs,
        (1 | 2, 1) if says == Says::Busy => TryLater,
        (1 | 2, 1) if says == Says::Full => MessageFailure,
        (7, _) if says == Says::TooFast => Throttled,
        // It may be meant as it is said, but the code is one for refusals of us.
        (7, 1) if says == Says::NoSuchUser && phase == Phase::Rcpt => MessageFailure,
        (1, 1 | 2 | 3 | 6 | 10) | (2, 1) | (4, 4 | 310) => AddressFailure,
        (1, 7..=9) => RefusesUs,
        (0 | 1 | 4, _) | (2 | 3, 0) => by_words(phase, says),
        (2 | 3 | 6, _) => MessageFailure,
        // A few large providers say 5.5.0 and name the mailbox.
        (5, _) if says == Says::NoSuchUser => AddressFailure,
        (5, _) if says == Says::Full || says == Says::TooLarge => MessageFailure,
        status if CLOSED_GROUPS.contains(&status) => MessageFailure,
        _ => RefusesUs,
    }
}

fn by_code(phase: Phase, code: u16, says: Says) -> ReplyClass {
    match (code, says) {
        (500..=504 | 521 | 555, Says::Nothing) => RefusesUs,
        (556, Says::Nothing) => AddressFailure,
        (552, Says::Nothing) => MessageFailure,
        _ => by_words(phase, says),
    }
}

fn by_words(phase: Phase, says: Says) -> ReplyClass {
    match says {
        Says::Listed | Says::Policy => RefusesUs,
        Says::NoSuchUser if phase == Phase::Mail => RefusesUs,
        Says::NoSuchUser => AddressFailure,
        // Said before anything was about this recipient.
        Says::Nothing if matches!(phase, Phase::Mail | Phase::Data) => RefusesUs,
        Says::Busy => TryLater,
        Says::TooFast => Throttled,
        Says::Full | Says::TooLarge | Says::Nothing => MessageFailure,
    }
}
