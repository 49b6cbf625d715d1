//! How a domain goes on after DNS was asked, and when it is asked again.

use super::DomainStatus;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
/// How long a domain that is not verified is looked at by itself.
pub const WATCHED_MS: i64 = 3 * DAY_MS;
/// Looks are apart by a half of the time that the watch has lasted, within these.
const SHORTEST_MS: i64 = MINUTE_MS;
const LONGEST_MS: i64 = 6 * HOUR_MS;
/// A verified domain that lacks a record is believed to have lost it if it lacks it this much later too: a
/// slip of a DNS provider, or a zone that is being moved, stops no campaign.
const CONFIRMED_AFTER_MS: i64 = HOUR_MS;

/// Where a domain stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub status: DomainStatus,
    /// Since when it has been verified, or when it was last.
    pub verified_at: Option<i64>,
    /// When a required record was missed first while it was verified.
    pub missed_at: Option<i64>,
    pub watched_until: Option<i64>,
}

/// Who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Its owner, who is told what was found: that counts at once, and begins a new watch.
    Asked,
    Watch,
}

/// What `found` makes of the domain, and when to look again; never, if nothing.
pub fn after(state: State, found: DomainStatus, look: Look, now: i64) -> (State, Option<i64>) {
    let was_verified = state.status == DomainStatus::Verified;
    match found {
        DomainStatus::Verified => {
            let verified_at = state.verified_at.filter(|_| was_verified).unwrap_or(now);
            let verified = State {
                status: found,
                verified_at: Some(verified_at),
                missed_at: None,
                watched_until: None,
            };
            (verified, Some(now + DAY_MS))
        }
        // Silence proves nothing against a domain that was in order.
        DomainStatus::TemporaryFailure if was_verified => (state, Some(now + HOUR_MS)),
        DomainStatus::Failed | DomainStatus::PartiallyVerified if was_verified => {
            missed(state, found, look, now)
        }
        _ => unverified(state, found, look, now),
    }
}

fn missed(state: State, found: DomainStatus, look: Look, now: i64) -> (State, Option<i64>) {
    let missed_at = state.missed_at.unwrap_or(now);
    let confirmed_at = missed_at + CONFIRMED_AFTER_MS;
    if look == Look::Watch && now < confirmed_at {
        let missed_at = Some(missed_at);
        return (State { missed_at, ..state }, Some(confirmed_at));
    }
    let lost = State {
        status: found,
        missed_at: Some(missed_at),
        watched_until: Some(now + WATCHED_MS),
        ..state
    };
    (lost, Some(now + SHORTEST_MS))
}

fn unverified(state: State, found: DomainStatus, look: Look, now: i64) -> (State, Option<i64>) {
    let watched_until = match look {
        Look::Asked => now + WATCHED_MS,
        Look::Watch => state.watched_until.unwrap_or(now),
    };
    let next = State {
        status: found,
        watched_until: Some(watched_until),
        ..state
    };
    let lasted = now - (watched_until - WATCHED_MS);
    let at = now + (lasted / 2).clamp(SHORTEST_MS, LONGEST_MS);
    (next, (at <= watched_until).then_some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERIFIED: State = State {
        status: DomainStatus::Verified,
        verified_at: Some(5),
        missed_at: None,
        watched_until: None,
    };

    fn new() -> State {
        State {
            status: DomainStatus::Pending,
            verified_at: None,
            missed_at: None,
            watched_until: Some(WATCHED_MS),
        }
    }

    #[test]
    fn a_new_domain_is_looked_at_less_and_less_often_for_three_days() {
        let (mut state, mut now, mut looks) = (new(), 0, Vec::new());
        while let (next, Some(at)) = after(state, DomainStatus::Failed, Look::Watch, now) {
            looks.push(at - now);
            (state, now) = (next, at);
        }
        assert_eq!(state.status, DomainStatus::Failed);
        assert_eq!(looks[..3], [SHORTEST_MS, SHORTEST_MS, SHORTEST_MS]);
        assert!(
            looks.is_sorted() && looks.ends_with(&[LONGEST_MS]),
            "{looks:?}"
        );
        assert!(looks.len() < 40, "{}", looks.len());
        assert!((WATCHED_MS - LONGEST_MS..=WATCHED_MS).contains(&now));
        let (again, at) = after(state, DomainStatus::Failed, Look::Asked, now);
        assert_eq!(again.watched_until, Some(now + WATCHED_MS));
        assert_eq!(at, Some(now + SHORTEST_MS));
    }

    #[test]
    fn once_verified_it_is_looked_at_daily_and_keeps_its_date() {
        let (state, at) = after(new(), DomainStatus::Verified, Look::Watch, 7);
        assert_eq!(
            (state.status, state.verified_at),
            (DomainStatus::Verified, Some(7))
        );
        assert_eq!(at, Some(7 + DAY_MS));
        let (state, _) = after(state, DomainStatus::Verified, Look::Asked, 9);
        assert_eq!(state.verified_at, Some(7));
    }

    #[test]
    fn silence_takes_nothing_away() {
        for look in [Look::Asked, Look::Watch] {
            let (state, at) = after(VERIFIED, DomainStatus::TemporaryFailure, look, 9);
            assert_eq!((state, at), (VERIFIED, Some(9 + HOUR_MS)));
        }
        let (state, _) = after(new(), DomainStatus::TemporaryFailure, Look::Asked, 9);
        assert_eq!(state.status, DomainStatus::TemporaryFailure);
    }

    #[test]
    fn a_record_must_be_missed_twice_unless_the_owner_asks() {
        let found = DomainStatus::PartiallyVerified;
        let (once, at) = after(VERIFIED, found, Look::Watch, 100);
        assert_eq!(
            (once.status, once.missed_at),
            (DomainStatus::Verified, Some(100))
        );
        assert_eq!(at, Some(100 + HOUR_MS));
        let (soon, at) = after(once, found, Look::Watch, 200);
        assert_eq!(
            (soon.status, at),
            (DomainStatus::Verified, Some(100 + HOUR_MS))
        );
        let (back, _) = after(once, DomainStatus::Verified, Look::Watch, 300);
        assert_eq!(back.missed_at, None);
        let confirmed = 100 + HOUR_MS;
        let (lost, at) = after(once, found, Look::Watch, confirmed);
        assert_eq!((lost.status, lost.missed_at), (found, Some(100)));
        assert_eq!(lost.watched_until, Some(confirmed + WATCHED_MS));
        assert_eq!(at, Some(confirmed + SHORTEST_MS));
        let (asked, _) = after(VERIFIED, DomainStatus::Failed, Look::Asked, 100);
        assert_eq!(
            (asked.status, asked.missed_at),
            (DomainStatus::Failed, Some(100))
        );
    }
}
