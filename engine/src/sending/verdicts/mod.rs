//! What an attempt means for its recipient and its send.

use postrider_domain::sending::retry;
use postrider_domain::tenant::BrandKey;
use postrider_mail::smtp::{Reply, ReplyClass, is_full};
use postrider_store::delivery::settling::{RecipientOutcome, Settlement};
use serde_json::json;

use super::attempt::Attempt;
use super::flight::{Done, Tried};
use super::refusals::Refusals;
use super::sites::Heard;

/// What could not be written to the journal is tried again after this long.
const HELD_BACK_MS: i64 = 5_000;
/// Tries after which a domain that does not exist is given up: they take 14 hours.
const SURE_OF_DNS: i64 = 9;

/// A send that has to stop, and what the receiver said.
#[derive(Clone, Debug)]
pub struct Stop {
    pub brand: BrandKey,
    pub send: i64,
    pub reply: String,
}

/// The outcome to be settled, and the send to be stopped if it comes to that.
pub fn judge(done: &Done, refusals: &mut Refusals) -> (Settlement, Option<Stop>) {
    let now = done.at;
    let (outcome, detail, stop) = match &done.attempt {
        Tried::Untouched => (RecipientOutcome::Released(now), None, None),
        Tried::HeldBack => (RecipientOutcome::Released(now + HELD_BACK_MS), None, None),
        Tried::Attempted(attempt) => judge_attempt(done, attempt, refusals),
    };
    let settlement = Settlement {
        claim: done.ticket.slot.claim,
        ordinal: done.ticket.slot.ordinal,
        outcome,
        at: now,
        mailbox: Some(done.ticket.mailbox),
        detail: detail.map(|detail| detail.to_string()),
    };
    (settlement, stop)
}

type AttemptJudgement = (RecipientOutcome, Option<serde_json::Value>, Option<Stop>);

fn judge_attempt(done: &Done, attempt: &Attempt, refusals: &mut Refusals) -> AttemptJudgement {
    let now = done.at;
    match attempt {
        Attempt::Replied {
            class: verdict,
            reply,
        } => {
            refusals.reached();
            replied(done, *verdict, reply, refusals)
        }
        // It counts as a try: a mail that breaks every connection must not be tried for ever.
        Attempt::NotSent(why) => {
            refusals.broke_off(now);
            (later(done), Some(json!({ "error": why })), None)
        }
        Attempt::Unreachable(why) => match refusals.unreachable(done.ticket.site, now) {
            // It says nothing about the receiver.
            Some(_) if is_over(done) => {
                let said = Some(json!({ "error": why }));
                (RecipientOutcome::Failed, said, None)
            }
            Some(until) => {
                tracing::warn!(reason = why, "there is no way out for mail just now");
                (RecipientOutcome::Released(until), None, None)
            }
            // It was tried, and it was the receiver that was not there.
            None => (later(done), Some(json!({ "error": why })), None),
        },
        Attempt::ShutOut(reply) => shut_out(done, reply, refusals),
        Attempt::NoSuchDomain(why) => {
            refusals.reached();
            no_such_domain(done, why)
        }
        Attempt::InDoubt(why) => {
            refusals.reached();
            (
                RecipientOutcome::InDoubt,
                Some(json!({ "error": why })),
                None,
            )
        }
    }
}

/// A relay that lets us in for nobody's mail stops all of it; one receiver among many is tried again later.
fn shut_out(done: &Done, reply: &str, refusals: &mut Refusals) -> AttemptJudgement {
    let stops = refusals.refused(done.ticket.send, done.ticket.site);
    if refusals.shut_out(done.at) {
        return (
            RecipientOutcome::Released(done.at),
            None,
            Some(stop(done, reply)),
        );
    }
    let said = Some(json!({ "smtpReply": reply }));
    (later(done), said, stops.then(|| stop(done, reply)))
}

/// DNS is right about a domain that is gone only if it says so for half a day. It suppresses nobody here: whoever looks
/// at mail domains in the background does, when it is sure.
fn no_such_domain(done: &Done, why: &str) -> AttemptJudgement {
    let outcome = if done.ticket.attempts + 1 < SURE_OF_DNS {
        later(done)
    } else {
        RecipientOutcome::Failed
    };
    (outcome, Some(json!({ "error": why })), None)
}

/// What an attempt says about the receiving site.
pub fn heard(done: &Done) -> Heard {
    let Tried::Attempted(attempt) = &done.attempt else {
        return Heard::Nothing;
    };
    match attempt {
        Attempt::Replied { class: verdict, .. } => match verdict {
            // A wrong address is answered as it should be.
            ReplyClass::Accepted | ReplyClass::AddressFailure => Heard::Taken,
            ReplyClass::Throttled => Heard::Throttled,
            ReplyClass::RefusesUs => Heard::Refused,
            ReplyClass::TryLater | ReplyClass::MessageFailure => Heard::Nothing,
        },
        Attempt::ShutOut(_) => Heard::Refused,
        Attempt::Unreachable(_) => Heard::Away,
        _ => Heard::Nothing,
    }
}

fn replied(
    done: &Done,
    class: ReplyClass,
    reply: &str,
    refusals: &mut Refusals,
) -> AttemptJudgement {
    let send = done.ticket.send;
    let said = Some(json!({ "smtpReply": reply }));
    match class {
        ReplyClass::Accepted => {
            refusals.taken(send);
            (RecipientOutcome::Delivered, said, None)
        }
        ReplyClass::AddressFailure => {
            let detail = json!({ "smtpReply": reply, "bounceType": "hard" });
            (RecipientOutcome::Bounced, Some(detail), None)
        }
        ReplyClass::MessageFailure => {
            let is_full = Reply::parse(reply).is_some_and(|reply| is_full(&reply));
            let outcome = if is_full {
                RecipientOutcome::GaveUp
            } else {
                RecipientOutcome::Failed
            };
            (outcome, said, None)
        }
        // It counts as a try, and is due when the send goes on.
        ReplyClass::RefusesUs if refusals.refused(send, done.ticket.site) => {
            let outcome = match later(done) {
                RecipientOutcome::Deferred(_) => RecipientOutcome::Deferred(done.at),
                outcome => outcome,
            };
            (outcome, said, Some(stop(done, reply)))
        }
        ReplyClass::TryLater | ReplyClass::Throttled | ReplyClass::RefusesUs => {
            (later(done), said, None)
        }
    }
}

/// The next try is at the end of its time at the latest.
fn later(done: &Done) -> RecipientOutcome {
    match retry::wait_after(done.ticket.attempts + 1) {
        Some(wait) if !is_over(done) => {
            RecipientOutcome::Deferred(last_try(done).min(done.at + wait))
        }
        _ => RecipientOutcome::GaveUp,
    }
}

/// Whether it has waited as long as anybody waits: this try was the last.
fn is_over(done: &Done) -> bool {
    done.at >= last_try(done)
}

fn last_try(done: &Done) -> i64 {
    done.ticket.first_tried_at.unwrap_or(done.at) + retry::LONGEST_MS
}

fn stop(done: &Done, reply: &str) -> Stop {
    Stop {
        brand: done.ticket.brand,
        send: done.ticket.send,
        reply: reply.to_owned(),
    }
}

#[cfg(test)]
mod tests;
