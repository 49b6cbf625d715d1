use std::cell::Cell;

use postrider_domain::sending::machine::BURST_MS;
use postrider_domain::tenant::BrandKey;

use super::*;

fn recipient(ordinal: i64) -> RecipientRef {
    RecipientRef {
        brand: BrandKey { org: 1, brand: 1 },
        send: 1,
        ordinal,
    }
}

fn open(ordinal: i64) -> Seen {
    Seen {
        recipient: recipient(ordinal),
        what: What::Open,
        at: 0,
        machine: None,
    }
}

fn click(ordinal: i64, link: u64, at: i64) -> Seen {
    let url = format!("https://shop.test/{link}").into();
    Seen {
        what: What::Click { link, url },
        at,
        ..open(ordinal)
    }
}

/// Events that count on from where the batches before ended.
struct Plans {
    recent: Recent,
    last: Cell<i64>,
}

impl Plans {
    fn new() -> Self {
        Self {
            recent: Recent::default(),
            last: Cell::new(0),
        }
    }

    fn plan(&mut self, seen: &[Seen]) -> Batch {
        let last = &self.last;
        let number = || {
            last.set(last.get() + 1);
            last.get()
        };
        Batch::plan(seen.iter(), &mut self.recent, number)
    }
}

/// Which events are a machine's, in order.
fn machines(batch: &Batch) -> Vec<bool> {
    let events = batch.events.iter();
    events.map(|event| event.machine.is_some()).collect()
}

#[test]
fn recipients_come_once_and_in_the_order_of_their_rows() {
    let batch = Plans::new().plan(&[open(3), click(1, 1, 0), open(3), open(2)]);
    assert_eq!(batch.len(), 4);
    assert_eq!(batch.recipients, [1, 2, 3].map(recipient));
}

/// Links and when they were clicked.
type Clicks = &'static [(u64, i64)];

#[test]
fn the_third_link_within_moments_makes_all_of_them_a_machines() {
    let cases: [(&str, Clicks, &[bool]); 5] = [
        ("two links", &[(1, 0), (2, 0)], &[false, false]),
        ("three", &[(1, 0), (2, 0), (3, 0)], &[true, true, true]),
        (
            "one again and again",
            &[(1, 0), (1, 1), (1, 2), (1, 3)],
            &[false; 4],
        ),
        (
            "at the edge",
            &[(1, 0), (2, 0), (3, BURST_MS)],
            &[true, true, true],
        ),
        ("slowly", &[(1, 0), (2, 0), (3, BURST_MS + 1)], &[false; 3]),
    ];
    for (what, clicks, expected) in cases {
        let clicks: Vec<Seen> = clicks
            .iter()
            .map(|(link, at)| click(1, *link, *at))
            .collect();
        let batch = Plans::new().plan(&clicks);
        assert_eq!(machines(&batch), expected, "{what}");
        assert!(batch.taken_back.is_empty(), "{what}");
    }
}

#[test]
fn each_recipient_has_a_pace_of_its_own() {
    let batch = Plans::new().plan(&[click(1, 1, 0), click(2, 2, 0), click(3, 3, 0)]);
    assert_eq!(machines(&batch), [false; 3]);
}

#[test]
fn opens_and_clicks_that_look_like_a_machines_are_no_part_of_a_burst() {
    let scanner = Seen {
        machine: Some(MachineReason::ClickBurst),
        ..click(1, 3, 0)
    };
    let batch = Plans::new().plan(&[click(1, 1, 0), click(1, 2, 0), scanner, open(1)]);
    assert_eq!(machines(&batch), [false, false, true, false]);
}

#[test]
fn what_an_earlier_batch_took_for_a_persons_is_taken_back_once() {
    let mut plans = Plans::new();
    let first = plans.plan(&[click(1, 1, 0), click(1, 2, 0)]);
    assert_eq!(machines(&first), [false, false]);
    let second = plans.plan(&[click(1, 3, 1)]);
    assert_eq!(machines(&second), [true]);
    let taken_back: Vec<i64> = second
        .taken_back
        .iter()
        .map(|back| back.click.event)
        .collect();
    assert_eq!(taken_back, [1, 2]);
    let third = plans.plan(&[click(1, 4, 2)]);
    assert_eq!(machines(&third), [true], "the burst goes on");
    assert!(third.taken_back.is_empty());
}

#[test]
fn how_things_stood_is_remembered_with_the_click_that_changed_them() {
    let mut plans = Plans::new();
    let tracked = |last_clicked_at| TrackedRecipient {
        contact: 9,
        is_in_doubt: false,
        is_opened: false,
        is_clicked: false,
        last_opened_at: None,
        last_clicked_at,
        mailbox: None,
        run: None,
    };
    let first = plans.plan(&[click(1, 1, 0)]);
    first.remember(
        &mut plans.recent.bursts,
        &HashMap::from([(recipient(1), tracked(Some(-5)))]),
    );
    let second = plans.plan(&[click(1, 2, 1)]);
    second.remember(
        &mut plans.recent.bursts,
        &HashMap::from([(recipient(1), tracked(Some(0)))]),
    );
    let third = plans.plan(&[click(1, 3, 2)]);
    let before = third
        .taken_back
        .iter()
        .map(|back| back.click.before.unwrap());
    let before: Vec<_> = before
        .map(|before| (before.contact, before.last_clicked_at))
        .collect();
    assert_eq!(before, [(9, Some(-5)), (9, Some(0))]);
}
