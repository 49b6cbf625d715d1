//! When the automatic check gives a mail domain up, and when it looks again.

use super::verdict::DomainAnswer;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// One wrong answer must not silence a domain's contacts: a name server out of order for an evening gives
/// definite answers too.
const ANSWERS_UNTIL_DEAD: u32 = 3;
const BETWEEN_ANSWERS: i64 = 12 * HOUR;

const ALIVE_CHECK: i64 = 7 * DAY;
const DEAD_CHECK: i64 = DAY;
/// A domain that has been dead for this long is looked at as seldom as one that lives.
const LONG_DEAD: i64 = 7 * DAY;
const FIRST_RETRY: i64 = 15 * MINUTE;
/// Shorter than every wait after an answer, so that a wait tells which of the two it was.
const LONGEST_RETRY: i64 = 6 * HOUR;

/// What the automatic check has seen of a domain: definite answers in a row that say it takes no mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DomainHistory {
    pub definite_answers: u32,
    /// The last one that counted.
    pub last_definite_at: Option<i64>,
    pub dead_since: Option<i64>,
}

impl DomainHistory {
    #[must_use]
    pub fn after(self, answer: DomainAnswer, now: i64) -> Self {
        match answer {
            DomainAnswer::TakesMail => Self::default(),
            DomainAnswer::NoAnswer => self,
            DomainAnswer::NoMail if now < self.next_definite() => self,
            DomainAnswer::NoMail => {
                let definite_answers = self.definite_answers.saturating_add(1);
                let died = (definite_answers >= ANSWERS_UNTIL_DEAD).then_some(now);
                Self {
                    definite_answers,
                    last_definite_at: Some(now),
                    dead_since: self.dead_since.or(died),
                }
            }
        }
    }

    /// When to look again, `self` being the history after `answer`. `waited` is the time between the look
    /// before and the one that brought the answer (0 for the first): while there is no answer, it doubles.
    pub fn next_check(self, answer: DomainAnswer, waited: i64, now: i64) -> i64 {
        if answer == DomainAnswer::NoAnswer {
            return now + retry_wait(waited);
        }
        match self.dead_since {
            Some(since) if now - since < LONG_DEAD => now + DEAD_CHECK,
            Some(_) => now + LONG_DEAD,
            None if self.definite_answers > 0 => self.next_definite().max(now),
            None => now + ALIVE_CHECK,
        }
    }

    /// From when on a definite answer counts.
    fn next_definite(self) -> i64 {
        self.last_definite_at
            .map_or(i64::MIN, |last| last + BETWEEN_ANSWERS)
    }
}

fn retry_wait(waited: i64) -> i64 {
    if (FIRST_RETRY..=LONGEST_RETRY).contains(&waited) {
        (2 * waited).min(LONGEST_RETRY)
    } else {
        FIRST_RETRY
    }
}

#[cfg(test)]
mod tests {
    use super::DomainAnswer::{NoAnswer, NoMail, TakesMail};
    use super::*;

    /// Each with the hour in which it came.
    type Answers = [(DomainAnswer, i64)];

    fn after(answers: &Answers) -> DomainHistory {
        answers
            .iter()
            .fold(DomainHistory::default(), |history, &(answer, hour)| {
                history.after(answer, hour * HOUR)
            })
    }

    #[test]
    fn dead_after_three_definite_answers_twelve_hours_apart() {
        let dead_since = |answers: &Answers| after(answers).dead_since;
        let cases: [(&Answers, Option<i64>); 9] = [
            (&[(NoMail, 0), (NoMail, 12)], None),
            (&[(NoMail, 0), (NoMail, 12), (NoMail, 24)], Some(24)),
            (&[(NoMail, 0), (NoMail, 1), (NoMail, 2), (NoMail, 3)], None),
            (&[(NoMail, 0), (NoMail, 12), (NoMail, 23)], None),
            (
                &[(NoMail, 0), (NoMail, 11), (NoMail, 13), (NoMail, 25)],
                Some(25),
            ),
            (
                &[(NoMail, 0), (NoAnswer, 12), (NoAnswer, 24), (NoAnswer, 36)],
                None,
            ),
            (
                &[(NoMail, 0), (NoAnswer, 12), (NoMail, 24), (NoMail, 36)],
                Some(36),
            ),
            (
                &[(NoMail, 0), (NoMail, 12), (TakesMail, 24), (NoMail, 36)],
                None,
            ),
            (
                &[(NoMail, 0), (NoMail, 12), (NoMail, 24), (NoMail, 90)],
                Some(24),
            ),
        ];
        for (answers, dead) in cases {
            assert_eq!(
                dead_since(answers),
                dead.map(|hour| hour * HOUR),
                "{answers:?}"
            );
        }
    }

    #[test]
    fn one_answer_brings_a_dead_domain_back_and_silence_does_not() {
        let dead = after(&[(NoMail, 0), (NoMail, 12), (NoMail, 24)]);
        assert_eq!(dead.after(NoAnswer, 48 * HOUR), dead);
        assert_eq!(dead.after(TakesMail, 48 * HOUR), DomainHistory::default());
    }

    #[test]
    fn the_next_look_depends_on_the_state() {
        let next = |history: DomainHistory, answer, hour| {
            (history.next_check(answer, 0, hour * HOUR) - hour * HOUR) / HOUR
        };
        assert_eq!(next(after(&[(TakesMail, 5)]), TakesMail, 5), 7 * 24);
        assert_eq!(next(after(&[(NoMail, 5)]), NoMail, 5), 12);
        // A check that came too early does not change when the next one is due.
        assert_eq!(next(after(&[(NoMail, 5), (NoMail, 8)]), NoMail, 8), 9);
        let dead = after(&[(NoMail, 0), (NoMail, 12), (NoMail, 24)]);
        assert_eq!(next(dead, NoMail, 24), 24);
        assert_eq!(next(dead, NoMail, 24 + 7 * 24), 7 * 24);
    }

    #[test]
    fn without_an_answer_the_wait_doubles_from_minutes_to_hours() {
        let history = after(&[(NoMail, 0)]);
        let mut waited = 12 * HOUR;
        let minutes: Vec<_> = (0..7)
            .map(|_| {
                waited = history.next_check(NoAnswer, waited, 0);
                waited / MINUTE
            })
            .collect();
        assert_eq!(minutes, [15, 30, 60, 120, 240, 360, 360]);
        for waited in [0, -5, ALIVE_CHECK, DEAD_CHECK, i64::MAX] {
            assert_eq!(history.next_check(NoAnswer, waited, 0), FIRST_RETRY);
        }
    }
}
