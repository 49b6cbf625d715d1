use super::wording::{self, Reply as Says};
use super::*;
use crate::sink::recipient::Addressee;
use crate::sink::report::ProfileReport;
use crate::smtp::{Phase, Reply, ReplyClass, classify};

const PEOPLE: usize = 20_000;

fn address(n: usize) -> String {
    format!("p{n}@x.test")
}

fn fates(profile: &Profile, seed: u64) -> Vec<Fate> {
    (0..PEOPLE)
        .map(|n| profile.fate(seed, &address(n)))
        .collect()
}

#[test]
fn shares_are_as_the_table_says() {
    for receiver in Receiver::ALL {
        let profile = Profile::new(receiver);
        let fates = fates(&profile, 7);
        let check = |what: Trait, expected: f64, chosen: &dyn Fn(&Fate) -> bool| {
            let found = fates.iter().filter(|fate| chosen(fate)).count() as f64;
            let expected = expected * PEOPLE as f64;
            // Five times what chance makes of it.
            let slack = 5.0 * expected.sqrt() + 1.0;
            assert!(
                (found - expected).abs() <= slack,
                "{receiver} {what:?}: {found} and not {expected}"
            );
        };
        let share = |of: Trait| profile.number(of) / 100.0;
        let exists = 1.0 - share(Trait::Bounce) - share(Trait::Late);
        let open = share(Trait::Open) * exists;
        check(Trait::Greylist, share(Trait::Greylist), &|fate| {
            fate.first == First::Greylisted
        });
        check(Trait::Full, share(Trait::Full) * exists, &|fate| {
            fate.first == First::Full
        });
        for (of, ending) in [
            (Trait::Bounce, Ending::Unknown),
            (Trait::Late, Ending::ReturnedLate),
            (Trait::Complain, Ending::Complains),
            (Trait::Unsubscribe, Ending::Unsubscribes),
        ] {
            check(of, share(of), &|fate| fate.ending == ending);
        }
        check(Trait::Open, open, &|fate| fate.reader != Reader::Ignores);
        check(Trait::Click, open * share(Trait::Click), &|fate| {
            fate.reader == Reader::OpensAndClicks
        });
        check(Trait::Prefetch, share(Trait::Prefetch) * exists, &|fate| {
            fate.machine == Machine::Prefetch
        });
        check(Trait::Scan, share(Trait::Scan) * exists, &|fate| {
            matches!(fate.machine, Machine::Scanner | Machine::DisguisedScanner)
        });
    }
}

#[test]
fn a_rerun_decides_the_same_and_another_seed_otherwise() {
    let profile: Profile = "yahoo".parse().unwrap();
    assert_eq!(fates(&profile, 1), fates(&profile, 1));
    assert_ne!(fates(&profile, 1), fates(&profile, 2));
}

#[test]
fn nobody_who_is_not_there_does_anything() {
    let profile: Profile =
        "gmail?bounce=50&late=50&complain=0&unsubscribe=0&open=100&prefetch=100&full=50"
            .parse()
            .unwrap();
    for fate in fates(&profile, 3) {
        assert!(!fate.exists());
        assert_eq!(
            (fate.reader, fate.machine),
            (Reader::Ignores, Machine::Nothing)
        );
        assert_ne!(fate.first, First::Full);
    }
}

#[test]
fn numbers_are_set_by_name() {
    let profile: Profile = "gmail?bounce=2.5&complain=0.1&rate=7".parse().unwrap();
    assert_eq!(profile.receiver, Receiver::Gmail);
    let numbers = [Trait::Bounce, Trait::Complain, Trait::Rate, Trait::React];
    assert_eq!(
        numbers.map(|of| profile.number(of).to_string()),
        ["2.5", "0.1", "7", "60"]
    );
    assert!("hotmail".parse::<Profile>().is_err());
}

/// What a sender is to make of it.
#[test]
fn replies_mean_what_they_should() {
    for receiver in Receiver::ALL {
        for (says, verdict) in [
            (Says::Greylisted, ReplyClass::TryLater),
            (Says::Full, ReplyClass::TryLater),
            (Says::Throttled, ReplyClass::Throttled),
            (Says::Unknown, ReplyClass::AddressFailure),
        ] {
            let lines = wording::lines(receiver, says, "a@x.test");
            let text = lines.iter().map(|line| &line[4..]);
            let text = text.collect::<Vec<_>>().join(" ");
            let reply = Reply::parse(&format!("{} {text}", &lines[0][..3])).unwrap();
            assert_eq!(classify(Phase::Rcpt, &reply), verdict, "{reply}");
        }
    }
}

fn judge(doors: &mut Doors, profile: &str, n: usize, now: i64) -> (RecipientAnswer, ProfileReport) {
    let mut report = ProfileReport::default();
    let profile = profile.parse().unwrap();
    let to = Addressee::new(&address(n));
    (doors.judge(&profile, 1, &to, now, &mut report), report)
}

#[test]
fn whoever_is_greylisted_or_full_gets_in_after_a_while() {
    for (profile, code, wait) in [
        ("enterprise?greylist=100&wait=10&bounce=0", "451", 10_000),
        (
            "gmail?greylist=0&full=100&wait=10&bounce=0&late=0",
            "452",
            20_000,
        ),
    ] {
        let mut doors = Doors::default();
        for (now, is_in) in [(5, false), (6, false), (wait + 4, false), (wait + 5, true)] {
            match judge(&mut doors, profile, 1, now).0 {
                RecipientAnswer::PutOff(lines) => {
                    assert!(!is_in && lines[0].starts_with(code), "{lines:?}");
                }
                judged => assert!(is_in && judged == RecipientAnswer::Taken, "{judged:?}"),
            }
        }
        let (_, report) = judge(&mut doors, profile, 2, 0);
        assert_eq!(
            (report.recipients, report.done.greylisted + report.done.full),
            (1, 1)
        );
        let (_, report) = judge(&mut doors, profile, 2, 1);
        assert_eq!(
            (report.recipients, report.done.greylisted + report.done.full),
            (0, 0)
        );
    }
}

#[test]
fn the_unknown_are_turned_away_every_time_and_count_once() {
    let (profile, mut doors) = (
        "outlook?bounce=100&late=0&complain=0&unsubscribe=0&greylist=0",
        Doors::default(),
    );
    for (once, again) in [(1, 0), (0, 1), (0, 1)] {
        let (judged, report) = judge(&mut doors, profile, 1, 0);
        assert!(
            matches!(judged, RecipientAnswer::TurnedAway(_)),
            "{judged:?}"
        );
        assert_eq!((report.done.hard_bounced, report.again), (once, again));
    }
}

#[test]
fn too_many_in_a_second_are_throttled() {
    let profile = "yahoo?rate=3&bounce=0&greylist=0&full=0";
    let mut doors = Doors::default();
    let mut throttled = |from: usize, now: i64| {
        let judged = (from..from + 5).map(|n| judge(&mut doors, profile, n, now).0);
        judged
            .filter(|judged| matches!(judged, RecipientAnswer::Throttled(_)))
            .count()
    };
    assert_eq!(throttled(0, 0), 2);
    assert_eq!(throttled(5, 999), 5);
    assert_eq!(throttled(10, 1000), 2);
}
