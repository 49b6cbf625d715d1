use postrider_domain::contacts::mailbox::Mailbox;

use super::*;
use crate::sending::flight::Ticket;
use crate::sending::journal::Slot;

const NOW: i64 = 1_000_000;
const MINUTE: i64 = 60_000;
const SEND: i64 = 7;

fn ticket(attempts: i64) -> Ticket {
    Ticket {
        slot: Slot {
            claim: 3,
            ordinal: 4,
        },
        brand: BrandKey { org: 1, brand: 2 },
        send: SEND,
        mailbox: Mailbox::of("ada@example.com"),
        site: 5,
        attempts,
        first_tried_at: None,
        expires_at: NOW + MINUTE,
    }
}

fn done(attempt: Tried) -> Done {
    Done {
        ticket: ticket(0),
        attempt,
        at: NOW,
        dot: None,
    }
}

fn replied(class: ReplyClass, reply: &str) -> Done {
    let reply = reply.to_owned();
    done(Tried::Attempted(Attempt::Replied { class, reply }))
}

/// What an attempt came to that nobody answered, with the reason in words.
type Trouble = fn(String) -> Attempt;

fn troubled(attempt: Trouble) -> Done {
    done(Tried::Attempted(attempt("why".to_owned())))
}

/// The outcome, and what is said about it; the send goes on.
#[track_caller]
fn goes_on(done: &Done, refusals: &mut Refusals) -> (RecipientOutcome, Option<serde_json::Value>) {
    let (settlement, stop) = judge(done, refusals);
    assert!(stop.is_none(), "{stop:?}");
    assert_eq!(
        (settlement.claim, settlement.ordinal, settlement.at),
        (3, 4, NOW)
    );
    let detail = settlement
        .detail
        .map(|text| serde_json::from_str(&text).unwrap());
    (settlement.outcome, detail)
}

/// One that has mailed before: a single refusal does not stop it.
fn doing_well() -> Refusals {
    let mut refusals = Refusals::default();
    refusals.taken(SEND);
    refusals
}

#[test]
fn what_a_receiver_says_decides_about_its_recipient() {
    let cases = [
        (
            ReplyClass::Accepted,
            "250 2.0.0 ok",
            RecipientOutcome::Delivered,
        ),
        (
            ReplyClass::AddressFailure,
            "550 5.1.1 who?",
            RecipientOutcome::Bounced,
        ),
        (
            ReplyClass::MessageFailure,
            "552 5.3.4 too big",
            RecipientOutcome::Failed,
        ),
        (
            ReplyClass::MessageFailure,
            "552 5.2.2 over quota",
            RecipientOutcome::GaveUp,
        ),
        (
            ReplyClass::TryLater,
            "451 4.3.0 later",
            RecipientOutcome::Deferred(NOW + MINUTE),
        ),
        (
            ReplyClass::Throttled,
            "421 4.7.0 slower",
            RecipientOutcome::Deferred(NOW + MINUTE),
        ),
        (
            ReplyClass::RefusesUs,
            "550 5.7.1 no",
            RecipientOutcome::Deferred(NOW + MINUTE),
        ),
    ];
    for (verdict, reply, expected) in cases {
        let (outcome, detail) = goes_on(&replied(verdict, reply), &mut doing_well());
        assert_eq!(outcome, expected, "{reply}");
        let detail = detail.unwrap();
        assert_eq!(detail["smtpReply"], reply);
        let is_hard = detail.get("bounceType").is_some();
        assert_eq!(is_hard, outcome == RecipientOutcome::Bounced, "{reply}");
    }
}

#[test]
fn what_was_not_tried_costs_no_try_and_says_nothing() {
    let cases = [
        (Tried::Untouched, NOW),
        (Tried::HeldBack, NOW + HELD_BACK_MS),
    ];
    for (tried, due) in cases {
        let judged = goes_on(&done(tried), &mut Refusals::default());
        assert_eq!(judged, (RecipientOutcome::Released(due), None));
    }
}

#[test]
fn a_try_that_broke_off_is_repeated_and_one_that_may_have_left_never() {
    let mut refusals = doing_well();
    let (outcome, detail) = goes_on(&troubled(Attempt::NotSent), &mut refusals);
    assert_eq!(outcome, RecipientOutcome::Deferred(NOW + MINUTE));
    assert_eq!(detail.unwrap()["error"], "why");
    let (outcome, detail) = goes_on(&troubled(Attempt::InDoubt), &mut refusals);
    assert_eq!(outcome, RecipientOutcome::InDoubt);
    assert_eq!(detail.unwrap()["error"], "why");
}

