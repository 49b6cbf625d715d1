//! What an attempt means for its recipient and its send.

use postrider_domain::retry;
use postrider_domain::tenant::BrandKey;
use postrider_mail::smtp::Verdict;
use postrider_store::delivery::settling::{Outcome, Settlement};
use serde_json::json;

use super::flight::{Done, Tried};
use super::refusals::Refusals;
use super::transport::Attempt;

/// What could not be written to the journal is tried again after this long.
const HELD_BACK_MS: i64 = 5_000;

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
        Tried::Untouched => (Outcome::Released(now), None, None),
        Tried::HeldBack => (Outcome::Released(now + HELD_BACK_MS), None, None),
        Tried::Attempted(attempt) => judge_attempt(done, attempt, refusals),
    };
    let settlement = Settlement {
        claim: done.ticket.slot.claim,
        ordinal: done.ticket.slot.ordinal,
        outcome,
        at: now,
        detail: detail.map(|detail| detail.to_string()),
    };
    (settlement, stop)
}

type Judged = (Outcome, Option<serde_json::Value>, Option<Stop>);

fn judge_attempt(done: &Done, attempt: &Attempt, refusals: &mut Refusals) -> Judged {
    let (send, now) = (done.ticket.send, done.at);
    match attempt {
        Attempt::Replied { verdict, reply } => {
            refusals.reached();
            replied(done, *verdict, reply, refusals)
        }
        // It counts as a try: a mail that breaks every connection must not be tried for ever.
        Attempt::NotSent(why) => {
            refusals.broke_off(now);
            (later(done), Some(json!({ "error": why })), None)
        }
        Attempt::Unreachable(why) => {
            tracing::warn!(reason = why, "there is no way out for mail just now");
            (Outcome::Released(refusals.unreachable(now)), None, None)
        }
        Attempt::ShutOut(reply) => {
            refusals.unreachable(now);
            refusals.refused(send);
            (Outcome::Released(now), None, Some(stop(done, reply)))
        }
        Attempt::InDoubt(why) => {
            refusals.reached();
            (Outcome::InDoubt, Some(json!({ "error": why })), None)
        }
    }
}

fn replied(done: &Done, verdict: Verdict, reply: &str, refusals: &mut Refusals) -> Judged {
    let send = done.ticket.send;
    let said = Some(json!({ "smtpReply": reply }));
    match verdict {
        Verdict::Accepted => {
            refusals.taken(send);
            (Outcome::Delivered, said, None)
        }
        Verdict::AddressFailure => {
            let detail = json!({ "smtpReply": reply, "bounceType": "hard" });
            (Outcome::Bounced, Some(detail), None)
        }
        Verdict::MessageFailure => (Outcome::Failed, said, None),
        // It counts as a try, and is due when the send goes on.
        Verdict::RefusesUs if refusals.refused(send) => {
            let outcome = match later(done) {
                Outcome::Deferred(_) => Outcome::Deferred(done.at),
                outcome => outcome,
            };
            (outcome, said, Some(stop(done, reply)))
        }
        Verdict::TryLater | Verdict::RefusesUs => (later(done), said, None),
    }
}

fn later(done: &Done) -> Outcome {
    match retry::wait_after(done.ticket.attempts + 1) {
        Some(wait) => Outcome::Deferred(done.at + wait),
        None => Outcome::Failed,
    }
}

fn stop(done: &Done, reply: &str) -> Stop {
    Stop {
        brand: done.ticket.brand,
        send: done.ticket.send,
        reply: reply.to_owned(),
    }
}
