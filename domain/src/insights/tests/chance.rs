//! Of many comparisons, one that is unlikely by itself is what chance brings.

use super::bounds::{brand, delivered, said, send};
use crate::contacts::mailbox::Provider;
use crate::insights::Detector;
use crate::insights::counters::{Counters, ProviderCounts};
use crate::sending::send::Tally;

const PROVIDERS: [Provider; 6] = [
    Provider::Gmail,
    Provider::Outlook,
    Provider::Yahoo,
    Provider::Icloud,
    Provider::Aol,
    Provider::Gmx,
];

/// A campaign that more people left than those before, which chance brings in 0.75 % of all cases; and so many providers
/// that refuse nothing.
fn compared(providers: usize) -> Counters {
    let mut counters = brand();
    for number in 0..11 {
        let tally = Tally {
            unsubscribed: if number == 0 { 82 } else { 60 },
            ..delivered(10_000)
        };
        counters.sends.push(send(number, tally));
    }
    let quiet = PROVIDERS.into_iter().map(|provider| ProviderCounts {
        provider,
        day: delivered(100),
        before: delivered(10_000),
    });
    counters.providers.extend(quiet.take(providers));
    counters
}

#[test]
fn a_weak_finding_among_many_comparisons_is_not_told() {
    for (providers, expected) in [(0, true), (5, true), (6, false)] {
        let reading = said(&compared(providers), Detector::Unsubscribes).unwrap();
        let chance = reading.chance.unwrap();
        assert!((0.0072..0.0083).contains(&chance), "{chance}");
        assert_eq!(reading.fires, expected, "{providers} more");
    }
}
