//! How mail from a domain fares, and mail in its name.

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::sending::domain_report::{believable, day_of};
use postrider_domain::sending::event_feed::Range;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::DAY_MS;

use super::totals::{Totals, totals};
use crate::analytics::{Counted, of_domain};
use crate::db::{DbError, Tx};

/// Whole days before this one that are looked at.
const DAYS: i64 = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// The beginning of a day, thirty days ago.
    pub from: i64,
    /// What was sent from the domain, by who has the mailboxes. In no order.
    pub providers: Vec<Counted<Provider>>,
    /// What receivers report, as far as it is believable of a domain from which so much was sent.
    pub totals: Totals,
}

/// Which reports are looked at, and how much of what one organization says is believed.
pub(crate) struct Window {
    /// The beginning of a day.
    pub from: i64,
    pub believable: i64,
}

impl Window {
    /// With what was sent from the domain, by who has the mailboxes.
    pub async fn of(
        tx: &Tx,
        brand: BrandKey,
        domain: i64,
        now: i64,
    ) -> Result<(Self, Vec<Counted<Provider>>), DbError> {
        let from = day_of(now) - DAYS * DAY_MS;
        let providers = of_domain(tx, brand, Range { from, to: now }, domain).await?;
        let sent = providers.iter().map(|each| each.tally.accepted).sum();
        let believable = believable(sent);
        Ok((Self { from, believable }, providers))
    }
}

pub async fn health(tx: &Tx, brand: BrandKey, domain: i64, now: i64) -> Result<Health, DbError> {
    let (window, providers) = Window::of(tx, brand, domain, now).await?;
    let totals = totals(tx, brand, domain, window.from, window.believable).await?;
    Ok(Health {
        from: window.from,
        providers,
        totals,
    })
}
