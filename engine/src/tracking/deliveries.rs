//! What was delivered within the last seconds. Kept in memory alone: after them nobody asks.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use postrider_domain::machine::INSTANT_MS;
use postrider_domain::tenant::BrandKey;
use postrider_store::tracking::Recipient;

#[derive(Default)]
pub(super) struct Deliveries(Mutex<Generations>);

/// Two of them, of which the older is thrown away as a whole: no single delivery has to be looked for.
#[derive(Default)]
struct Generations {
    newer: HashMap<Recipient, i64>,
    older: HashMap<Recipient, i64>,
    since: i64,
}

impl Deliveries {
    pub(super) fn add(
        &self,
        brand: BrandKey,
        send: i64,
        ordinals: impl Iterator<Item = i64>,
        at: i64,
    ) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if at - kept.since > INSTANT_MS {
            kept.older = std::mem::take(&mut kept.newer);
            kept.since = at;
        }
        let recipient = |ordinal| Recipient {
            brand,
            send,
            ordinal,
        };
        kept.newer
            .extend(ordinals.map(|ordinal| (recipient(ordinal), at)));
    }

    /// Whether it is so little time since the delivery that nobody can have read the mail.
    pub(super) fn is_instant(&self, recipient: &Recipient, at: i64) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let delivered = kept.newer.get(recipient).or(kept.older.get(recipient));
        delivered.is_some_and(|delivered| at - delivered < INSTANT_MS)
    }
}
