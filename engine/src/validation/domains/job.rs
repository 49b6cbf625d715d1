//! Looks at the mail domains that are due, for as long as there are any.

use std::time::Duration;

use postrider_domain::contacts::validation::DomainAnswer;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::{self, Claimed};
use postrider_store::mail_domains::{self, DueDomain, MailDomainCheck};

use super::sweep;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};
use crate::validation::Checker;

pub const KIND: &str = "mail-domains";
/// There is one such job, and it belongs to no brand.
const SUBJECT: (BrandKey, i64) = (BrandKey { org: 0, brand: 0 }, 0);

/// Domains looked at in one commit.
const BATCH: i64 = 200;
/// How long domains that contacts have brought may wait.
const LOOK_AGAIN_MS: i64 = 60_000;
/// How long it rests when it could not do anything.
const TROUBLED_MS: i64 = 10 * 60_000;
/// A dead domain is looked at daily at first.
const SWEPT_AGAIN_MS: i64 = 36 * 60 * 60_000;
/// More than a batch takes if every domain is asked until its own time is over.
const PATIENCE: Duration = Duration::from_mins(1);

pub struct MailDomainJob {
    pub checker: Checker,
}

impl MailDomainJob {
    /// Makes the job if it is not there.
    pub async fn ensure(tx: &Tx, due_at: i64) -> Result<(), DbError> {
        let (brand, subject) = SUBJECT;
        jobs::enqueue(tx, brand, KIND, subject, due_at).await
    }
}

impl Work for MailDomainJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.work(turn))
    }

    /// It never ends: what hinders it now may be gone later.
    fn give_up(&self, tx: Tx, _: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move { Self::ensure(&tx, now + TROUBLED_MS).await })
    }
}

impl MailDomainJob {
    async fn work(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        loop {
            // First: what an earlier turn has found and not finished.
            if !sweep::all(&turn).await? {
                return Ok(TurnEnd::Interrupted);
            }
            let now = turn.now();
            let due = turn
                .db
                .read(move |tx| async move { mail_domains::due(&tx, now, BATCH).await })
                .await?;
            if due.is_empty() {
                break;
            }
            let domains = due.iter().map(|domain| domain.name.as_str());
            let answers = tokio::select! {
                answers = self.checker.ask(domains, PATIENCE) => answers,
                () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            };
            let answer = |name: &str| answers.get(name).copied();
            let checks: Vec<MailDomainCheck> = due
                .iter()
                .map(|domain| after(domain, answer(&domain.name), now))
                .collect();
            turn.piece(move |tx| {
                let checks = checks.clone();
                async move { Ok(mail_domains::record(&tx, &checks, now).await?) }
            })
            .await?;
        }
        let next = turn
            .db
            .read(|tx| async move { mail_domains::next_due(&tx).await })
            .await?;
        let latest = turn.now() + LOOK_AGAIN_MS;
        Ok(TurnEnd::Again {
            at: next.map_or(latest, |next| next.min(latest)),
        })
    }
}

fn after(domain: &DueDomain, answer: Option<DomainAnswer>, now: i64) -> MailDomainCheck {
    let answer = answer.unwrap_or(DomainAnswer::NoAnswer);
    let history = domain.history.after(answer, now);
    let was_dead = domain.history.dead_since.is_some();
    // The first look after its death sweeps once more: a contact may have come while some process still
    // believed it alive.
    let lately = |since| now - since < SWEPT_AGAIN_MS;
    let still_dead = was_dead && history.dead_since.is_some_and(lately);
    MailDomainCheck {
        name: domain.name.clone(),
        history,
        turned: was_dead != history.dead_since.is_some()
            || (still_dead && answer == DomainAnswer::NoMail),
        due_at: history.next_check(answer, domain.waited, now),
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::contacts::validation::DomainHistory;

    use super::*;

    #[test]
    fn contacts_are_to_show_a_death_and_a_return() {
        let dead = DomainHistory {
            definite_answers: 3,
            last_definite_at: Some(0),
            dead_since: Some(0),
        };
        let dying = DomainHistory {
            definite_answers: 2,
            last_definite_at: Some(0),
            dead_since: None,
        };
        let long_dead = DomainHistory {
            dead_since: Some(-SWEPT_AGAIN_MS),
            ..dead
        };
        let new = DomainHistory::default();
        let day = 24 * 60 * 60 * 1000;
        for (history, answer, turned) in [
            (new, Some(DomainAnswer::NoMail), false),
            (new, Some(DomainAnswer::TakesMail), false),
            (dying, Some(DomainAnswer::NoMail), true),
            (dying, Some(DomainAnswer::NoAnswer), false),
            (dying, None, false),
            (dead, Some(DomainAnswer::NoMail), true),
            (long_dead, Some(DomainAnswer::NoMail), false),
            (dead, Some(DomainAnswer::TakesMail), true),
            (long_dead, Some(DomainAnswer::TakesMail), true),
            (dead, Some(DomainAnswer::NoAnswer), false),
        ] {
            let domain = DueDomain {
                name: "firma.test".to_owned(),
                history,
                waited: 0,
            };
            assert_eq!(
                after(&domain, answer, day).turned,
                turned,
                "{history:?} {answer:?}"
            );
        }
    }
}
