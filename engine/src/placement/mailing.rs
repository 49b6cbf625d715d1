//! Copies leave, a few at a time. That one may have left is written before it can have: whoever is cut off mails nobody twice.

use futures_util::future::join_all;
use postrider_domain::placement::SeedState;
use postrider_store::placement::{SeedChange, SeedRecord};

use crate::failure::Failure;
use crate::sending::{Copy, Handed, Mailer, TestMail};

/// Copies that leave side by side, and that are in doubt at most when the process dies.
pub const AT_ONCE: usize = 4;
/// Characters of what a host says that are kept.
const SAID_MAX: usize = 300;
const NOT_LEAVING: &str = "this server keeps all mail instead of sending it.";

/// The copy to a seed.
pub struct Prepared {
    pub seed: SeedRecord,
    copy: Copy,
}

/// Writes the copies to some seeds. `test` is the mail itself, of which each gets one.
pub async fn prepare(
    mailer: &Mailer,
    test: &TestMail,
    seeds: Vec<SeedRecord>,
) -> Result<Vec<Prepared>, Failure> {
    let mut prepared = Vec::with_capacity(seeds.len());
    for seed in seeds {
        let copy = TestMail {
            number: seed.id,
            ..test.clone()
        };
        let copy = mailer.write_copy(&copy, &seed.address).await?;
        prepared.push(Prepared { seed, copy });
    }
    Ok(prepared)
}

/// What is written before they leave.
pub fn leaving(prepared: &[Prepared], now: i64) -> Vec<SeedChange> {
    let change = |prepared: &Prepared| SeedChange {
        message_id: Some(prepared.copy.message_id.clone()),
        ..changed(&prepared.seed, SeedState::Leaving, now)
    };
    prepared.iter().map(change).collect()
}

/// Hands them over, and says what came of each.
pub async fn hand_over(mailer: &Mailer, prepared: Vec<Prepared>) -> Vec<(SeedRecord, Handed)> {
    let handed = prepared.into_iter().map(|mut prepared| async move {
        let handed = if mailer.transport.keeps_mail() {
            Handed::Later(NOT_LEAVING.to_owned())
        } else {
            mailer.hand_over(&prepared.copy).await
        };
        prepared.seed.state = SeedState::Leaving;
        (prepared.seed, handed)
    });
    join_all(handed).await
}

/// What is written of those that were handed over by `now`.
pub fn outcomes(handed: Vec<(SeedRecord, Handed)>, now: i64, every_ms: i64) -> Vec<SeedChange> {
    let outcome = |(seed, handed): (SeedRecord, Handed)| outcome(&seed, handed, now, every_ms);
    handed.into_iter().map(outcome).collect()
}

/// No copy can be made for them as things stand: they wait on.
pub fn put_off(seeds: &[SeedRecord], why: &str, now: i64, every_ms: i64) -> Vec<SeedChange> {
    let put_off = |seed: &SeedRecord| outcome(seed, Handed::Later(why.to_owned()), now, every_ms);
    seeds.iter().map(put_off).collect()
}

/// Those who were cut off between the two: they may have got it.
pub fn cut_off(seeds: &[SeedRecord], now: i64) -> Vec<SeedChange> {
    let was_leaving = seeds.iter().filter(|seed| seed.state == SeedState::Leaving);
    was_leaving
        .map(|seed| changed(seed, SeedState::InDoubt, now))
        .collect()
}

/// Nothing but the state, and when it is its turn again.
pub fn changed(seed: &SeedRecord, state: SeedState, due_at: i64) -> SeedChange {
    SeedChange {
        id: seed.id,
        was: seed.state,
        state,
        message_id: None,
        last_look: seed.last_look,
        detail: seed.detail.clone(),
        failures: 0,
        due_at,
    }
}

fn outcome(seed: &SeedRecord, handed: Handed, now: i64, every_ms: i64) -> SeedChange {
    let said = |text: String| {
        let text = without_address(&text, &seed.address);
        Some(text.chars().take(SAID_MAX).collect())
    };
    match handed {
        // It takes a moment until a mailbox shows it.
        Handed::Taken => SeedChange {
            detail: None,
            ..changed(seed, SeedState::Sent, now + every_ms.min(FIRST_LOOK_MS))
        },
        Handed::InDoubt => SeedChange {
            detail: None,
            ..changed(seed, SeedState::InDoubt, now + every_ms)
        },
        Handed::Refused(why) => SeedChange {
            detail: said(why),
            ..changed(seed, SeedState::Refused, now)
        },
        Handed::Later(why) => SeedChange {
            detail: said(why),
            failures: seed.failures + 1,
            ..changed(
                seed,
                SeedState::Waiting,
                now + later_ms(every_ms, seed.failures),
            )
        },
    }
}

