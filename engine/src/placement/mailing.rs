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
            to: seed.address.clone(),
            ..test.clone()
        };
        let copy = mailer.write_copy(&copy).await?;
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

/// Hands them over, and says what became of each.
pub async fn hand_over(
    mailer: &Mailer,
    prepared: Vec<Prepared>,
    now: i64,
    every_ms: i64,
) -> Vec<SeedChange> {
    let handed = prepared.into_iter().map(|mut prepared| async move {
        let handed = if mailer.transport.keeps_mail() {
            Handed::Later(NOT_LEAVING.to_owned())
        } else {
            mailer.hand_over(&prepared.copy).await
        };
        prepared.seed.state = SeedState::Leaving;
        outcome(&prepared.seed, handed, now, every_ms)
    });
    join_all(handed).await
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
        // Addresses of seeds are the operator's alone.
        let text = text.replace(&seed.address, "the mailbox");
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
