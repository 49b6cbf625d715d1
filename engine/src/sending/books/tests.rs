use postrider_domain::tenant::BrandKey;
use postrider_store::delivery::settling::RecipientOutcome;

use super::*;

const BRAND: BrandKey = BrandKey { org: 1, brand: 1 };
const LAST: i64 = 41;

/// Books of which claim 1 took two of send 10, and claim 2 one of send 20.
fn books() -> Books {
    let mut books = Books::since(LAST);
    books.open.insert(1, Open { send: 10, count: 2 });
    books.open.insert(2, Open { send: 20, count: 1 });
    books
}

fn settlement(claim: i64, ordinal: i64) -> Settlement {
    Settlement {
        claim,
        ordinal,
        outcome: RecipientOutcome::Delivered,
        at: 0,
        mailbox: None,
        detail: None,
    }
}

fn note(books: &mut Books, claim: i64, ordinal: i64) {
    books.note(settlement(claim, ordinal), None, None);
}

/// Claim and ordinal of each outcome of the batch, and the claims that it ends.
fn batch(books: &Books) -> (Vec<(i64, i64)>, Vec<i64>) {
    let (batch, _, _) = books.batch();
    let slots = batch.settlements.iter();
    let slots = slots.map(|each| (each.claim, each.ordinal)).collect();
    (slots, batch.finished)
}

#[test]
fn what_has_an_outcome_is_no_longer_under_way_but_stays_ours_until_it_is_durable() {
    let mut books = books();
    assert_eq!((books.under_way(), books.is_settled()), (3, true));
    note(&mut books, 1, 5);
    assert_eq!((books.under_way(), books.is_settled()), (2, false));
    assert!(books.has_open(10));
    books.settled(1, LAST + 1);
    assert_eq!((books.under_way(), books.is_settled()), (2, true));
    assert_eq!(books.last_batch(), LAST + 1);
    assert!(books.has_open(10), "another of its recipients is out");
}

#[test]
fn a_claim_ends_with_the_last_of_its_recipients() {
    let mut books = books();
    note(&mut books, 1, 5);
    note(&mut books, 2, 9);
    assert_eq!(batch(&books), (vec![(1, 5), (2, 9)], vec![2]));
    books.settled(2, LAST + 1);
    assert_eq!(books.claims(), [1]);
    assert!(!books.has_open(20));
    note(&mut books, 1, 6);
    assert_eq!(batch(&books), (vec![(1, 6)], vec![1]));
    books.settled(1, LAST + 2);
    assert_eq!((books.claims(), books.under_way()), (vec![], 0));
}

#[test]
fn after_a_commit_in_question_the_same_outcomes_go_again_and_no_others_with_them() {
    let mut books = books();
    note(&mut books, 1, 5);
    books.ask(1);
    // It fails; meanwhile others have come in.
    note(&mut books, 1, 6);
    note(&mut books, 2, 9);
    assert_eq!(batch(&books), (vec![(1, 5)], vec![]));
    assert_eq!(books.last_batch(), LAST, "the number is not used up");
    books.settled(1, LAST + 1);
    assert_eq!(batch(&books), (vec![(1, 6), (2, 9)], vec![1, 2]));
}

#[test]
fn an_empty_commit_puts_nothing_in_question() {
    let mut books = books();
    books.ask(0);
    note(&mut books, 1, 5);
    note(&mut books, 1, 6);
    assert_eq!(batch(&books), (vec![(1, 5), (1, 6)], vec![1]));
}

#[test]
fn a_send_stops_once_however_many_of_its_mails_were_refused() {
    let mut books = books();
    let stop = |send: i64, reply: &str| Stop {
        brand: BRAND,
        send,
        reply: reply.to_owned(),
    };
    books.note(settlement(1, 5), None, Some(stop(10, "550 no")));
    books.note(settlement(1, 6), None, Some(stop(10, "550 still no")));
    books.note(settlement(2, 9), None, None);
    let (_, stops, _) = books.batch();
    let stops: Vec<_> = stops
        .iter()
        .map(|stop| (stop.send, stop.reply.as_str()))
        .collect();
    assert_eq!(stops, [(10, "550 still no")]);
}

#[test]
fn outcomes_of_a_claim_that_is_not_open_are_settled_all_the_same() {
    let mut books = Books::since(LAST);
    note(&mut books, 3, 1);
    assert_eq!(books.under_way(), 0);
    assert_eq!(batch(&books), (vec![(3, 1)], vec![]));
    books.settled(1, LAST + 1);
    assert!(books.is_settled());
}