/// Addresses of seeds are the operator's alone: neither one nor a part of it is shown, in whatever letters a host repeats it.
fn without_address(text: &str, address: &str) -> String {
    let (name, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let text = replaced(text, address, "the mailbox", |_| true);
    let text = replaced(&text, domain, "its domain", |_| true);
    // A name may be a part of words that have nothing to do with it.
    let is_whole = |[before, after]: [Option<char>; 2]| {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_letter(before) && !is_letter(after)
    };
    replaced(&text, name, "its name", is_whole)
}

/// Where `is_meant` says so of the characters around it.
fn replaced(
    text: &str,
    part: &str,
    shown: &str,
    is_meant: impl Fn([Option<char>; 2]) -> bool,
) -> String {
    if part.is_empty() {
        return text.to_owned();
    }
    // As long as the text, byte for byte.
    let (lower, part) = (text.to_ascii_lowercase(), part.to_ascii_lowercase());
    let (mut written, mut from) = (String::with_capacity(text.len()), 0);
    for (at, found) in lower.match_indices(&part) {
        let end = at + found.len();
        if is_meant([text[..at].chars().next_back(), text[end..].chars().next()]) {
            written.push_str(&text[from..at]);
            written.push_str(shown);
            from = end;
        }
    }
    written.push_str(&text[from..]);
    written
}

/// Most mails are there within seconds.
const FIRST_LOOK_MS: i64 = 5_000;
/// How often the wait doubles.
const DOUBLINGS_MAX: i64 = 3;

/// How long to wait after so many failures in a row: a host that hangs does not take the time of all.
pub fn later_ms(every_ms: i64, failures: i64) -> i64 {
    every_ms << failures.clamp(0, DOUBLINGS_MAX)
}

#[cfg(test)]
mod tests {
    use postrider_domain::placement::LastLook;

    use super::*;

    fn seed(state: SeedState, failures: i64) -> SeedRecord {
        SeedRecord {
            id: 1,
            provider: "one".to_owned(),
            address: "seed@one.test".to_owned(),
            message_id: None,
            state,
            last_look: LastLook::None,
            detail: None,
            failures,
            due_at: 0,
        }
    }

    #[test]
    fn what_becomes_of_a_copy_is_what_the_host_said() {
        let no = "550 5.1.1 <seed@one.test> unknown".to_owned();
        for (handed, state, detail, due_at) in [
            (Handed::Taken, SeedState::Sent, None, 6_000),
            (Handed::InDoubt, SeedState::InDoubt, None, 61_000),
            (
                Handed::Refused(no),
                SeedState::Refused,
                Some("550 5.1.1 <the mailbox> unknown"),
                1_000,
            ),
            (
                Handed::Later("450".to_owned()),
                SeedState::Waiting,
                Some("450"),
                121_000,
            ),
        ] {
            let change = outcome(&seed(SeedState::Leaving, 1), handed, 1_000, 60_000);
            assert_eq!((change.was, change.state), (SeedState::Leaving, state));
            assert_eq!(change.detail.as_deref(), detail);
            assert_eq!(change.due_at, due_at, "{state:?}");
        }
    }

    #[test]
    fn no_part_of_an_address_is_shown() {
        for (said, shown) in [
            ("<SEED@One.Test> unknown", "<the mailbox> unknown"),
            ("no user seed here", "no user its name here"),
            (
                "no user 'Seed' at one.test",
                "no user 'its name' at its domain",
            ),
            ("mx.ONE.test: go away", "mx.its domain: go away"),
            ("nothing is seeded here", "nothing is seeded here"),
            ("señor seed", "señor its name"),
            ("", ""),
        ] {
            assert_eq!(without_address(said, "seed@one.test"), shown);
        }
        assert_eq!(without_address("no a at all", "a@b"), "no its name at all");
    }

    #[test]
    fn who_cannot_be_mailed_now_waits_on_and_is_told_why() {
        let seeds = [seed(SeedState::Waiting, 1)];
        let changes = put_off(&seeds, "The domain is gone.", 1_000, 60_000);
        let change = &changes[0];
        assert_eq!(
            (change.was, change.state),
            (SeedState::Waiting, SeedState::Waiting)
        );
        assert_eq!(change.detail.as_deref(), Some("The domain is gone."));
        assert_eq!((change.failures, change.due_at), (2, 121_000));
    }

    #[test]
    fn only_those_that_were_leaving_are_in_doubt() {
        let seeds = [
            seed(SeedState::Waiting, 0),
            seed(SeedState::Leaving, 0),
            seed(SeedState::Sent, 0),
        ];
        let changes = cut_off(&seeds, 5);
        assert_eq!(changes.len(), 1);
        assert_eq!(
            (changes[0].was, changes[0].state),
            (SeedState::Leaving, SeedState::InDoubt)
        );
    }

    #[test]
    fn waits_double_up_to_a_bound() {
        let waits: Vec<i64> = (0..6).map(|failures| later_ms(10, failures)).collect();
        assert_eq!(waits, [10, 20, 40, 80, 80, 80]);
    }
}
