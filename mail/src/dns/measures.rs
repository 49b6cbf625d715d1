//! What an operator can chart about DNS. The handles are made once, so a recorder that is installed after
//! the resolver sees nothing.

use std::time::Duration;

use metrics::{Counter, Histogram, counter, histogram};
use postrider_domain::contacts::validation::DomainAnswer;

pub(super) struct Measures {
    /// `postrider_dns_lookups_total` by `outcome`: domains asked about. Chart the share of `no_answer` and
    /// alert on it: when it grows, the resolver is away or refuses us; validations come out `unknown` and mail waits.
    outcomes: [(DomainAnswer, Counter); 3],
    /// `postrider_dns_lookup_seconds`: what one domain takes, all questions together. Chart it: callers of
    /// `validate` wait for it, and mail that goes to its receivers directly.
    seconds: Histogram,
}

impl Measures {
    pub(super) fn new() -> Self {
        Self {
            outcomes: DomainAnswer::ALL.map(|answer| {
                let outcome = answer.as_str();
                (
                    answer,
                    counter!("postrider_dns_lookups_total", "outcome" => outcome),
                )
            }),
            seconds: histogram!("postrider_dns_lookup_seconds"),
        }
    }

    pub(super) fn answered(&self, answer: DomainAnswer, took: Duration) {
        for (outcome, count) in &self.outcomes {
            if *outcome == answer {
                count.increment(1);
            }
        }
        self.seconds.record(took);
    }
}
