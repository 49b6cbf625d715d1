//! What is said of opens where they are not tracked: a click counts as one, and nobody else does.

use super::best::hours;
use super::bounds::{brand, campaigns, delivered, fires, said, send};
use crate::insights::Detector;
use crate::insights::stats::Share;
use crate::sending::send::Tally;

#[test]
fn opens_do_not_fall_when_they_are_tracked_no_more() {
    let mut counters = campaigns(1_000, 300, 300);
    for send in &mut counters.sends[..3] {
        (send.tally.opened, send.tally.clicked) = (30, 30);
        send.tally.machine_opens = 0;
    }
    assert_eq!(said(&counters, Detector::OpensFall), None);
    for send in &mut counters.sends[..3] {
        send.tally.opened = 31;
    }
    assert!(fires(&counters, Detector::OpensFall), "somebody only read");
    for send in &mut counters.sends[..3] {
        (send.tally.opened, send.tally.machine_opens) = (30, 1);
    }
    assert!(fires(&counters, Detector::OpensFall), "a machine read");
}

#[test]
fn hours_are_compared_by_tracked_campaigns_alone() {
    let mut counters = hours(5, 400, 300, 100);
    assert!(fires(&counters, Detector::BestHour));
    for send in counters.sends.iter_mut().filter(|send| send.hour == 12) {
        send.tally.clicked = send.tally.opened;
    }
    assert_eq!(said(&counters, Detector::BestHour), None);
}

#[test]
fn nobody_is_silent_whose_opens_are_not_tracked() {
    let mut counters = brand();
    counters.silence = Some(Share::of(400, 500));
    assert_eq!(said(&counters, Detector::SilentAudience), None);
    let clicked = |mails| Tally {
        opened: 2,
        clicked: 2,
        ..delivered(mails)
    };
    counters.sends.push(send(3, clicked(500)));
    assert_eq!(said(&counters, Detector::SilentAudience), None);
    let opened = Tally {
        machine_opens: 1,
        ..clicked(500)
    };
    counters.sends.push(send(4, opened));
    assert!(fires(&counters, Detector::SilentAudience));
    // Of most mails it is not known who reads them.
    counters.sends.push(send(5, clicked(1)));
    assert_eq!(said(&counters, Detector::SilentAudience), None);
}
