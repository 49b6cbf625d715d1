//! Counts as the overview shows them, and what they are in proportion.

use postrider_domain::sending::send::Tally;
use schemars::JsonSchema;
use serde::Serialize;

/// Recipients, each counted once per send; what machines opened and clicked is counted apart, each time.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OverviewCounters")]
pub struct Counters {
    /// A receiver took the mail.
    sent: i64,
    /// Taken, and not returned since: what comes back later is taken off where it was counted.
    delivered: i64,
    opened: i64,
    clicked: i64,
    bounced: i64,
    complained: i64,
    unsubscribed: i64,
    /// Given up for another reason than the address.
    failed: i64,
    /// The receiver may have it or not.
    in_doubt: i64,
    machine_opens: i64,
    machine_clicks: i64,
}

/// What is found out later is taken off where it is found out, if nobody knows any more where it was counted: a range may
/// hold that alone.
impl From<&Tally> for Counters {
    fn from(tally: &Tally) -> Self {
        Self {
            sent: tally.accepted.max(0),
            delivered: tally.delivered.max(0),
            opened: tally.opened.max(0),
            clicked: tally.clicked.max(0),
            bounced: tally.bounced.max(0),
            complained: tally.complained.max(0),
            unsubscribed: tally.unsubscribed.max(0),
            failed: tally.failed.max(0),
            in_doubt: tally.in_doubt.max(0),
            machine_opens: tally.machine_opens.max(0),
            machine_clicks: tally.machine_clicks.max(0),
        }
    }
}

/// From 0 to 1; null where there is nothing to compare with.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OverviewRates")]
pub struct Rates {
    /// Delivered, of those that were delivered, bounced or failed.
    #[schemars(range(min = 0, max = 1))]
    delivery: Option<f64>,
    /// Opened, of those delivered.
    #[schemars(range(min = 0, max = 1))]
    open: Option<f64>,
    /// Clicked, of those delivered.
    #[schemars(range(min = 0, max = 1))]
    click: Option<f64>,
    /// Clicked, of those opened.
    #[schemars(range(min = 0, max = 1))]
    click_to_open: Option<f64>,
    /// Bounced, of those that were delivered, bounced or failed.
    #[schemars(range(min = 0, max = 1))]
    bounce: Option<f64>,
    /// Complained, of those delivered.
    #[schemars(range(min = 0, max = 1))]
    complaint: Option<f64>,
    /// Unsubscribed, of those delivered.
    #[schemars(range(min = 0, max = 1))]
    unsubscribe: Option<f64>,
}

impl From<&Tally> for Rates {
    fn from(tally: &Tally) -> Self {
        let tried = tally.delivered + tally.bounced + tally.failed;
        Self {
            delivery: rate(tally.delivered, tried),
            open: rate(tally.opened, tally.delivered),
            click: rate(tally.clicked, tally.delivered),
            click_to_open: rate(tally.clicked, tally.opened),
            bounce: rate(tally.bounced, tried),
            complaint: rate(tally.complained, tally.delivered),
            unsubscribe: rate(tally.unsubscribed, tally.delivered),
        }
    }
}

/// A mail may be opened today that was delivered before the range began: more than all is all.
fn rate(part: i64, whole: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "counts of people")]
    let rate = || (part as f64 / whole as f64).clamp(0.0, 1.0);
    (whole > 0).then(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_from_zero_to_one_or_nothing() {
        let nothing = Rates::from(&Tally::default());
        assert_eq!(nothing.delivery, None);
        assert_eq!(nothing.click_to_open, None);
        let rates = Rates::from(&Tally {
            delivered: 6,
            bounced: 3,
            failed: 1,
            in_doubt: 5,
            opened: 3,
            clicked: 4,
            unsubscribed: 7,
            ..Tally::default()
        });
        assert_eq!(rates.delivery, Some(0.6));
        assert_eq!(rates.bounce, Some(0.3));
        assert_eq!(rates.open, Some(0.5));
        assert_eq!(rates.click_to_open, Some(1.0));
        assert_eq!(rates.complaint, Some(0.0));
        assert_eq!(rates.unsubscribe, Some(1.0));
    }
}
