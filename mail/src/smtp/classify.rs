//! What a reply means. Wrong in one direction it suppresses people who exist, in the other it mails people who do
//! not until providers stop listening to us: so an address fails only where the reply says that it does.

use super::{Phase, Reply};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Accepted,
    /// Not now: full queues, greylisting, throttling, a connection that broke.
    TryLater,
    /// Nobody is there and nobody will be: suppresses the address.
    AddressFailure,
    /// This message does not get to this person: a full mailbox, a message too large. Suppresses nobody.
    MessageFailure,
    /// They do not want mail from us, or we speak wrongly: says nothing about the address.
    RefusesUs,
}

use Verdict::{Accepted, AddressFailure, MessageFailure, RefusesUs, TryLater};

pub fn classify(phase: Phase, reply: &Reply) -> Verdict {
    match reply.code {
        200..300 => return Accepted,
        354 if phase == Phase::Data => return Accepted,
        500..600 => {}
        _ => return TryLater,
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
    TooFast,
    Nothing,
}

const TOO_FAST: &[&str] = &["at a rate", "too quickly", "too many messages"];

const LISTED: &[&str] = &[
    "spamhaus",
    "spamcop",
    "barracuda",
    "sorbs",
    "blacklist",
    "black list",
    "blocklist",
    "block list",
    "blocked using",
    "denylist",
    "dnsbl",
    " rbl",
    "listed at",
    "listed in",
    "listed on",
];

const POLICY: &[&str] = &[
    "badmailfrom",
    "administratively denied",
    "ptr record",
    "valid ptr",
    "reverse dns",
    "sender's",
    "client host",
    "helo",
    "spam",
    "blocked",
    "block ",
    "policy",
    "policies",
    "prohibit",
    "reputation",
    "unsolicited",
    "bulk mail",
    "relay access denied",
    "relaying",
    "relay not permitted",
    "not permitted to relay",
    "unable to relay",
    "rcpthosts",
    "not authorized",
    "not authorised",
    "not allowed to send",
    "authentication required",
    "authentication is required",
    "must authenticate",
    "unauthenticated",
    "must issue a starttls",
    "access denied",
    "access rejected",
    "banned",
    "dmarc",
    "spf ",
    "dkim",
    "reverse dns",
    "rdns",
    "ptr record",
    "rate limit",
    "too many",
    "quota for sending",
    "sending limit",
    "virus",
    "malware",
    "phish",
    "suspicious",
    "sender rejected",
    "sender address rejected",
    "sender verify failed",
    "sender denied",
    "bad sender",
    "sender domain",
    "domain of sender",
    "not verified",
    "suspended for sending",
    "content rejected",
    "message rejected",
    "message refused",
    "denied by",
    "poor reputation",
    "bounce verification",
];

const NO_SUCH_USER: &[&str] = &[
    "user unknown",
    "unknown user",
    "unknown recipient",
    "recipient unknown",
    "no such user",
    "no such recipient",
    "no such mailbox",
    "no such address",
    "no such account",
    "no such person",
    "no mailbox here",
    "not our customer",
    "user not found",
    "recipient not found",
    "mailbox not found",
    "address not found",
    "account not found",
    "user does not exist",
    "user doesn't exist",
    "account does not exist",
    "account that you tried to reach does not",
    "mailbox does not exist",
    "not local",
    "have an account",
    "have a mailbox",
    "mailbox name not allowed",
    "recipient does not exist",
    "address does not exist",
    "does not exist here",
    "no longer available",
    "no longer exists",
    "no longer valid",
    "no longer active",
    "mailbox unavailable",
    "mailbox is unavailable",
    "mailbox not available",
    "mailbox disabled",
    "mailbox is disabled",
    "account disabled",
    "account is disabled",
    "account has been disabled",
    "account inactive",
    "account is inactive",
    "inactive user",
    "mailbox is inactive",
    "user is inactive",
    "invalid recipient",
    "invalid mailbox",
    "invalid address",
    "invalid user",
    "recipient invalid",
    "unknown address",
    "address unknown",
    "unknown or illegal alias",
    "unknown local part",
    "unknown local-part",
    "unrouteable address",
    "unroutable address",
    "not a valid mailbox",
    "not a known user",
    "is not a valid user",
    "no valid recipient",
    "unknown mailbox",
    "domain does not exist",
    "domain doesn't exist",
    "name or service not known",
    "user invalid",
    "undeliverable address",
    "bad destination mailbox",
    "recipient address rejected: access denied",
    "unknown in virtual",
    "unknown in local",
];

const FULL: &[&str] = &[
    "mailbox full",
    "mailbox is full",
    "over quota",
    "overquota",
    "quota exceeded",
    "exceeded quota",
    "exceeded storage",
    "exceeded its quota",
    "exceeds quota",
    "out of storage",
    "insufficient storage",
    "insufficient system storage",
    "storage limit",
    "storage allocation",
    "inbox is full",
    "inbox full",
    "quota limit",
    "out of disk",
    "disk full",
    "not enough space",
];

const TOO_LARGE: &[&str] = &[
    "too large",
    "too big",
    "size limit",
    "size exceeds",
    "exceeds size",
    "exceeds fixed limit",
    "exceeds maximum",
    "exceeds the maximum",
    "exceeded maximum",
    "exceeded message size",
    "message length",
];

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
        } else if any(TOO_FAST) {
            Self::TooFast
        } else if any(FULL) {
            Self::Full
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

fn by_enhanced(phase: Phase, status: (u16, u16), says: Says) -> Verdict {
    if says == Says::Listed {
        return RefusesUs;
    }
    match status {
        // Before a recipient was named, addresses are ours.
        (1, _) if phase == Phase::Mail => RefusesUs,
        (2, 1) if says == Says::TooFast => TryLater,
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

fn by_code(phase: Phase, code: u16, says: Says) -> Verdict {
    match (code, says) {
        (500..=504 | 521 | 555, Says::Nothing) => RefusesUs,
        (556, Says::Nothing) => AddressFailure,
        (552, Says::Nothing) => MessageFailure,
        _ => by_words(phase, says),
    }
}

fn by_words(phase: Phase, says: Says) -> Verdict {
    match says {
        Says::Listed | Says::Policy => RefusesUs,
        Says::NoSuchUser if phase == Phase::Mail => RefusesUs,
        Says::NoSuchUser => AddressFailure,
        // Said before anything was about this recipient.
        Says::Nothing if matches!(phase, Phase::Mail | Phase::Data) => RefusesUs,
        Says::TooFast => TryLater,
        Says::Full | Says::TooLarge | Says::Nothing => MessageFailure,
    }
}