#[test]
fn waits_grow_with_the_tries_and_the_last_gives_up() {
    let later = |attempts| {
        let mut late = replied(ReplyClass::TryLater, "451 4.3.0 later");
        late.ticket.attempts = attempts;
        late
    };
    let tries = [
        (0, RecipientOutcome::Deferred(NOW + MINUTE)),
        (1, RecipientOutcome::Deferred(NOW + 5 * MINUTE)),
        (17, RecipientOutcome::Deferred(NOW + 249 * MINUTE)),
        (18, RecipientOutcome::GaveUp),
    ];
    for (attempts, expected) in tries {
        let (outcome, _) = goes_on(&later(attempts), &mut doing_well());
        assert_eq!(outcome, expected, "after {attempts}");
    }
    let mut overdue = later(1);
    overdue.ticket.first_tried_at = Some(NOW - retry::LONGEST_MS);
    let (outcome, _) = goes_on(&overdue, &mut doing_well());
    assert_eq!(
        outcome,
        RecipientOutcome::GaveUp,
        "its time is over, tries or not"
    );
    overdue.ticket.first_tried_at = Some(NOW + 1 - retry::LONGEST_MS);
    let (outcome, _) = goes_on(&overdue, &mut doing_well());
    let last = RecipientOutcome::Deferred(NOW + 1);
    assert_eq!(outcome, last, "the last try is when its time is over");
    let mut away = troubled(Attempt::Unreachable);
    away.ticket.first_tried_at = Some(NOW - retry::LONGEST_MS);
    let (outcome, detail) = goes_on(&away, &mut Refusals::default());
    assert_eq!(outcome, RecipientOutcome::Failed, "a relay that stays away");
    assert_eq!(detail.unwrap()["error"], "why");
}

#[test]
fn a_relay_that_is_away_costs_no_try_and_one_receiver_of_many_does() {
    let (outcome, detail) = goes_on(&troubled(Attempt::Unreachable), &mut Refusals::default());
    assert!(
        matches!(outcome, RecipientOutcome::Released(at) if at > NOW),
        "{outcome:?}"
    );
    assert_eq!(detail, None);
    let mut many = Refusals::of_many_receivers();
    let (outcome, detail) = goes_on(&troubled(Attempt::Unreachable), &mut many);
    assert_eq!(outcome, RecipientOutcome::Deferred(NOW + MINUTE));
    assert_eq!(detail.unwrap()["error"], "why");
}

#[test]
fn a_domain_that_is_gone_is_believed_after_half_a_day() {
    for (attempts, is_believed) in [
        (0, false),
        (SURE_OF_DNS - 2, false),
        (SURE_OF_DNS - 1, true),
    ] {
        let mut gone = troubled(Attempt::NoSuchDomain);
        gone.ticket.attempts = attempts;
        let (outcome, _) = goes_on(&gone, &mut doing_well());
        assert_eq!(
            outcome == RecipientOutcome::Failed,
            is_believed,
            "{attempts}: {outcome:?}"
        );
    }
}

#[test]
fn a_refusal_that_stops_the_send_leaves_its_recipient_due_when_it_goes_on() {
    let refused = replied(ReplyClass::RefusesUs, "550 5.7.1 blocked");
    let (settlement, stop) = judge(&refused, &mut Refusals::default());
    assert_eq!(settlement.outcome, RecipientOutcome::Deferred(NOW));
    let stop = stop.unwrap();
    assert_eq!(
        (stop.send, stop.reply.as_str()),
        (SEND, "550 5.7.1 blocked")
    );
    let mut last = refused;
    last.ticket.attempts = 18;
    let (settlement, stop) = judge(&last, &mut Refusals::default());
    assert_eq!(
        settlement.outcome,
        RecipientOutcome::GaveUp,
        "there is no further try"
    );
    assert!(stop.is_some());
}

#[test]
fn a_relay_that_shuts_us_out_stops_the_send_and_one_receiver_of_many_does_not() {
    let (settlement, stop) = judge(&troubled(Attempt::ShutOut), &mut Refusals::default());
    assert_eq!(settlement.outcome, RecipientOutcome::Released(NOW));
    assert_eq!(stop.unwrap().reply, "why");
    let mut many = Refusals::of_many_receivers();
    let (outcome, detail) = goes_on(&troubled(Attempt::ShutOut), &mut many);
    assert_eq!(outcome, RecipientOutcome::Deferred(NOW + MINUTE));
    assert_eq!(detail.unwrap()["smtpReply"], "why");
}

#[test]
fn a_site_is_judged_by_how_it_treats_us_and_not_by_who_lives_there() {
    let said = [
        (ReplyClass::Accepted, Heard::Taken),
        (ReplyClass::AddressFailure, Heard::Taken),
        (ReplyClass::Throttled, Heard::Throttled),
        (ReplyClass::RefusesUs, Heard::Refused),
        (ReplyClass::TryLater, Heard::Nothing),
        (ReplyClass::MessageFailure, Heard::Nothing),
    ];
    for (verdict, expected) in said {
        assert_eq!(heard(&replied(verdict, "250 ok")), expected, "{verdict:?}");
    }
    let met: [(Trouble, Heard); 5] = [
        (Attempt::ShutOut, Heard::Refused),
        (Attempt::Unreachable, Heard::Away),
        (Attempt::NotSent, Heard::Nothing),
        (Attempt::NoSuchDomain, Heard::Nothing),
        (Attempt::InDoubt, Heard::Nothing),
    ];
    for (attempt, expected) in met {
        assert_eq!(heard(&troubled(attempt)), expected);
    }
    for tried in [Tried::HeldBack, Tried::Untouched] {
        assert_eq!(heard(&done(tried)), Heard::Nothing);
    }
}
