//! Contacts follow their domain when it died or came back. All domains that turned are dealt with in one pass
//! over the contacts, which have no index by domain: that pass is rare, and every write would pay for the index.

use std::collections::HashMap;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::validation::{AddressVerdict, DomainAnswer, Reason};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{Effect, JudgedAddress, OnDomain, apply_verdicts, on_domains};
use postrider_store::{brands, mail_domains};
use serde_json::Value;

use crate::jobs::{JobError, Turn};

/// Domains dealt with in one pass.
const DOMAINS: i64 = 500;
/// Contacts looked at in one read: some ten milliseconds.
const LOOKED_AT: i64 = 20_000;
/// Contacts changed in one commit.
const PIECE: usize = 500;
const BRANDS: i64 = 100;

/// `false`: the process stops, and the rest waits.
pub(super) async fn all(turn: &Turn) -> Result<bool, JobError> {
    loop {
        let turned = turn
            .db
            .read(|tx| async move { mail_domains::unswept(&tx, DOMAINS).await })
            .await?;
        if turned.is_empty() {
            return Ok(true);
        }
        let pass = Pass {
            names: turned.iter().map(|domain| domain.name.clone()).collect(),
            answers: turned
                .into_iter()
                .map(|domain| (domain.name, answer_of(domain.dead_since)))
                .collect(),
        };
        if !pass.over_brands(turn).await? {
            return Ok(false);
        }
        let names = pass.names;
        turn.piece(move |tx| {
            let names = names.clone();
            async move { Ok(mail_domains::swept(&tx, &names).await?) }
        })
        .await?;
    }
}

fn answer_of(dead_since: Option<i64>) -> DomainAnswer {
    match dead_since {
        Some(_) => DomainAnswer::NoMail,
        None => DomainAnswer::TakesMail,
    }
}

/// One pass over all contacts.
struct Pass {
    names: Vec<String>,
    answers: HashMap<String, DomainAnswer>,
}

impl Pass {
    async fn over_brands(&self, turn: &Turn) -> Result<bool, JobError> {
        let mut after = BrandKey { org: 0, brand: 0 };
        loop {
            let some = turn
                .db
                .read(move |tx| async move { brands::every(&tx, after, BRANDS).await })
                .await?;
            let Some(last) = some.last() else {
                return Ok(true);
            };
            after = *last;
            for brand in some {
                if !self.over_contacts(turn, brand).await? {
                    return Ok(false);
                }
            }
        }
    }

    async fn over_contacts(&self, turn: &Turn, brand: BrandKey) -> Result<bool, JobError> {
        let mut after = 0;
        loop {
            if turn.stopping() {
                return Ok(false);
            }
            let names = self.names.clone();
            let (found, last) = turn
                .db
                .read_heavy(move |tx| {
                    let names = names.clone();
                    async move { on_domains(&tx, brand, &names, after, LOOKED_AT).await }
                })
                .await?;
            let judged: Vec<JudgedAddress> = found
                .iter()
                .filter_map(|contact| self.judge(contact))
                .collect();
            for piece in judged.chunks(PIECE) {
                show(turn, brand, piece.to_vec()).await?;
            }
            let Some(last) = last else { return Ok(true) };
            after = last;
        }
    }

    /// What is to be shown on a contact, if it does not show it. One that shows its domain's death and is not
    /// suppressed was brought back by a person, whose word stands.
    fn judge(&self, contact: &OnDomain) -> Option<JudgedAddress> {
        let address = EmailAddress::parse(&contact.email).ok()?;
        let answer = *self.answers.get(address.domain())?;
        let shows_death =
            reason_of(contact.validation.as_deref()) == Some(Reason::NoMx.as_str().into());
        if shows_death == (answer == DomainAnswer::NoMail) {
            return None;
        }
        let verdict = AddressVerdict::of(&address).with_domain(answer);
        Some(JudgedAddress {
            email: contact.email.clone(),
            effect: Effect::of(&verdict),
            verdict,
        })
    }
}

fn reason_of(validation: Option<&str>) -> Option<String> {
    let details: Value = serde_json::from_str(validation?).ok()?;
    details["reason"].as_str().map(str::to_owned)
}

async fn show(turn: &Turn, brand: BrandKey, judged: Vec<JudgedAddress>) -> Result<(), JobError> {
    let now = turn.now();
    let shown = turn
        .piece(move |tx| {
            let judged = judged.clone();
            async move { Ok(apply_verdicts(&tx, brand, judged, now).await?) }
        })
        .await?;
    // Contacts that followed their domain. Chart it: a jump says that a large domain died, or that the resolver lies.
    metrics::counter!("postrider_contacts_followed_domain_total").increment(shown);
    Ok(())
}
