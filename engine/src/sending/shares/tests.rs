use std::sync::Arc;

use postrider_domain::tenant::BrandKey;
use postrider_store::delivery::people::Person;
use postrider_store::delivery::taking::{TakenRecipient, TakenRecipients};

use super::*;
use crate::sending::sites::Sites;

const NOW: i64 = retry::LONGEST_MS * 2;
/// Places at a site that nothing is known about: two for each of its first connections.
const AT_FIRST: usize = 8;

fn head(send: i64, running_since: i64) -> Head {
    Head {
        brand: BrandKey { org: 1, brand: 1 },
        send,
        domain_is_ready: true,
        is_sandbox: false,
        running_since,
        is_transactional: false,
    }
}

fn order() -> Order {
    Order {
        owner: 1,
        life: 1,
        settled: 0,
        number: None,
        now: NOW,
        expires_at: NOW + 1,
        room: 0,
        after: 0,
        after_site: 0,
        look: 0,
        walks_lines: false,
        sites: None,
        keeps_mail: false,
        limits: HashMap::new(),
    }
}

fn sites() -> Sites {
    Sites::new(Arc::new(|_: &str| None), Arc::new(|| 1), 100)
}

/// What a test looks at while ten places are free, of one send that is on trial and may have one.
fn taking<'a>(
    order: &'a Order,
    committed: &'a mut Committed,
    sites: Option<&'a Sites>,
) -> ShareRound<'a> {
    ShareRound {
        order,
        capacity: sites.map(|sites| Capacity::new(sites, NOW)),
        room: 10,
        limits: HashMap::from([(7, 1)]),
        committed,
        at_work: HashSet::new(),
    }
}

/// A slice of one recipient.
fn slice(send: i64, kept_back: Kept) -> TakeResult {
    let recipient = TakenRecipient {
        ordinal: 1,
        attempts: 0,
        first_tried_at: None,
        person: Person::default(),
        run: None,
        payload: None,
    };
    TakeResult::Taken(TakenRecipients {
        claim: 1,
        brand: BrandKey { org: 1, brand: 1 },
        send,
        recipients: vec![recipient],
        kept_back: matches!(kept_back, Kept::Some),
    })
}

#[derive(Clone, Copy)]
enum Kept {
    Some,
    Nobody,
}

#[test]
fn a_send_gets_its_share_and_one_on_trial_no_more_than_it_may() {
    let (order, mut committed) = (order(), Committed::default());
    let taking = taking(&order, &mut committed, None);
    for (send, share, expected) in [(1, 5, 5), (1, 0, 0), (7, 5, 1), (7, 0, 0)] {
        assert_eq!(
            taking.limit(&head(send, NOW), share),
            expected,
            "{send}, {share}"
        );
    }
}

#[test]
fn what_a_look_finds_decides_whether_another_is_worth_while() {
    let cases = [
        (TakeResult::Nobody, (false, false)),
        (TakeResult::Passed, (true, false)),
        (TakeResult::KeptBack, (true, true)),
        (slice(1, Kept::Nobody), (false, false)),
        (slice(1, Kept::Some), (false, true)),
    ];
    for (looked, expected) in cases {
        let what = format!("{looked:?}");
        let (order, mut committed) = (order(), Committed::default());
        taking(&order, &mut committed, None).note(looked);
        assert_eq!(
            (committed.has_passed, committed.keeps_back),
            expected,
            "{what}"
        );
    }
}

#[test]
fn what_is_taken_takes_room_and_uses_up_what_a_send_on_trial_may_have() {
    let (order, mut committed) = (order(), Committed::default());
    let mut taking = taking(&order, &mut committed, None);
    for send in [1, 7, 7] {
        taking.note(slice(send, Kept::Nobody));
    }
    assert_eq!((taking.room, taking.limits[&7]), (7, 0));
    assert_eq!(taking.limit(&head(7, NOW), 5), 0);
    assert_eq!(taking.limit(&head(1, NOW), 5), 5);
    let sends: Vec<i64> = committed.taken.iter().map(|slice| slice.send).collect();
    assert_eq!(sends, [1, 7, 7]);
}

#[test]
fn a_site_bounds_what_is_taken_until_somebody_has_waited_for_three_days() {
    let (order, mut committed, sites) = (order(), Committed::default(), sites());
    let mut taking = taking(&order, &mut committed, Some(&sites));
    let (fresh, overdue) = (head(1, NOW - 1), head(2, NOW - retry::LONGEST_MS));
    assert_eq!(taking.left(&fresh, 5), AT_FIRST);
    assert_eq!(taking.left(&overdue, 5), 10, "as many as there is room for");
    taking.capacity = None;
    assert_eq!(taking.left(&fresh, 5), 10, "there are no sites");
}

#[test]
fn the_gate_closes_when_a_site_is_full_but_not_for_those_who_waited_too_long() {
    let sites = sites();
    let mut capacity = Some(Capacity::new(&sites, NOW));
    let admitted = |capacity: &mut Option<Capacity<'_>>, since: i64, email: &str| {
        gate(capacity, &head(1, since), NOW)(email)
    };
    for _ in 0..AT_FIRST {
        assert_eq!(admitted(&mut capacity, NOW, "a@full.test"), Admission::Go);
    }
    let refused = admitted(&mut capacity, NOW, "b@full.test");
    assert!(matches!(refused, Admission::Wait(_)), "{refused:?}");
    assert_eq!(admitted(&mut capacity, NOW, "a@other.test"), Admission::Go);
    let since = NOW - retry::LONGEST_MS;
    assert_eq!(admitted(&mut capacity, since, "c@full.test"), Admission::Go);
    assert_eq!(
        admitted(&mut None, NOW, "b@full.test"),
        Admission::Go,
        "no sites"
    );
    let at_the_edge = admitted(&mut capacity, since + 1, "d@full.test");
    assert!(matches!(at_the_edge, Admission::Wait(_)), "{at_the_edge:?}");
}
