//! Looks at addresses and asks DNS about their domains.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::validation::{AddressVerdict, DomainAnswer, Status, judge};
use postrider_mail::dns::Resolver;

/// Domains that one check asks about at a time.
const AT_ONCE: usize = 32;

/// What an answer of DNS does to contacts beside being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DnsEffect {
    /// Contacts of domains without mail are suppressed.
    Suppresses,
    /// Nothing: no mail leaves, and a machine without a network would silence everybody.
    OnlyShown,
}

/// An address that was looked at.
#[derive(Clone, Debug)]
pub struct Checked {
    /// In its stored form; the text as it was given where it is no address.
    pub email: String,
    pub is_address: bool,
    /// What its spelling and the lists say.
    pub spelling: AddressVerdict,
    /// The same with what DNS says.
    pub verdict: AddressVerdict,
}

/// No address could be checked: DNS gave no answer, and nothing else was to be said.
pub fn nothing_checked(checked: &[Checked]) -> bool {
    checked
        .iter()
        .all(|checked| checked.verdict.status == Status::Unknown)
}

#[derive(Clone)]
pub struct Checker {
    resolver: Resolver,
    effect: DnsEffect,
}

impl Checker {
    pub fn new(resolver: Resolver, effect: DnsEffect) -> Self {
        Self { resolver, effect }
    }

    pub fn effect(&self) -> DnsEffect {
        self.effect
    }

    /// An answer for every text, in their order. What DNS has not said after `patience` is unknown.
    pub async fn check<S: AsRef<str>>(&self, texts: &[S], patience: Duration) -> Vec<Checked> {
        let judged: Vec<_> = texts.iter().map(|text| judge(text.as_ref())).collect();
        let addresses = judged.iter().filter_map(|judged| judged.address.as_ref());
        let domains: HashSet<&str> = addresses.map(EmailAddress::domain).collect();
        let answers = self.ask(domains, patience).await;
        let checked = judged.iter().zip(texts).map(|(judged, text)| {
            let spelling = judged.verdict.clone();
            let Some(address) = &judged.address else {
                return Checked {
                    email: text.as_ref().to_owned(),
                    is_address: false,
                    verdict: spelling.clone(),
                    spelling,
                };
            };
            let answer = answers.get(address.domain()).copied();
            Checked {
                email: address.as_str().to_owned(),
                is_address: true,
                verdict: spelling
                    .clone()
                    .with_domain(answer.unwrap_or(DomainAnswer::NoAnswer)),
                spelling,
            }
        });
        checked.collect()
    }

    /// What DNS says about each domain. One that is missing has not answered in time.
    pub async fn ask<'a>(
        &self,
        domains: impl IntoIterator<Item = &'a str>,
        patience: Duration,
    ) -> HashMap<&'a str, DomainAnswer> {
        // Boxed: the compiler cannot see through a stream of futures that borrow.
        let questions = domains.into_iter().map(|domain| {
            let resolver = self.resolver.clone();
            Box::pin(async move { (domain, resolver.mail_domain(domain).await) })
                as std::pin::Pin<Box<dyn Future<Output = _> + Send + 'a>>
        });
        let questions: Vec<_> = questions.collect();
        stream::iter(questions)
            .buffer_unordered(AT_ONCE)
            .take_until(tokio::time::sleep(patience))
            .collect()
            .await
    }
}
